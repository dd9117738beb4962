"""Files of records written to a folder, and what is read from them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from data.problems import Places, Problems
from data.tabular import Found, Reading, records_of

Cell = Any


@dataclass(frozen=True)
class Read:
    """Everything that came from a file: `rows` with the places as people read them."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, Mapping[str, Cell]], ...]
    found: Found
    notes: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def cells(self) -> list[tuple[Cell, ...]]:
        """The cells of each record, in the order of the headings."""
        return [tuple(cells.get(heading) for heading in self.headings) for _, cells in self.rows]


def read(path: Path, **reading: str) -> Read:
    """The whole file."""
    problems = Problems(Places())
    records = records_of(path, problems, Reading(**reading))
    rows = tuple((problems.places.text(place), cells) for place, cells in records.rows)
    faults = (str(problems.places.error(found.place, found.message, found.field)) for found in problems.found)
    return Read(records.headings, rows, records.found, tuple(records.notes), tuple(faults))


def file_of(folder: Path, content: str | bytes, name: str = "t.csv", encoding: str = "utf-8") -> Path:
    """A file that holds just this."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding, "surrogatepass"))
    return path


def workbook_of(
    folder: Path, sheets: Mapping[str, Sequence[Sequence[Cell]]], merged: Sequence[str] = (), name: str = "t.xlsx"
) -> Path:
    """A workbook of sheets of rows; `merged` are ranges of the first sheet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    for cells in merged:
        book.worksheets[0].merge_cells(cells)
    with closing(book):
        book.save(folder / name)
    return folder / name


def repacked(path: Path, changes: Mapping[str, bytes]) -> Path:
    """The package with the content of some of its parts replaced, or with further parts."""
    with zipfile.ZipFile(path) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for part, content in {**parts, **changes}.items():
            package.writestr(part, content)
    return path


def part_of(path: Path, part: str) -> bytes:
    """A part of a package."""
    with zipfile.ZipFile(path) as package:
        return package.read(part)
