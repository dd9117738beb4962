"""Writing a study in the native format, row by row: what `countermark import` reads back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from sqlalchemy import Engine, Select, select, text
from sqlmodel import Session

from data.engine import reading
from data.importing.declared import batch_row
from data.importing.unit_keys import fields_of_unit
from data.importing.views import VIEWS, T
from data.studies import study_named
from data.tables import Study

Fields = dict[str, Any]

_ROWS_AT_ONCE = 1_000
_STORED_IN = {
    "guideline": "guideline",
    "query": "query",
    "source": "source",
    "answer": "answer",
    "statement": "statement",
    "citation": "citation",
    "checklist": "checklist",
    "checklist_item": "checklistitem",
    "issue": "issue",
    "pair": "reportpair",
    "claim": "claim",
}
"""The tables of the content, by kind, in the order it is written."""

_NOT_WRITTEN = {"length", "listed", "query_type", "label_id", "unit"}
_MEANT_ANYWAY: Mapping[str, Any] = {"simulated": False, "slot": False, "run": 0, "evidence": []}
"""Values that hold where a row says nothing."""


def export_lines(engine: Engine, study_name: str) -> Iterator[str]:
    """The study as lines of the native format, in the order things were added; the same study gives the same lines.

    Labels are the current ones: not what they replaced, nor when and how they were given. Memory stays flat.
    NotFound when there is no such study.
    """
    with reading(engine) as session:
        if engine.dialect.name == "postgresql":  # SQLite shows one moment of the record anyway
            session.connection().execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        study = study_named(session, study_name)
        for kind, fields in _rows(session, study):
            said = {name: value for name, value in fields.items() if _must_be_said(name, value)}
            yield json.dumps({"kind": kind} | said, ensure_ascii=False) + "\n"


def _must_be_said(name: str, value: Any) -> bool:
    return value is not None and name not in _NOT_WRITTEN and value != _MEANT_ANYWAY.get(name)


def _rows(session: Session, study: Study) -> Iterator[tuple[str, Fields]]:
    yield "study", {"title": study.title, "notice": study.notice}
    raters = {rater["name"]: rater for rater in _own(session, study, "rater")}
    for rater in raters.values():
        yield (
            "rater",
            {name: rater[name] for name in ("name", "simulated", "slot", "about")} | {"rater_kind": rater["kind"]},
        )
    for kind in _STORED_IN:
        content = _viewed(session, study, kind, _STORED_IN[kind])
        yield from ((kind, row) for row in (_with_sources(session, study, content) if kind == "answer" else content))
    for label in _viewed(session, study, "label", "label"):
        yield _label(label, raters[label["rater"]])
    for batch in _own(session, study, "batch"):
        yield "batch", batch_row(batch).model_dump(exclude_none=True)


def _viewed(session: Session, study: Study, kind: str, table: str) -> Iterator[Fields]:
    return _stream(session, VIEWS[kind].params(study=study.id).order_by(T[table].c.id))


def _own(session: Session, study: Study, table: str) -> Iterator[Fields]:
    columns = T[table].c
    return _stream(session, select(T[table]).where(columns.study_id == study.id).order_by(columns.id))


def _stream(session: Session, query: Select[Any]) -> Iterator[Fields]:
    found = session.connection().execute(query, execution_options={"yield_per": _ROWS_AT_ONCE})
    return (dict(row) for row in found.mappings())


def _with_sources(session: Session, study: Study, answers: Iterator[Fields]) -> Iterator[Fields]:
    """Answers with their lists of sources. Both are read side by side, in the order of the answers."""
    listed = T["answersource"].c
    query = VIEWS["answer_source"].params(study=study.id).order_by(listed.answer_id, listed.position)
    lists = groupby(_stream(session, query), key=lambda row: row["answer"])
    key, sources = next(lists, (None, iter(())))
    for answer in answers:
        if answer["key"] == key:
            yield answer | {"sources": [row["source"] for row in sources]}
            key, sources = next(lists, (None, iter(())))
        else:
            yield answer | {"sources": []}


def _label(label: Fields, rater: Fields) -> tuple[str, Fields]:
    unit: Fields = dict(fields_of_unit(label["question"], label["unit"]))
    unit |= {name: int(unit[name]) for name in ("statement", "source") if name in unit}
    if rater["kind"] != "judge":
        return "label", unit | label
    spec = rater["spec"] or {}
    model = {name: spec[name] for name in ("model", "prompt_version") if isinstance(spec.get(name), str)}
    return "judge_output", unit | label | model
