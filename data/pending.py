"""What a judge has still to label: the units without its label, with the texts they are about.

Here are the questions about one unit at a time; `data.pending_*` hold those about several, about pairs and about pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlmodel import Session, col

from data.judge_labels import Due
from data.questions import REASONS_OF_JUDGES
from data.tables import Answer, AnswerSource, Label, Query, Rater, Source, Statement, Study, Unit
from data.tables.types import stored
from data.units import units_by_key

CellT = TypeVar("CellT")

ORDERS: Mapping[str, int] = {"depth": 2}
"""In how many orders a unit is judged in each repeat: the reports of a pair change sides. All others in one."""


@dataclass(frozen=True)
class OneUnit:
    """A unit that is asked about by itself."""

    unit_id: int

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The unit waits for these requests."""
        return (Due(self.unit_id, keys, run=sample),)


@dataclass(frozen=True)
class SupportCell(OneUnit):
    """A statement and the readable source it is held against."""

    document: str
    statement: str


@dataclass(frozen=True)
class WholeAnswer(OneUnit):
    """An answer and the query it replies to."""

    query: str
    answer: str


@dataclass(frozen=True)
class PendingPage(Generic[CellT]):
    """Some pending cells, what belongs together side by side; `last` is where the next page begins, None at the end."""

    cells: tuple[CellT, ...]
    last: int | None


def runs_of(question: str, sample: int) -> range:
    """The runs of a label that make up a repeat: one, or one for each order."""
    orders = ORDERS.get(question, 1)
    return range(sample * orders, (sample + 1) * orders)


def units_named(session: Session, study: Study, question: str, keys: Sequence[str]) -> dict[str, OneUnit]:
    """The units of those keys, by key; keys that name none are left out."""
    return {key: OneUnit(unit) for key, unit in units_by_key(session, study, question, keys).items()}


def count_pending(session: Session, rater: Rater, question: str, failed_too: bool = False, sample: int = 0) -> int:
    """How many labels of that repeat the units of the question in the rater's study lack.

    With `failed_too`, a current label with a judge's reason counts as lacking.
    """
    asked = select(func.count()).select_from(Unit)
    counts = (asked.where(*lacking(rater, question, failed_too, run)) for run in runs_of(question, sample))
    return sum(session.connection().execute(count).scalar_one() for count in counts)


def pending_cells(
    session: Session, rater: Rater, after: int, sources: int, failed_too: bool = False, run: int = 0
) -> PendingPage[SupportCell]:
    """The pending support cells of the next `sources` sources whose id is above `after`, source by source."""
    listed = select(col(Source.id)).where(
        col(Source.study_id) == rater.study_id, col(Source.status) == "ok", col(Source.id) > after
    )
    found = session.connection().execute(listed.order_by(col(Source.id)).limit(sources)).scalars()
    ids = [stored(source) for source in found]
    if not ids:
        return PendingPage((), None)
    rows = session.connection().execute(_cells_of(rater, ids, failed_too, run)).all()
    documents = _documents(session, {source for source, _, _ in rows})
    cells = tuple(SupportCell(stored(unit), documents[source], statement) for source, unit, statement in rows)
    return PendingPage(cells, ids[-1])


def pending_answers(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> PendingPage[WholeAnswer]:
    """The next `limit` pending confidence units whose id is above `after`."""
    rows = session.connection().execute(
        select(col(Unit.id), col(Query.text), col(Answer.text))
        .select_from(Unit)
        .join(Answer, col(Answer.id) == col(Unit.answer_id))
        .join(Query, col(Query.id) == col(Answer.query_id))
        .where(*lacking(rater, "confidence", failed_too, run), col(Unit.id) > after)
        .order_by(col(Unit.id))
        .limit(limit)
    )
    cells = tuple(WholeAnswer(stored(unit), query, answer) for unit, query, answer in rows)
    return PendingPage(cells, cells[-1].unit_id if cells else None)


def _cells_of(rater: Rater, sources: Sequence[int], failed_too: bool, run: int) -> Select[int, int | None, str]:
    return (
        select(col(AnswerSource.source_id), col(Unit.id), col(Statement.text))
        .select_from(AnswerSource)
        .join(
            Unit,
            and_(
                col(Unit.answer_id) == col(AnswerSource.answer_id), col(Unit.answer_source_id) == col(AnswerSource.id)
            ),
        )
        .join(Statement, col(Statement.id) == col(Unit.statement_id))
        .where(col(AnswerSource.source_id).in_(sources), *lacking(rater, "support", failed_too, run))
        .order_by(col(AnswerSource.source_id), col(Unit.id))
    )


def _documents(session: Session, sources: set[int]) -> dict[int, str]:
    """Texts by source id, fetched once each: a long source has many cells."""
    found = select(col(Source.id), col(Source.text)).where(col(Source.id).in_(sources))
    return {stored(source): text or "" for source, text in session.connection().execute(found)}


def lacking(rater: Rater, question: str, failed_too: bool, run: int) -> tuple[ColumnElement[bool], ...]:
    """What is true of the units of a question that lack the rater's label of a run."""
    current = and_(
        col(Label.unit_id) == col(Unit.id),
        col(Label.rater_id) == rater.id,
        col(Label.run) == run,
        col(Label.superseded_at).is_(None),
    )
    if failed_too:
        settled = or_(col(Label.value).is_not(None), col(Label.reason).not_in(REASONS_OF_JUDGES))
        current = and_(current, settled)
    return (
        col(Unit.study_id) == rater.study_id,
        col(Unit.question) == question,
        ~exists().where(current),
    )
