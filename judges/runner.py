"""Running a judge over a study: every pending unit once, through crashes and refusals."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from datetime import datetime

from sqlalchemy import Engine

from data.engine import writing
from data.one_at_a_time import one_at_a_time
from data.outputs import begin_run, end_run
from data.pending import count_pending
from data.tables import Study
from data.tables.types import stored
from judges.by_rule import label_by_rule
from judges.client import Client
from judges.config import ModelJudge
from judges.errors import AlreadyRunning
from judges.live import ask_live
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.raters import judge_rater
from judges.record import settings_of
from judges.run import Run
from judges.wishes import PLAIN, Wishes
from judges.writer import Writer

OpenClient = Callable[[], AbstractAsyncContextManager[Client]]

Way = Callable[[Run, Client, Writer], Awaitable[None]]
"""How the requests of a run are sent."""

INTERRUPTED = "interrupted; the same command goes on where it stopped"


def run_judge(
    engine: Engine,
    study: Study,
    judge: ModelJudge,
    client: OpenClient,
    watch: Watch,
    wishes: Wishes = PLAIN,
    clock: Callable[[], datetime] = utc_now,
    way: Way = ask_live,
) -> RunReport:
    """Judge every unit of the study that has no label of this judge yet; every repeat is a request and a label.

    `client` opens the client within the run's own event loop. Ctrl-C lets the requests under way come home first;
    a second one does not. StoreError when the database is gone: what was acknowledged is kept. AlreadyRunning while
    another process runs this judge on the study: both would ask, and pay for, the same.
    """
    with one_at_a_time(engine, f"judge {study.id} {judge.spec.sha}") as mine:
        if not mine:
            raise AlreadyRunning(f"{judge.spec.rater_name} is being run already; wait for that run, or stop it")
        run = begun(engine, study, judge, watch, wishes, clock)
        try:
            asyncio.run(_whole(run, client, way))
        except BaseExceptionGroup as group:
            raise _first(group) from group
        with writing(engine) as session:
            end_run(session, run.run_id, clock(), run.stopped)
    return RunReport(run.rater.name, run.run_id, run.progress, run.stopped)


def begun(
    engine: Engine,
    study: Study,
    judge: ModelJudge,
    watch: Watch,
    wishes: Wishes,
    clock: Callable[[], datetime],
    fleet: bool = False,
) -> Run:
    """A new run in the record. That of a `fleet` is ended by its workers, any other by who began it."""
    question = judge.spec.question
    settings = {"failed_too": wishes.failed_too, "samples": wishes.samples, "fleet": fleet, **settings_of(judge)}
    with writing(engine) as session:
        rater = judge_rater(session, study, judge.spec)
        repeats = range(wishes.samples)
        total = sum(count_pending(session, rater, question, wishes.failed_too, repeat) for repeat in repeats)
        run_id = stored(begin_run(session, rater, question, settings, clock()).id)
        progress = Progress(total, statuses=label_by_rule(session, rater, judge.judged, repeats, clock()))
    return Run(engine, rater, judge, run_id, watch, wishes, clock, progress)


async def _whole(run: Run, client: OpenClient, way: Way) -> None:
    """Everything, from the first page to the last row written."""
    writer = run.writer()
    async with client() as opened, asyncio.TaskGroup() as tasks:
        with _stop_on_interrupt(run):
            tasks.create_task(writer.run())
            await way(run, opened, writer)
            writer.close()


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended a run, out of the groups its tasks wrap it in."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


@contextmanager
def _stop_on_interrupt(run: Run) -> Iterator[None]:
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
