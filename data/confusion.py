"""What lies behind one cell of a confusion matrix: the units, in words, with both labels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import FromClause, Select, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from agreement.scale import Scale
from data.questions import Question
from data.said import said
from data.tables import Answer, AnswerSource, Query, Rater, Source, Statement, Study, Unit


@dataclass(frozen=True)
class Cell:
    """A cell of a judge's confusion matrix: the judge gave `judge_value` and a person `human_value`.

    `version` is the question's, as in the labels the matrix counts.
    """

    question: Question
    version: str
    judge: str
    judge_value: str
    human_value: str


@dataclass(frozen=True)
class Behind:
    """One pair of labels in a cell. Labels are as given: `contradicts` where a statistic counts none.

    `statement` and `source` are positions from 1; they and what goes with them are None where the unit has none.
    `why` is what the judge wrote beside its label.
    """

    unit: str
    query: str | None
    answer: str | None
    system: str | None
    statement: int | None
    statement_text: str | None
    source: int | None
    source_title: str | None
    source_url: str | None
    judge_label: str
    why: str | None
    person: str
    person_label: str


def behind(session: Session, study: Study, cell: Cell, limit: int) -> list[Behind]:
    """The pairs a cell counts, in the order the units were made, at most `limit`."""
    judged, given = (said(study, cell.question, cell.version).alias() for _ in range(2))
    counted = (
        judged.c.value.in_(_labels_of(cell.question.scale, cell.judge_value)),
        given.c.value.in_(_labels_of(cell.question.scale, cell.human_value)),
    )
    pairs = _pairs(judged, given, cell.judge).where(*counted).limit(limit)
    return [Behind(*row) for row in session.execute(pairs)]


def behind_units(
    session: Session, study: Study, question: Question, version: str, judge: str, units: Collection[int]
) -> list[Behind]:
    """The judge's label of each of these units beside those of people, in the order the units were made."""
    judged, given = (said(study, question, version).alias() for _ in range(2))
    valued = (judged.c.value.is_not(None), given.c.value.is_not(None))
    pairs = _pairs(judged, given, judge).where(col(Unit.id).in_(units), *valued)
    return [Behind(*row) for row in session.execute(pairs)]


def _pairs(judged: FromClause, given: FromClause, name: str) -> Select[*tuple[Any, ...]]:
    """In the order of the fields of `Behind`. As in the report, run 0 of a judge meets every person's label."""
    judge, person = aliased(Rater), aliased(Rater)
    return (
        select(
            *(col(Unit.key), col(Query.text), col(Answer.key), col(Answer.system)),
            *(col(Statement.position), col(Statement.text)),
            *(col(AnswerSource.position), col(Source.title), col(Source.url)),
            *(judged.c.value, judged.c.justification, col(person.name), given.c.value),
        )
        .select_from(Unit)
        .join(judged, judged.c.unit_id == col(Unit.id))
        .join(given, given.c.unit_id == col(Unit.id))
        .join(judge, col(judge.id) == judged.c.rater_id)
        .join(person, col(person.id) == given.c.rater_id)
        .outerjoin(Answer, col(Answer.id) == col(Unit.answer_id))
        .outerjoin(Query, col(Query.id) == func.coalesce(col(Unit.query_id), col(Answer.query_id)))
        .outerjoin(Statement, col(Statement.id) == col(Unit.statement_id))
        .outerjoin(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
        .outerjoin(Source, col(Source.id) == col(AnswerSource.source_id))
        .where(judged.c.run == 0, given.c.run == 0)
        .where(col(judge.kind) == "judge", col(judge.name) == name, col(person.kind) == "human")
        .order_by(col(Unit.id), col(person.id))
    )


def _labels_of(scale: Scale, value: str) -> list[str]:
    """The labels a statistic counts as that value."""
    return [label for label in scale.labels if scale.coded_as.get(label, label) == value]
