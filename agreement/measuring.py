"""A figure with its interval, from its replicates."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate, Interval, Measured
from agreement.jackknife import PLAIN, Replicates, plain_interval


def measured(
    found: Replicates, n: int, why: str, low: float = -np.inf, high: float = np.inf, freedom: int | None = None
) -> Measured:
    """A figure in [low, high] of n units with its plain interval; `why` says in words why it is undefined."""
    if np.isnan(found.value):
        return unmeasured(n, why)
    interval = plain_interval(found, low, high, freedom=freedom)
    return Measured(Estimate(found.value, n), interval, len(found.cluster))


def unmeasured(n: int, why: str) -> Measured:
    """A figure that does not exist."""
    return Measured(Estimate(None, n, why), Interval(None, None, PLAIN, undefined="the value itself is undefined"), 0)
