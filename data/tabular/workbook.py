"""Workbooks (xlsx): one sheet of them, read row by row."""

from __future__ import annotations

import re
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

from lxml.etree import LxmlError
from openpyxl.reader.excel import ExcelReader
from openpyxl.utils.exceptions import InvalidFileException

from data.errors import InputError
from data.problems import Problems
from data.tabular.cells import is_empty, plain
from data.tabular.grid import Row, grid_records
from data.tabular.package import Merged, checked_package, layout_of
from data.tabular.records import Found, Reading, Records

_MOST_ROWS = 1 << 20
"""What a sheet can have; a row that says it is a later one is not waited for."""

_LARGEST_WHOLE = 2.0**53
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_ERRORS = frozenset({"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"})

UNSOUND = (
    BadZipFile, InvalidFileException, LxmlError, ParseError, zlib.error,
    KeyError, IndexError, ValueError, TypeError, AttributeError, NotImplementedError, RuntimeError, EOFError,
)  # fmt: skip
"""What openpyxl raises on a file that is no workbook, or a damaged one."""


warnings.filterwarnings("ignore", module="openpyxl")  # styles and extensions it does not know: nothing of the values


@dataclass(frozen=True)
class _Book:
    """An open workbook: its sheets with cells by title, and the part of its package each is in."""

    reader: ExcelReader
    sheets: Mapping[str, Any]
    parts: Mapping[str, str]


def workbook_records(path: Path, reading: Reading, problems: Problems) -> Records:
    """The records of the sheet that is said, or of the first one that can be seen and holds anything.

    Formulas count as the values that were stored with them. The value of cells merged over several rows counts for each
    of them. Numbers that are whole are whole numbers, times are ISO texts. InputError for what is no workbook, is too
    large unpacked, or has no such sheet.
    """
    checked_package(path)
    with ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))  # by its name, openpyxl would want an ending
        try:
            book = _opened(file)
            title = _first(book.sheets) if reading.sheet is None else _said(reading.sheet, book.sheets, path.name)
            with book.reader.archive.open(book.parts[title]) as part:
                layout = layout_of(part)
        except UNSOUND as error:
            raise InputError(f"is no sound workbook: {_words(error)}", file=path.name) from error
        titles = tuple(book.sheets)
        notes = list(layout.notes)
        if len(titles) > 1 and reading.sheet is None:
            notes.insert(0, _choice(title, titles))
        offset = problems.places.add(f"{path.name}, sheet '{title}'", word="row")
        cells = _cells(_Sheet(book.sheets[title], path.name, stack.pop_all()), offset, notes)
    rows = _even(_filled(cells, layout.merged, offset), problems)
    return grid_records(rows, Found("xlsx", sheet=title, sheets=titles), notes, problems)


@dataclass(frozen=True)
class _Sheet:
    """A sheet, the name of its file, and what to close when it was read."""

    cells: Any
    file: str
    open: ExitStack


def _opened(file: BinaryIO) -> _Book:
    reader = ExcelReader(file, read_only=True, data_only=True, keep_links=False)
    reader.read()
    sheets = {sheet.title: sheet for sheet in reader.wb.worksheets}
    if not sheets:
        raise ValueError("it has no sheet of cells")
    for sheet in sheets.values():
        sheet.reset_dimensions()  # what a file says of its size may be wrong, and would fill up every row
    return _Book(reader, sheets, {sheet.name: part.target for sheet, part in reader.parser.find_sheets()})


def _said(sheet: str, sheets: Iterable[str], name: str) -> str:
    if sheet not in sheets:
        raise InputError(f"there is no sheet '{sheet}'; there are: {', '.join(sheets)}", file=name, field="sheet")
    return sheet


def _first(sheets: Mapping[str, Any]) -> str:
    """The first sheet that can be seen and holds anything, else the first one."""
    filled = (title for title, sheet in sheets.items() if sheet.sheet_state == "visible" and any(_rows(sheet)))
    return next(filled, next(iter(sheets)))


def _rows(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows that hold anything, with their numbers."""
    for number, row in enumerate(sheet.iter_rows(max_row=_MOST_ROWS, values_only=True), start=1):
        if not all(map(is_empty, row)):
            yield number, row


def _choice(title: str, sheets: tuple[str, ...]) -> str:
    listed = ", ".join(f"'{sheet}'" for sheet in sheets)
    return f"the workbook has {len(sheets)} sheets, of which '{title}' was read: {listed}"


def _cells(sheet: _Sheet, offset: int, notes: list[str]) -> Iterator[Row]:
    """The rows of a sheet; at its end a note counts the errors of formulas."""
    errors: Counter[str] = Counter()
    number = 0
    with sheet.open:
        try:
            for number, row in _rows(sheet.cells):
                errors.update(cell for cell in row if isinstance(cell, str) and cell in _ERRORS)
                yield offset + number, [_plain(cell) for cell in row]
        except UNSOUND as error:
            raise InputError(f"is damaged after row {number:,}: {_words(error)}", file=sheet.file) from error
    if errors:
        listed = ", ".join(f"{code} {count:,}" for code, count in errors.items())
        notes.append(f"cells hold errors of formulas, which were taken as texts: {listed}")


def _plain(cell: Any) -> Any:
    if isinstance(cell, str):
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), cell) if "_x" in cell else cell
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _LARGEST_WHOLE:
        return int(cell)
    if isinstance(cell, datetime) and cell.time() == datetime.min.time():
        return cell.date().isoformat()
    return plain(cell)


def _filled(rows: Iterator[Row], merged: Sequence[Merged], offset: int) -> Iterator[Row]:
    """The rows, in which the value of cells merged over several rows stands in each of them."""
    waiting = list(reversed(merged))
    open_: list[tuple[Merged, Any]] = []
    for place, row in rows:
        cells, number = list(row), place - offset
        open_ = [(range_, value) for range_, value in open_ if range_.last >= number]
        for range_, value in open_:
            cells.extend([None] * (range_.column + 1 - len(cells)))
            cells[range_.column] = value
        while waiting and waiting[-1].first <= number:
            range_ = waiting.pop()
            if range_.first == number and range_.column < len(cells):
                open_.append((range_, cells[range_.column]))
        yield place, cells


def _even(rows: Iterator[Row], problems: Problems) -> Iterator[Row]:
    """The rows as long as the first is without empty cells at its end; cells to the right of it are problems."""
    width = 0
    for place, row in rows:
        width = width or max(number for number, cell in enumerate(row, start=1) if not is_empty(cell))
        if all(map(is_empty, row[width:])):
            yield place, [*row[:width], *[None] * (width - len(row))]
        elif problems.many:
            return
        else:
            problems.add(place, None, f"has cells to the right of the {width} columns that the first row names")


def _words(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
