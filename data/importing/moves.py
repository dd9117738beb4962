"""How a waiting row becomes a row of the record: keys are joined to the ids of what they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Insert, Table, and_, case, false, func, insert, literal, null, select

from data.importing.stage import STAGE
from data.importing.views import T
from data.questions import QUESTIONS
from data.tables.types import Utc

_BY_TURN = ("mark_decision", "statement_edit", "answer_review", "source_fetch", "past_label")
"""Kinds whose position is not stored: the order of their rows in the record tells it."""

Join = tuple[FromClause, ColumnElement[bool]]


@dataclass(frozen=True)
class _Move:
    """Values for the columns of a table, and what must be joined to know them; `outer` joins may find nothing."""

    into: str
    values: Mapping[str, Any]
    joins: tuple[Join, ...] = ()
    outer: bool = False


def move(kind: str, study: int, now: datetime) -> Insert:
    """The statement that inserts the waiting rows of a kind the study does not have, in the file's order."""
    waiting = STAGE[kind]
    made = _MOVES[kind](waiting, _Found(study, now))
    rows: Any = waiting
    for table, condition in made.joins:
        rows = rows.join(table, condition, isouter=made.outer)
    order = [waiting.c.position, waiting.c.place] if kind in _BY_TURN else [waiting.c.place]
    query = select(*made.values.values()).select_from(rows).where(~waiting.c.known).order_by(*order)
    return insert(T[made.into]).from_select(list(made.values), query)


@dataclass(frozen=True)
class _Found:
    """Records of the study by key."""

    study: int
    now: datetime

    def by_key(self, table: FromClause, key: ColumnElement[Any], name: str = "key") -> Join:
        return table, and_(table.c.study_id == self.study, table.c[name] == key)

    @property
    def own(self) -> dict[str, Any]:
        return {"study_id": literal(self.study)}


def _same(waiting: Table, names: str) -> dict[str, Any]:
    """Columns that are taken over as they are."""
    return {name: waiting.c[name] for name in names.split()}


def _query(waiting: Table, found: _Found) -> _Move:
    return _Move("query", found.own | _same(waiting, "key text type bias mirror"))


def _source(waiting: Table, found: _Found) -> _Move:
    return _Move("source", found.own | _same(waiting, "key url title status text sha256"))


def _answer(waiting: Table, found: _Found) -> _Move:
    query = T["query"]
    values = found.own | {"query_id": query.c.id} | _same(waiting, "key system text sha256")
    return _Move("answer", values, (found.by_key(query, waiting.c.query),))


def _answer_source(waiting: Table, found: _Found) -> _Move:
    answer, source = T["answer"], T["source"]
    values = {"answer_id": answer.c.id, "source_id": source.c.id} | _same(waiting, "position")
    return _Move(
        "answersource", values, (found.by_key(answer, waiting.c.answer), found.by_key(source, waiting.c.source))
    )


def _of_answer(into: str, names: str) -> Callable[[Table, _Found], _Move]:
    def made(waiting: Table, found: _Found) -> _Move:
        values = {"answer_id": T["answer"].c.id} | _same(waiting, names)
        return _Move(into, values, (found.by_key(T["answer"], waiting.c.answer),))

    return made


def _citation(waiting: Table, found: _Found) -> _Move:
    answer, statement = T["answer"], T["statement"]
    itself = and_(statement.c.answer_id == answer.c.id, statement.c.position == waiting.c.statement)
    values = {"statement_id": statement.c.id, "position": waiting.c.source}
    return _Move("citation", values, (found.by_key(answer, waiting.c.answer), (statement, itself)))


def _checklist(waiting: Table, found: _Found) -> _Move:
    query = T["query"]
    values = found.own | {"query_id": query.c.id} | _same(waiting, "key version")
    return _Move("checklist", values, (found.by_key(query, waiting.c.query),), outer=True)


def _checklist_item(waiting: Table, found: _Found) -> _Move:
    checklist = T["checklist"]
    table, named = found.by_key(checklist, waiting.c.checklist)
    values = {"checklist_id": checklist.c.id} | _same(waiting, "key position text")
    return _Move("checklistitem", values, ((table, and_(named, checklist.c.version == waiting.c.version)),))


def _pair(waiting: Table, found: _Found) -> _Move:
    query, first, second = T["query"], T["answer"].alias("first_answer"), T["answer"].alias("second_answer")
    ids = {"query_id": query.c.id, "first_id": first.c.id, "second_id": second.c.id}
    joins = ((query, waiting.c.query), (first, waiting.c.first), (second, waiting.c.second))
    values = found.own | ids | _same(waiting, "key")
    return _Move("reportpair", values, tuple(found.by_key(table, key) for table, key in joins))


def _guideline(waiting: Table, found: _Found) -> _Move:
    return _Move("guideline", found.own | _same(waiting, "question version text"))


def _of_reviewer(into: str, names: str) -> Callable[[Table, _Found], _Move]:
    """What a person, or where there is no rater a model, did to an answer."""

    def made(waiting: Table, found: _Found) -> _Move:
        rater, named = found.by_key(T["rater"], waiting.c.rater, "name")
        its_rater = select(rater.c.id).where(named).scalar_subquery()
        values = {"answer_id": T["answer"].c.id, "rater_id": its_rater, "created_at": waiting.c.at}
        return _Move(into, values | _same(waiting, names), (found.by_key(T["answer"], waiting.c.answer),))

    return made


def _source_fetch(waiting: Table, found: _Found) -> _Move:
    names = "at way status used why final_url content_type size boilerplate sha256 raw_sha256"
    values = {"source_id": T["source"].c.id} | _same(waiting, names)
    return _Move("sourcefetch", values, (found.by_key(T["source"], waiting.c.source),))


_CURRENT_VERSIONS = {name: question.version for name, question in QUESTIONS.items()}


def _label(waiting: Table, found: _Found) -> _Move:
    past = "superseded_at" in waiting.c
    unit, rater, guideline = T["unit"], T["rater"], T["guideline"]
    table, named = found.by_key(unit, waiting.c.unit)
    _, its_version = found.by_key(guideline, waiting.c.guideline, "version")
    its_guideline = select(guideline.c.id).where(its_version, guideline.c.question == waiting.c.question)
    version = func.coalesce(waiting.c.question_version, case(_CURRENT_VERSIONS, value=waiting.c.question))
    values = {
        "unit_id": unit.c.id,
        "rater_id": rater.c.id,
        "question_version": version,
        "guideline_id": its_guideline.scalar_subquery(),
        "judge_shown": func.coalesce(waiting.c.judge_shown, false()),
        "bulk": func.coalesce(waiting.c.bulk, false()),
        "supersedes_id": null() if past else waiting.c.replaces,
        "superseded_at": waiting.c.superseded_at if past else null(),
        "created_at": func.coalesce(waiting.c.at, literal(found.now, Utc())),
    } | _same(waiting, "run value reason raw justification evidence side_order cell_order active_ms wall_ms")
    joins = ((table, and_(named, unit.c.question == waiting.c.question)), found.by_key(rater, waiting.c.rater, "name"))
    return _Move("label", values, joins)


_MOVES: Mapping[str, Callable[[Table, _Found], _Move]] = {
    "query": _query,
    "source": _source,
    "answer": _answer,
    "answer_source": _answer_source,
    "statement": _of_answer("statement", "position text start end"),
    "citation": _citation,
    "checklist": _checklist,
    "checklist_item": _checklist_item,
    "issue": _of_answer("issue", "key type text quote found_by"),
    "pair": _pair,
    "claim": _of_answer("claim", "key text url"),
    "guideline": _guideline,
    "mark_decision": _of_reviewer("markdecision", "start end verdict positions note superseded_at"),
    "statement_edit": _of_reviewer("statementedit", "action before after note"),
    "answer_review": _of_reviewer("answerreview", ""),
    "source_fetch": _source_fetch,
    "past_label": _label,
    "label": _label,
}
