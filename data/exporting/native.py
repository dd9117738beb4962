"""Writing a study in the native format, row by row: what `countermark import` reads back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Engine

from data.exporting.cells import json_text
from data.exporting.records import CONTENT, REVIEWS, Fields, Records, model_of, records_of, with_unit

_NOT_WRITTEN = {"length", "listed", "query_type", "label_id", "unit", "spec"}
_MEANT_ANYWAY: Mapping[str, Any] = {
    "simulated": False,
    "slot": False,
    "run": 0,
    "evidence": [],
    "positions": [],
    "judge_shown": False,
    "bulk": False,
}
"""Values that hold where a row says nothing."""


def export_lines(engine: Engine, study_name: str, history: bool = False) -> Iterator[str]:
    """The study as lines of the native format, in the order things were added; the same study gives the same lines.

    Labels are the current ones; with `history` also those they took the place of, and each attempt to get a source's
    text. Memory stays flat. NotFound when there is no such study.
    """
    with records_of(engine, study_name) as records:
        for kind, fields in _rows(records, history):
            said = {name: value for name, value in fields.items() if _must_be_said(name, value)}
            yield json_text({"kind": kind} | said) + "\n"


def _must_be_said(name: str, value: Any) -> bool:
    return value is not None and name not in _NOT_WRITTEN and value != _MEANT_ANYWAY.get(name)


def _rows(records: Records, history: bool) -> Iterator[tuple[str, Fields]]:
    yield "study", {"title": records.study.title, "notice": records.study.notice}
    models = {}
    for rater in records.raters():
        if rater["rater_kind"] == "judge":
            models[rater["name"]] = model_of(rater)
        yield "rater", rater
    for kind in CONTENT:
        yield from ((kind, row) for row in (records.answers() if kind == "answer" else records.of(kind)))
    for kind in REVIEWS:
        yield from ((kind, row) for row in records.of(kind))
    if history:
        yield from (("source_fetch", row) for row in records.of("source_fetch"))
        yield from (("past_label", with_unit(row)) for row in records.of("past_label"))
    for label in map(with_unit, records.of("label")):
        model = models.get(label["rater"])
        yield ("label", label) if model is None else ("judge_output", {**label, **model})
    yield from (("batch", row) for row in records.batches())
