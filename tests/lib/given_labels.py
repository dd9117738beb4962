"""What is in the record after people worked in the app."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data.engine import reading
from data.tables import Answer, AnswerSource, Draft, Label, Rater, Statement, Study, Unit


@dataclass(frozen=True, order=True)
class Given:
    """A label by the place it is about; `current` is false once a newer one took over."""

    answer: str
    statement: int | None
    source: int | None
    value: str | None
    reason: str | None
    evidence: tuple[tuple[int, int], ...]
    current: bool


def given(engine: Engine, study: str, person: str, question: str) -> list[Given]:
    """Every label a person gave to a question of a study, in the order of what they are about."""
    with reading(engine) as session:
        rows = session.exec(
            select(Label, Answer.key, Statement.position, AnswerSource.position)
            .join(Unit, col(Unit.id) == col(Label.unit_id))
            .join(Answer, col(Answer.id) == col(Unit.answer_id))
            .outerjoin(Statement, col(Statement.id) == col(Unit.statement_id))
            .outerjoin(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
            .where(col(Label.rater_id) == _rater(session, study, person), Unit.question == question)
        ).all()
        return sorted(_given(*row) for row in rows)


def values(engine: Engine, study: str, person: str, question: str) -> dict[tuple[str, int | None, int | None], str]:
    """The current value or reason at each place. A place with two current labels fails the test that asks."""
    current = [one for one in given(engine, study, person, question) if one.current]
    found = {(one.answer, one.statement, one.source): one.value or one.reason or "" for one in current}
    assert len(found) == len(current)
    return found


def drafts(engine: Engine, study: str, person: str) -> list[Draft]:
    """What a person has entered and not submitted."""
    with reading(engine) as session:
        found = select(Draft).where(Draft.rater_id == _rater(session, study, person)).order_by(col(Draft.unit_id))
        return list(session.exec(found))


def _rater(session: Session, study: str, person: str) -> int | None:
    found = select(Rater.id).join(Study, col(Study.id) == col(Rater.study_id))
    return session.exec(found.where(Study.name == study, Rater.name == person)).first()


def _given(label: Label, answer: str, statement: int | None, source: int | None) -> Given:
    spans = tuple((start, end) for start, end in label.evidence)
    return Given(answer, statement, source, label.value, label.reason, spans, label.superseded_at is None)
