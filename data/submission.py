"""Submitting a task: one transaction that stores the labels and leases the next task.

What may happen twice or late: the same token again gets the same acknowledgement and stores nothing. Another token
for a task that has moved on (submitted in another window, passed on, taken over) is refused as StaleTask. A submit
after the lease ran out is honoured as long as nobody else was given the seat; otherwise it is refused, and the
person's drafts stay theirs, so two people's labels are never counted for one seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, insert, select, update

from data.batches import question_of
from data.drafts import (
    DraftSaved,
    check_all_evidence,
    clear_task,
    columns_of,
    current_labels,
    drafts_of,
    save_drafts,
)
from data.entries import Entry, check_entries
from data.errors import InputError
from data.queue import Nothing, Place, lease_next, walk_of
from data.seats import check_own, hold_seat, seat_now
from data.tables import Batch, Label, Rater, Seat, Walk
from data.tables.types import stored

__all__ = ["DraftSaved", "Entry", "Submission", "Submitted", "save_drafts", "submit_and_next"]

CELL_ORDERS = ("by source", "by statement")

_LONGEST_TOKEN = 100
_INSERT = insert(Label)


@dataclass(frozen=True)
class Submission:
    """A task as a person hands it in: what its page showed, and entries that are newer than the drafts.

    `token` is made once for each page shown: a repeated one is the same submit. `cell_order` is "by source" or
    "by statement" for matrices; `judge_shown`: a judge's label of this task was visible before. Who has
    looked at the study's labels elsewhere (`data.blindness.show_labels`) is not blind either, whatever is said here.
    """

    seat_id: int
    version: int
    token: str
    entries: tuple[Entry, ...] = ()
    cell_order: str | None = None
    judge_shown: bool = False


@dataclass(frozen=True)
class Submitted:
    """The acknowledgement: when it was stored, of how many labels the task consists, and the next task.

    `repeated`: this very submit was stored before.
    """

    at: datetime
    labels: int
    repeated: bool
    next: Place | Nothing


def submit_and_next(session: Session, rater: Rater, submission: Submission, now: datetime) -> Submitted:
    """Store a task's labels and lease the person's next task, both or neither.

    Every open unit needs a value or a reason, from `entries` or else from the drafts. The labels of a reopened task
    supersede the earlier ones where something changed; unchanged ones stay as they were given.
    StaleTask when the task has moved on, InputError when it cannot be stored: then nothing is.
    """
    _check(submission)
    batch = hold_seat(session, submission.seat_id)
    seat = seat_now(session, submission.seat_id)
    drafts = drafts_of(session, rater, seat.task_id)
    if seat.submitted_at is not None and seat.rater_id == rater.id and seat.token == submission.token:
        return Submitted(seat.submitted_at, len(drafts), True, lease_next(session, batch, rater, now))
    check_own(seat, rater, submission.version)
    check_entries(submission.entries, question_of(batch))
    entries = _complete(drafts, submission.entries)
    check_all_evidence(session, entries)
    _store(session, rater, seat, entries, _given(session, batch, rater, submission, now))
    clear_task(session, rater, seat.task_id)
    walk = walk_of(session, seat.batch_id, rater)
    _close(seat, walk, submission.token, entries, now)
    session.flush()
    return Submitted(now, len(entries), False, lease_next(session, batch, rater, now))


def _check(submission: Submission) -> None:
    token = submission.token
    if not 0 < len(token) <= _LONGEST_TOKEN or not (token.isascii() and token.isprintable()):
        raise InputError("a submit needs a token of 1 to 100 printable ASCII characters", field="token")
    if submission.cell_order not in (None, *CELL_ORDERS):
        raise InputError(f"unknown order; known: {', '.join(CELL_ORDERS)}", field="cell_order")


def _complete(drafts: Mapping[int, Entry | None], entries: Sequence[Entry]) -> list[Entry]:
    """One filled entry for every open unit: the entries over the drafts. InputError when some stay open."""
    newest = dict(drafts)
    for entry in entries:
        if entry.unit_id not in drafts:
            raise InputError(f"unit {entry.unit_id} is not open for labelling in this task", field="unit_id")
        newest[entry.unit_id] = entry.after(drafts[entry.unit_id])
    filled = [entry for entry in newest.values() if entry is not None and entry.filled]
    if len(filled) < len(newest):
        still = len(newest) - len(filled)
        verb = "is" if still == 1 else "are"
        raise InputError(f"{still} of {len(newest)} {verb} still open; label them or say why you cannot")
    return filled


def _given(session: Session, batch: Batch, rater: Rater, submission: Submission, now: datetime) -> dict[str, Any]:
    """What every label of this submit has in common."""
    # Read anew: the page may have got its rater before the person looked.
    shown = session.exec(select(Rater.labels_shown_at).where(Rater.id == rater.id)).one()
    return {
        "rater_id": stored(rater.id),
        "question_version": batch.question_version,
        "guideline_id": batch.guideline_id,
        "judge_shown": submission.judge_shown or shown is not None,
        "cell_order": submission.cell_order,
        "created_at": now,
    }


def _store(session: Session, rater: Rater, seat: Seat, entries: Sequence[Entry], given: dict[str, Any]) -> None:
    earlier = current_labels(session, rater, seat.task_id)
    if seat.state == "reopened":
        entries = [entry for entry in entries if _differs(entry, earlier.get(entry.unit_id))]
    replaced = [earlier[entry.unit_id].id for entry in entries if entry.unit_id in earlier]
    if replaced:
        marked = update(Label).where(col(Label.id).in_(replaced)).values(superseded_at=given["created_at"])
        session.exec(marked)
    rows = [{**given, **columns_of(entry), "supersedes_id": _id(earlier.get(entry.unit_id))} for entry in entries]
    if rows:
        session.connection().execute(_INSERT, rows)


def _differs(entry: Entry, label: Label | None) -> bool:
    entered = ("value", "reason", "justification", "evidence")
    columns = columns_of(entry)
    return label is None or any(getattr(label, column) != columns[column] for column in entered)


def _id(label: Label | None) -> int | None:
    return None if label is None else label.id


def _close(seat: Seat, walk: Walk, token: str, entries: Sequence[Entry], now: datetime) -> None:
    """Mark the seat submitted, and count it once in the person's walk."""
    if seat.submitted_at is None:
        walk.tasks_done += 1
        walk.units_done += len(entries)
    seat.state, seat.leased_until, seat.token, seat.version = "submitted", None, token, seat.version + 1
    seat.submitted_at, seat.active_ms = now, sum(entry.active_ms for entry in entries)
