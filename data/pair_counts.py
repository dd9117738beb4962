"""How often two raters gave which labels, counted by the database: agreement without a row for each label."""

from __future__ import annotations

import pandas as pd
from sqlalchemy import Subquery, func, select
from sqlmodel import Session, col

from data.errors import NotFound
from data.questions import Question
from data.said import said
from data.tables import Answer, Query, Rater, Study, Unit

COLUMNS = ["cluster", "first", "second", "units"]


def pair_counts(
    session: Session, study: Study, question: Question, version: str, first: str, second: str
) -> pd.DataFrame:
    """Units of a question by cluster and by the labels of two raters: what `agreement.streaming.counted_tables` takes.

    Only current labels of run 0 that have a value count. `cluster` is that of `data.frames.long_frame`. Rows are sorted
    by cluster and labels. The answer has at most clusters x values x values rows, however many labels there are.
    NotFound when the study has no rater of a name.
    """
    one, other = (_labels_of(session, study, question, version, name) for name in (first, second))
    cluster = func.coalesce(col(Answer.key), col(Query.key))
    by = (cluster, one.c.value, other.c.value)
    counted = (
        select(*by, func.count())
        .select_from(one)
        .join(other, other.c.unit_id == one.c.unit_id)
        .join(Unit, col(Unit.id) == one.c.unit_id)
        .outerjoin(Answer, col(Answer.id) == col(Unit.answer_id))
        .outerjoin(Query, col(Query.id) == func.coalesce(col(Unit.query_id), col(Answer.query_id)))
        .group_by(*by)
    )
    found = pd.DataFrame([tuple(row) for row in session.execute(counted)], columns=COLUMNS)
    return found.sort_values(COLUMNS[:3], ignore_index=True)


def _labels_of(session: Session, study: Study, question: Question, version: str, rater: str) -> Subquery:
    named = select(col(Rater.id)).where(col(Rater.study_id) == study.id, col(Rater.name) == rater)
    found = session.execute(named).scalar_one_or_none()
    if found is None:
        raise NotFound(f"study '{study.name}' has no rater '{rater}'")
    label = said(study, question, version)
    return label.select().where(label.c.rater_id == found, label.c.run == 0, label.c.value.is_not(None)).subquery()
