"""What a judge has still to label: the units without its label, with the texts they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlmodel import Session, col

from data.judge_labels import Due
from data.questions import REASONS_OF_JUDGES
from data.tables import Answer, AnswerSource, Label, Query, Rater, Source, Statement, Unit
from data.tables.types import stored


@dataclass(frozen=True)
class SupportCell:
    """A statement and the readable source it is held against."""

    unit_id: int
    document: str
    statement: str

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The unit waits for these requests."""
        return (Due(self.unit_id, keys, run=sample),)


@dataclass(frozen=True)
class WholeAnswer:
    """An answer and the query it replies to."""

    unit_id: int
    query: str
    answer: str

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The unit waits for these requests."""
        return (Due(self.unit_id, keys, run=sample),)


@dataclass(frozen=True)
class ListedStatements:
    """An answer's query and statements, asked about at once; `units` are the pending ones by statement number.

    `bias` is the view a debate query leans to; None for other queries.
    """

    units: Mapping[str, int]
    query: str
    bias: str | None
    answer: str
    statements: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The numbers of all statements, which a reply must be about."""
        return tuple(str(number) for number in range(1, len(self.statements) + 1))

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The pending units wait for these requests, each for its own part of the reply."""
        return tuple(Due(unit, keys, part, run=sample) for part, unit in self.units.items())


@dataclass(frozen=True)
class ListPage:
    """Some answers with their statements; `last` is where the next page begins, None at the end."""

    cells: tuple[ListedStatements, ...]
    last: int | None


@dataclass(frozen=True)
class CellPage:
    """The cells of some sources, all of one source together; `last` is where the next page begins, None at the end."""

    cells: tuple[SupportCell, ...]
    last: int | None


@dataclass(frozen=True)
class AnswerPage:
    """Some answers, in the order they were stored; `last` is where the next page begins, None at the end."""

    cells: tuple[WholeAnswer, ...]
    last: int | None


def count_pending(session: Session, rater: Rater, question: str, failed_too: bool = False, run: int = 0) -> int:
    """How many units of the question in the rater's study lack its label of that run.

    With `failed_too`, units whose current label has a judge's reason count as lacking one.
    """
    asked = select(func.count()).select_from(Unit)
    return session.connection().execute(asked.where(*_lacking(rater, question, failed_too, run))).scalar_one()


def pending_cells(
    session: Session, rater: Rater, after: int, sources: int, failed_too: bool = False, run: int = 0
) -> CellPage:
    """The pending support cells of the next `sources` sources whose id is above `after`, source by source."""
    listed = select(col(Source.id)).where(
        col(Source.study_id) == rater.study_id, col(Source.status) == "ok", col(Source.id) > after
    )
    found = session.connection().execute(listed.order_by(col(Source.id)).limit(sources)).scalars()
    ids = [stored(source) for source in found]
    if not ids:
        return CellPage((), None)
    rows = session.connection().execute(_cells_of(rater, ids, failed_too, run)).all()
    documents = _documents(session, {source for source, _, _ in rows})
    cells = tuple(SupportCell(stored(unit), documents[source], statement) for source, unit, statement in rows)
    return CellPage(cells, ids[-1])


def pending_answers(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> AnswerPage:
    """The next `limit` pending confidence units whose id is above `after`."""
    rows = session.connection().execute(
        select(col(Unit.id), col(Query.text), col(Answer.text))
        .select_from(Unit)
        .join(Answer, col(Answer.id) == col(Unit.answer_id))
        .join(Query, col(Query.id) == col(Answer.query_id))
        .where(*_lacking(rater, "confidence", failed_too, run), col(Unit.id) > after)
        .order_by(col(Unit.id))
        .limit(limit)
    )
    cells = tuple(WholeAnswer(stored(unit), query, answer) for unit, query, answer in rows)
    return AnswerPage(cells, cells[-1].unit_id if cells else None)


def pending_lists(
    session: Session,
    rater: Rater,
    question: str,
    after: int,
    limit: int,
    failed_too: bool = False,
    run: int = 0,
) -> ListPage:
    """The next `limit` answers whose id is above `after` and that have a pending unit of a question on statements."""
    lacking = _lacking(rater, question, failed_too, run)
    of_answer = select(col(Unit.answer_id)).where(*lacking, col(Unit.answer_id) > after).distinct()
    found = session.connection().execute(of_answer.order_by(col(Unit.answer_id)).limit(limit)).scalars()
    ids = [stored(answer) for answer in found]
    if not ids:
        return ListPage((), None)
    units = _units_by_position(session, ids, lacking)
    statements = _statements(session, ids)
    texts = session.connection().execute(
        select(col(Answer.id), col(Query.text), col(Query.bias), col(Answer.text))
        .join(Query, col(Query.id) == col(Answer.query_id))
        .where(col(Answer.id).in_(ids))
        .order_by(col(Answer.id))
    )
    cells = (
        ListedStatements(units[stored(a)], query, bias, text, statements[stored(a)]) for a, query, bias, text in texts
    )
    return ListPage(tuple(cells), ids[-1])


def _units_by_position(
    session: Session, answers: Sequence[int], lacking: Sequence[ColumnElement[bool]]
) -> dict[int, dict[str, int]]:
    """Pending unit ids by answer and statement number."""
    found = (
        select(col(Unit.answer_id), col(Statement.position), col(Unit.id))
        .join(Statement, col(Statement.id) == col(Unit.statement_id))
        .where(*lacking, col(Unit.answer_id).in_(answers))
        .order_by(col(Unit.answer_id), col(Statement.position))
    )
    units: dict[int, dict[str, int]] = defaultdict(dict)
    for answer, position, unit in session.connection().execute(found):
        units[stored(answer)][str(position)] = stored(unit)
    return units


def _statements(session: Session, answers: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """The texts of answers' statements in order."""
    found = select(col(Statement.answer_id), col(Statement.text)).where(col(Statement.answer_id).in_(answers))
    rows = session.connection().execute(found.order_by(col(Statement.answer_id), col(Statement.position)))
    return {answer: tuple(text for _, text in group) for answer, group in groupby(rows, key=lambda row: row[0])}


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
        .where(col(AnswerSource.source_id).in_(sources), *_lacking(rater, "support", failed_too, run))
        .order_by(col(AnswerSource.source_id), col(Unit.id))
    )


def _documents(session: Session, sources: set[int]) -> dict[int, str]:
    """Texts by source id, fetched once each: a long source has many cells."""
    found = select(col(Source.id), col(Source.text)).where(col(Source.id).in_(sources))
    return {stored(source): text or "" for source, text in session.connection().execute(found)}


def _lacking(rater: Rater, question: str, failed_too: bool, run: int) -> tuple[ColumnElement[bool], ...]:
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
