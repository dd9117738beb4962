"""What an import would make of a file, by its beginning. Nothing is written."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.importing.files import refuse_pipe
from data.importing.forms import Opened, opened_form
from data.importing.mapping import ColumnMapping
from data.importing.options import ImportOptions
from data.importing.reading import IMPLIED_RATER, Placed
from data.importing.rows import LabelRow
from data.importing.suggesting import Guess
from data.importing.table import Table
from data.problems import Places, Problems
from data.questions import QUESTIONS
from data.tabular import Found, text_of

ROWS_READ = 5_000
"""How many records are read and native rows made at most, to find problems and the words that labels hold."""

ROWS_OF_A_KIND = 3
"""How many rows of each kind are shown of a record."""
EXAMPLES = 3
LONGEST_EXAMPLE = 80


@dataclass(frozen=True)
class PreviewColumn:
    """A column of a table: what it becomes in words (None: it is not read), whether that is a guess, and some cells."""

    heading: str
    becomes: str | None
    guessed: bool
    examples: tuple[str, ...]


@dataclass(frozen=True)
class PreviewRow:
    """A native row that would be made, with where it comes from."""

    place: str
    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class PreviewLabel:
    """A label as the table has it, how often it was met, and what it becomes: None if the scale has no such value."""

    question: str
    theirs: str
    ours: str | None
    count: int


@dataclass(frozen=True)
class Preview:
    """What an import would do. `problems` are those of the part that was read; `whole` says whether that is all.

    `rows` are the first native rows made of the first records, `made` counts all of the part by kind.
    Of tables also: how the file is read (`found`), the `mapping` used with the `guesses` in it, the columns, the first
    records, and the labels met. An import takes no guesses: give it the mapping once a person has looked at it.
    """

    file: str
    format: str
    rows: tuple[PreviewRow, ...]
    made: Mapping[str, int]
    problems: tuple[InputError, ...]
    notes: tuple[str, ...]
    whole: bool
    found: Found | None = None
    mapping: ColumnMapping | None = None
    guesses: tuple[Guess, ...] = ()
    columns: tuple[PreviewColumn, ...] = ()
    records: tuple[Mapping[str, Any], ...] = ()
    labels: tuple[PreviewLabel, ...] = ()


def previewed(path: Path, options: ImportOptions | None = None, rows: int = 5) -> Preview:
    """What an import of a file or folder with these options would do, shown by its first `rows` records.

    Faults of the file or mapping are among the `problems`. InputError when the format is not known, or nothing can be
    read at all.
    """
    refuse_pipe(path)
    problems, notes = Problems(Places()), list[str]()
    opened = opened_form(path, options or ImportOptions(), problems)
    fits = opened.table is None or opened.table.check_fit(problems)
    rest: Iterator[object] = iter(()) if opened.table is None else opened.table.records.rows
    made = _beginning(opened).rows(problems, notes) if fits else iter(())
    read = list(islice(made, ROWS_READ))
    whole = next(made, None) is None and next(rest, None) is None and not problems.many
    preview = Preview(
        path.name,
        opened.format,
        tuple(_shown(row, problems.places) for row in _of_first_places(read, rows)),
        Counter(_kind(row) for row in read),
        problems.shown(),
        tuple(notes),
        whole,
    )
    return preview if opened.table is None else _with_table(preview, opened.table, read, rows)


def _beginning(opened: Opened) -> Opened:
    """The same, of a table only the first records: there may be a million that become nothing."""
    if opened.table is None:
        return opened
    records = opened.table.records
    first = dataclasses.replace(records, rows=islice(records.rows, ROWS_READ))
    return dataclasses.replace(opened, table=dataclasses.replace(opened.table, records=first))


def _with_table(preview: Preview, table: Table, read: Sequence[Placed], rows: int) -> Preview:
    return dataclasses.replace(
        preview,
        found=table.records.found,
        mapping=table.mapping,
        guesses=table.guesses,
        columns=tuple(_columns(table)),
        records=tuple(table.first[:rows]),
        labels=tuple(_labels(read)) if table.mapping.becomes == "labels" else (),
    )


def _of_first_places(read: Sequence[Placed], number: int) -> Iterator[Placed]:
    """The rows of the first records, of each the first of every kind."""
    first = {*islice(dict.fromkeys(row.place for row in read), number)}
    met: Counter[tuple[int, str]] = Counter()
    for row in read:
        met[row.place, row.kind] += 1
        if row.place in first and met[row.place, row.kind] <= ROWS_OF_A_KIND:
            yield row


def _shown(row: Placed, places: Places) -> PreviewRow:
    return PreviewRow(places.text(row.place), _kind(row), row.row.model_dump(exclude_defaults=True))


def _kind(row: Placed) -> str:
    return "rater" if row.kind == IMPLIED_RATER else row.kind


def _columns(table: Table) -> Iterator[PreviewColumn]:
    guessed = {guess.heading for guess in table.guesses}
    for heading in table.records.headings:
        texts = (shortened(cells.get(heading)) for cells in table.first)
        examples = tuple(islice(dict.fromkeys(text for text in texts if text), EXAMPLES))
        yield PreviewColumn(heading, table.mapping.meaning(heading), heading in guessed, examples)


def shortened(cell: object) -> str:
    """The beginning of a cell in one line; lists and objects as JSON, nothing for an empty cell."""
    text = text_of(cell)
    if text is None:
        text = json.dumps(cell, ensure_ascii=False, default=str) if isinstance(cell, list | dict) else ""
    line = " ".join(text[: 4 * LONGEST_EXAMPLE].split())
    return line if len(line) <= LONGEST_EXAMPLE else f"{line[: LONGEST_EXAMPLE - 1]}…"


def _labels(read: Sequence[Placed]) -> Iterator[PreviewLabel]:
    """The labels met, the most frequent of each question first."""
    rows = [placed.row for placed in read if isinstance(placed.row, LabelRow) and placed.row.value is not None]
    met = Counter((row.question, str(row.value if row.raw is None else row.raw), str(row.value)) for row in rows)
    for (question, theirs, ours), count in sorted(met.items(), key=lambda item: (item[0][0], -item[1])):
        fits = ours in QUESTIONS[question].scale.labels
        yield PreviewLabel(question, theirs, ours if fits else None, count)
