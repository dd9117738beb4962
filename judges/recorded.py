"""Recorded judges: replies that were made earlier, read by the same reader as live ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from data.engine import writing
from data.errors import InputError
from data.judge_labels import NewLabel, label_of, labelled_runs, store_labels
from data.outputs import Result, begin_run, end_run
from data.pending import ORDERS
from data.tables import Study
from data.tables.types import stored
from judges.by_rule import label_by_rule
from judges.completion import storable
from judges.config import ModelJudge
from judges.judged import Cell
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.raters import judge_rater

_MOST_RUNS = 1_000_000
"""A run beyond this is a mistake in the file."""

_ROWS_AT_ONCE = 500
_CHECKLIST = ("answer", "checklist", "version")
_NAMED_BY = {
    "support": ("answer", "statement", "source"),
    "confidence": ("answer",),
    "relevance": ("answer",),
    "stance": ("answer",),
    "presentation": _CHECKLIST,
    "coverage": _CHECKLIST,
    "consistency_issue": ("answer", "issue"),
    "citation_issue": ("answer", "issue"),
    "depth": ("pair",),
    "citation_accuracy": ("answer", "claim"),
}
"""The fields that say what a reply is about: a unit, or all statements or items it is about."""


@dataclass(frozen=True)
class Recorded:
    """A reply as it was recorded: the model's text, what it is about, which run it is, and the line it stands in."""

    name: str
    run: int
    text: str
    row: int


def run_recorded(
    engine: Engine, study: Study, judge: ModelJudge, watch: Watch, clock: Callable[[], datetime] = utc_now
) -> RunReport:
    """Label the units of a file's replies; units that have this judge's label keep it.

    All or nothing. The raw reply is kept with each label. InputError names a line that cannot be used.
    """
    path = judge.recorded
    if path is None:
        raise ValueError("this judge has no recorded replies")
    spec = replace(judge.spec, base_url="recorded")
    progress = Progress(0)
    with writing(engine) as session:
        rater = judge_rater(session, study, spec)
        run = begin_run(session, rater, spec.question, {"recorded": path.name}, clock())
        replies = recorded_replies(path, spec.question)
        while chunk := list(islice(replies, _ROWS_AT_ONCE)):
            labels = _labels(session, study, judge, path, chunk)
            labelled = labelled_runs(session, rater, {label.unit_id for label in labels})
            labels = [label for label in labels if (label.unit_id, label.run) not in labelled]
            store_labels(session, rater, spec.question_version, labels, clock())
            _count(progress, Counter(label.status for label in labels), watch)
        _count(progress, label_by_rule(session, rater, judge.judged, range(1), clock()), watch)
        end_run(session, stored(run.id), clock())
    return RunReport(rater.name, stored(run.id), progress, None)


def _count(progress: Progress, statuses: Counter[str], watch: Watch) -> None:
    progress.total += statuses.total()
    progress.statuses.update(statuses)
    watch(progress)


def recorded_replies(path: Path, question: str) -> Iterator[Recorded]:
    """The replies of a JSONL file: each row has the fields of what it is about, `raw`, and `run` unless that is 0.

    InputError names a row that is none, and a second reply about the same: nobody could say which one counts.
    """
    seen: set[tuple[str, int]] = set()
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                reply = _recorded(line, number, question, path)
                if (reply.name, reply.run) in seen:
                    raise InputError(f"a second reply about {reply.name}; keep one", file=str(path), row=number)
                seen.add((reply.name, reply.run))
                yield reply
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=str(path)) from error


def _recorded(line: str, number: int, question: str, path: Path) -> Recorded:
    fields = _NAMED_BY[question]
    try:
        row: dict[str, Any] = json.loads(line)
        parts = [str(row[field]) for field in fields]
        run = row.get("run", 0)
        if not isinstance(run, int) or isinstance(run, bool) or not 0 <= run <= _MOST_RUNS:
            raise ValueError("run is no count")
        return Recorded(_name(fields, parts), run, storable(str(row["raw"])), number)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        needed = ", ".join((*fields, "raw"))
        raise InputError(
            f"is no JSON object with {needed} and a run from 0, if any", file=str(path), row=number
        ) from error


def _name(fields: Sequence[str], parts: Sequence[str]) -> str:
    """What the fields name, as keys of units are written."""
    return f"{parts[0]}/{parts[1]}@{parts[2]}" if fields == _CHECKLIST else "/".join(parts)


def _labels(
    session: Session, study: Study, judge: ModelJudge, path: Path, replies: Sequence[Recorded]
) -> list[NewLabel]:
    """What the replies say of each unit they are about."""
    orders = ORDERS.get(judge.spec.question, 1)
    names = [reply.name for reply in replies]
    cells = [judge.judged.named(session, study, names, order) for order in range(orders)]
    labels: list[NewLabel] = []
    for reply in replies:
        repeat, order = divmod(reply.run, orders)
        cell = cells[order].get(reply.name)
        if cell is None:
            raise InputError(f"there is no unit {reply.name} in this study", file=str(path), row=reply.row)
        labels += _read(judge, cell, repeat, reply.text)
    return labels


def _read(judge: ModelJudge, cell: Cell, repeat: int, text: str) -> Iterator[NewLabel]:
    """The labels of a cell from a reply, made as those of live replies are."""
    verdict = judge.judged.form.read(text, cell)
    key = "recorded"
    output = Result(request_key=key, attempt_id=0, **vars(verdict))
    for due in cell.dues((key,), repeat):
        yield replace(label_of(due, {key: output}, judge.judged.order), raw=text)
