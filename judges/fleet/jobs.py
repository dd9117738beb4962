"""The jobs of a run: one for each document with the statements held against it, or each answer, report or pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from data.engine import reading
from data.errors import InputError
from data.tables import JudgeRun, Rater
from judges.record import judge_in_record

QUEUE = "countermark"
TASK = "countermark.judge"

_COUNTS = """
SELECT status::text AS status, count(*) AS jobs FROM procrastinate_jobs
WHERE (args->>'run_id')::int = %(run)s GROUP BY status
"""
_WORKERS = """
SELECT count(*) AS workers FROM procrastinate_workers
WHERE last_heartbeat > now() - make_interval(secs => %(seconds)s)
"""


@dataclass(frozen=True)
class Part:
    """A part of a run: in one repeat, what comes after a place in the study, up to another."""

    run_id: int
    sample: int
    after: int
    last: int

    @property
    def lock(self) -> str:
        """No two jobs that wait to be done are about the same part."""
        return "/".join(str(value) for value in asdict(self).values())


def fleet_app(engine: Engine) -> App:
    """The door to the queue in this database. InputError when it is not PostgreSQL."""
    if engine.dialect.name != "postgresql":
        raise InputError("a fleet needs PostgreSQL; give --database postgresql://…", field="database")
    address = make_url(engine.url).set(drivername="postgresql").render_as_string(hide_password=False)
    return App(connector=PsycopgConnector(conninfo=address))


async def make_queue(app: App) -> None:
    """Create the tables of the queue where there are none."""
    there = await app.connector.execute_query_one_async("SELECT to_regclass('procrastinate_jobs') IS NOT NULL AS there")
    if not there["there"]:
        await app.schema_manager.apply_schema_async()


def parts_of(engine: Engine, run_id: int) -> Iterator[Part]:
    """The parts of a run that have pending units, in the order of the study."""
    with reading(engine) as session:
        run = session.get_one(JudgeRun, run_id)
        rater = session.get_one(Rater, run.rater_id)
    judged = judge_in_record(rater, run).judged
    failed_too = bool(run.settings["failed_too"])
    for sample in range(int(run.settings["samples"])):
        after: int | None = 0
        while after is not None:
            with reading(engine) as session:
                page = judged.page(session, rater, after, 1, failed_too, sample)
            if page.cells and page.last is not None:
                yield Part(run_id, sample, after, page.last)
            after = page.last


async def defer(app: App, parts: list[Part]) -> int:
    """Put parts on the queue, unless they wait there already; how many were put."""
    put = 0
    for part in parts:
        task = app.configure_task(TASK, queue=QUEUE, queueing_lock=part.lock)
        try:
            await task.defer_async(**asdict(part))
        except AlreadyEnqueued:
            continue
        put += 1
    return put


async def counts(app: App, run_id: int) -> dict[str, int]:
    """How many jobs of a run are in each state."""
    query = (
        "SELECT status::text AS status, count(*) AS jobs FROM procrastinate_jobs WHERE (args->>'run_id')::int = %(run)s"
    )
    rows = await app.connector.execute_query_all_async(f"{query} GROUP BY status", run=run_id)
    return {row["status"]: row["jobs"] for row in rows}


async def workers(app: App, seconds: float) -> int:
    """How many workers have given a sign of life within so many seconds."""
    found: dict[str, Any] = await app.connector.execute_query_one_async(_WORKERS, seconds=seconds)
    return int(found["workers"])
