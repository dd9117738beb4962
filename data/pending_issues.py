"""What a judge has still to label of the faults that somebody listed in reports."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlmodel import Session, col

from data.pending import OneUnit, PendingPage, lacking
from data.pending_lists import pending_answer_ids, texts_of
from data.tables import Issue, Rater, Unit
from data.tables.types import stored


@dataclass(frozen=True)
class ListedIssue(OneUnit):
    """A fault somebody found in a report; `quote` is the passage it is about, None where none was named."""

    query: str
    answer: str
    issue: str
    quote: str | None


def pending_issues(
    session: Session, rater: Rater, question: str, after: int, limit: int, failed_too: bool = False, run: int = 0
) -> PendingPage[ListedIssue]:
    """The pending issues of the next `limit` reports whose id is above `after`, report by report."""
    conditions = lacking(rater, question, failed_too, run)
    ids = pending_answer_ids(session, conditions, after, limit)
    found = (
        select(col(Unit.answer_id), col(Unit.id), col(Issue.text), col(Issue.quote))
        .join(Issue, col(Issue.id) == col(Unit.issue_id))
        .where(*conditions, col(Unit.answer_id).in_(ids))
        .order_by(col(Unit.answer_id), col(Unit.id))
    )
    texts = texts_of(session, ids)
    cells = []
    for answer, unit, issue, quote in session.connection().execute(found):
        text = texts[stored(answer)]
        cells.append(ListedIssue(stored(unit), text.query, text.answer, issue, quote))
    return PendingPage(tuple(cells), ids[-1] if ids else None)
