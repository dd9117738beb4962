"""Whatever people do in whatever order, the queue misses no task and gives none twice."""

from __future__ import annotations

import itertools
from collections import Counter
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records import Crew, Small, batch_of_all, entries_for, later, person, small_study
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data import queue
from data.engine import writing
from data.errors import StaleTask
from data.queue import Place
from data.submission import Submission, submit_and_next
from data.tables import Rater, Seat, Task, TaskSkip

_names = itertools.count()

acts = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(["work", "work", "work", "look", "skip", "take back", "wait"])),
    min_size=12,
    max_size=40,
)


def new_crew(session: Session, answers: int, overlap: int) -> Crew:
    small: Small = small_study(session, answers, name=f"study {next(_names)}")
    people = tuple(person(session, small.study, name) for name in ("Ada", "Bob", "Cleo"))
    return Crew(small, batch_of_all(session, small.study, overlap=overlap, lease_seconds=60), people)


def could_be_given(session: Session, team: Crew, rater: Rater, now: datetime) -> set[int]:
    """The tasks this person could be given, worked out the slow way: every seat looked at."""
    seats = session.exec(select(Seat).where(Seat.batch_id == team.batch.id)).all()
    standing = select(TaskSkip.task_id).where(TaskSkip.rater_id == rater.id, col(TaskSkip.taken_back_at).is_(None))
    passed = set(session.exec(standing))
    held = {seat.task_id for seat in seats if seat.rater_id == rater.id and seat.state == "leased"}
    if held:
        return held
    own = {seat.task_id for seat in seats if seat.rater_id == rater.id}
    free = {
        seat.task_id
        for seat in seats
        if seat.rater_id is None or (seat.leased_until is not None and seat.leased_until <= now)
    }
    return free - own - passed


@pytest.mark.load  # many short days, some seconds long
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=acts, answers=st.integers(1, 4), overlap=st.integers(1, 3))
def test_a_person_gets_a_task_exactly_when_there_is_one_for_them(
    engine: Engine, acts: list[tuple[int, str]], answers: int, overlap: int
) -> None:
    seconds = 0.0
    with writing(engine) as session:
        team = new_crew(session, answers, overlap)
        for number, act in acts:
            seconds += 61 if act == "wait" else 1
            do(session, team, team.people[number], act, later(seconds))
        for rater in team.people * (answers + 1):  # then everyone works until nothing is left
            do(session, team, rater, "work", later(seconds + 61))
        assert_each_task_has_its_people(session, team, overlap)


def do(session: Session, team: Crew, rater: Rater, act: str, now: datetime) -> None:
    if act == "take back":
        for passed in queue.skipped(session, team.batch, rater)[:1]:
            try:
                queue.take_back(session, rater, passed.task_id, now)
            except StaleTask:
                assert full(session, passed.task_id, now)
        return
    expected = could_be_given(session, team, rater, now)
    place = queue.next_place(session, team.batch, rater, now)
    if not isinstance(place, Place):
        assert expected == set()
        return
    assert place.task_id in expected
    if act == "work":
        entries = entries_for(session, place)
        submit_and_next(session, rater, Submission(place.seat_id, place.version, "t", entries), now)
    if act == "skip":
        queue.skip_task(session, rater, place, "later", now)


def full(session: Session, task_id: int, now: datetime) -> bool:
    for seat in session.exec(select(Seat).where(Seat.task_id == task_id)):
        if seat.state != "submitted" and (seat.leased_until is None or seat.leased_until <= now):
            return False
    return True


def assert_each_task_has_its_people(session: Session, team: Crew, overlap: int) -> None:
    """As many people as the overlap says have submitted each task, less those who passed on it."""
    batch = team.batch.id
    done = Counter(session.exec(select(Seat.task_id).where(Seat.batch_id == batch, Seat.state == "submitted")))
    skips = select(TaskSkip.task_id).where(col(TaskSkip.taken_back_at).is_(None))
    passed = Counter(session.exec(skips))
    for task in session.exec(select(Task.id).where(Task.batch_id == batch)):
        assert done[task] == min(overlap, len(team.people) - passed[task])
