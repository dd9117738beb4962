"""Tables in text: CSV, TSV and their relatives."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from data.errors import InputError
from data.problems import Places, Problems
from data.tabular.encodings import encoding_of
from data.tabular.grid import Row, grid_records
from data.tabular.lines import lines_of
from data.tabular.records import Found, Reading, Records

DELIMITERS = (",", ";", "\t", "|")

LONGEST_CELL = 1 << 24
"""In characters. A quotation mark that is never closed makes a cell of all that follows."""

_LINES_LOOKED_AT = 50
_CHARACTERS_LOOKED_AT = 1 << 20


def delimited_records(path: Path, reading: Reading, problems: Problems) -> Records:
    """The records of a table in text, whose first line holds the headings; cells are texts and may hold line breaks."""
    encoding = encoding_of(path, reading.encoding)
    delimiter = _said(reading.delimiter) or _delimiter(path, encoding.name)
    rows = _rows(lines_of(path, encoding.name, problems.places.add(path.name), problems), delimiter, problems)
    found = Found("csv", encoding=encoding.name, delimiter=delimiter)
    return grid_records(rows, found, [encoding.note] if encoding.note else [], problems)


def _said(delimiter: str | None) -> str | None:
    said = "\t" if delimiter in ("\\t", "tab") else delimiter
    if said is not None and (len(said) != 1 or said in '"\r\n\0 '):
        raise InputError("must be one character, or the word tab", field="delimiter")
    return said


def _delimiter(path: Path, encoding: str) -> str:
    """The delimiter that makes the most rows as long as the first, and of these the one that makes it longest."""
    lines = _first_lines(path, encoding)
    if lines and (said := lines[0].rstrip("\r\n").removeprefix("sep=")) in DELIMITERS:
        return said
    order = DELIMITERS if path.suffix.lower() != ".tsv" else ("\t", *DELIMITERS)
    return max(order, key=lambda delimiter: _fit(lines, delimiter))


def _first_lines(path: Path, encoding: str) -> list[str]:
    lines: list[str] = []
    size = 0
    for _, line in lines_of(path, encoding, 0, Problems(Places())):
        lines.append(line)
        size += len(line)
        if len(lines) == _LINES_LOOKED_AT or size > _CHARACTERS_LOOKED_AT:
            break
    return lines


def _fit(lines: list[str], delimiter: str) -> tuple[bool, float, int]:
    rows = [cells for _, cells in _rows(enumerate(lines, start=1), delimiter, Problems(Places()))]
    width = len(rows[0]) if rows else 0
    return width > 1, sum(len(cells) == width for cells in rows) / (len(rows) or 1), width


def _rows(lines: Iterator[tuple[int, str]], delimiter: str, problems: Problems) -> Iterator[Row]:
    """The rows that hold anything, each with the place of its first line."""
    csv.field_size_limit(LONGEST_CELL)  # the limit is the process's; ours holds for every reader of it
    first = last = 0

    def texts() -> Iterator[str]:
        nonlocal first, last
        for last, line in lines:
            first = first or last
            yield line

    try:
        for cells in csv.reader(texts(), delimiter=delimiter, strict=True):
            if any(map(str.strip, cells)) and not (first == 1 and _names_delimiter(cells)):
                yield first, cells
            first = 0
    except csv.Error as error:
        hint = "; is a quotation mark left open?" if "larger than" in str(error) else ""
        problems.add(first, None, f"is not a sound table row: {error}{hint}")


def _names_delimiter(cells: list[str]) -> bool:
    """The line ``sep=;`` that some spreadsheets write above the headings."""
    return cells[0].startswith("sep=") and not any(cells[1:])
