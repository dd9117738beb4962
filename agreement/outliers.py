"""Annotators who stand apart: each person against all the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agreement.comparison import Comparison, units_with
from agreement.difference import Difference, difference_of
from agreement.estimate import Measured
from agreement.frame import CodedLabels, Ints
from agreement.multiplicity import Correction, adjusted
from agreement.panel import ENOUGH_CLUSTERS
from agreement.statistics import Statistic
from agreement.symmetry import cumulative_bias
from agreement.tensors import Tables, pair_tables

Flag = Literal["agrees less", "not worse", "insufficient"]

CORRECTION: Correction = "benjamini-hochberg"
FLAGGED_FROM = 0.05
"""An adjusted p-value up to this is flagged."""

ALONE = "shares no unit with another person"
NO_OTHERS = "no unit was labelled by two of the others"


Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Person:
    """One person against the others.

    `agreement` compares the agreement of this person with all the others (`first`) with that of the others among
    themselves (`second`), tables of all pairs pooled; `difference` is the first minus the second, paired by cluster.
    `above_minus_below` is P(person above) - P(person below) over the pairs with the others: who is strict or lenient.
    `p` is adjusted for the number of people tested, None where `flag` is "insufficient"; `words` says what the flag
    rests on.
    """

    name: str
    units: int
    clusters: int
    agreement: Difference
    above_minus_below: Measured
    p: float | None
    flag: Flag
    words: str


@dataclass(frozen=True)
class Outliers:
    """Every human against the rest, in name order, by one statistic; p-values are adjusted by `correction`."""

    statistic: str
    correction: Correction
    people: tuple[Person, ...]


@dataclass(frozen=True, eq=False)
class _Found:
    """A person before all of them are compared; `insufficient` says why they are not tested."""

    human: int
    units: int
    clusters: int
    agreement: Difference
    above_minus_below: Measured
    insufficient: str | None


def outliers(labels: CodedLabels, statistic: Statistic) -> Outliers:
    """Whether each human agrees with the others as well as the others agree among themselves.

    Flagged is who agrees less, at 5 % after Benjamini-Hochberg. (One who guesses makes all the others seem to agree
    more, which is why that is no flag.) A person who shares fewer than 10 clusters with the others,
    or leaves the others fewer than 10 among themselves, is insufficient and never flagged; so is a slot (a position
    that several people fill), and everybody where the test is undefined. Standing apart is no proof of being wrong:
    look at the labels together before anybody is left out.
    """
    humans = labels.of_kind("human")
    pairs = tuple(combinations(humans, 2))
    tables, ends = pair_tables(labels, pairs), np.array(pairs, dtype=np.intp).reshape(-1, 2)
    found = [_against_rest(labels, statistic, human, ends, tables) for human in humans]
    tests = adjusted([None if one.insufficient else one.agreement.test.p for one in found], CORRECTION, FLAGGED_FROM)
    people = (_person(labels, one, p, statistic) for one, p in zip(found, tests.p, strict=True))
    return Outliers(statistic.name, CORRECTION, tuple(people))


def _against_rest(labels: CodedLabels, statistic: Statistic, human: int, pairs: Ints, tables: Tables) -> _Found:
    own = (pairs == human).any(axis=1)
    facing = _pooled(tables, own, turn=pairs[:, 1] == human)
    others = _pooled(tables, ~own, turn=np.zeros(len(pairs), dtype=bool))
    given, mine = units_with(labels, labels.of_kind("human")), labels.of(human).unit
    shared, rest = given[mine] >= 2, given.copy()
    rest[mine] -= 1
    compared = tuple(
        Comparison(labels, None, side.symmetric(), int(units.sum()), None if units.any() else nobody)
        for side, units, nobody in ((facing, shared, ALONE), (others, rest >= 2, NO_OTHERS))
    )
    agreement = difference_of(compared[0], compared[1], statistic)
    thin = min(len(facing.cluster), len(others.cluster))
    why = _why_insufficient(labels, human, thin) or agreement.test.undefined
    bias = cumulative_bias(facing, labels.scale)
    return _Found(human, compared[0].n, len(facing.cluster), agreement, bias, why)


def _pooled(tables: Tables, chosen: Truths, turn: Truths) -> Tables:
    """The tables of the chosen pairs in one group, those to turn with the second rater first."""
    kept = chosen[tables.group]
    group, counts = tables.group[kept], tables.counts[kept]
    counts = np.where(turn[group][:, None, None], counts.transpose(0, 2, 1), counts)
    return Tables(counts, group, tables.cluster[kept], tables.units[kept], tables.groups).pooled()


def _why_insufficient(labels: CodedLabels, human: int, clusters: int) -> str | None:
    if labels.raters[human].slot:
        return "a slot: a position that several people fill, not a person"
    if len(labels.of_kind("human")) < 3:
        return "with fewer than three people nobody can be set against the rest"
    if clusters < ENOUGH_CLUSTERS:
        return f"too few clusters: {clusters} of {ENOUGH_CLUSTERS} with the others, or among them"
    return None


def _person(labels: CodedLabels, found: _Found, p: float | None, statistic: Statistic) -> Person:
    flag: Flag = "insufficient"
    words = found.insufficient or ""
    value = found.agreement.difference.estimate.value
    if p is not None and value is not None:
        apart = -value if statistic.lower_is_better else value
        flag = "agrees less" if p <= FLAGGED_FROM and apart < 0 else "not worse"
        words = f"{statistic.name} with the others {value:+.3f} from that among them, adjusted p {p:.3g}"
    return Person(
        name=labels.raters[found.human].name,
        units=found.units,
        clusters=found.clusters,
        agreement=found.agreement,
        above_minus_below=found.above_minus_below,
        p=p,
        flag=flag,
        words=words,
    )
