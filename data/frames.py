"""The labels of one question as a long frame: the form every figure is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from sqlalchemy import Executable, func, select
from sqlmodel import Session, col

from data.errors import InputError
from data.questions import REASON_OF_IMPORTS, Question
from data.said import said
from data.tables import Answer, AnswerSource, Guideline, Label, Query, Rater, Statement, Study, Unit

COLUMNS = {
    "unit": "str",
    "cluster": "str",
    "query": "str",
    "query_type": "str",
    "answer": "str",
    "statement": "Int64",
    "source": "Int64",
    "system": "str",
    "rater": "str",
    "rater_kind": "str",
    "slot": "bool",
    "simulated": "bool",
    "run": "Int64",
    "value": "str",
    "reason": "str",
    "guideline": "str",
    "judge_shown": "bool",
}
"""The columns of a long frame and their types. `statement` and `source` are positions from 1."""

TYPES = COLUMNS | {"readable": "bool"}
"""The type of every column of the tables of this package that is not plain text."""

ROWS_AT_ONCE = 20_000
"""Rows of a query that are Python objects at the same time."""


def long_frame(session: Session, study: Study, question: Question, version: str | None = None) -> pd.DataFrame:
    """Every current label of one question, a row each, sorted by unit, rater and run; columns `COLUMNS`.

    Of issues also a row for who listed one, with the value "valid" (see `data.said`).

    `cluster` is the answer of a unit, or its query where it has no single answer. `value` is missing where
    `reason` says why; an imported label outside the scale stands with its raw text as value, so that the
    report lists it. `guideline` is the version the rater had on screen, missing when none was.
    InputError when the labels were given under several versions of the question and `version` names none.
    """
    found = versions(session, study, question)
    if version is None and len(found) > 1:
        raise InputError(_mixed(question, found), field="version")
    rows = session.execute(_labels(study, question, version or next(iter(found), question.version)))
    columns = [column for column in COLUMNS if column != "cluster"]
    frame = collected(rows.partitions(ROWS_AT_ONCE), [*columns, "raw"])
    frame["cluster"] = frame["answer"].where(frame["answer"].notna(), frame["query"])
    frame = _with_raw_shown(frame, question)[list(COLUMNS)]
    # Sorted here and not by the database: databases order text by different rules.
    return frame.sort_values(["unit", "rater", "run"], ignore_index=True)


def versions(session: Session, study: Study, question: Question) -> dict[str, int]:
    """How many current labels each version of a question has, by version."""
    counted = (
        select(col(Label.question_version), func.count())
        .join(Unit, col(Unit.id) == col(Label.unit_id))
        .where(col(Unit.study_id) == study.id, col(Unit.question) == question.name)
        .where(col(Label.superseded_at).is_(None))
        .group_by(col(Label.question_version))
    )
    return dict(sorted((row[0], row[1]) for row in session.execute(counted)))


def _mixed(question: Question, found: dict[str, int]) -> str:
    listed = ", ".join(f"{count} under version {version}" for version, count in found.items())
    return (
        f"the labels of question '{question.name}' were given under several of its versions ({listed}); "
        "one figure never mixes versions: name the version to use"
    )


def by_query(frame: pd.DataFrame) -> pd.DataFrame:
    """The same labels with the query as cluster: for figures over several systems, which answer the same queries."""
    return frame.assign(cluster=frame["query"])


def guideline_versions(session: Session, study: Study) -> dict[str, str]:
    """The newest guideline version of each question that has a guideline."""
    rows = select(col(Guideline.question), col(Guideline.version)).where(col(Guideline.study_id) == study.id)
    return {row[0]: row[1] for row in session.execute(rows.order_by(col(Guideline.id)))}


def _labels(study: Study, question: Question, version: str) -> Executable:
    """In the order of `COLUMNS`, without the cluster, and with the raw text behind."""
    given = said(study, question, version)
    label = given.c
    return (
        select(
            *(col(Unit.key), col(Query.key), col(Query.type), col(Answer.key)),
            *(col(Statement.position), col(AnswerSource.position), col(Answer.system)),
            *(col(Rater.name), col(Rater.kind), col(Rater.slot), col(Rater.simulated)),
            *(label.run, label.value, label.reason, col(Guideline.version), label.judge_shown, label.raw),
        )
        .select_from(given)
        .join(Unit, col(Unit.id) == label.unit_id)
        .join(Rater, col(Rater.id) == label.rater_id)
        .outerjoin(Answer, col(Answer.id) == col(Unit.answer_id))
        .outerjoin(Query, col(Query.id) == func.coalesce(col(Unit.query_id), col(Answer.query_id)))
        .outerjoin(Statement, col(Statement.id) == col(Unit.statement_id))
        .outerjoin(AnswerSource, col(AnswerSource.id) == col(Unit.answer_source_id))
        .outerjoin(Guideline, col(Guideline.id) == label.guideline_id)
    )


def collected(parts: Iterable[Sequence[Any]], columns: list[str]) -> pd.DataFrame:
    """The rows of a query as one typed frame, fetched in parts so that few are Python objects at a time."""
    frames = [_of_rows(part, columns) for part in parts]
    return pd.concat(frames, ignore_index=True) if frames else typed(pd.DataFrame(columns=columns))


def _of_rows(rows: Sequence[Any], columns: list[str]) -> pd.DataFrame:
    """A typed frame of some rows, column by column: cells are then never converted one by one."""
    cells = zip(columns, zip(*rows, strict=True), strict=True)
    return pd.DataFrame({column: pd.Series(found, dtype=TYPES.get(column, "str")) for column, found in cells})


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with the types of `TYPES`; columns not listed there are text."""
    return frame.astype({column: TYPES.get(column, "str") for column in frame.columns})


def _with_raw_shown(frame: pd.DataFrame, question: Question) -> pd.DataFrame:
    """Labels outside the scale carry their text as value; one without text, or with a label's, keeps its reason."""
    outside = (frame["reason"] == REASON_OF_IMPORTS) & frame["raw"].notna()
    outside &= ~frame["raw"].isin(question.scale.labels)
    return frame.assign(value=frame["value"].mask(outside, frame["raw"]), reason=frame["reason"].mask(outside))
