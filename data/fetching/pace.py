"""The pace of requests to one host: one at a time, with a pause between their beginnings."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from data.errors import InputError

LONGEST_PAUSE = 60.0
"""Seconds: the longest pause a host may ask for."""


class Pace:
    """Lets requests to a host begin at least `delay` seconds apart. Safe to use from several threads."""

    def __init__(
        self, delay: float, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
    ):
        if not (math.isfinite(delay) and delay >= 0):
            raise InputError(f"{delay} is no pause; give seconds", field="host-delay")
        self._delay, self._clock, self._sleep = delay, clock, sleep
        self._free_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def wait(self, host: str, asked: float = 0.0) -> None:
        """Sleep until it is this request's turn; `asked`: the seconds between requests that the host wants."""
        with self._lock:
            now = self._clock()
            begin = max(now, self._free_at.get(host, now))
            self._free_at[host] = begin + max(self._delay, min(asked, LONGEST_PAUSE))
        if begin > now:
            self._sleep(begin - now)

    def hold(self, host: str, seconds: float) -> None:
        """Let no request to the host begin for that long (it said "too many")."""
        with self._lock:
            until = self._clock() + min(seconds, LONGEST_PAUSE)
            self._free_at[host] = max(self._free_at.get(host, until), until)
