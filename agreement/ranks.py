"""Rank correlations of two raters who give plain numbers, with every cluster left out in turn, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from agreement.frame import Floats, Ints
from agreement.jackknife import Values
from agreement.moments import PairNumbers, why_no_correlation
from agreement.statistics import STATISTICS, Statistic
from agreement.tensors import Tables, divided


@dataclass(frozen=True, eq=False)
class LeftOut:
    """A value, and the values without each cluster, clusters rising; NaN where undefined."""

    total: float
    without: Floats


def spearman_left_out(pair: PairNumbers) -> LeftOut:
    """Spearman's correlation, ties at their mean rank. Time grows with clusters times different pairs of numbers."""
    x, y = _Ranked.of(pair.first), _Ranked.of(pair.second)
    found, count = np.unique(x.code * len(y.count) + y.code, return_counts=True)
    pairs = _Pairs(*np.divmod(found, max(len(y.count), 1)), count)
    units = np.argsort(pair.cluster, kind="stable")
    ends = np.cumsum(np.unique(pair.cluster, return_counts=True)[1])
    clusters = np.split(units, ends[:-1]) if len(ends) else []
    nobody = np.empty(0, dtype=np.intp)
    return LeftOut(_spearman(x, y, pairs, nobody), np.array([_spearman(x, y, pairs, own) for own in clusters]))


@dataclass(frozen=True, eq=False)
class _Ranked:
    """Numbers by rank: `code[i]` is the place of number i among the different ones, which `count[k]` have in common."""

    code: Ints
    count: Floats

    @classmethod
    def of(cls, numbers: Floats) -> _Ranked:
        _, code, count = np.unique(numbers, return_inverse=True, return_counts=True)
        return cls(code, count.astype(float))


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The different pairs of codes, and how many units have each: few where raters give few different numbers."""

    x: Ints
    y: Ints
    count: Ints


def _spearman(x: _Ranked, y: _Ranked, pairs: _Pairs, left_out: Ints) -> float:
    first, second = _centred(x, left_out), _centred(y, left_out)
    own = first.score[x.code[left_out]] @ second.score[y.code[left_out]]
    joint = (first.score[pairs.x] * pairs.count) @ second.score[pairs.y] - own
    # Ranks are halves of whole numbers, so a constant rater has a spread of exactly 0.
    spread = np.sqrt(first.spread * second.spread)
    return float(np.clip(joint / spread, -1.0, 1.0)) if spread else float("nan")


@dataclass(frozen=True, eq=False)
class _Centred:
    """Mid-rank of each different number less their mean, and the sum of its squares over all numbers."""

    score: Floats
    spread: float


def _centred(ranked: _Ranked, left_out: Ints) -> _Centred:
    count = ranked.count - np.bincount(ranked.code[left_out], minlength=len(ranked.count))
    score = np.cumsum(count) - count / 2 - count.sum() / 2
    return _Centred(score, float(count @ np.square(score)))


def kendall_left_out(pair: PairNumbers) -> LeftOut:
    """Kendall's tau-b: (C - D) / sqrt((n0 - n1)(n0 - n2)) over pairs of units, n1 and n2 those that a rater ties.

    Each of these counts is a sum over units of the units they make a pair with; what a cluster takes out of it is its
    own units' share, less the pairs within that were taken twice. The time grows as sorting does.
    """
    found, place, size = np.unique(pair.cluster, return_inverse=True, return_counts=True)
    x, y = _Ranked.of(pair.first).code, _Ranked.of(pair.second).code
    everywhere = np.zeros_like(place)

    def counted(of_unit: Callable[[Ints], Floats]) -> Floats:
        """Pairs of units in all, and without each cluster."""
        among_all = of_unit(everywhere)
        own, within = (np.bincount(place, share, minlength=len(found)) for share in (among_all, of_unit(place)))
        total = among_all.sum() / 2
        return np.concatenate([[total], total - own + within / 2])

    left = np.concatenate([[len(x)], len(x) - size])
    pairs = left * (left - 1) / 2
    score = counted(partial(_scores, x, y))
    untied = (pairs - counted(partial(_tied, x))) * (pairs - counted(partial(_tied, y)))
    value = np.clip(divided(score, np.sqrt(untied)), -1.0, 1.0)
    return LeftOut(float(value[0]), value[1:])


def _tied(code: Ints, block: Ints) -> Floats:
    """For each unit, how many others of its block have its code."""
    _, place, count = np.unique(np.stack([block, code]), axis=1, return_inverse=True, return_counts=True)
    return np.asarray(count[place] - 1.0)


def _scores(x: Ints, y: Ints, block: Ints) -> Floats:
    """For each unit, how many others of its block it has in the same order by x and y, less those in opposite order."""
    # A tie by x is in order when it is broken one way by y and in opposite order the other way: half of both is none.
    broken = np.lexsort((y, x, block)), np.lexsort((-y, x, block))
    return sum((_scores_along(unit, y, block) for unit in broken), np.zeros(len(x))) / 2


def _scores_along(unit: Ints, y: Ints, block: Ints) -> Floats:
    """The same where `unit` is the order by x within blocks, one block after the other.

    Units are parted by y, one binary digit after the other, as in a radix sort: at the digit where two units of a part
    first differ, the one with 1 is above the other by y.
    """
    score, part, here = np.zeros(len(y)), block[unit], np.arange(len(y))
    for digit in reversed(range(int(y.max(initial=0)).bit_length())):
        one = (y[unit] >> digit) & 1
        ones = np.concatenate([[0], np.cumsum(one)])
        start, stop = np.searchsorted(part, part), np.searchsorted(part, part, side="right")
        before, after = ones[here] - ones[start], ones[stop] - ones[here]  # ones of the part; `after` with its own
        score[unit] += np.where(one, (here - start - before) - (stop - here - after), after - before)
        part = 2 * part + one
        order = np.argsort(part, kind="stable")
        unit, part = unit[order], part[order]
    return score


@dataclass(frozen=True)
class RankCorrelation:
    """A statistic that no sums hold: it is computed from the numbers of a pair."""

    statistic: Statistic
    left_out: Callable[[PairNumbers], LeftOut]

    def values(self, pairs: Sequence[PairNumbers], tables: Tables) -> Values:
        """Its value for each pair, and without each of its clusters; `tables` are the `moment_tables` of the pairs."""
        found = [self.left_out(pair) for pair in pairs]
        without = np.concatenate([np.empty(0), *(one.without for one in found)])
        return Values(tables, np.array([one.total for one in found]), without)


RANKS: dict[str, RankCorrelation] = {
    name: RankCorrelation(replace(STATISTICS[name], why=why_no_correlation, needs_order=False), left_out)
    for name, left_out in {"spearman": spearman_left_out, "kendall": kendall_left_out}.items()
}
"""Rank correlations, by name."""
