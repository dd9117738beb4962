"""How a call's processor time grows with its input, told on a machine that others use too."""

from __future__ import annotations

import time
from collections.abc import Callable

ATTEMPTS = 6


def seconds(call: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def grows_within(ratio: float, short: Callable[[], object], long: Callable[[], object]) -> bool:
    """Whether `long` took at most `ratio` times what `short` took, in the shortest runs of up to six pairs.

    A busy neighbour makes single runs slow, never fast: the minima come down to the truth with more runs, and a
    call that really grows faster fails all six times. 20 ms are allowed for what does not come from the input.
    """
    fastest_short = fastest_long = float("inf")
    for _ in range(ATTEMPTS):
        fastest_short = min(fastest_short, seconds(short))
        fastest_long = min(fastest_long, seconds(long))
        if fastest_long < ratio * fastest_short + 0.02:
            return True
    return False
