"""What the answers of a study are made of, as small tables of keys and positions."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sqlalchemy import Executable, select
from sqlmodel import Session, col

from data.frames import ROWS_AT_ONCE, collected
from data.tables import Answer, AnswerSource, Citation, Query, Source, Statement, Study

KEYS = {
    "queries": ("query",),
    "answers": ("answer",),
    "statements": ("answer", "statement"),
    "sources": ("answer", "source"),
    "citations": ("answer", "statement", "source"),
}
"""The columns each table is sorted by; they name a row."""


@dataclass(frozen=True, eq=False)
class Structure:
    """The answers of a study without their texts; statements and sources are positions from 1.

    `queries`: query, query_type, mirror. `answers`: answer, query, system. `statements`: answer, statement.
    `sources`: answer, source, readable. `citations`: answer, statement, source (a number the answer's
    list does not have is kept; it counts for no source). Rows are sorted by `KEYS`.
    """

    queries: pd.DataFrame
    answers: pd.DataFrame
    statements: pd.DataFrame
    sources: pd.DataFrame
    citations: pd.DataFrame


def structure(session: Session, study: Study) -> Structure:
    """The queries, answers, statements, listed sources and citations of a study."""
    ours = col(Answer.study_id) == study.id
    queries = select(col(Query.key), col(Query.type), col(Query.mirror)).where(col(Query.study_id) == study.id)
    answers = select(col(Answer.key), col(Query.key), col(Answer.system)).join(Query).where(ours)
    statements = select(col(Answer.key), col(Statement.position)).join_from(Answer, Statement).where(ours)
    sources = (
        select(col(Answer.key), col(AnswerSource.position), col(Source.status) == "ok")
        .join_from(Answer, AnswerSource)
        .join(Source)
        .where(ours)
    )
    citations = (
        select(col(Answer.key), col(Statement.position), col(Citation.position))
        .join_from(Answer, Statement)
        .join(Citation)
        .where(ours)
    )
    return Structure(
        queries=_table(session, queries, "queries", "query_type", "mirror"),
        answers=_table(session, answers, "answers", "query", "system"),
        statements=_table(session, statements, "statements"),
        sources=_table(session, sources, "sources", "readable"),
        citations=_table(session, citations, "citations"),
    )


def _table(session: Session, query: Executable, name: str, *others: str) -> pd.DataFrame:
    keys = list(KEYS[name])
    rows = session.execute(query)
    return collected(rows.partitions(ROWS_AT_ONCE), [*keys, *others]).sort_values(keys, ignore_index=True)
