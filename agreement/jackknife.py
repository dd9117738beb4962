"""Intervals by leaving out one cluster at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from agreement.estimate import Interval
from agreement.frame import Floats, Ints
from agreement.tensors import Tables

LEVEL = 0.95
ATANH = "cluster jackknife-t on the atanh scale"
WILSON = "Wilson with the effective n of the cluster jackknife"
EXACT = "exact bound, each cluster one trial"
PLAIN = "cluster jackknife-t"
SAME = 1e-10  # values closer than this differ by rounding only


@dataclass(frozen=True, eq=False)
class Replicates:
    """A statistic and what it is without each cluster: `left_out[i]` is the value without `cluster[i]`.

    `cluster` rises. NaN stands for undefined; it stays inside this package and never reaches a report.
    """

    value: float
    cluster: Ints
    left_out: Floats

    @property
    def error(self) -> float:
        """Jackknife standard error; NaN without clusters."""
        return _error(self.left_out) if len(self.left_out) else float("nan")

    def on(self, cluster: Ints) -> Floats:
        """Values without each of other clusters: leaving out one that is not ours changes nothing."""
        values = np.full(len(cluster), self.value)
        values[np.searchsorted(cluster, self.cluster)] = self.left_out
        return values

    def minus(self, other: Replicates) -> Replicates:
        """The difference of two statistics, paired by cluster."""
        cluster = np.union1d(self.cluster, other.cluster)
        return Replicates(self.value - other.value, cluster, self.on(cluster) - other.on(cluster))


def leaving_out(features: Floats, statistic: Callable[[Floats], Floats]) -> Replicates:
    """A statistic of summed features, and what it is without each cluster.

    `features[c]` (any shape) are the additive features of cluster c; `statistic` maps a stack of summed features to
    one value each, NaN where undefined. For what is no K x K table; those have `Values`.
    """
    total = features.sum(axis=0)
    values = statistic(np.concatenate([total[None], total - features]))
    return Replicates(float(values[0]), np.arange(len(features)), values[1:])


@dataclass(frozen=True, eq=False)
class Values:
    """A statistic on tables: `total[g]` of each group, `left_out[t]` of a group without table t."""

    tables: Tables
    total: Floats
    left_out: Floats

    def of_group(self, group: int) -> Replicates:
        """One group alone."""
        low, high = np.searchsorted(self.tables.group, (group, group + 1))
        own = slice(int(low), int(high))
        return Replicates(float(self.total[group]), self.tables.cluster[own], self.left_out[own])

    def mean(self) -> Replicates:
        """The mean over groups; undefined (NaN) when a group is. A group without a cluster keeps its value."""
        cluster, place = np.unique(self.tables.cluster, return_inverse=True)
        value = float(self.total.mean()) if len(self.total) else float("nan")
        shift = np.bincount(place, self.left_out - self.total[self.tables.group], minlength=len(cluster))
        return Replicates(value, cluster, value + shift / max(len(self.total), 1))


def atanh_interval(found: Replicates, level: float = LEVEL) -> Interval:
    """Interval of a statistic of at most 1: symmetric in atanh(value), so it stays in [-1, 1].

    se^2 = (C - 1) / C * sum (z_c - mean z)^2 with z = atanh, C clusters, t with C - 1 degrees of freedom.
    Undefined for one cluster, at -1 or 1, when a left-out value is undefined or at -1 or 1, when all are the same, and
    below -1, where few coefficients can fall.
    Source: Efron & Tibshirani 1993, "An introduction to the bootstrap", equation 11.5.
    """
    why = why_no_error(found) or _why_at_bound(found, -1.0, 1.0)
    if why is None and min(found.value, found.left_out.min()) < -1 - SAME:
        why = "the value, or that without one of the clusters, is below -1, where the atanh scale ends"
    if why is None and (np.abs(found.left_out) >= 1 - SAME).any():
        why = "without one of the clusters the value is -1 or 1, where the atanh scale has no end"
    if why is not None:
        return Interval(None, None, ATANH, level, why)
    half = _quantile(found, level) * _error(np.arctanh(found.left_out))
    if half < SAME:
        return Interval(None, None, ATANH, level, NO_VARIATION)
    centre = np.arctanh(found.value)
    return Interval(float(np.tanh(centre - half)), float(np.tanh(centre + half)), ATANH, level)


def share_interval(found: Replicates, n: int, level: float = LEVEL) -> Interval:
    """Interval of a share in [0, 1] of n units; never of zero width.

    Wilson's interval with n_eff = p (1 - p) / se^2, at most n, and t with C - 1 degrees of freedom for z. At 0 or 1,
    where the jackknife sees no variation, the exact binomial bound with each cluster as one trial.
    Undefined for one cluster and when a left-out value is undefined.
    Source: Wilson 1927; Clopper & Pearson 1934; effective n: Korn & Graubard 1998.
    """
    why = why_no_error(found)
    if why is not None:
        return Interval(None, None, WILSON, level, why)
    p, t = found.value, _quantile(found, level)
    if _why_at_bound(found, 0.0, 1.0) is not None:
        reach = float(((1 - level) / 2) ** (1 / len(found.cluster)))
        return Interval(0.0, 1 - reach, EXACT, level) if p < 0.5 else Interval(reach, 1.0, EXACT, level)
    independent = p * (1 - p) / n
    variance = max(_error(found.left_out) ** 2, independent)
    penalty = t * t * variance / (p * (1 - p))
    centre = (p + penalty / 2) / (1 + penalty)
    half = t / (1 + penalty) * np.sqrt(variance + penalty * variance / (4 * p * (1 - p)))
    return Interval(float(centre - half), float(centre + half), WILSON, level)


def difference_interval(a: Replicates, b: Replicates, low: float, high: float, level: float = LEVEL) -> Interval:
    """Interval of a - b, two statistics in [low, high] on the same clusters, on the plain scale.

    Undefined as in `atanh_interval`; also when one of the two is at its bound, where its own variation is not seen.
    """
    why = _why_at_bound(a, low, high) or _why_at_bound(b, low, high)
    if why is not None:
        return Interval(None, None, PLAIN, level, why)
    return plain_interval(a.minus(b), low - high, high - low, level)


def plain_interval(
    found: Replicates, low: float = -np.inf, high: float = np.inf, level: float = LEVEL, freedom: int | None = None
) -> Interval:
    """Interval of a statistic in [low, high] on its own scale, cut off there: of an error, a mean or a difference.

    `freedom` are the degrees of freedom of t: None for clusters - 1.
    Undefined for one cluster, at a bound, when a left-out value is undefined, and when all of them are the same.
    Source: as for `atanh_interval`.
    """
    why = why_no_error(found) or _why_at_bound(found, low, high)
    if why is not None:
        return Interval(None, None, PLAIN, level, why)
    half = _quantile(found, level, freedom) * found.error
    if half < SAME:
        return Interval(None, None, PLAIN, level, NO_VARIATION)
    bounds = np.clip([found.value - half, found.value + half], low, high)
    return Interval(float(bounds[0]), float(bounds[1]), PLAIN, level)


NO_VARIATION = "without any one of the clusters the value stays the same: there is no variation to judge by"


def why_no_error(found: Replicates) -> str | None:
    """Why a standard error does not exist, or None where it does."""
    if np.isnan(found.value):
        return "the value itself is undefined"
    if len(found.cluster) < 2:
        return "only one cluster: variation between clusters cannot be seen"
    lost = int(np.isnan(found.left_out).sum())
    if lost:
        return f"the value is undefined without one of the clusters ({lost} of {len(found.cluster)})"
    return None


def _why_at_bound(found: Replicates, low: float, high: float) -> str | None:
    for bound in (low, high):
        if abs(found.value - bound) < SAME:
            return f"a value at its bound ({bound:g}): resampling sees no variation there"
    return None


def _error(left_out: Floats) -> float:
    """Jackknife standard error."""
    count = len(left_out)
    return float(np.sqrt((count - 1) / count * np.square(left_out - left_out.mean()).sum()))


def _quantile(found: Replicates, level: float, freedom: int | None = None) -> float:
    return float(stdtrit(len(found.cluster) - 1 if freedom is None else freedom, (1 + level) / 2))
