"""What the answers of a study are made of, as small tables of keys and positions."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sqlalchemy import Executable, select
from sqlmodel import Session, col

from data.frames import ROWS_AT_ONCE, collected
from data.tables import Answer, AnswerSource, Citation, Query, Source, Statement, Study

COLUMNS = {
    "queries": ("query", "query_type", "mirror"),
    "answers": ("answer", "query", "system"),
    "statements": ("answer", "statement"),
    "sources": ("answer", "source", "readable"),
    "citations": ("answer", "statement", "source"),
}
"""The columns of each table."""

_KEYS = {"queries": 1, "answers": 1, "statements": 2, "sources": 2, "citations": 3}
"""How many of the first columns name a row; rows are sorted by them."""


@dataclass(frozen=True, eq=False)
class Structure:
    """The answers of a study without their texts, in the tables of `COLUMNS`.

    Statements and sources are positions from 1. A citation of a number that the answer's list does
    not have is kept; it counts for no source. Rows are sorted by what names them.
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
        queries=_table(session, queries, "queries"),
        answers=_table(session, answers, "answers"),
        statements=_table(session, statements, "statements"),
        sources=_table(session, sources, "sources"),
        citations=_table(session, citations, "citations"),
    )


def _table(session: Session, query: Executable, name: str) -> pd.DataFrame:
    columns = list(COLUMNS[name])
    rows = session.execute(query)
    # Sorted here and not by the database: databases order text by different rules.
    return collected(rows.partitions(ROWS_AT_ONCE), columns).sort_values(columns[: _KEYS[name]], ignore_index=True)
