"""Who works on what next: leases on seats, one batch at a time.

A person's own lease comes first (the one opened last). Then a seat somebody gave back; then the next seat nobody ever
took, after the place this person's search has reached; last, a seat whose lease has run out, so that a person who
comes back late seldom finds the task gone. Open seats before the reached place were all full when the search passed,
and a seat never becomes open again, so nothing is missed and no search grows with the batch.

Whatever touches a seat holds the batch: SQLite has one writer anyway, on PostgreSQL the batch's row is locked first.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from data.drafts import refill
from data.errors import InputError, StaleTask
from data.seats import AHEAD, FREED, LAPSED, Place, check_own, hold, hold_seat, hold_task, place_at, seat_now
from data.standing import Nothing, Passed, Progress, Recent, progress, recent, skipped, why_empty
from data.tables import Batch, Rater, Seat, TaskSkip, Walk
from data.tables.types import stored
from data.texts import checked_text

__all__ = [
    "Nothing",
    "Passed",
    "Place",
    "Progress",
    "Recent",
    "lease_next",
    "next_place",
    "place_of",
    "progress",
    "recent",
    "reopen",
    "skip_task",
    "skipped",
    "take_back",
]

_OWN = (
    select(Seat)
    .where(
        col(Seat.rater_id) == bindparam("rater"),
        col(Seat.batch_id) == bindparam("batch"),
        col(Seat.state).in_(("leased", "reopened")),
    )
    .order_by(col(Seat.opened_at).desc())
    .limit(1)
)
_FREED, _AHEAD, _LAPSED = (seats.limit(1) for seats in (FREED, AHEAD, LAPSED))


def next_place(session: Session, batch: Batch, rater: Rater, now: datetime) -> Place | Nothing:
    """The task this person works on now: their lease renewed, or a new one; Nothing says why there is none."""
    hold(session, stored(batch.id))
    return lease_next(session, batch, rater, now)


def lease_next(session: Session, batch: Batch, rater: Rater, now: datetime) -> Place | Nothing:
    """`next_place` for a caller that already holds the batch."""
    who = {"batch": batch.id, "rater": rater.id}
    seat = (
        session.exec(_OWN, params=who).first()
        or session.exec(_FREED, params=who).first()
        or _ahead(session, batch, rater)
        or session.exec(_LAPSED, params={**who, "now": now}).first()
    )
    if seat is None:
        return why_empty(session, batch, rater, now)
    return _lease(session, batch, seat, rater, now)


def skip_task(session: Session, rater: Rater, place: Place, reason: str, now: datetime) -> None:
    """Pass on a task: its seat is free for others, and this person is not given it again. Drafts are kept."""
    if not checked_text(reason, "reason").strip():
        raise InputError("say why you pass on this task", field="reason")
    hold_seat(session, place.seat_id)
    seat = seat_now(session, place.seat_id)
    check_own(seat, rater, place.version)
    if seat.state != "leased":
        raise InputError("this task is submitted already; change its labels instead of passing on it", field="reason")
    seat.state, seat.rater_id, seat.leased_until, seat.version = "freed", None, None, seat.version + 1
    session.add(TaskSkip(task_id=seat.task_id, rater_id=stored(rater.id), reason=reason, at=now))


def take_back(session: Session, rater: Rater, task_id: int, now: datetime) -> Place:
    """Take up a task again that this person passed on. StaleTask when others have filled it meanwhile."""
    batch = hold_task(session, task_id)
    skip = session.exec(
        select(TaskSkip).where(
            TaskSkip.task_id == task_id, TaskSkip.rater_id == rater.id, col(TaskSkip.taken_back_at).is_(None)
        )
    ).first()
    if skip is None:
        raise StaleTask("this task is not among those you passed on; look at the list again")
    free = col(Seat.state).in_(("freed", "open")) | (col(Seat.leased_until) <= now)
    seats = (
        select(Seat).where(Seat.task_id == task_id, free).order_by(col(Seat.rater_id).is_not(None), col(Seat.number))
    )
    seat = session.exec(seats).first()
    if seat is None:
        raise StaleTask("this task has all its people by now; nothing is left to do there")
    skip.taken_back_at = now
    return _lease(session, batch, seat, rater, now)


def reopen(session: Session, rater: Rater, seat_id: int, now: datetime) -> Place:
    """Open a task this person submitted, for correction, with drafts filled from its labels.

    Nobody else can take it; submitting it stores newer labels where something changed.
    """
    hold_seat(session, seat_id)
    seat = seat_now(session, seat_id)
    if seat.rater_id != rater.id or seat.submitted_at is None:
        raise StaleTask("only a task you submitted yourself can be opened again")
    if seat.state == "submitted":
        seat.state, seat.version, seat.opened_at = "reopened", seat.version + 1, now
        refill(session, rater, seat.task_id, now)
    return place_at(seat)


def place_of(session: Session, rater: Rater, seat_id: int) -> Place:
    """The place at a seat this person holds now (from a page address). StaleTask when it is not theirs."""
    seat = session.get(Seat, seat_id)
    if seat is None or seat.rater_id != rater.id or seat.state == "submitted":
        raise StaleTask("this task is not in your hands now; go on from the queue")
    return place_at(seat)


def walk_of(session: Session, batch_id: int, rater: Rater) -> Walk:
    """This person's way through the batch, begun if it is their first step. The batch must be held."""
    walk = session.get(Walk, (batch_id, rater.id))
    if walk is None:
        walk = Walk(batch_id=batch_id, rater_id=stored(rater.id))
        session.add(walk)
    return walk


def _ahead(session: Session, batch: Batch, rater: Rater) -> Seat | None:
    walk = walk_of(session, stored(batch.id), rater)
    where = {"batch": batch.id, "rater": rater.id, "reached": walk.reached}
    seat = session.exec(_AHEAD, params=where).first()
    if seat is not None:
        walk.reached = seat.position
    return seat


def _lease(session: Session, batch: Batch, seat: Seat, rater: Rater, now: datetime) -> Place:
    """Hand the seat to the person, or renew their lease on it; their page stays valid then."""
    if seat.rater_id != rater.id:
        seat.rater_id, seat.state, seat.version, seat.opened_at = rater.id, "leased", seat.version + 1, now
    if seat.state == "leased":
        seat.leased_until = now + timedelta(seconds=batch.lease_seconds)
    session.flush()
    return place_at(seat)
