"""What a judge has still to label of checklists: all items of a checklist at once, for one report."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, select
from sqlmodel import Session, col

from data.judge_labels import Due
from data.pending import PendingPage, lacking
from data.pending_lists import Conditions, pending_answer_ids, texts_of
from data.tables import Answer, Checklist, ChecklistItem, Rater, Study, Unit
from data.tables.types import stored


@dataclass(frozen=True)
class ListedItems:
    """A report, its query and the items of a checklist in order; `units` are the pending ones by the item's number."""

    units: Mapping[str, int]
    query: str
    answer: str
    items: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The numbers of all items, which a reply must be about."""
        return tuple(str(number) for number in range(1, len(self.items) + 1))

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The pending units wait for these requests, each for its own part of the reply."""
        return tuple(Due(unit, keys, part, run=sample) for part, unit in self.units.items())


def pending_items(
    session: Session, rater: Rater, question: str, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> PendingPage[ListedItems]:
    """The checklists of the next `limit` reports whose id is above `after` and that have a pending item."""
    conditions = lacking(rater, question, failed_too, run)
    ids = pending_answer_ids(session, conditions, after, limit)
    return PendingPage(tuple(_lists(session, conditions, col(Answer.id).in_(ids)).values()), ids[-1] if ids else None)


def items_named(session: Session, study: Study, question: str, names: Sequence[str]) -> dict[str, ListedItems]:
    """The checklists of reports by name, ``{answer}/{checklist}@{version}``; names of none are left out."""
    conditions = (col(Unit.study_id) == study.id, col(Unit.question) == question)
    reports = {name.partition("/")[0] for name in names}
    found = _lists(session, conditions, col(Answer.key).in_(reports))
    return {name: found[name] for name in names if name in found}


def _lists(session: Session, conditions: Conditions, of_answers: ColumnElement[bool]) -> dict[str, ListedItems]:
    """The checklists with such units, by name, those of one report together."""
    named = (col(Answer.key) + "/" + col(Checklist.key) + "@" + col(Checklist.version)).label("name")
    found = (
        select(named, col(Unit.answer_id), col(ChecklistItem.checklist_id), col(ChecklistItem.position), col(Unit.id))
        .select_from(Unit)
        .join(Answer, col(Answer.id) == col(Unit.answer_id))
        .join(ChecklistItem, col(ChecklistItem.id) == col(Unit.item_id))
        .join(Checklist, col(Checklist.id) == col(ChecklistItem.checklist_id))
        .where(*conditions, of_answers)
        .order_by(col(Unit.answer_id), col(ChecklistItem.checklist_id), col(ChecklistItem.position))
    )
    rows = session.connection().execute(found).all()
    texts = texts_of(session, {stored(row.answer_id) for row in rows})
    items = _items(session, {row.checklist_id for row in rows})
    cells: dict[str, ListedItems] = {}
    for name, group in groupby(rows, key=lambda row: str(row.name)):
        pending = list(group)
        text = texts[stored(pending[0].answer_id)]
        units = {str(row.position): stored(row.id) for row in pending}
        cells[name] = ListedItems(units, text.query, text.answer, items[pending[0].checklist_id])
    return cells


def _items(session: Session, checklists: Collection[int]) -> dict[int, tuple[str, ...]]:
    """The texts of checklists' items in order; they are numbered without gaps."""
    found = select(col(ChecklistItem.checklist_id), col(ChecklistItem.text))
    found = found.where(col(ChecklistItem.checklist_id).in_(checklists))
    rows = session.connection().execute(found.order_by(col(ChecklistItem.checklist_id), col(ChecklistItem.position)))
    return {checklist: tuple(text for _, text in group) for checklist, group in groupby(rows, key=lambda row: row[0])}
