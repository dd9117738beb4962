"""A task as the components draw it: plain JSON made of what `data.tasks` shows, and nothing else."""

from __future__ import annotations

from typing import Any

from annotate.signing import Signer
from data.queue import Progress
from data.tasks import SourceView, TaskView, UnitView


def matrix_sheet(view: TaskView, progress: Progress, signer: Signer) -> dict[str, Any]:
    """What the Support screen draws. Source texts are not in it: each has an address."""
    return _frame(view, progress) | {
        "bias": view.bias,
        "answer": view.answer_text,
        "statements": [{"n": one.position, "text": one.text, "cites": list(one.cites)} for one in view.statements],
        "sources": [_source(view, source, signer) for source in view.sources],
        "units": [_cell(unit) for unit in view.units],
        "labels": list(view.question.scale.labels),
        "anchors": dict(view.question.anchors),
    }


def confidence_sheet(view: TaskView, progress: Progress, signer: Signer) -> dict[str, Any]:
    """What the Confidence screen draws: one answer, one unit."""
    (unit,) = view.units
    return _frame(view, progress) | {
        "answer": view.answer_text,
        "asks": view.question.asks,
        "levels": [
            {"value": value, "anchor": view.question.anchors.get(value)} for value in view.question.scale.values
        ],
        "unit": {
            "unit_id": unit.unit_id,
            "value": unit.value,
            "active_ms": unit.active_ms,
            "wall_ms": unit.wall_ms,
        },
    }


def _frame(view: TaskView, progress: Progress) -> dict[str, Any]:
    guideline = view.guideline
    return {
        "seat": view.place.seat_id,
        "version": view.place.version,
        "study": view.study,
        "batch": view.batch,
        "notice": view.notice,
        "query": view.query_text,
        "done": progress.done,
        "tasks": progress.mine + progress.left,
        "corrects": view.corrects,
        "guideline": guideline and {"version": guideline.version, "text": guideline.text},
    }


def _source(view: TaskView, source: SourceView, signer: Signer) -> dict[str, Any]:
    return {
        "n": source.position,
        "title": source.title,
        "url": source.url,
        "status": source.status,
        "length": source.length,
        "text_url": signer.address("source", view.place, source.position),
        "passages_url": signer.address("passages", view.place, source.position),
    }


def _cell(unit: UnitView) -> list[Any]:
    """As a row, because a matrix may have ten thousand of them."""
    return [
        unit.unit_id,
        unit.statement,
        unit.source,
        unit.value,
        unit.reason,
        unit.justification,
        [list(span) for span in unit.evidence],
        unit.active_ms,
        unit.wall_ms,
    ]
