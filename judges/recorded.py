"""Recorded judges: replies that were made earlier, read by the same reader as live ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from data.engine import writing
from data.errors import InputError
from data.judge_labels import NewLabel, labelled_units, store_labels
from data.outputs import begin_run, end_run
from data.tables import Study
from data.tables.types import stored
from data.units import units_by_key
from judges.completion import storable
from judges.config import ModelJudge
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.raters import judge_rater

_ROWS_AT_ONCE = 500
_UNIT_FIELDS = {"support": ("answer", "statement", "source"), "confidence": ("answer",)}


@dataclass(frozen=True)
class Recorded:
    """A reply as it was recorded: the model's text, the unit it is about, and the line it stands in."""

    key: str
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
            units = units_by_key(session, study, spec.question, (reply.key for reply in chunk))
            labelled = labelled_units(session, rater, units.values())
            labels = [_label(judge, reply, units, path) for reply in chunk]
            labels = [label for label in labels if label.unit_id not in labelled]
            store_labels(session, rater, spec.question_version, labels, clock())
            progress.total += len(labels)
            progress.statuses.update(label.reason or "ok" for label in labels)
            watch(progress)
        end_run(session, stored(run.id), clock())
    return RunReport(rater.name, stored(run.id), progress, None)


def recorded_replies(path: Path, question: str) -> Iterator[Recorded]:
    """The replies of a JSONL file: each row has the unit's fields and `raw`, as ``judge_output`` rows do.

    InputError names a row that is none, and a second reply about a unit: nobody could say which one counts.
    """
    seen: set[str] = set()
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                reply = _recorded(line, number, question, path)
                if reply.key in seen:
                    raise InputError(f"a second reply about {reply.key}; keep one", file=str(path), row=number)
                seen.add(reply.key)
                yield reply
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=str(path)) from error


def _recorded(line: str, number: int, question: str, path: Path) -> Recorded:
    try:
        row: dict[str, Any] = json.loads(line)
        return Recorded(
            "/".join(str(row[field]) for field in _UNIT_FIELDS[question]), storable(str(row["raw"])), number
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        needed = ", ".join((*_UNIT_FIELDS[question], "raw"))
        raise InputError(f"is no JSON object with {needed}", file=str(path), row=number) from error


def _label(judge: ModelJudge, reply: Recorded, units: dict[str, int], path: Path) -> NewLabel:
    if reply.key not in units:
        raise InputError(f"there is no unit {reply.key} in this study", file=str(path), row=reply.row)
    verdict = judge.judged.form.read(reply.text, None)
    reason = None if verdict.status == "ok" else verdict.status
    return NewLabel(units[reply.key], verdict.value, reason, verdict.justification, raw=reply.text)
