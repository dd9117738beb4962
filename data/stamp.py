"""A stamp of the record: while it stays the same, every figure of every study stays the same."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlmodel import Session, col

from data.tables import (
    Answer,
    AnswerSource,
    Citation,
    Guideline,
    Label,
    MarkDecision,
    Query,
    Source,
    SourceFetch,
    Statement,
    StatementEdit,
    Study,
)

_READ = (
    *(Study, Query, Source, SourceFetch, Answer, AnswerSource, Statement, StatementEdit, Citation, MarkDecision),
    *(Guideline, Label),
)
"""Every table a snapshot reads, and those that tell of its other changes. Rows are only added: a mark on an old label
comes with the new one that replaces it, a text or status of a source with the attempt it is from, statements and
citations that go or come with the edit or decision that wants it so."""


def stamp(session: Session) -> str:
    """The newest row of each table figures are computed from; costs one look at each primary key."""
    newest = session.execute(select(*(select(func.max(col(table.id))).scalar_subquery() for table in _READ))).one()
    return "-".join(str(row or 0) for row in newest)
