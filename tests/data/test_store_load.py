"""Many people at once, and a process killed while it stores."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from records import NOON, Crew, crew, entries_for, labels
from sqlalchemy import Engine
from sqlmodel import select

from data.engine import open_engine, reading, writing
from data.queue import Place, next_place
from data.seats import place_at
from data.submission import Submission, submit_and_next
from data.tables import Batch, Draft, Rater, Seat

LIB = Path(__file__).parents[1] / "lib"


def work_until_empty(address: str, batch: Batch, rater: Rater, twice: bool = False) -> int:
    """Submit every task this person is given, each as its own transaction as the app does; how many."""
    engine = open_engine(address)
    done, now = 0, NOON
    with writing(engine) as session:
        place = next_place(session, batch, rater, now)
    while isinstance(place, Place):
        now += timedelta(seconds=1)
        with reading(engine) as session:
            entries = entries_for(session, place)
        handed = Submission(place.seat_id, place.version, f"{rater.id}-{place.seat_id}", entries)
        for _ in range(2 if twice else 1):
            place = _submit(engine, rater, handed, now)
        done += 1
    engine.dispose()
    return done


def _submit(engine: Engine, rater: Rater, handed: Submission, now: datetime) -> object:
    with writing(engine) as session:
        return submit_and_next(session, rater, handed, now).next


def assert_exactly_two_labels_by_two_people(engine: Engine, tasks: int) -> None:
    stored = labels(engine, current=False)
    people = Counter((label.unit_id, label.rater_id) for label in stored)
    assert set(people.values()) == {1}
    assert Counter(unit for unit, _ in people) == dict.fromkeys((label.unit_id for label in stored), 2)
    assert len(stored) == 2 * tasks
    with reading(engine) as session:
        assert set(session.exec(select(Seat.state))) == {"submitted"}


def in_threads(address: str, team: Crew) -> list[int]:
    done: list[int] = []
    start = threading.Barrier(len(team.people))

    def work(rater: Rater) -> None:
        start.wait()
        done.append(work_until_empty(address, team.batch, rater, twice=True))

    threads = [threading.Thread(target=work, args=(rater,)) for rater in team.people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def in_processes(address: str, team: Crew) -> list[int]:
    with multiprocessing.get_context("spawn").Pool(len(team.people)) as pool:
        return pool.starmap(work_until_empty, [(address, team.batch, rater) for rater in team.people])


@pytest.mark.load
@pytest.mark.parametrize("together", [in_threads, in_processes])
def test_ten_people_at_once_give_each_task_exactly_two_labels_by_two_people(
    engine: Engine, address: str, together: Callable[[str, Crew], list[int]]
) -> None:
    team = crew(engine, people=10, answers=100, overlap=2)
    done = together(address, team)
    assert sum(done) == 200
    assert len(done) == 10  # nobody met an error
    assert_exactly_two_labels_by_two_people(engine, tasks=100)


def test_a_few_people_at_once_give_each_task_exactly_two_labels_by_two_people(engine: Engine, address: str) -> None:
    team = crew(engine, people=4, answers=10, overlap=2)
    assert sum(in_threads(address, team)) == 20
    assert_exactly_two_labels_by_two_people(engine, tasks=10)


@pytest.mark.parametrize("clicks", [8])
def test_the_same_submit_many_times_at_once_is_stored_once(engine: Engine, address: str, clicks: int) -> None:
    team = crew(engine, people=1, answers=3)
    (ada,) = team.people
    with writing(engine) as session:
        place = next_place(session, team.batch, ada, NOON)
        assert isinstance(place, Place)
        handed = Submission(place.seat_id, place.version, "one click", entries_for(session, place))
    repeated: list[bool] = []
    start = threading.Barrier(clicks)

    def click() -> None:
        start.wait()
        with writing(engine) as session:
            repeated.append(submit_and_next(session, ada, handed, NOON).repeated)

    threads = [threading.Thread(target=click) for _ in range(clicks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(repeated) == [False] + [True] * (clicks - 1)
    assert len(labels(engine, current=False)) == 1


WORKER = """
import sys
sys.path.insert(0, sys.argv[3])
from records import NOON, entries_for
from sqlmodel import select
from data.engine import open_engine, writing
from data.queue import next_place
from data.submission import Submission, submit_and_next
from data.tables import Batch, Rater

engine = open_engine(sys.argv[1])
with writing(engine) as session:
    batch = session.exec(select(Batch)).one()
    rater = session.exec(select(Rater).where(Rater.name == sys.argv[2])).one()
    place = next_place(session, batch, rater, NOON)
while True:
    with writing(engine) as session:
        entries = entries_for(session, place, "full")
        done = submit_and_next(session, rater, Submission(place.seat_id, place.version, "t", entries), NOON)
    print(place.seat_id, flush=True)  # acknowledged
    place = done.next
"""


@pytest.mark.load
@pytest.mark.parametrize("lines", [1, 7, 20])
def test_after_kill_9_every_acknowledged_task_is_there_once_and_none_by_half(
    engine: Engine, address: str, lines: int
) -> None:
    team = crew(engine, people=1, answers=60, question="support")
    engine.dispose()
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, address, team.people[0].name, str(LIB)], stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None
    acknowledged = [int(worker.stdout.readline()) for _ in range(lines)]
    worker.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in worker.stdout if line.endswith("\n")]
    worker.wait()
    assert_nothing_lost_or_half(engine, acknowledged)


def assert_nothing_lost_or_half(engine: Engine, acknowledged: list[int]) -> None:
    with reading(engine) as session:
        seats = session.exec(select(Seat).where(Seat.state == "submitted")).all()
        submitted = {place_at(seat).seat_id for seat in seats}
        held = session.exec(select(Seat).where(Seat.state == "leased")).all()
        assert session.exec(select(Draft)).all() == []
    assert set(acknowledged) <= submitted
    assert len(submitted) - len(acknowledged) <= 1  # at most the one whose acknowledgement was cut off
    assert len(held) == 1  # submit and next are one: a submitted task always has its successor leased
    units = Counter(label.unit_id for label in labels(engine, current=False))
    assert set(units.values()) == {1}
    assert len(units) == 4 * len(submitted)
