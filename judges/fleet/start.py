"""Starting a run for a fleet: what is pending becomes jobs, and workers do the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine

from data.tables import Study
from judges.config import ModelJudge
from judges.fleet.jobs import counts, defer, fleet_app, make_queue, parts_of, workers
from judges.progress import utc_now
from judges.runner import begun
from judges.wishes import Wishes


@dataclass(frozen=True)
class Started:
    """A run of a fleet: its judge, how many units are pending, and in how many jobs."""

    rater: str
    run_id: int
    units: int
    jobs: int


@dataclass(frozen=True)
class FleetStatus:
    """The jobs of a run by state, and how many workers are alive."""

    jobs: dict[str, int]
    workers: int


def start_fleet(
    engine: Engine, study: Study, judge: ModelJudge, wishes: Wishes, clock: Callable[[], datetime] = utc_now
) -> Started:
    """Queue every pending unit. InputError when the database is not PostgreSQL."""
    app = fleet_app(engine)

    async def queued(run_id: int) -> int:
        async with app.open_async():
            await make_queue(app)
            return await defer(app, list(parts_of(engine, run_id)))

    run = begun(engine, study, judge, lambda _: None, wishes, clock, fleet=True)
    return Started(run.rater.name, run.run_id, run.progress.total, asyncio.run(queued(run.run_id)))


def fleet_status(engine: Engine, run_id: int, alive_within: float) -> FleetStatus:
    """How a run of a fleet stands. Workers count that gave a sign of life within so many seconds."""
    app = fleet_app(engine)

    async def looked() -> FleetStatus:
        async with app.open_async():
            await make_queue(app)
            return FleetStatus(await counts(app, run_id), await workers(app, alive_within))

    return asyncio.run(looked())
