"""The plan: how many more clusters (answers) would settle an open bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, sqrt
from typing import Literal

from scipy.special import stdtrit

from agreement.estimate import Interval, Measured

Scale = Literal["atanh", "plain"]

MOST_CLUSTERS = 1_000_000


@dataclass(frozen=True)
class Plan:
    """Clusters that would settle a bound: `total` of them, `further` beside those at hand.

    Both are None when no number of them helps; `words` says why, or how the number is meant.
    """

    total: int | None
    further: int | None
    words: str


def clusters_needed(measured: Measured, target: float, scale: Scale = "atanh") -> Plan:
    """The fewest clusters at which the lower bound rises above `target`, if the estimate stays as it is.

    The standard error on the scale of the interval (`atanh` for coefficients, `plain` for differences) is
    read off the interval and shrinks with sqrt(C / C'); the quantile is that of t with C' - 1 degrees of
    freedom. New clusters are taken to be like those at hand. This is a first answer, about half the
    time too small, as it leaves no room for the estimate to move; a power simulation is the finer one.

    No number when the interval is undefined or the estimate is not above the target.
    """
    value, interval = measured.estimate.value, measured.interval
    if value is None or interval.low is None or interval.high is None:
        return Plan(None, None, f"no plan: {measured.estimate.undefined or interval.undefined}")
    if value <= target:
        return Plan(
            None,
            None,
            f"the estimate itself ({value:.2f}) is not above {target:.2f}: more labels alone will not lift it",
        )
    z = _to(scale)
    gap, error = z(value) - z(target), _error(interval, measured.clusters, z)
    total = _fewest(lambda clusters: _half_width(error, measured.clusters, clusters, interval.level) < gap)
    if total is None:
        return Plan(None, None, f"more than {MOST_CLUSTERS:,} clusters: the estimate is too close to {target:.2f}")
    further = max(0, total - measured.clusters)
    return Plan(max(total, measured.clusters), further, f"if the estimate stays at {value:.2f}")


def _to(scale: Scale) -> Callable[[float], float]:
    return atanh if scale == "atanh" else float


def _error(interval: Interval, clusters: int, z: Callable[[float], float]) -> float:
    """Standard error that made the interval."""
    low, high = interval.low, interval.high
    if low is None or high is None:
        raise ValueError("an undefined interval has no standard error")
    return (z(high) - z(low)) / (2 * float(stdtrit(clusters - 1, (1 + interval.level) / 2)))


def _half_width(error: float, clusters: int, planned: int, level: float) -> float:
    return float(stdtrit(planned - 1, (1 + level) / 2)) * error * sqrt(clusters / planned)


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """The smallest number from 2 to MOST_CLUSTERS that is enough; once enough, every larger one is."""
    if not enough(MOST_CLUSTERS):
        return None
    too_few, fine = 1, MOST_CLUSTERS
    while fine - too_few > 1:
        middle = (too_few + fine) // 2
        too_few, fine = (too_few, middle) if enough(middle) else (middle, fine)
    return fine
