"""The plan: how many more clusters (answers) would settle an open bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, sqrt
from typing import Literal

from scipy.special import stdtrit

from agreement.estimate import Measured

Scale = Literal["atanh", "plain"]

MOST_CLUSTERS = 1_000_000
NOT_BY_LABELS = "more labels alone will not lift it"


@dataclass(frozen=True)
class Plan:
    """Clusters that would settle a bound: `total` of them, `further` beside those at hand.

    Both are None when no number of them helps; `words` says why, or how the number is meant.
    """

    total: int | None
    further: int | None
    words: str


def clusters_needed(measured: Measured, target: float, scale: Scale = "atanh", what: str = "the estimate") -> Plan:
    """The fewest clusters at which the lower bound rises above `target`, if the estimate stays as it is.

    The half-width on the scale of the interval (`atanh` for coefficients, `plain` for shares and
    differences) is read off its lower side and shrinks with t(C' - 1) / sqrt(C'), where t is the quantile of
    its level. New clusters are taken to be like those at hand. It leaves no room for the estimate to
    move, so about half the time the number turns out too small: a first answer, not a power analysis.

    `what` names the measured value in the plan's words. No number when the interval is undefined or
    the estimate is not above the target.
    """
    value, interval = measured.estimate.value, measured.interval
    if value is None or interval.low is None or interval.high is None:
        return Plan(None, None, f"no plan: {measured.estimate.undefined or interval.undefined}")
    if value <= target:
        return Plan(None, None, f"{what} itself ({value:.2f}) is not above {target:.2f}: {NOT_BY_LABELS}")
    z = _to(scale)
    gap, half, clusters = z(value) - z(target), z(value) - z(interval.low), measured.clusters
    now = _reach(clusters, interval.level)
    total = _fewest(lambda planned: half * _reach(planned, interval.level) / now < gap)
    if total is None:
        return Plan(None, None, f"more than {MOST_CLUSTERS:,} clusters: {what} is too close to {target:.2f}")
    further = max(0, total - clusters)
    return Plan(clusters + further, further, f"if {what} stays at {value:.2f}")


def _to(scale: Scale) -> Callable[[float], float]:
    return _atanh if scale == "atanh" else float


def _atanh(value: float) -> float:
    """atanh, finite also where rounding has put a bound at -1."""
    return atanh(max(value, -1 + 1e-12))


def _reach(clusters: int, level: float) -> float:
    """Half-width of an interval from so many clusters, in units of the spread between them."""
    return float(stdtrit(clusters - 1, (1 + level) / 2)) / sqrt(clusters)


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """The smallest number from 2 to MOST_CLUSTERS that is enough; once enough, every larger one is."""
    if not enough(MOST_CLUSTERS):
        return None
    too_few, fine = 1, MOST_CLUSTERS
    while fine - too_few > 1:
        middle = (too_few + fine) // 2
        too_few, fine = (too_few, middle) if enough(middle) else (middle, fine)
    return fine
