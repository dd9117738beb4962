"""Drafts: what a person has entered in a task and not yet submitted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, delete, insert, select

from data.batches import question_of
from data.entries import Entry, check_entries, check_evidence
from data.errors import InputError
from data.seats import check_own, hold_seat, seat_now
from data.tables import AnswerSource, Draft, Label, Rater, Source, TaskUnit, Unit
from data.tables.types import stored

# Built once, as in data.seats: statements about the drafts and labels `:rater` has in `:task`.
_OURS = (col(Draft.unit_id) == col(TaskUnit.unit_id)) & (col(Draft.rater_id) == bindparam("rater"))
_IN_TASK = col(TaskUnit.task_id) == bindparam("task")
_DRAFTS = select(col(TaskUnit.unit_id), Draft).outerjoin(Draft, _OURS).where(_IN_TASK).order_by(col(TaskUnit.unit_id))
_COUNT = (
    select(func.count(func.coalesce(Draft.value, Draft.reason)), func.count())
    .select_from(TaskUnit)
    .outerjoin(Draft, _OURS)
    .where(_IN_TASK)
)
_LABELS = (
    select(Label)
    .join(TaskUnit, col(TaskUnit.unit_id) == col(Label.unit_id))
    .where(_IN_TASK, col(Label.rater_id) == bindparam("rater"), Label.run == 0, col(Label.superseded_at).is_(None))
)
_MINE = delete(Draft).where(col(Draft.rater_id) == bindparam("rater"))
_CLEAR = _MINE.where(col(Draft.unit_id).in_(select(TaskUnit.unit_id).where(_IN_TASK)))
_REMOVE = _MINE.where(col(Draft.unit_id).in_(bindparam("units", expanding=True)))
_INSERT = insert(Draft)


@dataclass(frozen=True)
class DraftSaved:
    """The acknowledgement of drafts: when, and how many of the task's open units are filled now."""

    at: datetime
    filled: int
    units: int


def save_drafts(
    session: Session, rater: Rater, seat_id: int, version: int, entries: Sequence[Entry], now: datetime
) -> DraftSaved:
    """Keep what a person has entered so far, and extend their lease. An entry replaces the unit's earlier one.

    StaleTask when the task is no longer theirs or the page is out of date; InputError when an entry cannot be stored.
    """
    batch = hold_seat(session, seat_id)
    seat = seat_now(session, seat_id)
    check_own(seat, rater, version)
    check_entries(entries, question_of(batch))
    units = [entry.unit_id for entry in entries]
    earlier = drafts_of(session, rater, seat.task_id, units)
    check_all_evidence(session, entries)
    _replace(session, rater, [entry.after(earlier[entry.unit_id]) for entry in entries], now)
    if seat.state == "leased":
        seat.leased_until = now + timedelta(seconds=batch.lease_seconds)
    return _count(session, rater, seat.task_id, now)


def drafts_of(
    session: Session, rater: Rater, task_id: int, units: Collection[int] | None = None
) -> dict[int, Entry | None]:
    """The open units of a task in order of their ids (or only `units`), each with the person's draft.

    InputError when one of `units` is not an open unit of the task.
    """
    found = _DRAFTS if units is None else _DRAFTS.where(col(TaskUnit.unit_id).in_(units))
    rows = session.exec(found, params={"task": task_id, "rater": rater.id})
    drafts: dict[int, Entry | None] = {unit: None if draft is None else entry_of(draft) for unit, draft in rows}
    strangers = set(units or ()) - set(drafts)
    if strangers:
        raise InputError(f"unit {min(strangers)} is not open for labelling in this task", field="unit_id")
    return drafts


def entry_of(draft: Draft) -> Entry:
    """The draft as it was entered."""
    return Entry(
        unit_id=draft.unit_id,
        value=draft.value,
        reason=draft.reason,
        justification=draft.justification,
        evidence=tuple((start, end) for start, end in draft.evidence),
        bulk=draft.bulk,
        active_ms=draft.active_ms,
        wall_ms=draft.wall_ms,
    )


def check_all_evidence(session: Session, entries: Sequence[Entry]) -> None:
    """InputError for the first entry whose evidence lies outside the text of its source."""
    marked = [entry for entry in entries if entry.evidence]
    if not marked:
        return
    found = (
        select(col(Unit.id), col(Source.length))
        .join(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
        .join(Source, col(Source.id) == col(AnswerSource.source_id))
        .where(col(Unit.id).in_([entry.unit_id for entry in marked]))
    )
    lengths = dict(session.exec(found).all())
    for entry in marked:
        check_evidence(entry, lengths.get(entry.unit_id))


def refill(session: Session, rater: Rater, task_id: int, now: datetime) -> None:
    """Make drafts of the person's current labels of a task, where there is no draft yet."""
    empty = [unit for unit, draft in drafts_of(session, rater, task_id).items() if draft is None]
    labels = current_labels(session, rater, task_id)
    _replace(session, rater, [entry_from(labels[unit]) for unit in empty if unit in labels], now)


def current_labels(session: Session, rater: Rater, task_id: int) -> dict[int, Label]:
    """The person's current labels of a task's open units, by unit."""
    found = session.exec(_LABELS, params={"task": task_id, "rater": rater.id})
    return {label.unit_id: label for label in found}


def entry_from(label: Label) -> Entry:
    """The label as it was entered."""
    return Entry(
        unit_id=label.unit_id,
        value=label.value,
        reason=label.reason,
        justification=label.justification,
        evidence=tuple((start, end) for start, end in label.evidence),
        bulk=label.bulk,
        active_ms=label.active_ms or 0,
        wall_ms=label.wall_ms or 0,
    )


def clear_task(session: Session, rater: Rater, task_id: int) -> None:
    """Remove the person's drafts of a task."""
    session.connection().execute(_CLEAR, {"task": task_id, "rater": rater.id})


def _replace(session: Session, rater: Rater, entries: Sequence[Entry], now: datetime) -> None:
    connection = session.connection()
    connection.execute(_REMOVE, {"rater": rater.id, "units": [entry.unit_id for entry in entries]})
    rows = [_row(entry, rater, now) for entry in entries if not entry.blank]
    if rows:
        connection.execute(_INSERT, rows)


def columns_of(entry: Entry) -> dict[str, object]:
    """The entry as columns of a draft or label."""
    return {
        **vars(entry),
        "justification": entry.justification or None,
        "evidence": [list(span) for span in entry.evidence],
    }


def _row(entry: Entry, rater: Rater, now: datetime) -> dict[str, object]:
    return {**columns_of(entry), "rater_id": stored(rater.id), "saved_at": now}


def _count(session: Session, rater: Rater, task_id: int, now: datetime) -> DraftSaved:
    return DraftSaved(now, *session.exec(_COUNT, params={"task": task_id, "rater": rater.id}).one())
