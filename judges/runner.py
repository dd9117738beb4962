"""Running a judge over a study: every pending unit once, through crashes and refusals."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from data.engine import writing
from data.outputs import begin_run, end_run
from data.pending import count_pending
from data.tables import Rater, Study
from data.tables.types import stored
from judges.agenda import Agenda
from judges.asking import Asker
from judges.client import Client
from judges.config import ModelJudge
from judges.endpoint import Endpoint
from judges.errors import RunStopped
from judges.gate import Gate, Limits
from judges.planning import Planner
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.purse import Spending
from judges.raters import judge_rater
from judges.requests import Requests
from judges.wishes import PLAIN, Wishes
from judges.writer import Writer

OpenClient = Callable[[], AbstractAsyncContextManager[Client]]

INTERRUPTED = "interrupted; the same command goes on where it stopped"


def run_judge(
    engine: Engine,
    study: Study,
    judge: ModelJudge,
    client: OpenClient,
    watch: Watch,
    wishes: Wishes = PLAIN,
    clock: Callable[[], datetime] = utc_now,
) -> RunReport:
    """Judge every unit of the study that has no label of this judge yet; every repeat is a request and a label.

    `client` opens the client within the run's own event loop. Ctrl-C lets the requests under way come home first;
    a second one does not. StoreError when the database is gone: what was acknowledged is kept.
    """
    with writing(engine) as session:
        rater = judge_rater(session, study, judge.spec)
        question = judge.spec.question
        total = sum(
            count_pending(session, rater, question, wishes.failed_too, sample) for sample in range(wishes.samples)
        )
        settings = {
            "failed_too": wishes.failed_too,
            "samples": wishes.samples,
            "concurrency": judge.concurrency,
            "attempts": judge.attempts,
        }
        run_id = stored(begin_run(session, rater, question, settings, clock()).id)
    run = _Run(engine, rater, judge, run_id, watch, wishes, clock, Progress(total))
    try:
        asyncio.run(run.whole(client))
    except BaseExceptionGroup as group:
        raise _first(group) from group
    with writing(engine) as session:
        end_run(session, run_id, clock())
    return RunReport(rater.name, run_id, run.progress, run.stopped)


@dataclass
class _Run:
    """One run: a planner, a bounded crew of askers and a writer around one queue."""

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

    async def whole(self, client: OpenClient) -> None:
        """Everything, from the first page to the last row written."""
        writer = Writer(self.engine, self.rater, self.judge.judged, self.clock, self._settled)
        async with client() as opened, asyncio.TaskGroup() as tasks:
            with _stop_on_interrupt(self):
                tasks.create_task(writer.run())
                await self._ask_all(self._asker(opened, writer), writer)
                writer.close()

    async def _ask_all(self, asker: Asker, writer: Writer) -> None:
        agenda = Agenda(2 * self.judge.concurrency)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._fill(agenda, writer))
            # The first request goes alone: what it teaches about the endpoint is then paid for once.
            if await self._ask_next(asker, agenda):
                for _ in range(self.judge.concurrency):
                    tasks.create_task(self._ask_until_empty(asker, agenda))

    async def _fill(self, agenda: Agenda, writer: Writer) -> None:
        """Every request of every repeat."""
        for sample in range(self.wishes.samples):
            await self._planner(writer, sample).fill(agenda, self.stop)
        agenda.close()

    async def _ask_until_empty(self, asker: Asker, agenda: Agenda) -> None:
        while await self._ask_next(asker, agenda):
            pass

    async def _ask_next(self, asker: Asker, agenda: Agenda) -> bool:
        """Ask the next request; False when there is none any more. A stopped run lets the rest fall."""
        item = await agenda.get()
        if item is None:
            return False
        if not self.stop.is_set():
            try:
                await asker.ask(item)
            except RunStopped as why:
                self.halt(str(why))
            self.progress.requests = asker.requests
        agenda.done(item)
        return True

    def halt(self, why: str) -> None:
        """Send no further request."""
        self.stopped = self.stopped or why
        self.stop.set()

    def _settled(self, statuses: Sequence[str]) -> None:
        self.progress.statuses.update(statuses)
        self.progress.closed_for = self.gate.closed_for
        if purse := self.wishes.purse:
            self.progress.spent = purse.prices.money(purse.spent)
        self.watch(self.progress)

    def _asker(self, client: Client, writer: Writer) -> Asker:
        judge = self.judge
        schema = judge.judged.form.schema(judge.justified)
        return Asker(
            client=client,
            endpoint=Endpoint(judge.spec.model, schema),
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

    def _planner(self, writer: Writer, sample: int) -> Planner:
        return Planner(
            engine=self.engine,
            rater=self.rater,
            requests=Requests(self.judge, sample),
            failed_too=self.wishes.failed_too,
            writer=writer,
            clock=self.clock,
            on_known=self._settled,
        )


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended a run, out of the groups its tasks wrap it in."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


@contextmanager
def _stop_on_interrupt(run: _Run) -> Iterator[None]:
    """Within the block, the first Ctrl-C ends the run in good order and the second at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach only the main thread; a run elsewhere is nobody's foreground
        return
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        run.halt(INTERRUPTED)

    loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
