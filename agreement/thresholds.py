"""Bands of the DeepTRACE metrics: acceptable, borderline, problematic, and whether an interval can tell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agreement.estimate import Measured

Band = Literal["acceptable", "borderline", "problematic"]
Verdict = Literal["acceptable", "borderline", "problematic", "cannot tell"]

_FALLING: tuple[Band, Band, Band] = ("acceptable", "borderline", "problematic")
_RISING: tuple[Band, Band, Band] = ("problematic", "borderline", "acceptable")


@dataclass(frozen=True)
class Bands:
    """Three bands from 0 to 100 %: [0, first), [first, second), [second, 100]."""

    first: float
    second: float
    names: tuple[Band, Band, Band]

    def of(self, percent: float) -> Band:
        """The band of a percentage. Rounding noise below 1e-9 does not move a value over an edge."""
        return self.names[bisect_right((self.first, self.second), round(percent, 9))]


BANDS: Mapping[str, Bands] = {
    "one_sided": Bands(20, 40, _FALLING),
    "overconfident": Bands(20, 40, _FALLING),
    "relevant": Bands(70, 90, _RISING),
    "uncited": Bands(5, 10, _FALLING),
    "unsupported": Bands(10, 25, _FALLING),
    "necessity": Bands(60, 80, _RISING),
    "accuracy": Bands(50, 90, _RISING),
    "thoroughness": Bands(20, 50, _RISING),
}
"""The bands of each metric. Source: DeepTRACE, Table 2."""


def classify(metric: str, percent: float) -> Band:
    """The band of a metric's value in percent.

    Raises ValueError outside 0 to 100, KeyError for an unknown metric.

    >>> classify("accuracy", 90.0), classify("uncited", 4.9)
    ('acceptable', 'acceptable')
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"a metric lies between 0 and 100 %, not at {percent}")
    return BANDS[metric].of(percent)


def classify_interval(metric: str, measured: Measured) -> Verdict:
    """The band that holds the whole interval (its bounds are shares in [0, 1]); otherwise "cannot tell".

    An undefined interval cannot tell.
    """
    low, high = measured.interval.low, measured.interval.high
    if low is None or high is None:
        return "cannot tell"
    band = classify(metric, 100 * low)
    return band if band == classify(metric, 100 * high) else "cannot tell"
