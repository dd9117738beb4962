"""What raters said of the units of a question: the labels figures count, and who listed which issue."""

from __future__ import annotations

from sqlalchemy import Select, Subquery, exists, false, literal, null, select, union_all
from sqlmodel import col

from data.questions import Question
from data.tables import Issue, Label, Rater, Study, Unit


def said(study: Study, question: Question, version: str) -> Subquery:
    """One row for each current label: unit_id, rater_id, run, value, reason, raw, justification, guideline_id,
    judge_shown.

    Of issues also one, in run 0, for the rater who listed it: who lists an issue calls it valid, unless a label of
    theirs says something else.
    """
    labels = _labels(study, question, version)
    if question.unit != "issue":
        return labels.subquery("said")
    return union_all(labels, _listed(study, question, version)).subquery("said")


def _labels(study: Study, question: Question, version: str) -> Select[*tuple[object, ...]]:
    return (
        select(
            *(col(Label.unit_id), col(Label.rater_id), col(Label.run), col(Label.value), col(Label.reason)),
            *(col(Label.raw), col(Label.justification), col(Label.guideline_id), col(Label.judge_shown)),
        )
        .join(Unit, col(Unit.id) == col(Label.unit_id))
        .where(col(Unit.study_id) == study.id, col(Unit.question) == question.name)
        .where(col(Label.superseded_at).is_(None), col(Label.question_version) == version)
    )


def _listed(study: Study, question: Question, version: str) -> Select[*tuple[object, ...]]:
    valid = question.scale.values[-1]
    labelled = exists().where(
        *(col(Label.unit_id) == col(Unit.id), col(Label.rater_id) == col(Rater.id)),
        *(col(Label.superseded_at).is_(None), col(Label.question_version) == version),
    )
    return (
        select(
            *(col(Unit.id), col(Rater.id), literal(0), literal(valid), null()),
            *(null(), null(), null(), false()),
        )
        .select_from(Unit)
        .join(Issue, col(Issue.id) == col(Unit.issue_id))
        .join(Rater, (col(Rater.study_id) == col(Unit.study_id)) & (col(Rater.name) == col(Issue.found_by)))
        .where(col(Unit.study_id) == study.id, col(Unit.question) == question.name, ~labelled)
    )
