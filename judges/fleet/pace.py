"""One pace for all workers: a row in the database says when a server opens and how much of its rates is used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Session, col

from data.engine import writing
from data.tables import Pace
from judges.gate import Gate, Limits

_BLOCK_SECONDS = 0.5
"""How long a block of requests lasts that a worker takes for itself, so that not every request looks at the row."""

_LOOK_SECONDS = 1.0
"""How often a worker looks whether another one was asked to wait."""

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class SharedGate(Gate):
    """A gate whose rates and closings hold for all workers. The requests under way are each worker's own."""

    def __init__(self, limits: Limits, row: PaceRow, clock: Callable[[], float] = time.monotonic):
        super().__init__(Limits(limits.at_once, limits.backoff), clock)
        self._row = row
        self._left_requests = 0
        self._left_tokens = 0
        self._looked_at = float("-inf")
        self._taking = asyncio.Lock()

    async def enter(self, tokens: int, stop: asyncio.Event) -> bool:
        """Wait for a place for a request of about so many tokens; False when the run has stopped."""
        async with self._taking:
            block = self._row.block(self._left_requests, self._left_tokens, tokens)
            if block.requests or block.tokens or self._clock() - self._looked_at > _LOOK_SECONDS:
                await self._take(block)
            self._left_requests -= 1
            self._left_tokens -= tokens
        return await super().enter(tokens, stop)

    def leave(self, more_tokens: int = 0) -> None:
        """Give the place back; `more_tokens` were used beyond the estimate (fewer: below zero)."""
        super().leave(more_tokens)
        self._left_tokens -= more_tokens

    def rate_limited(self, retry_after: float | None) -> None:
        """Close for everybody."""
        super().rate_limited(retry_after)
        self._row.close_for(self.closed_for)

    async def _take(self, block: Block) -> None:
        """Take requests and tokens that last a moment, or nothing, only to see whether the server is closed."""
        wait = await asyncio.to_thread(self._row.take, block)
        self._left_requests += block.requests
        self._left_tokens += block.tokens
        self._looked_at = self._clock()
        self._open_at = max(self._open_at, self._looked_at + wait)


@dataclass(frozen=True)
class Block:
    """Requests and tokens that one worker may use without asking."""

    requests: int
    tokens: int


@dataclass(frozen=True)
class PaceRow:
    """The row of one server and model; None: no limit of that kind."""

    engine: Engine
    base_url: str
    model: str
    requests_per_minute: int | None
    tokens_per_minute: int | None

    def block(self, left_requests: int, left_tokens: int, tokens: int) -> Block:
        """What to take when so much is left of earlier blocks and the next request needs so many tokens."""
        requests = _block(self.requests_per_minute, 1 - left_requests)
        return Block(requests, _block(self.tokens_per_minute, tokens - left_tokens))

    def take(self, block: Block) -> float:
        """Take a block; the seconds until it may be used."""
        with writing(self.engine) as session:
            row, now = self._locked(session)
            starts = [row.open_at]
            if self.requests_per_minute and block.requests:
                starts.append(max(row.requests_until, now))
                row.requests_until = starts[-1] + timedelta(minutes=block.requests / self.requests_per_minute)
            if self.tokens_per_minute and block.tokens:
                starts.append(max(row.tokens_until, now))
                row.tokens_until = starts[-1] + timedelta(minutes=block.tokens / self.tokens_per_minute)
            session.add(row)
        return max(0.0, (max(starts) - now).total_seconds())

    def close_for(self, seconds: float) -> None:
        """Let nobody through for so long."""
        with writing(self.engine) as session:
            row, now = self._locked(session)
            row.open_at = max(row.open_at, now + timedelta(seconds=seconds))
            session.add(row)

    def _locked(self, session: Session) -> tuple[Pace, datetime]:
        """The row, held until the end of the transaction, and the database's time: workers' clocks may differ."""
        key = {"base_url": self.base_url, "model": self.model}
        times = dict.fromkeys(("open_at", "requests_until", "tokens_until"), _LONG_AGO)
        session.connection().execute(insert(Pace).values(**key, **times).on_conflict_do_nothing())
        found = select(Pace, func.clock_timestamp()).where(
            col(Pace.base_url) == self.base_url, col(Pace.model) == self.model
        )
        row, now = session.execute(found.with_for_update()).one()
        return row, now


def _block(per_minute: int | None, lacking: int) -> int:
    """How much to take of a rate of which so much is lacking: what lasts a moment, and at least that; else nothing."""
    return 0 if per_minute is None or lacking <= 0 else max(lacking, round(per_minute * _BLOCK_SECONDS / 60))
