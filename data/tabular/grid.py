"""Tables whose first row holds the headings, in text or in a workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from data.problems import Problems
from data.tabular.cells import Cells
from data.tabular.records import Found, Records
from data.tabular.soundness import sound
from data.tabular.totals import without_totals

Row = tuple[int, Sequence[Any]]
"""The place of a row and its cells."""


def grid_records(rows: Iterator[Row], found: Found, notes: list[str], problems: Problems) -> Records:
    """The records under the headings of the first row. Rows of another length, or with a cell that cannot be kept, are
    problems; rows of totals under the data are left out and told."""
    _, first = next(rows, (0, ()))
    headings = tuple("" if cell is None else str(cell) for cell in first)
    records = _records(without_totals(rows, notes, problems.places), headings, problems)
    return Records(headings, sound(records, problems), found, notes)


def _records(rows: Iterator[Row], headings: tuple[str, ...], problems: Problems) -> Iterator[tuple[int, Cells]]:
    for place, row in rows:
        if len(row) == len(headings):
            yield place, dict(zip(headings, row, strict=True))
        elif problems.many:
            return
        else:
            problems.add(place, None, f"has {len(row)} cells, the first line names {len(headings)} columns")
