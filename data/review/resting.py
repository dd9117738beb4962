"""Whether anything rests on how an answer is cut into statements."""

from __future__ import annotations

from sqlalchemy import Select, func, select
from sqlmodel import Session, col

from data.tables import Draft, Label, Statement, TaskUnit, Unit

_WHAT = (
    (Label, "a label rests on them", "labels rest on them"),
    (Draft, "a draft of a label rests on them", "drafts of labels rest on them"),
    (TaskUnit, "they are in a drawn task", "drawn cells rest on them"),
)


def resting_on(session: Session, answer_id: int) -> str | None:
    """What rests on the statements of an answer, in words: labels, drafts or drawn tasks. None: they may be changed."""
    for table, one, many in _WHAT:
        query = select(func.count()).select_from(table).where(col(table.unit_id).in_(_units(answer_id)))
        if count := int(session.connection().execute(query).scalar_one()):
            return one if count == 1 else f"{count:,} {many}"
    return None


def hold_units(session: Session, answer_id: int) -> None:
    """Wait for whoever labels or draws statements of an answer; until this transaction ends nobody else begins to."""
    session.connection().execute(_units(answer_id).with_for_update(of=Unit))


def _units(answer_id: int) -> Select[int | None]:
    units = select(col(Unit.id)).join(Statement, col(Statement.id) == col(Unit.statement_id))
    return units.where(col(Statement.answer_id) == answer_id)
