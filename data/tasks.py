"""What one task's screen shows: content, the open units with this person's drafts, and nothing that would steer.

Blind by construction: no query here reads a label, another person's draft, a judge, or the name of the system.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select as core_select
from sqlmodel import Session, col, select

from data.batches import question_of
from data.drafts import drafts_of
from data.entries import Entry, Spans
from data.errors import NotFound, StaleTask
from data.questions import Question
from data.seats import STILL_HERE, Place
from data.tables import (
    Answer,
    AnswerSource,
    Batch,
    Citation,
    Guideline,
    Query,
    Rater,
    Seat,
    Source,
    Statement,
    Study,
    Task,
    TaskUnit,
    Unit,
)
from data.tables.types import stored


@dataclass(frozen=True)
class StatementView:
    """A statement of the answer; `cites` are the positions of sources it names, in order."""

    position: int
    text: str
    cites: tuple[int, ...]


@dataclass(frozen=True)
class SourceView:
    """A listed source without its text, which `source_text` gives. `length` in code points, None if unreadable."""

    position: int
    title: str | None
    url: str | None
    status: str
    length: int | None


@dataclass(frozen=True)
class UnitView:
    """A unit open for labelling: its statement and source by position, and what this person has entered so far.

    A page counts its times on from `active_ms` and `wall_ms`.
    """

    unit_id: int
    statement: int | None
    source: int | None
    value: str | None
    reason: str | None
    justification: str | None
    evidence: Spans
    active_ms: int
    wall_ms: int


@dataclass(frozen=True)
class GuidelineView:
    """The written instruction labels of this batch are given under."""

    version: str
    text: str


@dataclass(frozen=True)
class TaskView:
    """Everything the screen of a task about one answer shows. `units_done` of `units` have a value or a reason."""

    place: Place
    study: str
    notice: str | None
    batch: str
    question: Question
    query_text: str
    query_type: str
    bias: str | None
    answer_text: str
    statements: tuple[StatementView, ...]
    sources: tuple[SourceView, ...]
    units: tuple[UnitView, ...]
    guideline: GuidelineView | None
    units_done: int
    corrects: bool


def task_view(session: Session, rater: Rater, place: Place) -> TaskView:
    """The task at a place in this person's hands.

    `corrects`: it was submitted before and is open for correction. StaleTask when it is no longer theirs.
    NotFound for a task about a query or pair, which has no such screen.
    """
    found = (
        select(Seat, Batch, Study)
        .join(Batch, col(Batch.id) == col(Seat.batch_id))
        .join(Study, col(Study.id) == col(Batch.study_id))
        .where(Seat.id == place.seat_id, Seat.rater_id == rater.id, Seat.version == place.version)
    )
    row = session.exec(found).first()
    if row is None:
        raise StaleTask(f"this task is not in your hands now; go on from the queue; {STILL_HERE}")
    seat, batch, study = row
    content = session.exec(
        select(Answer, Query)
        .join(Query, col(Query.id) == col(Answer.query_id))
        .join(Task, col(Task.answer_id) == col(Answer.id))
        .where(Task.id == seat.task_id)
    ).first()
    if content is None:
        raise NotFound(f"a task of {batch.question} has no screen about one answer")
    answer, query = content
    units = _units(session, rater, seat.task_id)
    return TaskView(
        place=place,
        study=study.title,
        notice=study.notice,
        batch=batch.name,
        question=question_of(batch),
        query_text=query.text,
        query_type=query.type,
        bias=query.bias,
        answer_text=answer.text,
        statements=_statements(session, answer),
        sources=_sources(session, answer),
        units=units,
        guideline=_guideline(session, batch),
        units_done=sum(unit.value is not None or unit.reason is not None for unit in units),
        corrects=seat.state == "reopened",
    )


def source_text(session: Session, place: Place, position: int) -> str:
    """The full text of a source of the task's answer, by its position. NotFound when it is not listed or unreadable."""
    found = (
        select(Source)
        .join(AnswerSource, col(AnswerSource.source_id) == col(Source.id))
        .join(Task, col(Task.answer_id) == col(AnswerSource.answer_id))
        .where(Task.id == place.task_id, AnswerSource.position == position)
    )
    source = session.exec(found).first()
    if source is None:
        raise NotFound(f"the answer lists no source {position}")
    if source.text is None:
        raise NotFound(f"source {position} could not be read: {source.status}")
    return source.text


def _statements(session: Session, answer: Answer) -> tuple[StatementView, ...]:
    statements = select(Statement).where(Statement.answer_id == answer.id).order_by(col(Statement.position))
    marks = select(Citation.statement_id, Citation.position).join(Statement).where(Statement.answer_id == answer.id)
    cites: dict[int, list[int]] = {}
    for statement, position in session.exec(marks.order_by(col(Citation.position))):
        cites.setdefault(statement, []).append(position)
    return tuple(
        StatementView(statement.position, statement.text, tuple(cites.get(stored(statement.id), ())))
        for statement in session.exec(statements)
    )


def _sources(session: Session, answer: Answer) -> tuple[SourceView, ...]:
    listed = core_select(
        col(AnswerSource.position), col(Source.title), col(Source.url), col(Source.status), col(Source.length)
    )
    listed = listed.join(Source, col(Source.id) == col(AnswerSource.source_id))
    listed = listed.where(col(AnswerSource.answer_id) == answer.id).order_by(col(AnswerSource.position))
    return tuple(SourceView(*row) for row in session.connection().execute(listed))


def _units(session: Session, rater: Rater, task_id: int) -> tuple[UnitView, ...]:
    """The open units in reading order: by statement, then by source."""
    placed = (
        select(col(Unit.id), col(Statement.position), col(AnswerSource.position))
        .join(TaskUnit, col(TaskUnit.unit_id) == col(Unit.id))
        .outerjoin(Statement, col(Statement.id) == col(Unit.statement_id))
        .outerjoin(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
        .where(TaskUnit.task_id == task_id)
        .order_by(col(Statement.position), col(AnswerSource.position), col(Unit.id))
    )
    drafts = drafts_of(session, rater, task_id)
    rows = [(stored(unit), statement, source) for unit, statement, source in session.exec(placed)]
    return tuple(_unit(unit, statement, source, drafts.get(unit)) for unit, statement, source in rows)


def _unit(unit: int, statement: int | None, source: int | None, draft: Entry | None) -> UnitView:
    entered = draft or Entry(unit)
    return UnitView(
        unit_id=unit,
        statement=statement,
        source=source,
        value=entered.value,
        reason=entered.reason,
        justification=entered.justification,
        evidence=entered.evidence,
        active_ms=entered.active_ms,
        wall_ms=entered.wall_ms,
    )


def _guideline(session: Session, batch: Batch) -> GuidelineView | None:
    if batch.guideline_id is None:
        return None
    guideline = session.get_one(Guideline, batch.guideline_id)
    return GuidelineView(guideline.version, guideline.text)
