"""What a judge has still to label of whole answers at once: their statements, numbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, select
from sqlmodel import Session, col

from data.judge_labels import Due
from data.pending import PendingPage, lacking
from data.tables import Answer, Query, Rater, Statement, Study, Unit
from data.tables.types import stored

Conditions = Sequence[ColumnElement[bool]]


@dataclass(frozen=True)
class Told:
    """A statement's text and its place in the answer in code points, None where it has none."""

    text: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class AnswerTexts:
    """An answer's key, and what it and its query say."""

    key: str
    query: str
    bias: str | None
    answer: str


@dataclass(frozen=True)
class ListedStatements:
    """An answer's query and statements, asked about at once; `units` are the pending ones by statement number.

    `bias` is the view a debate query leans to; None where none is given.
    """

    units: Mapping[str, int]
    query: str
    bias: str | None
    answer: str
    statements: tuple[Told, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The numbers of all statements, which a reply must be about."""
        return tuple(str(number) for number in range(1, len(self.statements) + 1))

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The pending units wait for these requests, each for its own part of the reply."""
        return tuple(Due(unit, keys, part, run=sample) for part, unit in self.units.items())


def pending_lists(
    session: Session, rater: Rater, question: str, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> PendingPage[ListedStatements]:
    """The next `limit` answers whose id is above `after` and that have a pending unit of a question on statements."""
    conditions = lacking(rater, question, failed_too, run)
    ids = pending_answer_ids(session, conditions, after, limit)
    return PendingPage(tuple(_lists(session, ids, conditions).values()), ids[-1] if ids else None)


def lists_named(session: Session, study: Study, question: str, keys: Sequence[str]) -> dict[str, ListedStatements]:
    """All statements of the answers of those keys, by key; keys of no answer that is asked this are left out."""
    conditions = (col(Unit.study_id) == study.id, col(Unit.question) == question)
    named = select(col(Answer.id)).where(col(Answer.study_id) == study.id, col(Answer.key).in_(keys))
    ids = [stored(answer) for answer in session.connection().execute(named.order_by(col(Answer.id))).scalars()]
    return _lists(session, ids, conditions)


def pending_answer_ids(session: Session, conditions: Conditions, after: int, limit: int) -> list[int]:
    """The next answers with a unit the conditions are true of, by id."""
    of_answer = select(col(Unit.answer_id)).where(*conditions, col(Unit.answer_id) > after).distinct()
    found = session.connection().execute(of_answer.order_by(col(Unit.answer_id)).limit(limit)).scalars()
    return [stored(answer) for answer in found]


def texts_of(session: Session, answers: Collection[int]) -> dict[int, AnswerTexts]:
    """Queries and answers by the answers' ids, in order."""
    found = (
        select(col(Answer.id), col(Answer.key), col(Query.text), col(Query.bias), col(Answer.text))
        .join(Query, col(Query.id) == col(Answer.query_id))
        .where(col(Answer.id).in_(answers))
        .order_by(col(Answer.id))
    )
    rows = session.connection().execute(found)
    return {stored(answer): AnswerTexts(key, query, bias, text) for answer, key, query, bias, text in rows}


def _lists(session: Session, answers: Sequence[int], conditions: Conditions) -> dict[str, ListedStatements]:
    """The answers that have such units, by key."""
    units, statements = _units_by_position(session, answers, conditions), _statements(session, answers)
    return {
        text.key: ListedStatements(units[answer], text.query, text.bias, text.answer, statements[answer])
        for answer, text in texts_of(session, units).items()
    }


def _units_by_position(session: Session, answers: Sequence[int], conditions: Conditions) -> dict[int, dict[str, int]]:
    """Unit ids by answer and statement number."""
    found = (
        select(col(Unit.answer_id), col(Statement.position), col(Unit.id))
        .join(Statement, col(Statement.id) == col(Unit.statement_id))
        .where(*conditions, col(Unit.answer_id).in_(answers))
        .order_by(col(Unit.answer_id), col(Statement.position))
    )
    units: dict[int, dict[str, int]] = defaultdict(dict)
    for answer, position, unit in session.connection().execute(found):
        units[stored(answer)][str(position)] = stored(unit)
    return units


def _statements(session: Session, answers: Sequence[int]) -> dict[int, tuple[Told, ...]]:
    """Answers' statements in order."""
    found = select(col(Statement.answer_id), col(Statement.text), col(Statement.start), col(Statement.end))
    found = found.where(col(Statement.answer_id).in_(answers))
    rows = session.connection().execute(found.order_by(col(Statement.answer_id), col(Statement.position)))
    return {
        answer: tuple(Told(text, start, end) for _, text, start, end in group)
        for answer, group in groupby(rows, key=lambda row: row[0])
    }
