"""Tables as the sheets of one workbook (.xlsx).

Written here and not by openpyxl, which takes four times as long for the same cells: a sheet is one XML file that can be
written row by row.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from io import BufferedWriter, RawIOBase
from itertools import count, islice
from pathlib import Path
from typing import IO, Any, cast
from xml.sax.saxutils import escape

from data.exporting.cells import CELL_TEXTS
from data.exporting.columns import Column, Table

MOST_ROWS = 1_048_576
"""Rows of a sheet, the head included. A longer table goes on in another sheet."""

LONGEST_CELL = 32_767
"""UTF-16 units of a text in a cell."""

_AT_ONCE = 1 << 16
"""Bytes that are packed together."""

_SHORT = 100
"""Characters of a text that is worth remembering."""

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_OF_SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_PLAIN = re.compile(r"[^&<>\r_\x00-\x1f\ufffe\uffff]*")


class Workbook(AbstractContextManager["Workbook"]):
    """A workbook that is being written. `cut` counts the texts that are too long for a cell."""

    def __init__(self, path: Path):
        self._package = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
        self._sheets: list[str] = []
        self.cut = 0

    def __exit__(self, *_: object) -> None:
        """Write what holds the sheets together, and close the file."""
        numbers = range(1, len(self._sheets) + 1)
        sheets = "".join(
            f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
            for number, name in zip(numbers, self._sheets, strict=True)
        )
        of_sheets = [(f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in numbers]
        parts = [("xl/workbook.xml", "sheet.main"), *((f"xl/worksheets/sheet{n}.xml", "worksheet") for n in numbers)]
        spaces = f'xmlns="{_MAIN}" xmlns:r="{_OFFICE}"'
        self._part("xl/workbook.xml", f"<workbook {spaces}><sheets>{sheets}</sheets></workbook>")
        self._part("xl/_rels/workbook.xml.rels", _relations(of_sheets))
        self._part("_rels/.rels", _relations([("rId1", "officeDocument", "xl/workbook.xml")]))
        self._part("[Content_Types].xml", _content_types(parts))
        self._package.close()

    def write(self, table: Table, rows: Iterator[tuple[Any, ...]]) -> int:
        """Add the sheet of a table, or several; how many rows."""
        written = 0
        for number in count(1):
            name = table.name if number == 1 else f"{table.name} ({number})"
            found = self._sheet(name, table, islice(rows, MOST_ROWS - 1))
            written += found
            if found < MOST_ROWS - 1:
                break
        return written

    def _sheet(self, name: str, table: Table, rows: Iterator[tuple[Any, ...]]) -> int:
        self._sheets.append(name)
        columns = [(_letters(n), self._content(column)) for n, column in enumerate(table.columns, 1)]
        head = [(letters, _text_cell) for letters, _ in columns]
        place = f"xl/worksheets/sheet{len(self._sheets)}.xml"
        with self._open(place) as whole, BufferedWriter(cast("RawIOBase", whole), _AT_ONCE) as part:
            part.write(f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            part.write(_row(1, head, [column.name for column in table.columns]).encode())
            number = 1
            for number, row in enumerate(rows, 2):
                part.write(_row(number, columns, row).encode())
            part.write(b"</sheetData></worksheet>")
        return number - 1

    def _content(self, column: Column) -> Callable[[Any], str]:
        """What makes the rest of a cell's element, after its place, from a value of the column."""
        text = CELL_TEXTS[column.type]
        if column.type in ("integer", "number"):
            return lambda value: f"><v>{text(value)}</v></c>"
        if column.type == "boolean":
            return {True: ' t="b"><v>1</v></c>', False: ' t="b"><v>0</v></c>'}.__getitem__
        return lambda value: self._text(text(value))

    def _text(self, text: str) -> str:
        if len(text) <= _SHORT:
            return _text_cell(text)
        return _text_cell.__wrapped__(text if len(text) <= LONGEST_CELL // 2 else self._cut(text))

    def _cut(self, text: str) -> str:
        units = text.encode("utf-16-le")
        if len(units) <= 2 * LONGEST_CELL:
            return text
        self.cut += 1
        said = f"… [cut: {len(text):,} characters]"
        return units[: 2 * (LONGEST_CELL - len(said))].decode("utf-16-le", "ignore") + said

    def _open(self, name: str) -> IO[bytes]:
        """A part of the package; without a time, so that the same study makes the same file."""
        part = zipfile.ZipInfo(name)
        part.compress_type = zipfile.ZIP_DEFLATED
        return self._package.open(part, "w", force_zip64=True)

    def _part(self, name: str, text: str) -> None:
        with self._open(name) as part:
            part.write(f"{_HEAD}{text}".encode())


def _row(number: int, columns: Sequence[tuple[str, Callable[[Any], str]]], cells: Sequence[Any]) -> str:
    written = [
        f'<c r="{letters}{number}"{content(cell)}'
        for (letters, content), cell in zip(columns, cells, strict=True)
        if cell is not None
    ]
    return f'<row r="{number}">{"".join(written)}</row>'


@lru_cache(maxsize=10_000)  # names, values and versions come again and again
def _text_cell(text: str) -> str:
    return f' t="inlineStr"><is><t xml:space="preserve">{xml_text(text)}</t></is></c>'


def xml_text(text: str) -> str:
    r"""A text as it stands in a sheet's XML. What XML has no place for is written as ECMA-376 has it.

    >>> xml_text("a & b\x01")
    'a &amp; b_x0001_'
    """
    if _PLAIN.fullmatch(text):
        return text
    return escape(_NO_XML.sub(lambda found: f"_x{ord(found[0]):04X}_", text), {"\r": "&#13;"})


def _relations(of: Sequence[tuple[str, str, str]]) -> str:
    found = "".join(f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{to}"/>' for name, kind, to in of)
    return f'<Relationships xmlns="{_RELATIONS}">{found}</Relationships>'


def _content_types(parts: Sequence[tuple[str, str]]) -> str:
    found = "".join(f'<Override PartName="/{name}" ContentType="{_OF_SHEETS}.{kind}+xml"/>' for name, kind in parts)
    relations = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return f'<Types xmlns="{_TYPES}">{relations}<Default Extension="xml" ContentType="application/xml"/>{found}</Types>'


def _letters(number: int) -> str:
    """The name of a column, from 1.

    >>> [_letters(1), _letters(26), _letters(27)]
    ['A', 'Z', 'AA']
    """
    before, last = divmod(number - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)
