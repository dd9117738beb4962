"""A worker: takes jobs from the queue, judges their parts, and sees to it that no part is forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from procrastinate import App
from sqlalchemy import Engine

from judges.errors import JudgeError
from judges.fleet.jobs import QUEUE, TASK, Part, fleet_app, make_queue
from judges.fleet.pace import PaceRow, SharedGate
from judges.fleet.station import Station, note_stopped, open_station
from judges.fleet.sweep import Sweep
from judges.gate import Limits
from judges.progress import utc_now
from judges.run import Run

GRACE_SECONDS = 60.0
"""How long a worker that was asked to stop finishes the jobs it has."""


@dataclass(frozen=True)
class Pulse:
    """How often a worker gives a sign of life, after how long without one it counts as dead, and how often the jobs of
    the dead and forgotten parts are looked for; seconds."""

    heartbeat: float = 10.0
    dead_after: float = 30.0
    sweep: float = 10.0


@dataclass
class Worker:
    """Judges jobs, `jobs` at once, until it is stopped; `once`: until there are none."""

    engine: Engine
    jobs: int = 8
    pulse: Pulse = field(default_factory=Pulse)
    once: bool = False
    clock: Callable[[], datetime] = utc_now
    _stations: dict[int, asyncio.Task[Station]] = field(default_factory=dict)
    _gates: dict[tuple[str, str], SharedGate] = field(default_factory=dict)

    async def run(self) -> None:
        """Work. SIGTERM and Ctrl-C let the jobs under way end first."""
        app = fleet_app(self.engine)
        app.task(name=TASK, queue=QUEUE)(self._judge)
        async with app.open_async():
            await make_queue(app)
            sweeping = asyncio.create_task(
                Sweep(app, self.engine, self.pulse.dead_after, self.clock).every(self.pulse.sweep)
            )
            try:
                await self._work(app)
            finally:
                sweeping.cancel()
                await asyncio.gather(sweeping, return_exceptions=True)
                for opening in self._stations.values():
                    if opening.exception() is None:
                        await opening.result().close()

    async def _work(self, app: App) -> None:
        await app.run_worker_async(
            queues=[QUEUE],
            concurrency=self.jobs,
            wait=not self.once,
            shutdown_graceful_timeout=GRACE_SECONDS,
            update_heartbeat_interval=self.pulse.heartbeat,
            stalled_worker_timeout=self.pulse.dead_after,
            delete_jobs="successful",
        )

    async def _judge(self, run_id: int, sample: int, after: int, last: int) -> None:
        try:
            station = await self._station(run_id)
        except JudgeError as error:  # no key here, for example: true of every job of the run
            await asyncio.to_thread(note_stopped, self.engine, run_id, str(error))
        else:
            await station.judge(Part(run_id, sample, after, last))

    async def _station(self, run_id: int) -> Station:
        """The station of a run, opened by the first job of it, and again when the database had failed it."""
        known = self._stations.get(run_id)
        if known is None or (known.done() and (known.exception() or known.result().writing.done())):
            self._stations[run_id] = asyncio.create_task(self._opened(run_id, known))
        return await asyncio.shield(self._stations[run_id])

    async def _opened(self, run_id: int, old: asyncio.Task[Station] | None) -> Station:
        if old is not None and old.exception() is None:
            await old.result().close()
        return await open_station(self.engine, run_id, self._gate, self.clock)

    def _gate(self, run: Run) -> SharedGate:
        """The gate of the run's server and model, which all runs here go through."""
        judge = run.judge
        key = (judge.spec.base_url, judge.spec.model)
        if key not in self._gates:
            row = PaceRow(self.engine, *key, judge.requests_per_minute, judge.tokens_per_minute)
            self._gates[key] = SharedGate(Limits(judge.concurrency, judge.backoff), row)
        return self._gates[key]


def run_worker(engine: Engine, **wishes: Any) -> None:
    """Work until stopped. InputError when the database is not PostgreSQL."""
    logging.getLogger("procrastinate").setLevel(logging.WARNING)
    asyncio.run(Worker(engine, **wishes).run())
