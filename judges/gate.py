"""The gate before one server and model: when the next request may go, and how many may be under way at once."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

_BURST = 1.0
"""Seconds' worth of a rate that may be used at once."""

_STOP_SEEN_AFTER = 0.5
"""Seconds until somebody who waits for a place notices that the run has stopped."""

_LONGEST_CLOSING = 60.0
"""Seconds the gate closes for at most when the server does not say how long."""


@dataclass(frozen=True)
class Limits:
    """What one server and model are asked for: requests under way at once, and rates; None where there is no limit.

    `backoff` are the seconds of the first closing when the server does not say how long.
    """

    at_once: int
    backoff: float
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


class Gate:
    """Lets requests through one by one. When the server asks for peace it closes, and everybody waits.

    A refusal for want of peace lowers the number of requests under way by a third; as many acceptances as are allowed
    at once raise it by one, up to the limit.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic):
        self._limits = limits
        self._clock = clock
        self._open_at = 0.0
        self._refusals = 0
        self._accepted = 0
        self._under_way = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._requests = _Rate(limits.requests_per_minute)
        self._tokens = _Rate(limits.tokens_per_minute)
        self.allowed = limits.at_once
        """Requests that may be under way at once for now."""

    @property
    def closed_for(self) -> float:
        """Seconds until the gate opens."""
        return max(0.0, self._open_at - self._clock())

    async def enter(self, tokens: int, stop: asyncio.Event) -> bool:
        """Wait for a place for a request of about so many tokens; False when the run has stopped."""
        while not stop.is_set():
            now = self._clock()
            wait = max(self._open_at - now, self._requests.wait(now), self._tokens.wait(now))
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), wait)
            elif self._under_way < self.allowed:
                self._under_way += 1
                self._requests.take(1, now)
                self._tokens.take(tokens, now)
                return True
            else:
                await self._freed()
        return False

    def leave(self, more_tokens: int = 0) -> None:
        """Give the place back; `more_tokens` were used beyond the estimate (fewer: below zero)."""
        self._under_way -= 1
        self._tokens.take(more_tokens, self._clock())
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(None)
                return

    def rate_limited(self, retry_after: float | None) -> None:
        """Close for as long as the server says, or twice as long as the last time it did not say."""
        at_the_same_moment = self.closed_for > 0  # one of many refused together
        if not at_the_same_moment:
            self.allowed = max(1, self.allowed * 2 // 3)
            self._accepted = 0
        if retry_after is None:
            if at_the_same_moment:
                return
            retry_after = min(_LONGEST_CLOSING, self._limits.backoff * 2**self._refusals)
            self._refusals += 1
        self._open_at = max(self._open_at, self._clock() + retry_after)

    def accepted(self) -> None:
        """A reply came: the next refusal starts from a short wait again, and there may soon be one request more."""
        self._refusals = 0
        self._accepted += 1
        if self._accepted >= self.allowed < self._limits.at_once:
            self.allowed += 1
            self._accepted = 0

    async def _freed(self) -> None:
        """Wait until somebody leaves, or it is time to look whether the run has stopped."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        with suppress(TimeoutError):
            await asyncio.wait_for(place, _STOP_SEEN_AFTER)


class _Rate:
    """So many a minute, evenly: when the next may go follows from when the last ones went."""

    def __init__(self, per_minute: int | None):
        self._seconds = 60 / per_minute if per_minute else 0.0
        self._used_until = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next may go."""
        return self._used_until - now - _BURST if self._seconds else 0.0

    def take(self, amount: int, now: float) -> None:
        if self._seconds:
            self._used_until = max(self._used_until, now) + amount * self._seconds
