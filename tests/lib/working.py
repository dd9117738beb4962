"""People at work on a batch, for tests: take a task, submit it, work some off, or find nothing."""

from __future__ import annotations

from records import Crew, entries_for, later
from sqlalchemy import Engine
from sqlmodel import Session

from data import queue
from data.engine import writing
from data.queue import Nothing, Place
from data.submission import Submission, Submitted, submit_and_next
from data.tables import Rater


def take(session: Session, team: Crew, rater: Rater, seconds: float = 0) -> Place:
    place = queue.next_place(session, team.batch, rater, later(seconds))
    assert isinstance(place, Place), place
    return place


def none_for(engine: Engine, team: Crew, rater: Rater, seconds: float = 0) -> Nothing:
    with writing(engine) as session:
        place = queue.next_place(session, team.batch, rater, later(seconds))
    assert isinstance(place, Nothing), place
    return place


def submit(session: Session, rater: Rater, place: Place, seconds: float = 0, value: str = "3") -> Submitted:
    entries = entries_for(session, place, value)
    token = f"{rater.id}-{place.seat_id}-{place.version}"
    return submit_and_next(session, rater, Submission(place.seat_id, place.version, token, entries), later(seconds))


def work_off(engine: Engine, team: Crew, rater: Rater, tasks: int, seconds: float = 0) -> list[int]:
    """Let a person submit that many tasks; the positions, in the order they got them."""
    positions = []
    with writing(engine) as session:
        for _ in range(tasks):
            place = take(session, team, rater, seconds)
            submit(session, rater, place, seconds)
            positions.append(place.position)
    return positions
