"""What a statistic returns: a value, or the words that say why there is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A number computed from `n` observations, or `undefined` in words; never both.

    `value` None means undefined: it is never replaced by 0, 1 or NaN.
    """

    value: float | None
    n: int
    undefined: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.undefined is None):
            raise ValueError("an estimate has either a value or words that say why it is undefined")


@dataclass(frozen=True)
class Interval:
    """A two-sided confidence interval, or `undefined` in words.

    `low` and `high` are on the scale of the statistic; `level` is the nominal coverage;
    `method` names how it was made (for example "cluster jackknife-t, atanh").
    """

    low: float | None
    high: float | None
    method: str
    level: float = 0.95
    undefined: str | None = None

    def __post_init__(self) -> None:
        if (self.low is None) == (self.undefined is None) or (self.low is None) != (self.high is None):
            raise ValueError("an interval has either both bounds or words that say why it is undefined")


@dataclass(frozen=True)
class Measured:
    """An estimate with its interval and the number of clusters the interval rests on."""

    estimate: Estimate
    interval: Interval
    clusters: int
