"""Where a person stands in a batch: what is done, what is left, and why there may be nothing to do."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, union
from sqlmodel import Session, col, select

from data.seats import AHEAD, FREED, LEASED
from data.tables import Batch, Rater, Seat, Task, TaskSkip, Walk
from data.tables.types import stored

LEFT_COUNTED = 1_000
"""Tasks left are counted up to here, so that a large batch costs no more than a small one."""

_PACE_OF = 20
"""How many of the last tasks the median time is taken of."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_POSITIONS = (seats.with_only_columns(col(Seat.position)).limit(bindparam("enough")) for seats in (FREED, AHEAD))
_SOME = union(*(select(found.subquery().c.position) for found in _POSITIONS)).subquery()
_LEFT = select(func.count()).select_from(_SOME)


@dataclass(frozen=True)
class Nothing:
    """No task for this person now: `why` in words; `until` is when looking again may help."""

    why: str
    until: datetime | None = None


@dataclass(frozen=True)
class Progress:
    """How far one person is in a batch.

    `done`: tasks they submitted; `mine`: those and the ones they hold; `left`: tasks they could still be given
    (counted up to LEFT_COUNTED); `units_done`: labels they gave in submitted tasks, corrections not counted again;
    `median_task_ms`: active time of their last 20 submitted tasks, None before the first.
    """

    done: int
    mine: int
    left: int
    units_done: int
    median_task_ms: int | None


@dataclass(frozen=True)
class Recent:
    """A task this person submitted; `key` names its answer, query or pair."""

    seat_id: int
    task_id: int
    key: str
    submitted_at: datetime


@dataclass(frozen=True)
class Passed:
    """A task this person passed on and has not taken up again."""

    task_id: int
    key: str
    reason: str
    at: datetime


def progress(session: Session, batch: Batch, rater: Rater) -> Progress:
    """How far this person is; flat in the size of the batch."""
    walk = session.get(Walk, (batch.id, rater.id)) or Walk(batch_id=stored(batch.id), rater_id=stored(rater.id))
    held = select(func.count()).where(Seat.rater_id == rater.id, Seat.batch_id == batch.id, Seat.state == "leased")
    return Progress(
        done=walk.tasks_done,
        mine=walk.tasks_done + session.exec(held).one(),
        left=_left(session, batch, rater, walk.reached),
        units_done=walk.units_done,
        median_task_ms=_pace(session, batch, rater),
    )


def recent(session: Session, batch: Batch, rater: Rater, limit: int) -> list[Recent]:
    """The tasks this person submitted last, newest first; open to correction."""
    found = select(Seat, Task.key).join(Task, col(Task.id) == col(Seat.task_id))
    mine = found.where(Seat.rater_id == rater.id, Seat.batch_id == batch.id, Seat.state == "submitted")
    latest = mine.order_by(col(Seat.submitted_at).desc(), col(Seat.id).desc()).limit(limit)
    return [
        Recent(stored(seat.id), seat.task_id, key, seat.submitted_at)
        for seat, key in session.exec(latest)
        if seat.submitted_at is not None
    ]


def skipped(session: Session, batch: Batch, rater: Rater) -> list[Passed]:
    """The tasks this person passed on, latest first."""
    found = select(TaskSkip, Task.key).join(Task, col(Task.id) == col(TaskSkip.task_id))
    standing = (TaskSkip.rater_id == rater.id, col(TaskSkip.taken_back_at).is_(None), Task.batch_id == batch.id)
    latest = found.where(*standing).order_by(col(TaskSkip.at).desc(), col(TaskSkip.id).desc())
    return [Passed(skip.task_id, key, skip.reason, skip.at) for skip, key in session.exec(latest)]


def why_empty(session: Session, batch: Batch, rater: Rater, now: datetime) -> Nothing:
    """Why this person is given no task now."""
    tasks = session.exec(select(func.max(Task.position)).where(Task.batch_id == batch.id)).one()
    if tasks is None:
        return Nothing("This batch has no tasks.")
    if not _any(session, batch, "open", "freed", "leased"):
        subject = "The one task has" if tasks == 1 else f"All {tasks:,} tasks have"
        return Nothing(f"{subject} {'its' if tasks == 1 else 'their'} {_people(batch.overlap)}.")
    with_others = session.exec(LEASED, params={"batch": batch.id, "rater": rater.id}).all()
    until = min((seat.leased_until for seat in with_others if seat.leased_until), default=None)
    passed = _can_take_up(session, batch, rater, now)
    sentences = []
    if until is not None:
        sentences.append(_with_others(len({seat.task_id for seat in with_others}), until))
    if passed:
        them = "1 task; take it" if passed == 1 else f"{passed} tasks; take them"
        sentences.append(f"You passed on {them} up again from the list.")
    waits = "You have done all you can here: the other tasks wait for other people."
    return Nothing(" ".join(sentences) or waits, until)


def _any(session: Session, batch: Batch, *states: str) -> bool:
    found = select(Seat.id).where(Seat.batch_id == batch.id, col(Seat.state).in_(states)).limit(1)
    return session.exec(found).first() is not None


def _people(overlap: int) -> str:
    number = _NUMBERS[overlap] if overlap < len(_NUMBERS) else f"{overlap}"
    return "annotator" if overlap == 1 else f"{number} annotators"


def _with_others(tasks: int, until: datetime) -> str:
    minute = (until + timedelta(seconds=59)).strftime("%H:%M UTC")
    if tasks == 1:
        return f"1 task is with another person until {minute}."
    return f"{tasks} tasks are with other people, the first until {minute}."


def _can_take_up(session: Session, batch: Batch, rater: Rater, now: datetime) -> int:
    """How many of the tasks this person passed on still have a seat for them."""
    free = col(Seat.state).in_(("open", "freed")) | (col(Seat.leased_until) <= now)
    mine = select(func.count(func.distinct(Seat.task_id))).join(TaskSkip, col(TaskSkip.task_id) == col(Seat.task_id))
    mine = mine.where(TaskSkip.rater_id == rater.id, col(TaskSkip.taken_back_at).is_(None))
    return session.exec(mine.where(Seat.batch_id == batch.id, free)).one()


def _left(session: Session, batch: Batch, rater: Rater, reached: int) -> int:
    enough = LEFT_COUNTED * batch.overlap
    where = {"batch": batch.id, "rater": rater.id, "reached": reached, "enough": enough}
    return min(LEFT_COUNTED, session.exec(_LEFT, params=where).one())


def _pace(session: Session, batch: Batch, rater: Rater) -> int | None:
    mine = select(col(Seat.active_ms)).where(
        Seat.rater_id == rater.id, Seat.batch_id == batch.id, Seat.state == "submitted"
    )
    times = session.exec(mine.order_by(col(Seat.submitted_at).desc()).limit(_PACE_OF)).all()
    return round(statistics.median(time or 0 for time in times)) if times else None
