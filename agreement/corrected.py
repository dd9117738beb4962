"""A figure corrected for the judge's error: what every correction returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import Ints
from agreement.jackknife import LEVEL, PLAIN, Replicates, plain_interval

NEVER_LABELLED = "people labelled nothing: there is nothing to correct by"
_ONE_LABELLED = "people labelled only one cluster: variation between clusters cannot be seen"
_OUTSIDE = "the whole interval lies outside what is possible: people's sample and the judge contradict each other"


@dataclass(frozen=True, eq=False)
class Corrected:
    """A figure corrected for the judge's error.

    `measured` is what to publish; its n counts the units people labelled, its clusters those with such a unit.
    `cut` says so in words when the corrected value was impossible and was cut to the nearest possible one.
    `found` is the value before cutting, and what it is without each cluster: for differences.
    """

    measured: Measured
    found: Replicates
    cut: str | None = None


def corrected(found: Replicates, n: int, clusters: int, low: float = 0.0, high: float = 1.0) -> Corrected:
    """A figure in [low, high] with its cluster jackknife-t interval, both cut there.

    Of the clusters of `found` people labelled `clusters` (the others only the judge); as it is they that show the
    judge's error, t has `clusters` - 1 degrees of freedom.
    """
    interval = _interval(found, clusters)
    return cut(found, interval, n, clusters, low, high)


def cut(found: Replicates, interval: Interval, n: int, clusters: int, low: float, high: float) -> Corrected:
    """A figure with an interval of its own, both cut to [low, high]."""
    value = float(np.clip(found.value, low, high))
    words = None
    if value != found.value:
        words = f"the correction gave {found.value:.3f}, which is impossible: cut to {value:g}"
    return Corrected(Measured(Estimate(value, n), _cut(interval, low, high), clusters), found, words)


def refused(n: int, why: str) -> Corrected:
    """No figure, and why."""
    interval = Interval(None, None, PLAIN, undefined="the value itself is undefined")
    nothing = Replicates(float("nan"), np.empty(0, dtype=np.intp), np.empty(0))
    return Corrected(Measured(Estimate(None, n, why), interval, 0), nothing)


def difference(first: Corrected, second: Corrected, low: float = -1.0, high: float = 1.0) -> Measured:
    """First minus second in [low, high], paired by cluster: for two systems let the clusters be the queries.

    The values are taken before cutting. n and the degrees of freedom are those of the side with fewer labels.
    Undefined when one of the two is. Source: Efron & Tibshirani 1993, equation 11.5.
    """
    n = min(first.measured.estimate.n, second.measured.estimate.n)
    clusters = min(first.measured.clusters, second.measured.clusters)
    for side in (first, second):
        if side.measured.estimate.undefined is not None:
            return refused(n, side.measured.estimate.undefined).measured
    return corrected(first.found.minus(second.found), n, clusters, low, high).measured


def in_clusters(cluster: Ints, found: Replicates) -> Replicates:
    """Replicates numbered from 0, under the numbers of their clusters."""
    return Replicates(found.value, cluster, found.left_out)


def _interval(found: Replicates, clusters: int) -> Interval:
    if clusters < 2:
        return Interval(None, None, PLAIN, undefined=_ONE_LABELLED)
    return plain_interval(found, freedom=clusters - 1)


def _cut(interval: Interval, low: float, high: float) -> Interval:
    if interval.low is None or interval.high is None:
        return interval
    if interval.high <= low or interval.low >= high:
        return Interval(None, None, interval.method, LEVEL, _OUTSIDE)
    return Interval(max(interval.low, low), min(interval.high, high), interval.method, interval.level)
