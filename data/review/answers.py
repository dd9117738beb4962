"""Which answers of a study were looked through, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from data.review.reading import answer_keyed
from data.tables import Answer, AnswerReview, MarkDecision, Query, Rater, StatementEdit, Study
from data.tables.types import stored


@dataclass(frozen=True)
class AnswerLine:
    """An answer to review. `by`, `at`: who last found it right, and when; None: nobody yet. `changes` are decisions
    about marks and edits of statements, those taken back included."""

    key: str
    query: str
    by: str | None
    at: datetime | None
    changes: int


def answers_to_review(session: Session, study: Study) -> list[AnswerLine]:
    """Every answer of a study, in the order they were added."""
    last = select(func.max(col(AnswerReview.id))).where(col(AnswerReview.answer_id) == col(Answer.id))
    changes = [
        select(func.count()).where(col(table.answer_id) == col(Answer.id)).correlate(Answer).scalar_subquery()
        for table in (MarkDecision, StatementEdit)
    ]
    query = (
        select(col(Answer.key), col(Query.key), col(Rater.name), col(AnswerReview.created_at), changes[0] + changes[1])
        .join_from(Answer, Query)
        .outerjoin(AnswerReview, col(AnswerReview.id) == last.correlate(Answer).scalar_subquery())
        .outerjoin(Rater, col(Rater.id) == col(AnswerReview.rater_id))
        .where(col(Answer.study_id) == study.id)
        .order_by(col(Answer.id))
    )
    return [AnswerLine(*row) for row in session.connection().execute(query)]


def confirm(session: Session, study: Study, answer: str, rater: Rater, now: datetime) -> AnswerReview:
    """Store that a person has looked through an answer: its citations and statements are right as they stand.

    NotFound when the study has no answer of that key.
    """
    row = AnswerReview(
        answer_id=stored(answer_keyed(session, study, answer).id), rater_id=stored(rater.id), created_at=now
    )
    session.add(row)
    session.flush()
    return row
