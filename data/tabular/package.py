"""The parts a workbook is packed from: their sizes, and what a row-by-row reader does not tell."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from lxml import etree
from openpyxl.worksheet.cell_range import CellRange

from data.errors import InputError

LARGEST = 1 << 30
"""Bytes of all parts unpacked. A part never unpacks to more than it says."""

LARGEST_TEXTS = 1 << 28
"""Bytes of the table of texts, which is held in memory."""

_SUSPICIOUS = 1 << 26
_LARGEST_RATIO = 200
"""Unpacked to packed, from so many bytes on: no sheet of data is packed that well."""

_MOST_MERGED = 100_000
_OLD = b"\xd0\xcf\x11\xe0"
_START = 1 << 16
_SHOWN = 3

UNPACKING = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError)
"""What the standard library raises on a package that is damaged, locked, or packed in a way it does not know."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Cells merged over several rows: their name, first column (from 0), first and last row (from 1)."""

    name: str
    column: int
    first: int
    last: int


@dataclass(frozen=True)
class Layout:
    """The merged cells of a sheet, from top to bottom, and sentences about what its values do not tell."""

    merged: tuple[Merged, ...]
    notes: tuple[str, ...]


def checked_package(path: Path) -> None:
    """InputError for a file that is no package of parts, or one made to fill the memory of whoever opens it."""
    with path.open("rb") as file:
        if file.read(len(_OLD)) == _OLD:
            words = "is an old workbook (.xls) or has a password; save it as .xlsx without one"
            raise InputError(words, file=path.name)
    try:
        with zipfile.ZipFile(path) as package:
            _check_sizes(package, path)
            for part in package.infolist():
                _check_start(package, part, path)
    except UNPACKING as error:
        raise InputError(f"is no workbook: {error}", file=path.name) from error


def _check_sizes(package: zipfile.ZipFile, path: Path) -> None:
    parts = package.infolist()
    size = sum(part.file_size for part in parts)
    texts = sum(part.file_size for part in parts if part.filename.lower().endswith("sharedstrings.xml"))
    ratio = size / max(path.stat().st_size, 1)
    if size > LARGEST or texts > LARGEST_TEXTS or (size > _SUSPICIOUS and ratio > _LARGEST_RATIO):
        raise InputError(
            f"unpacks to {size / 1e6:,.0f} MB, which is too large for a workbook; save the sheet as CSV", file=path.name
        )


def _check_start(package: zipfile.ZipFile, part: zipfile.ZipInfo, path: Path) -> None:
    """No part may define entities: a few bytes of them can stand for more text than any memory holds."""
    if not part.filename.lower().endswith((".xml", ".rels")):
        return
    with package.open(part) as opened:
        if b"<!DOCTYPE" in opened.read(_START).replace(b"\0", b""):  # without what UTF-16 puts in between
            raise InputError(f"its part {part.filename} declares a document type, as no workbook does", file=path.name)


def layout_of(part: IO[bytes]) -> Layout:
    """The layout of a sheet, from the XML of its part. XMLSyntaxError when it is not sound."""
    merged: list[Merged] = []
    empty, first = 0, ""
    for _, element in etree.iterparse(part, tag=("{*}row", "{*}mergeCell"), resolve_entities=False, no_network=True):
        if element.tag.endswith("}row"):
            for cell in _without_value(element):
                empty, first = empty + 1, first or cell.get("r", "")
        elif len(merged) < _MOST_MERGED:
            cells = CellRange(element.get("ref"))
            if cells.max_row > cells.min_row:
                merged.append(Merged(cells.coord, cells.min_col - 1, cells.min_row, cells.max_row))
        element.clear()
        while element.getprevious() is not None:  # what was read before would be kept
            del element.getparent()[0]
    merged.sort(key=lambda cells: (cells.first, cells.column))
    return Layout(tuple(merged), tuple(_notes([cells.name for cells in merged], empty, first)))


def _without_value(row: Any) -> Iterator[Any]:
    """The cells whose formula was never calculated."""
    return (formula.getparent() for formula in row.iter("{*}f") if not formula.getparent().findtext("{*}v"))


def _notes(merged: list[str], empty: int, first: str) -> Iterator[str]:
    if merged:
        more = f" and {len(merged) - _SHOWN:,} more" if len(merged) > _SHOWN else ""
        yield f"the value of merged cells counts for each of their rows: {', '.join(merged[:_SHOWN])}{more}"
    if empty:
        yield (
            f"{empty:,} cells hold formulas without a stored value, first {first}, and were taken as empty; "
            "open the workbook in a spreadsheet program and save it"
        )
