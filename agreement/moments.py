"""Agreement of two raters who give plain numbers: sums per cluster, and statistics of such sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agreement.frame import Floats, Ints
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.statistics import Statistic
from agreement.tensors import Tables, divided


@dataclass(frozen=True, eq=False)
class PairNumbers:
    """Units that two raters gave numbers: `first[i]` and `second[i]` are of a unit in `cluster[i]`."""

    cluster: Ints
    first: Floats
    second: Floats

    def both_orders(self) -> PairNumbers:
        """The same with each unit a second time, the raters the other way round: for raters who may swap places."""
        return stacked((self, PairNumbers(self.cluster, self.second, self.first)))


def stacked(pairs: Sequence[PairNumbers]) -> PairNumbers:
    """The units of several pairs, one pair below the other."""
    columns = [(pair.cluster, pair.first, pair.second) for pair in pairs]
    empty = (np.empty(0, dtype=np.intp), np.empty(0), np.empty(0))
    return PairNumbers(*map(np.concatenate, zip(empty, *columns, strict=True)))


def moment_tables(pairs: Sequence[PairNumbers]) -> Tables:
    """One group for each pair: nine sums over the units of each cluster, additive.

    In order: units n, x, y, x^2, y^2, x y, d, |d|, d^2, with d the difference of the raters' numbers, and x and y these
    numbers less one of each side's own numbers, the same for all pairs: small sums keep their digits, and of a rater
    who gave one number only they are exact.
    """
    of_all = stacked(pairs)
    x0, y0 = _middle(of_all.first), _middle(of_all.second)
    found = [_sums(pair, x0, y0) for pair in pairs]
    group = np.repeat(np.arange(len(found)), [len(one.cluster) for one in found])
    counts = np.concatenate([np.empty((0, 9)), *(one.counts for one in found)])
    cluster = np.concatenate([np.empty(0, dtype=np.intp), *(one.cluster for one in found)])
    return Tables(counts, group, cluster, counts[:, 0].astype(np.intp), len(found))


@dataclass(frozen=True, eq=False)
class _Sums:
    cluster: Ints
    counts: Floats


def _sums(pair: PairNumbers, x0: float, y0: float) -> _Sums:
    cluster, place = np.unique(pair.cluster, return_inverse=True)
    x, y, d = pair.first - x0, pair.second - y0, pair.first - pair.second
    rows = (np.ones_like(x), x, y, x * x, y * y, x * y, d, np.abs(d), d * d)
    counts = [np.bincount(place, row, minlength=len(cluster)) for row in rows]
    return _Sums(cluster, np.stack(counts, axis=1).astype(float))


def _middle(numbers: Floats) -> float:
    """One of the numbers, from the middle; 0 without any."""
    return float(np.sort(numbers)[len(numbers) // 2]) if len(numbers) else 0.0


# A sum of squares that misses 0 by less than this share of itself is that of a constant.
_CRUMB = 1e-12


@dataclass(frozen=True, eq=False)
class _Spread:
    """n^2 times the variances of both raters and their covariance."""

    first: Floats
    second: Floats
    joint: Floats


def _spread(stack: Floats) -> _Spread:
    n, x, y, xx, yy, xy = (stack[..., k] for k in range(6))
    first, second = n * xx - x * x, n * yy - y * y
    return _Spread(
        np.where(first > _CRUMB * n * xx, first, 0.0), np.where(second > _CRUMB * n * yy, second, 0.0), n * xy - x * y
    )


def pearson_of(stack: Floats, scale: Scale) -> Floats:
    """Pearson of each of a stack of sums, in [-1, 1]; NaN where undefined."""
    found = _spread(stack)
    return np.clip(divided(found.joint, np.sqrt(found.first) * np.sqrt(found.second)), -1.0, 1.0)


def concordance_of(stack: Floats, scale: Scale) -> Floats:
    """Lin's concordance of each of a stack of sums, population moments, in [-1, 1]; NaN where undefined."""
    found = _spread(stack)
    return np.clip(divided(2 * found.joint, found.first + found.second + np.square(stack[..., 6])), -1.0, 1.0)


def mae_of(stack: Floats, scale: Scale) -> Floats:
    """Mean absolute difference of each of a stack of sums; NaN without units."""
    return divided(stack[..., 7], stack[..., 0])


def rmse_of(stack: Floats, scale: Scale) -> Floats:
    """Root mean squared difference of each of a stack of sums; NaN without units."""
    return np.sqrt(divided(np.maximum(stack[..., 8], 0.0), stack[..., 0]))


def why_no_correlation(table: Floats) -> str:
    """The words for sums of a pair that has no correlation."""
    return "a rater gave the same number to every unit" if table[0] else NO_COMMON_UNIT


def _no_concordance(table: Floats) -> str:
    return "both raters gave one and the same number to every unit" if table[0] else NO_COMMON_UNIT


MOMENTS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        Statistic(
            "pearson",
            "Pearson correlation of the numbers; blind to a shift or stretch between raters",
            pearson_of,
            why_no_correlation,
        ),
        Statistic(
            "ccc",
            "Lin's concordance, population moments; means something only where raters count in the same unit",
            concordance_of,
            _no_concordance,
        ),
        Statistic(
            "mae",
            "mean absolute difference; means something only where raters count in the same unit",
            mae_of,
            why_no_correlation,
            form="error",
        ),
        Statistic(
            "rmse",
            "root mean squared difference; means something only where raters count in the same unit",
            rmse_of,
            why_no_correlation,
            form="error",
        ),
    )
}
"""Statistics of the sums of `moment_tables`, by name."""
