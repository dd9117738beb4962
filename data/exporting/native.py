"""Writing a study in the native format, row by row: what `countermark import` reads back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from data.exporting.records import CONTENT, Fields, Records, records_of, with_unit

_NOT_WRITTEN = {"length", "listed", "query_type", "label_id", "unit"}
_MEANT_ANYWAY: Mapping[str, Any] = {
    "simulated": False,
    "slot": False,
    "run": 0,
    "evidence": [],
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
            yield _ENCODED({"kind": kind} | said) + "\n"


def moment_text(moment: datetime) -> str:
    """A time in UTC as text.

    >>> from datetime import UTC
    >>> moment_text(datetime(2026, 3, 1, 12, 0, 0, 5, UTC))
    '2026-03-01T12:00:00.000005Z'
    """
    return moment.isoformat().removesuffix("+00:00") + "Z"


_ENCODED = json.JSONEncoder(ensure_ascii=False, default=moment_text).encode


def _must_be_said(name: str, value: Any) -> bool:
    return value is not None and name not in _NOT_WRITTEN and value != _MEANT_ANYWAY.get(name)


def _rows(records: Records, history: bool) -> Iterator[tuple[str, Fields]]:
    yield "study", {"title": records.study.title, "notice": records.study.notice}
    models = {}
    for rater in records.raters():
        spec = rater.pop("spec")
        if rater["rater_kind"] == "judge":
            models[rater["name"]] = _model(spec or {})
        yield "rater", rater
    for kind in CONTENT:
        yield from ((kind, row) for row in (records.answers() if kind == "answer" else records.of(kind)))
    if history:
        yield from (("source_fetch", row) for row in records.of("source_fetch"))
        yield from (("past_label", with_unit(row)) for row in records.of("past_label"))
    for label in map(with_unit, records.of("label")):
        model = models.get(label["rater"])
        yield ("label", label) if model is None else ("judge_output", {**label, **model})
    yield from (("batch", row) for row in records.batches())


def _model(spec: Mapping[str, Any]) -> Mapping[str, str]:
    """What a row says of a judge's model."""
    return {name: spec[name] for name in ("model", "prompt_version") if isinstance(spec.get(name), str)}
