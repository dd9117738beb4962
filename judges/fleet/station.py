"""Where a worker judges the parts of one run: its writer, its client and its gate, kept open from job to job."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from data.engine import reading, writing
from data.outputs import stop_run
from data.tables import JudgeRun, Rater
from judges.asking import Asker
from judges.client import OpenAIClient
from judges.config import ALLOWED, allowed_urls
from judges.errors import NotAllowed, RunStopped
from judges.fleet.jobs import Part
from judges.fleet.pace import SharedGate
from judges.keys import key_from
from judges.progress import Progress
from judges.record import judge_in_record
from judges.requests import Item
from judges.run import Run
from judges.wishes import Wishes
from judges.writer import Writer


@dataclass
class Station:
    """One run in this worker."""

    run: Run
    writer: Writer
    asker: Asker
    writing: asyncio.Task[None]
    open: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def judge(self, part: Part) -> None:
        """Ask what is still to be asked of a part, and wait until it is stored.

        StoreError when nothing can be written any more: then this station is of no more use.
        """
        work = asyncio.create_task(self._judge(part))
        try:
            await asyncio.wait({work, self.writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not work.done():
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
        await (self.writing if work.cancelled() else work)

    async def _judge(self, part: Part) -> None:
        if self.run.stop.is_set():
            return
        planner = self.run.planner(self.writer, part.sample)
        for together in await planner.part(part.after, part.last):
            await self._ask_together(together)
        await self.writer.flush()

    async def _ask_together(self, together: list[Item]) -> None:
        """The first request on a document alone, then the others at once."""
        first, *others = together
        await self._ask(first)
        await asyncio.gather(*(self._ask(item) for item in others))

    async def _ask(self, item: Item) -> None:
        if self.run.stop.is_set():
            return
        try:
            await self.asker.ask(item)
        except RunStopped as stopped:
            why = str(stopped)
            self.run.halt(why)
            await self.writer.in_thread(lambda: note_stopped(self.run.engine, self.run.run_id, why))

    async def close(self) -> None:
        """Write what is left, and let go of the server."""
        self.writer.close()
        await self.open.aclose()


def note_stopped(engine: Engine, run_id: int, why: str) -> None:
    """Let no worker send anything more of a run."""
    with writing(engine) as session:
        stop_run(session, run_id, why)


async def open_station(
    engine: Engine, run_id: int, gate: Callable[[Run], SharedGate], clock: Callable[[], datetime]
) -> Station:
    """A station for a run of the record. MissingKey when this worker's environment lacks the key, or NotAllowed."""
    with reading(engine) as session:
        row = session.get_one(JudgeRun, run_id)
        rater = session.get_one(Rater, row.rater_id)
    judge = judge_in_record(rater, row)
    _check_allowed(judge.spec.base_url)
    wishes = Wishes(failed_too=bool(row.settings["failed_too"]), samples=int(row.settings["samples"]))
    run = Run(engine, rater, judge, run_id, lambda _: None, wishes, clock, Progress(0))
    run.gate = gate(run)
    if row.stopped is not None:
        run.halt(row.stopped)
    writer, station_open = run.writer(), AsyncExitStack()
    client = OpenAIClient(judge.spec.base_url, key_from(judge.api_key_env), judge.timeout)
    opened = await station_open.enter_async_context(client)
    writing_task = asyncio.create_task(writer.run())
    station_open.push_async_callback(_finished, writing_task)
    return Station(run, writer, run.asker(opened, writer), writing_task, station_open)


def _check_allowed(base_url: str) -> None:
    """Who wrote the record may have had no list of allowed addresses, or another one."""
    if (allowed := allowed_urls()) and base_url not in allowed:
        raise NotAllowed(f"a worker may not ask {base_url}: it is not among the addresses that {ALLOWED} allows")


async def _finished(task: asyncio.Task[None]) -> None:
    """Why a writer ended early was told to the jobs that waited for it."""
    await asyncio.gather(task, return_exceptions=True)
