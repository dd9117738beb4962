"""A figure corrected for the judge's error: what every correction returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from agreement.estimate import Estimate, Interval, Measured
from agreement.jackknife import LEVEL, PLAIN, Replicates, plain_interval, why_no_error

SQUARED = "cluster jackknife-t, squared and added to the exact bound of an error no cluster showed"
NEVER_LABELLED = "people labelled nothing: there is nothing to correct by"
_ONE_LABELLED = "people labelled only one cluster: variation between clusters cannot be seen"
_OUTSIDE = "the whole interval lies outside what is possible: people's sample and the judge contradict each other"


@dataclass(frozen=True, eq=False)
class Corrected:
    """A figure corrected for the judge's error.

    `measured` is what to publish; its n counts the units people labelled, its clusters those with such a unit.
    `cut` says so in words when the corrected value was impossible and was moved to the nearest possible one.
    `found` is the value before that, and what it is without each cluster: for differences.
    """

    measured: Measured
    found: Replicates
    cut: str | None = None


def corrected(found: Replicates, interval: Interval, n: int, clusters: int, bounds: tuple[float, float]) -> Corrected:
    """A figure and its interval, both cut to `bounds` (lowest and highest possible value)."""
    value = float(np.clip(found.value, *bounds))
    words = None
    if value != found.value:
        words = f"the correction gave {found.value:.3f}, which is impossible: cut to {value:g}"
    return Corrected(Measured(Estimate(value, n), within(interval, *bounds), clusters), found, words)


def refused(n: int, why: str) -> Corrected:
    """No figure, and why."""
    interval = Interval(None, None, PLAIN, undefined="the value itself is undefined")
    nothing = Replicates(float("nan"), np.empty(0, dtype=np.intp), np.empty(0))
    return Corrected(Measured(Estimate(None, n, why), interval, 0), nothing)


def difference(first: Corrected, second: Corrected, low: float = -1.0, high: float = 1.0) -> Measured:
    """First minus second in [low, high], paired by cluster: for two systems let the clusters be the queries.

    The values are taken before cutting; n and the degrees of freedom are those of the side with fewer labels.
    Undefined when one of the two is. Source: Efron & Tibshirani 1993, equation 11.5.
    """
    n = min(first.measured.estimate.n, second.measured.estimate.n)
    clusters = min(first.measured.clusters, second.measured.clusters)
    for side in (first, second):
        if side.measured.estimate.undefined is not None:
            return refused(n, side.measured.estimate.undefined).measured
    found = first.found.minus(second.found)
    return corrected(found, jackknife_interval(found, clusters), n, clusters, (low, high)).measured


def jackknife_interval(found: Replicates, clusters: int, down: float = 0.0, up: float = 0.0) -> Interval:
    """The cluster jackknife-t interval of a correction, not cut.

    Of the clusters of `found` people labelled `clusters` (the judge all of them); as it is they that show the judge's
    error, t has `clusters` - 1 degrees of freedom. `down` and `up`: how far errors that no cluster showed, each at its
    exact bound, could move the value; squared and added to the half-width on that side.
    Source of the squares: Zou & Donner 2008, "Construction of confidence limits about effect measures".
    """
    if clusters < 2:
        return Interval(None, None, PLAIN, undefined=_ONE_LABELLED)
    if (down == 0 and up == 0) or why_no_error(found) is not None:
        return plain_interval(found, freedom=clusters - 1)
    half = float(stdtrit(clusters - 1, (1 + LEVEL) / 2)) * found.error
    return Interval(found.value - float(np.hypot(half, down)), found.value + float(np.hypot(half, up)), SQUARED, LEVEL)


def unseen(clusters: int) -> float:
    """The exact upper bound of a rate that was 0 in each of so many clusters, each taken as one trial.

    Source: Clopper & Pearson 1934.
    """
    return float(1 - ((1 - LEVEL) / 2) ** (1 / clusters))


def within(interval: Interval, low: float, high: float) -> Interval:
    """The part of an interval in [low, high]; undefined when there is none."""
    if interval.low is None or interval.high is None:
        return interval
    if interval.high <= low or interval.low >= high:
        return Interval(None, None, interval.method, interval.level, _OUTSIDE)
    return Interval(max(interval.low, low), min(interval.high, high), interval.method, interval.level)
