"""Seats: holding a batch, and whether a seat is still in a person's hands."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, exists
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from data.errors import NotFound, StaleTask
from data.tables import Batch, Rater, Seat, Task, TaskSkip
from data.tables.types import stored

STILL_HERE = "what you entered is still on this page"


@dataclass(frozen=True)
class Place:
    """A seat in a person's hands. `version` must come back with every draft and submit; `position` is in the batch."""

    seat_id: int
    task_id: int
    batch_id: int
    version: int
    position: int


def _takeable(state: str) -> SelectOfScalar[Seat]:
    """Seats of one state in tasks of `:batch` that `:rater` neither has nor passed on, in the order of the batch."""
    own = aliased(Seat)
    rater: BindParameter[int] = bindparam("rater")
    has = exists().where(col(own.task_id) == col(Seat.task_id), col(own.rater_id) == rater)
    passed = exists().where(
        col(TaskSkip.task_id) == col(Seat.task_id),
        col(TaskSkip.rater_id) == rater,
        col(TaskSkip.taken_back_at).is_(None),
    )
    free = select(Seat).where(col(Seat.batch_id) == bindparam("batch"), Seat.state == state, ~has, ~passed)
    return free.order_by(col(Seat.position), col(Seat.number))


# Statements of the busy path are built once: putting one together costs more than running it.
FREED = _takeable("freed")
AHEAD = _takeable("open").where(col(Seat.position) > bindparam("reached"))
LEASED = _takeable("leased")
LAPSED = LEASED.where(col(Seat.leased_until) <= bindparam("now"))

_HOLD = select(Batch.id).where(col(Batch.id) == bindparam("batch")).with_for_update(key_share=True)
_HOLD_SEAT = (
    select(Batch)
    .join(Seat, col(Seat.batch_id) == col(Batch.id))
    .where(col(Seat.id) == bindparam("seat"))
    .with_for_update(of=Batch, key_share=True)
)
_HOLD_TASK = (
    select(Batch)
    .join(Task, col(Task.batch_id) == col(Batch.id))
    .where(col(Task.id) == bindparam("task"))
    .with_for_update(of=Batch, key_share=True)
)


def hold(session: Session, batch_id: int) -> None:
    """Wait for the batch: until this transaction ends nobody else changes hands in it."""
    session.exec(_HOLD, params={"batch": batch_id}).one()


def hold_seat(session: Session, seat_id: int) -> Batch:
    """`hold` the batch of a seat. NotFound when there is no such seat."""
    batch = session.exec(_HOLD_SEAT, params={"seat": seat_id}).first()
    if batch is None:
        raise NotFound(f"there is no seat {seat_id}")
    return batch


def hold_task(session: Session, task_id: int) -> Batch:
    """`hold` the batch of a task. NotFound when there is no such task."""
    batch = session.exec(_HOLD_TASK, params={"task": task_id}).first()
    if batch is None:
        raise NotFound(f"there is no task {task_id}")
    return batch


def seat_now(session: Session, seat_id: int) -> Seat:
    """The seat as it is now that its batch is held."""
    return session.get_one(Seat, seat_id, populate_existing=True)


def check_own(seat: Seat, rater: Rater, version: int) -> None:
    """StaleTask unless the seat is in this person's hands at that version."""
    if seat.rater_id is None:
        raise StaleTask(f"this task was passed on, so nothing was stored; {STILL_HERE}")
    if seat.rater_id != rater.id:
        raise StaleTask(f"your time for this task ran out and another person has it now; {STILL_HERE}")
    if seat.version != version or seat.state == "submitted":
        raise StaleTask(f"this task was submitted or changed in another window; reload to go on; {STILL_HERE}")


def place_at(seat: Seat) -> Place:
    """The place a seat is."""
    return Place(stored(seat.id), seat.task_id, seat.batch_id, seat.version, seat.position)
