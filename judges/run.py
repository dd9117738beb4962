"""One run of a judge: what its parts share, and how it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from data.tables import Rater
from judges.asking import Asker
from judges.client import Client
from judges.config import ModelJudge
from judges.endpoint import Endpoint
from judges.gate import Gate, Limits
from judges.planning import Planner
from judges.progress import Progress, Watch
from judges.purse import Spending
from judges.requests import Item, Requests
from judges.wishes import Wishes
from judges.writer import Writer

Put = Callable[[Sequence[Item]], Awaitable[None]]
"""Takes requests that share their beginning."""


@dataclass
class Run:
    """A judge on its way through a study. Whoever sends asks `stop` first."""

    engine: Engine
    rater: Rater
    judge: ModelJudge
    run_id: int
    watch: Watch
    wishes: Wishes
    clock: Callable[[], datetime]
    progress: Progress
    stopped: str | None = None
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        judge = self.judge
        limits = Limits(judge.concurrency, judge.backoff, judge.requests_per_minute, judge.tokens_per_minute)
        self.gate = Gate(limits)

    def halt(self, why: str) -> None:
        """Send no further request."""
        self.stopped = self.stopped or why
        self.stop.set()

    def settled(self, statuses: Sequence[str]) -> None:
        """Units have their labels."""
        self.progress.statuses.update(statuses)
        self.progress.closed_for = self.gate.closed_for
        if purse := self.wishes.purse:
            self.progress.spent = purse.prices.money(purse.spent)
        self.watch(self.progress)

    def writer(self) -> Writer:
        """The one that writes this run."""
        return Writer(self.engine, self.rater, self.judge.judged, self.clock, self.settled)

    async def plan(self, writer: Writer, put: Put) -> None:
        """Offer every request that must be sent, of every repeat."""
        for sample in range(self.wishes.samples):
            await self.planner(writer, sample).fill(put, self.stop)

    def asker(self, client: Client, writer: Writer) -> Asker:
        """Somebody who sends requests one by one."""
        judge = self.judge
        return Asker(
            client=client,
            endpoint=Endpoint(judge.spec.model, judge.judged.form.schema(judge.justified)),
            gate=self.gate,
            writer=writer,
            run_id=self.run_id,
            parameters=judge.spec.parameters,
            render=lambda item: judge.judged.render(item.cell, judge.template),
            attempts=judge.attempts,
            backoff=judge.backoff,
            clock=self.clock,
            stop=self.stop,
            spending=self._spending(),
        )

    def _spending(self) -> Spending | None:
        purse, judge = self.wishes.purse, self.judge
        return None if purse is None else Spending(purse, purse.prices.of(judge.spec.model), judge.most_out)

    def planner(self, writer: Writer, sample: int) -> Planner:
        """The one that finds what is to be asked in one repeat."""
        return Planner(
            engine=self.engine,
            rater=self.rater,
            requests=Requests(self.judge, sample),
            failed_too=self.wishes.failed_too,
            writer=writer,
            clock=self.clock,
            on_known=self.settled,
        )
