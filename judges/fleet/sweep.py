"""Sweeping: jobs of dead workers are queued again, parts without a job get one, and runs that are done are ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from procrastinate import App
from procrastinate.exceptions import ProcrastinateException
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from data.engine import reading, writing
from data.errors import StoreError
from data.outputs import end_run
from data.tables import JudgeRun
from data.tables.types import stored
from judges.fleet.jobs import QUEUE, counts, defer, parts_of
from judges.fleet.station import note_stopped

_log = logging.getLogger(__name__)

_LOCK = 0x636F756E
"""The advisory lock of sweeping: one worker at a time is enough."""

_MOST_FAILED = 10
"""Jobs of a run that may fail for a fault of ours, before the run is stopped."""

_ALIVE = ("todo", "doing")


@dataclass(frozen=True)
class Sweep:
    """Looks after the runs of a fleet; a worker silent for `dead_after` seconds is dead."""

    app: App
    engine: Engine
    dead_after: float
    clock: Callable[[], datetime]

    async def every(self, seconds: float) -> None:
        """Sweep, again and again, and go on when the database was gone for a while."""
        while True:
            try:
                await self.once()
            except (StoreError, SQLAlchemyError, ProcrastinateException) as error:
                _log.warning("sweeping failed, and is tried again: %s", error)
            await asyncio.sleep(seconds)

    async def once(self) -> None:
        """Sweep once, unless another worker is at it."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as held:
            if not held.execute(select(func.pg_try_advisory_lock(_LOCK))).scalar():
                return
            try:
                await self._take_from_the_dead()
                for run_id in await asyncio.to_thread(self._open_runs):
                    await self._look_after(run_id)
            finally:
                held.execute(select(func.pg_advisory_unlock(_LOCK)))

    async def _take_from_the_dead(self) -> None:
        """A job whose worker is dead, or was struck off the list, stays "doing" for ever unless somebody takes it."""
        manager = self.app.job_manager
        for job in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=self.dead_after):
            await manager.retry_job(job)

    async def _look_after(self, run_id: int) -> None:
        """Give what is pending and has no living job a job; end a run in which nothing is."""
        jobs = await counts(self.app, run_id)
        if any(jobs.get(state) for state in _ALIVE):
            return
        if jobs.get("failed", 0) >= _MOST_FAILED:
            why = f"{jobs['failed']} jobs failed; the workers' logs say why"
            await asyncio.to_thread(note_stopped, self.engine, run_id, why)
        parts = await asyncio.to_thread(lambda: list(parts_of(self.engine, run_id)))
        if parts and not await asyncio.to_thread(self._is_stopped, run_id):
            await defer(self.app, parts)
        else:
            await asyncio.to_thread(self._end, run_id)

    def _open_runs(self) -> list[int]:
        with reading(self.engine) as session:
            found = session.execute(
                select(col(JudgeRun.id), col(JudgeRun.settings)).where(col(JudgeRun.ended_at).is_(None))
            )
            return [stored(run_id) for run_id, settings in found if settings.get("fleet")]

    def _is_stopped(self, run_id: int) -> bool:
        with reading(self.engine) as session:
            return session.get_one(JudgeRun, run_id).stopped is not None

    def _end(self, run_id: int) -> None:
        with writing(self.engine) as session:
            end_run(session, run_id, self.clock())
