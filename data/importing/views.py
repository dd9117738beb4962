"""The record in the words of the native format: for each kind a query that names everything by its key.

Each takes the parameter `study` (the study's id). Exports write these rows, imports compare with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, func, select
from sqlmodel import SQLModel

import data.tables as _tables  # noqa: F401  (fills the metadata)

T = SQLModel.metadata.tables
STUDY: ColumnElement[int] = bindparam("study")

_query, _source, _answer, _listed = T["query"], T["source"], T["answer"], T["answersource"]
_statement, _citation = T["statement"], T["citation"]
_checklist, _item, _issue = T["checklist"], T["checklistitem"], T["issue"]
_pair, _claim, _guideline = T["reportpair"], T["claim"], T["guideline"]
_unit, _rater, _label = T["unit"], T["rater"], T["label"]
_fetch, _mark, _edit, _review = T["sourcefetch"], T["markdecision"], T["statementedit"], T["answerreview"]
_first, _second = _answer.alias("first_answer"), _answer.alias("second_answer")

_number_of_sources = (
    select(func.count())
    .select_from(_listed)
    .where(_listed.c.answer_id == _answer.c.id)
    .correlate(_answer)
    .scalar_subquery()
)

_LABEL_COLUMNS = (
    _unit.c.question,
    _unit.c.key.label("unit"),
    _rater.c.name.label("rater"),
    _label.c.run,
    _label.c.value,
    _label.c.reason,
    _label.c.raw,
    _label.c.justification,
    _label.c.evidence,
    _label.c.question_version,
    _guideline.c.version.label("guideline"),
    _label.c.judge_shown,
    _label.c.side_order,
    _label.c.cell_order,
    _label.c.bulk,
    _label.c.active_ms,
    _label.c.wall_ms,
    _label.c.created_at.label("at"),
)


def _labels(*more: ColumnElement[Any]) -> Select[Any]:
    """Labels with what they are about, their raters, and the guideline that was on screen."""
    return (
        select(*_LABEL_COLUMNS, *more)
        .join_from(_unit, _label, _label.c.unit_id == _unit.c.id)
        .join(_rater, _rater.c.id == _label.c.rater_id)
        .outerjoin(_guideline, _guideline.c.id == _label.c.guideline_id)
        .where(_unit.c.study_id == STUDY)
    )


def _turn_of(table: Table, *names: str) -> ColumnElement[int]:
    """The place of a row among those that are alike in these columns, from 1: the order they were added tells it."""
    return func.row_number().over(partition_by=[table.c[name] for name in names], order_by=table.c.id).label("position")


VIEWS: Mapping[str, Select[Any]] = {
    "query": select(_query.c.key, _query.c.text, _query.c.type, _query.c.bias, _query.c.mirror).where(
        _query.c.study_id == STUDY
    ),
    "source": select(
        _source.c.key,
        _source.c.url,
        _source.c.title,
        _source.c.status,
        _source.c.text,
        func.length(_source.c.text).label("length"),
    ).where(_source.c.study_id == STUDY),
    "answer": select(
        _answer.c.key,
        _query.c.key.label("query"),
        _answer.c.system,
        _answer.c.text,
        _number_of_sources.label("listed"),
        _query.c.type.label("query_type"),
    )
    .join_from(_answer, _query)
    .where(_answer.c.study_id == STUDY),
    "answer_source": select(
        _answer.c.key.label("answer"),
        _listed.c.position,
        _source.c.key.label("source"),
        func.length(_source.c.text).label("length"),
    )
    .join_from(_answer, _listed)
    .join(_source)
    .where(_answer.c.study_id == STUDY),
    "statement": select(
        _answer.c.key.label("answer"), _statement.c.position, _statement.c.text, _statement.c.start, _statement.c.end
    )
    .join_from(_answer, _statement)
    .where(_answer.c.study_id == STUDY),
    "citation": select(
        _answer.c.key.label("answer"), _statement.c.position.label("statement"), _citation.c.position.label("source")
    )
    .join_from(_answer, _statement)
    .join(_citation)
    .where(_answer.c.study_id == STUDY),
    "checklist": select(_checklist.c.key, _checklist.c.version, _query.c.key.label("query"))
    .outerjoin_from(_checklist, _query)
    .where(_checklist.c.study_id == STUDY),
    "checklist_item": select(
        _checklist.c.key.label("checklist"), _checklist.c.version, _item.c.key, _item.c.position, _item.c.text
    )
    .join_from(_checklist, _item)
    .where(_checklist.c.study_id == STUDY),
    "issue": select(
        _answer.c.key.label("answer"), _issue.c.key, _issue.c.type, _issue.c.text, _issue.c.quote, _issue.c.found_by
    )
    .join_from(_answer, _issue)
    .where(_answer.c.study_id == STUDY),
    "pair": select(_pair.c.key, _query.c.key.label("query"), _first.c.key.label("first"), _second.c.key.label("second"))
    .join_from(_pair, _query)
    .join(_first, _first.c.id == _pair.c.first_id)
    .join(_second, _second.c.id == _pair.c.second_id)
    .where(_pair.c.study_id == STUDY),
    "claim": select(_answer.c.key.label("answer"), _claim.c.key, _claim.c.text, _claim.c.url)
    .join_from(_answer, _claim)
    .where(_answer.c.study_id == STUDY),
    "guideline": select(_guideline.c.question, _guideline.c.version, _guideline.c.text).where(
        _guideline.c.study_id == STUDY
    ),
    "mark_decision": select(
        _answer.c.key.label("answer"),
        _mark.c.start,
        _mark.c.end,
        _turn_of(_mark, "answer_id", "start", "end"),
        _rater.c.name.label("rater"),
        _mark.c.verdict,
        _mark.c.positions,
        _mark.c.note,
        _mark.c.created_at.label("at"),
        _mark.c.superseded_at,
    )
    .join_from(_answer, _mark)
    .join(_rater)
    .where(_answer.c.study_id == STUDY),
    "statement_edit": select(
        _answer.c.key.label("answer"),
        _turn_of(_edit, "answer_id"),
        _rater.c.name.label("rater"),
        _edit.c.action,
        _edit.c.before,
        _edit.c.after,
        _edit.c.note,
        _edit.c.created_at.label("at"),
    )
    .join_from(_answer, _edit)
    .outerjoin(_rater)
    .where(_answer.c.study_id == STUDY),
    "answer_review": select(
        _answer.c.key.label("answer"),
        _turn_of(_review, "answer_id"),
        _rater.c.name.label("rater"),
        _review.c.created_at.label("at"),
    )
    .join_from(_answer, _review)
    .join(_rater)
    .where(_answer.c.study_id == STUDY),
    "source_fetch": select(
        _source.c.key.label("source"),
        _turn_of(_fetch, "source_id"),
        _fetch.c.at,
        _fetch.c.way,
        _fetch.c.status,
        _fetch.c.used,
        _fetch.c.why,
        _fetch.c.final_url,
        _fetch.c.content_type,
        _fetch.c.size,
        _fetch.c.boilerplate,
        _fetch.c.sha256,
        _fetch.c.raw_sha256,
    )
    .join_from(_source, _fetch)
    .where(_source.c.study_id == STUDY),
    "past_label": _labels(_turn_of(_label, "unit_id", "rater_id", "run"), _label.c.superseded_at).where(
        _label.c.superseded_at.is_not(None)
    ),
    "label": _labels(_label.c.id.label("label_id")).where(_label.c.superseded_at.is_(None)),
}
