"""What a row's fields must be to each other; what a model of single fields cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from data.importing.rows import (
    ALL_UNIT_FIELDS,
    BatchRow,
    GuidelineRow,
    JudgeOutputRow,
    LabelRow,
    MarkDecisionRow,
    PairRow,
    PastLabelRow,
    Row,
    SourceFetchRow,
    SourceRow,
    StatementRow,
    unit_fields,
)
from data.questions import QUESTIONS, REASONS

Fault = tuple[str | None, str]


def faults(row: Row) -> list[Fault]:
    """The fields at fault, each with what to do about it; empty for a sound row."""
    rule = _RULES.get(type(row))
    return list(rule(row)) if rule else []


def _source(row: SourceRow) -> Iterator[Fault]:
    if row.status == "ok" and row.text is None:
        yield "text", "is missing; a source with status 'ok' needs its text, one without text says why in its status"
    if row.status != "ok" and row.text is not None:
        yield "text", f"is given although the status is '{row.status}'; only a source with status 'ok' has a text"


def _source_fetch(row: SourceFetchRow) -> Iterator[Fault]:
    if (row.status == "ok") != (row.sha256 is not None):
        yield "sha256", "is that of the text: given exactly when the status is 'ok'"


def _mark_decision(row: MarkDecisionRow) -> Iterator[Fault]:
    if row.start >= row.end:
        yield "end", f"end {row.end} is not after start {row.start}; the end is exclusive"
    if row.verdict == "text" and row.positions:
        yield "positions", "text cites no source; leave them out"


def _statement(row: StatementRow) -> Iterator[Fault]:
    if (row.start is None) != (row.end is None):
        yield "end" if row.end is None else "start", "is missing; give both start and end, or neither"
    elif row.start is not None and row.end is not None and row.end - row.start != len(row.text):
        yield (
            "end",
            f"start {row.start} and end {row.end} span {row.end - row.start} characters, the text has {len(row.text)}; "
            "count code points from 0, the end exclusive",
        )


def _pair(row: PairRow) -> Iterator[Fault]:
    if row.first == row.second:
        yield "second", "is the same answer as first; a pair needs two"


def _guideline(row: GuidelineRow) -> Iterator[Fault]:
    yield from _question(row.question)


def _batch(row: BatchRow) -> Iterator[Fault]:
    yield from _question(row.question)
    drawn = row.design.tasks is not None or row.design.seed is not None
    if row.design.method == "all" and drawn:
        yield "design", "method 'all' takes no tasks and no seed"
    if row.design.method == "simple random" and (row.design.tasks is None or row.design.seed is None):
        yield "design", "method 'simple random' needs tasks and seed"


def _question(name: str) -> Iterator[Fault]:
    if name not in QUESTIONS:
        yield "question", f"unknown question '{name}'; known: {', '.join(QUESTIONS)}"


def _label(row: LabelRow) -> Iterator[Fault]:
    if row.question not in QUESTIONS:
        yield from _question(row.question)
        return
    yield from _unit(row)
    if (row.value is None) == (row.reason is None):
        yield "value", "give either a value, or the reason why there is none"
    if row.reason is not None and row.reason not in REASONS:
        yield "reason", f"unknown reason '{row.reason}'; known: {', '.join(REASONS)}"
    if row.evidence and QUESTIONS[row.question].unit != "cell":
        yield "evidence", f"spans point into a source, and '{row.question}' is not asked about a source"
    for span in row.evidence:
        if span[0] >= span[1]:
            yield "evidence", f"the span {span} is empty; the end is exclusive and must be after the start"


def _unit(row: LabelRow) -> Iterator[Fault]:
    needed = unit_fields(row.question)
    for field in ALL_UNIT_FIELDS:
        given = getattr(row, field) is not None
        if given and field not in needed:
            yield field, f"does not belong to a label of '{row.question}'; its unit is named by {', '.join(needed)}"
        if not given and field in needed:
            yield field, f"is missing; a label of '{row.question}' is named by {', '.join(needed)}"


_RULES: Mapping[type[Row], Callable[[Any], Iterator[Fault]]] = {
    SourceRow: _source,
    SourceFetchRow: _source_fetch,
    MarkDecisionRow: _mark_decision,
    StatementRow: _statement,
    PairRow: _pair,
    GuidelineRow: _guideline,
    BatchRow: _batch,
    LabelRow: _label,
    PastLabelRow: _label,
    JudgeOutputRow: _label,
}
