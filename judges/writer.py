"""Storing a run off the event loop: attempts before they are sent, replies before they are read, in batches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Engine

from data.engine import writing
from data.errors import StoreError
from data.judge_labels import label_dues
from data.outputs import Result, Sending, Sent, begin_attempts, finish_attempts, store_results
from data.tables import Rater
from judges.completion import Completion
from judges.judged import Judged
from judges.reading import Verdict
from judges.requests import Item

BATCH_ROWS = 50
MOST_ROWS = 200
BATCH_SECONDS = 0.5
GATHERING = 0.003
"""Seconds in which requests about to be sent gather, so that one transaction stores many of their attempts."""

T = TypeVar("T")


@dataclass(frozen=True)
class Settled:
    """A request that needs no further call: `said` is the reply to be read, None with the status it failed with."""

    item: Item
    attempt_id: int
    said: Completion | None
    failure: str | None = None


class Writer:
    """The one that writes a run. Its database work happens in one thread of its own.

    `open_items` are the requests not yet settled, by key; who reads or changes it holds `settling`,
    so that no unit joins a request whose labels are just being written. `on_settled` hears the status of each unit.
    """

    def __init__(
        self,
        engine: Engine,
        rater: Rater,
        judged: Judged[Any],
        clock: Callable[[], datetime],
        on_settled: Callable[[Sequence[str]], None],
    ):
        self.open_items: dict[str, Item] = {}
        self.settling = asyncio.Lock()
        self._engine, self._rater, self._judged, self._clock = engine, rater, judged, clock
        self._on_settled = on_settled
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="judge-writer")
        self._begins: list[tuple[Sending, asyncio.Future[int]]] = []
        self._ends: list[Sent] = []
        self._settled: list[Settled] = []
        self._due = 0.0
        self._wake = asyncio.Event()
        self._closing = self._ended = False

    async def begin(self, sending: Sending) -> int:
        """The id of an attempt that is stored; only now may it be sent. StoreError when the writer has ended."""
        if self._ended:
            raise StoreError("nothing can be stored any more")
        stored: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._begins.append((sending, stored))
        self._wake.set()
        return await stored

    def end(self, sent: Sent) -> None:
        """Complete an attempt, soon."""
        self._ends.append(sent)

    def settle(self, settled: Settled) -> None:
        """Store what a request came to, after the attempt that says so."""
        if not self._settled:
            self._due = time.monotonic() + BATCH_SECONDS
        self._settled.append(settled)
        if len(self._settled) >= BATCH_ROWS:
            self._wake.set()

    async def flush(self) -> None:
        """Wait until all given so far is written, or is with the thread, which writes it before whatever comes next."""
        while (self._ends or self._settled) and not self._ended:
            self._due = 0.0
            self._wake.set()
            await asyncio.sleep(0.01)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run database work in the writer's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def run(self) -> None:
        """Write until closed and everything is written."""
        try:
            while not self._closing or self._begins or self._ends or self._settled:
                await self._wait()
                await self._write_attempts()
                if self._closing or len(self._settled) >= BATCH_ROWS or time.monotonic() >= self._due:
                    await self._write_results()
        finally:
            self._ended = True
            for _, stored in self._begins:
                stored.cancel()
            self._thread.shutdown(wait=False)

    def close(self) -> None:
        """Nothing more will come: write the rest and end."""
        self._closing = True
        self._wake.set()

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), BATCH_SECONDS)
        except TimeoutError:
            return
        await asyncio.sleep(GATHERING)
        self._wake.clear()

    async def _write_attempts(self) -> None:
        begins, self._begins = self._begins, []
        ends, self._ends = self._ends, []
        if begins or ends:
            ids = await self.in_thread(lambda: self._store_attempts([sending for sending, _ in begins], ends))
            for (_, stored), identity in zip(begins, ids, strict=True):
                if not stored.cancelled():
                    stored.set_result(identity)

    async def _write_results(self) -> None:
        async with self.settling:
            batch, self._settled = self._settled[:MOST_ROWS], self._settled[MOST_ROWS:]
            if batch:
                statuses = await self.in_thread(lambda: self._store_results(batch))
                for settled in batch:
                    self.open_items.pop(settled.item.key, None)
                self._on_settled(statuses)

    def _store_attempts(self, begins: Sequence[Sending], ends: Sequence[Sent]) -> list[int]:
        with writing(self._engine) as session:
            finish_attempts(session, ends)
            return begin_attempts(session, begins)

    def _store_results(self, batch: Sequence[Settled]) -> list[str]:
        """Store a batch; the statuses of the units that have their labels now, and of the drafts no unit waits for."""
        verdicts = [self._read(settled) for settled in batch]
        results = [
            Result(settled.item.key, settled.attempt_id, verdict.status, verdict.value, verdict.justification)
            for settled, verdict in zip(batch, verdicts, strict=True)
        ]
        dues = [due for settled in batch for due in settled.item.dues]
        judged = self._judged
        with writing(self._engine) as session:
            store_results(session, results)
            labels = label_dues(session, self._rater, judged.question.version, dues, judged.order, self._clock())
        drafts = [verdict.status for settled, verdict in zip(batch, verdicts, strict=True) if not settled.item.dues]
        return [*(label.status for label in labels), *drafts]

    def _read(self, settled: Settled) -> Verdict:
        if settled.said is None:
            return Verdict(settled.failure or "empty")
        return self._judged.read(settled.said, settled.item.cell)
