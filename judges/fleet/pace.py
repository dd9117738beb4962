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
            if self._is_due(tokens):
                await self._take_block(tokens)
            self._left_requests -= 1
            self._left_tokens -= tokens
        return await super().enter(tokens, stop)

    def rate_limited(self, retry_after: float | None) -> None:
        """Close for everybody."""
        super().rate_limited(retry_after)
        self._row.close_for(self.closed_for)

    def _is_due(self, tokens: int) -> bool:
        used_up = self._left_requests < 1 or self._left_tokens < tokens
        return (self._row.has_rates and used_up) or self._clock() - self._looked_at > _LOOK_SECONDS

    async def _take_block(self, tokens: int) -> None:
        """Take requests and tokens that last a moment, and at least what this request needs."""
        block = self._row.block(tokens)
        wait = await asyncio.to_thread(self._row.take, block)
        self._left_requests, self._left_tokens = block.requests, block.tokens
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

    @property
    def has_rates(self) -> bool:
        """Whether there is a rate to share."""
        return bool(self.requests_per_minute or self.tokens_per_minute)

    def block(self, tokens: int) -> Block:
        """What to take at once when the next request needs so many tokens."""
        share = _BLOCK_SECONDS / 60
        requests = max(1, round((self.requests_per_minute or 0) * share))
        return Block(requests, max(tokens, round((self.tokens_per_minute or 0) * share)))

    def take(self, block: Block) -> float:
        """Take a block; the seconds until it may be used."""
        with writing(self.engine) as session:
            row, now = self._locked(session)
            starts = [row.open_at]
            if self.requests_per_minute:
                starts.append(max(row.requests_until, now))
                row.requests_until = starts[-1] + timedelta(minutes=block.requests / self.requests_per_minute)
            if self.tokens_per_minute:
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
