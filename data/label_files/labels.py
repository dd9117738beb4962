"""From a label file to the long frame of each question in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from agreement.scale import Scale
from data.errors import InputError
from data.label_files.clusters import Clusters, clusters_of
from data.label_files.columns import Columns, columns_of
from data.label_files.options import FileOptions
from data.label_files.rows import COLUMNS, RowReader
from data.label_files.scales import ScaleOf, declared, found_in, look_alikes
from data.problems import Places, Problems
from data.publication.plain import shown
from data.tabular import records_of

_SHOWN = 5


@dataclass(frozen=True, eq=False)
class QuestionLabels:
    """The labels of one question: `frame` has the columns `agreement.frame.coded` wants, and those of the slices.

    `scale` is None for plain numbers. `primary` names the statistic that leads. `clusters` is what the intervals
    leave out at a time. `gold` is the rater of that kind, if there is only one. `notes` are sentences about
    this question alone.
    """

    question: str
    frame: pd.DataFrame
    scale: Scale | None
    primary: str
    clusters: Clusters
    gold: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class LabelFile:
    """The questions of a file in its order, and sentences about how it was read."""

    name: str
    questions: tuple[QuestionLabels, ...]
    notes: tuple[str, ...]


def read_label_file(path: Path, options: FileOptions) -> LabelFile:
    """The labels of a file of records: CSV, TSV, JSON, JSONL, Parquet or a workbook.

    Every cell is a label or missing: only an empty one (null) is missing, never a word such as N/A. Labels outside
    the scale stay in the frame, for the report to count and list. FileRefused (an InputError) with up to twenty
    faults, among them second labels of a unit by a rater; InputError for options that do not fit the file.
    """
    options.refuse_unfitting()
    scale = declared(options)
    problems = Problems(Places(), outcome="nothing was computed")
    records = records_of(path, problems)
    problems.refuse_if_any()
    columns = columns_of(records.headings, options, path.name)
    if options.tasks and "question" not in columns:
        raise InputError("no column says which task a row is of; name it with --column question=HEADING", field="task")
    clusters = clusters_of(columns, options)
    reader = RowReader(columns, clusters, options, path.stem, problems)
    frame = pd.DataFrame.from_records(list(reader.rows(records.rows)), columns=[*COLUMNS, *columns.slices])
    _check_rows_together(frame, columns, problems)
    problems.refuse_if_any()
    if frame.empty:
        raise InputError(_nothing(reader), file=path.name)
    questions = tuple(_question(str(name), rows, reader, scale) for name, rows in frame.groupby("question", sort=False))
    notes = (*records.notes, *_notes(frame, columns, clusters, reader))
    return LabelFile(path.name, questions, tuple(map(shown, notes)))


def _nothing(reader: RowReader) -> str:
    tasks = ", ".join(f"'{task}'" for task in reader.seen.tasks)
    return f"no row is of the task that was asked for; there are: {tasks}" if tasks else "there is no row"


def _question(name: str, rows: pd.DataFrame, reader: RowReader, scale: ScaleOf | None) -> QuestionLabels:
    options = reader.options
    frame = rows.drop(columns=["place", "question"]).reset_index(drop=True)
    texts = ("unit", "cluster", "rater", "rater_kind", "value", "reason", *options.slices)
    frame = frame.astype(dict.fromkeys(texts, "str")).assign(slot=options.slots & (frame["rater_kind"] == "human"))
    golden = sorted(reader.seen.gold & set(frame["rater"]))
    found = None if options.numeric else scale or found_in(frame["value"].dropna(), name)
    return QuestionLabels(
        question=name,
        frame=frame,
        scale=found.scale if found else None,
        primary=found.primary if found else "pearson",
        clusters=reader.clusters,
        gold=golden[0] if len(golden) == 1 else None,
        notes=(*(found.notes if found else ()), *_of_gold(golden)),
    )


def _of_gold(raters: list[str]) -> Iterator[str]:
    if len(raters) > 1:
        yield (
            f"none of the {len(raters)} raters of kind gold is a reference by itself: {', '.join(raters)}; "
            "name one with --reference"
        )


def _check_rows_together(frame: pd.DataFrame, columns: Columns, problems: Problems) -> None:
    """Problems of rows that contradict an earlier one, or repeat it."""
    of_unit, of_rater = ["question", "unit"], ["question", "rater"]
    for owner, name in ((of_unit, "cluster"), (of_unit, "weight"), (of_rater, "rater_kind")):
        for row in _unlike_first(frame, owner, name):
            words = f"{owner[-1]} '{row[owner[-1]]}' has another {name.replace('_', ' ')} in an earlier row"
            problems.add(row["place"], columns.heading.get(name, name), words)
    for row in _unlike_first(frame, [*of_unit, "rater", "run"], "place"):
        words = (
            f"a second label of '{row['unit']}' by '{row['rater']}': the first is in "
            f"{problems.places.text(row['first'])}; keep one, or number repeats in a column run"
        )
        problems.add(row["place"], None, words)


def _unlike_first(frame: pd.DataFrame, key: list[str], name: str) -> list[dict[str, Any]]:
    """The rows in which a column differs from the first row of the same key, with that row's cell as `first`."""
    first = frame.groupby(key, sort=False)[name].transform("first")
    found = frame.assign(first=first)[frame[name] != first]
    return [{str(column): cell for column, cell in row.items()} for row in found.to_dict("records")]


def _notes(frame: pd.DataFrame, columns: Columns, clusters: Clusters, reader: RowReader) -> Iterator[str]:
    seen, options = reader.seen, reader.options
    if columns.unread:
        yield f"columns that were not read: {', '.join(columns.unread)}"
    if seen.other_tasks:
        listed = ", ".join(f"{task} {count:,}" for task, count in seen.other_tasks.items())
        yield f"{seen.other_tasks.total():,} rows of other tasks were left out: {listed}"
    if len(seen.types) > 1:
        listed = ", ".join(f"{count:,} {kind}" for kind, count in seen.types.most_common())
        yield f"labels are of mixed types ({listed}); each was taken as the text the file holds"
    unused = [theirs for theirs in options.meanings if theirs not in seen.mapped]
    if unused:
        yield f"labels of --map that do not occur: {', '.join(unused)}"
    if "rater_kind" not in columns and not options.rater_kinds:
        yield "no column says what raters are: all are taken as people; name judges with --rater-kind NAME=judge"
    unknown = [name for name in options.rater_kinds if name and name not in set(frame["rater"])]
    if unknown:
        yield f"raters of --rater-kind that do not occur: {', '.join(unknown)}"
    for column in ("rater", "unit"):
        pairs = list(look_alikes(frame[column].unique()))
        if pairs:
            listed = ", ".join(f"'{a}' and '{b}'" for a, b in pairs[:_SHOWN])
            yield f"{len(pairs):,} pairs of names of a {column} may be the same, and count as two: {listed}"
    if clusters.note:
        yield clusters.note
