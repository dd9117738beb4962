"""CPU and wall time of one submit with the next task, at 1,000 and at 100,000 tasks, store alone.

    python benchmarks/bench_store.py [--database postgresql://…] [--submits 200]

The person measured has done all but the last tasks of the batch, and a second person is half way. Without an empty
database to use, a fresh SQLite file is made.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, event, insert, select, update
from sqlmodel import Session, col

from data import batches, raters, schema, studies, units
from data.engine import open_engine, reading, writing
from data.entries import Entry
from data.queue import Place, next_place, progress
from data.submission import Submission, submit_and_next
from data.tables import Answer, Batch, Query, Rater, Seat, TaskUnit, Walk
from data.tables.types import stored

SIZES = (1_000, 100_000)
TEXT = "An answer of about nine hundred characters, as in the measured tools. " * 13

ANCHORS = """\
For comparison (Label Studio 1.23.2, Potato 2.12.1 on the same kind of machine, through their own HTTP endpoints,
server CPU per annotation at 1,000 / 10,000 tasks, one annotator): 186 / 249 ms and 71 / 148 ms.
Target of the store alone: under 5 ms, ratio under 1.3."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds of one step: median CPU, median and 95th percentile of wall time."""

    cpu: float
    wall: float
    p95: float


def main() -> None:
    """Measure both sizes and print them beside the anchors."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--database", help="an empty database; a temporary SQLite file without it")
    parser.add_argument("--submits", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        costs = []
        engine = open_engine(options.database or str(Path(folder) / "bench.db"))
        schema.upgrade(engine)
        for tasks in SIZES:
            batch, rater = prepared(engine, tasks, spare=options.submits + 1)
            costs.append(measured(engine, batch, rater, options.submits, tasks))
        print(f"\nratio of CPU from {SIZES[0]:,} to {SIZES[1]:,} tasks: {costs[1].cpu / costs[0].cpu:.2f}")
        if not options.database:
            full, normal = (safety(engine, pragma) for pragma in ("FULL", "NORMAL"))
            print(f"one small commit: {full:.2f} ms with synchronous=FULL, {normal:.2f} ms with NORMAL")
    print(ANCHORS)


def prepared(engine: Engine, tasks: int, spare: int) -> tuple[Batch, Rater]:
    """A batch of that many confidence tasks, of which the first rater has all but `spare` behind them."""
    now = datetime.now(UTC)
    started = time.perf_counter()
    with writing(engine) as session:
        study = studies.create_study(session, f"bench {tasks}", "Bench", now)
        query = Query(study_id=stored(study.id), key="q", text="Why?", type="other")
        session.add(query)
        session.flush()
        common = {"study_id": study.id, "query_id": query.id, "system": "s", "text": TEXT, "sha256": "-"}
        connection = session.connection()
        connection.execute(insert(Answer), [{**common, "key": f"a{number:06}"} for number in range(tasks)])
        units.make_units(session, study)
        imported = time.perf_counter()
        batch = batches.draw(session, study, "b", "confidence", batches.Design("all"), 2, 3600, now)
        drawn = time.perf_counter()
        first, second = (raters.rater_named(session, study, name, "human", "app") for name in ("one", "two"))
        pretend_done(session, batch, first, 1, tasks - spare, now)
        pretend_done(session, batch, second, 2, tasks // 2, now)
    print(f"{tasks:,} tasks: answers and units {imported - started:.1f} s, batch drawn {drawn - imported:.1f} s")
    return batch, first


def pretend_done(session: Session, batch: Batch, rater: Rater, number: int, reached: int, now: datetime) -> None:
    """Give the rater one seat of each task up to `reached`, as if submitted."""
    seats = update(Seat).where(
        col(Seat.batch_id) == batch.id, col(Seat.number) == number, col(Seat.position) <= reached
    )
    session.connection().execute(
        seats.values(state="submitted", rater_id=rater.id, submitted_at=now, active_ms=1, version=2)
    )
    session.add(Walk(batch_id=stored(batch.id), rater_id=stored(rater.id), reached=reached, tasks_done=reached))


def measured(engine: Engine, batch: Batch, rater: Rater, submits: int, tasks: int) -> Cost:
    """The cost of `submits` submits one after the other, after a few to warm up."""
    now = datetime.now(UTC)
    with writing(engine) as session:
        place = next_place(session, batch, rater, now)
    cpu, wall = [], []
    for number in range(submits):
        if not isinstance(place, Place):
            raise SystemExit(f"the queue ended early: {place.why}")
        handed = submission(engine, place)
        started, ticks = time.perf_counter(), time.process_time()
        with writing(engine) as session:
            place = submit_and_next(session, rater, handed, now + timedelta(seconds=number)).next
        cpu.append(1000 * (time.process_time() - ticks))
        wall.append(1000 * (time.perf_counter() - started))
    cost = Cost(statistics.median(cpu[20:]), statistics.median(wall[20:]), statistics.quantiles(wall[20:], n=20)[-1])
    page = timed(lambda: look(engine, batch, rater))
    print(
        f"{tasks:>9,} tasks: submit and next {cost.cpu:.2f} ms CPU, wall {cost.wall:.2f} ms "
        f"(p95 {cost.p95:.2f}); progress {page:.2f} ms"
    )
    return cost


def submission(engine: Engine, place: Place) -> Submission:
    """A submit of the place with a value for its unit."""
    with reading(engine) as session:
        found = session.connection().execute(
            select(col(TaskUnit.unit_id)).where(col(TaskUnit.task_id) == place.task_id)
        )
        entries = tuple(Entry(unit, "3") for unit in found.scalars())
    return Submission(place.seat_id, place.version, "t", entries)


def look(engine: Engine, batch: Batch, rater: Rater) -> None:
    """What the queue page reads."""
    with reading(engine) as session:
        progress(session, batch, rater)


def safety(engine: Engine, synchronous: str) -> float:
    """Milliseconds of a small commit under that pragma."""

    def prepare(connection: object, _record: object) -> None:
        connection.execute(f"PRAGMA synchronous={synchronous}")  # type: ignore[attr-defined]

    opened = open_engine(str(engine.url.database))
    event.listen(opened, "connect", prepare)

    def commit() -> None:
        with writing(opened) as session:
            session.connection().execute(update(Walk).values(reached=Walk.reached))

    return timed(commit)


def timed(act: Callable[[], None], times: int = 50) -> float:
    """Median wall milliseconds."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        act()
        spent.append(1000 * (time.perf_counter() - started))
    return statistics.median(spent)


if __name__ == "__main__":
    main()
