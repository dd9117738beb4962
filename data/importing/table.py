"""A table on its way to rows: its records, and the mapping that says what they become."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from data.importing.labels import labels_of_records
from data.importing.mapping import BECOMES, ColumnMapping, faults
from data.importing.options import ImportOptions
from data.importing.reading import Placed
from data.importing.report_forms.columns import reports_of_records
from data.importing.report_forms.stream import rows_of_reports
from data.importing.suggesting import Guess, options_of, suggested
from data.problems import Problems
from data.tabular import Records, records_of

RECORDS_LOOKED_AT = 50
"""How many records the meaning of a table's columns is judged by."""


@dataclass(frozen=True)
class Table:
    """An opened table. `first` are its first records, which `records` holds too; nobody has confirmed the `guesses`."""

    records: Records
    first: Sequence[Mapping[str, Any]]
    mapping: ColumnMapping
    guesses: tuple[Guess, ...]

    def check_fit(self, problems: Problems) -> bool:
        """Whether the mapping fits the table; what does not is added to the problems."""
        if not self.records.headings:
            if not problems.found:
                problems.add(1, None, "holds no columns; the first line names them")
            return False
        found = tuple(faults(self.mapping, self.records.headings))
        for fault in found:
            problems.add(1, fault.field, fault.message)
        return not found

    def refuse_guesses(self, problems: Problems) -> None:
        """Add to the problems what of the mapping nobody has confirmed, and how to do so."""
        if self.guesses:
            looks = ", ".join(f"'{guess.heading}' like {guess.field}" for guess in self.guesses)
            problems.add(
                1,
                None,
                f"some columns only look like what they may be ({looks}); if they are, add "
                f"{options_of(self.guesses, self.mapping)}, or look with --preview and keep what is right with "
                "--save-mapping",
            )

    def rows(self, problems: Problems, notes: list[str]) -> Iterator[Placed]:
        """The rows that the records become. The mapping must be sound."""
        notes.append(self.read_as())
        if self.mapping.becomes == "labels":
            yield from labels_of_records(self.records, self.mapping, problems, notes)
        else:
            yield from self._reports(problems, notes)
        notes.extend(self.records.notes)
        unread = [heading for heading in self.records.headings if heading not in {*self.mapping.headings()}]
        if unread:
            notes.append(f"columns that were not read: {', '.join(unread)}")

    def _reports(self, problems: Problems, notes: list[str]) -> Iterator[Placed]:
        columns = self.mapping.columns
        reports = reports_of_records(self.records.rows, columns, self.mapping.constants, problems)
        yield from rows_of_reports(reports, problems, notes, columns)

    def read_as(self) -> str:
        """How the file was read, in words, for example ``read as labels: csv, utf-8, divided by ';'``."""
        found = self.records.found
        parts = [found.form, *filter(None, [found.encoding])]
        parts += [] if found.delimiter is None else [f"divided by {_shown(found.delimiter)}"]
        parts += [] if found.sheet is None else [f"sheet '{found.sheet}' of {len(found.sheets)}"]
        parts += [f"records under '{found.records}'"] if found.records else []
        return f"read as {self.mapping.becomes}: {', '.join(parts)}"


def _shown(delimiter: str) -> str:
    return "tabs" if delimiter == "\t" else f"'{delimiter}'"


def open_table(path: Path, options: ImportOptions, problems: Problems) -> Table:
    """The table with the mapping given, or else the one its headings and first records suggest."""
    said = options.said
    given = None if options.mapping is None else said.over(options.mapping)
    records = records_of(path, problems, said.reading if given is None else given.reading)
    start = list(islice(records.rows, RECORDS_LOOKED_AT))
    first = [cells for _, cells in start]
    records = dataclasses.replace(records, rows=chain(start, records.rows))
    if given is not None:
        return Table(records, first, given, ())
    becomes = next((name for name in BECOMES if name == options.format), None)
    found = suggested(records.headings, first, said, becomes)
    return Table(records, first, found.mapping, found.guesses)
