"""What holds for every file of records: what was written is what is read, piece by piece as at once."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabular_files import Read, file_of, read, workbook_of

from data.errors import InputError
from data.tabular import ENDINGS
from data.tabular.json_scanner import Scanner, Told
from data.tabular.totals import is_of_totals

pytestmark = pytest.mark.whole

fast = settings(max_examples=20, deadline=None)

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=12)
XML_TEXT = st.text(st.characters(min_codepoint=0x20, exclude_categories=["Cs", "Cn"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.lists(st.dictionaries(TEXT, JSON, min_size=1, max_size=4), min_size=1, max_size=6)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"])


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as path:
        yield Path(path)


@st.composite
def tables(draw: st.DrawFn, cells: st.SearchStrategy[str]) -> list[list[str]]:
    """Rows of one length that hold something and are no totals."""
    width = draw(st.integers(1, 4))
    row = st.lists(cells, min_size=width, max_size=width).filter(
        lambda row: any(cell.strip() for cell in row) and not is_of_totals(row)
    )
    headings = draw(st.lists(cells.filter(str.strip), min_size=width, max_size=width, unique=True))
    return [headings, *draw(st.lists(row, max_size=5))]


def same(found: Read, rows: list[list[Any]]) -> bool:
    return (list(found.headings), [list(cells) for cells in found.cells], found.problems) == (rows[0], rows[1:], ())


@given(tables(TEXT), st.sampled_from(",;\t|:"), ENCODINGS, st.sampled_from(["\n", "\r\n"]))
@fast
def test_a_table_of_any_texts_comes_back(rows: list[list[str]], delimiter: str, encoding: str, end: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    with folder() as path:
        assert same(read(file_of(path, text.getvalue(), encoding=encoding), delimiter=delimiter), rows)


@given(tables(st.text("ab é東,;|", min_size=1, max_size=6).map(lambda text: f"x{text}")), st.sampled_from(",;\t|"))
@fast
def test_the_delimiter_of_a_quoted_table_is_found(rows: list[list[str]], delimiter: str) -> None:
    rows = [row if len(row) > 1 else [*row, f"x{number}"] for number, row in enumerate(rows)]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    with folder() as path:
        assert same(read(file_of(path, text.getvalue())), rows)


@given(OBJECTS, ENCODINGS, st.booleans())
@fast
def test_json_lines_come_back(objects: list[dict[str, Any]], encoding: str, ascii_only: bool) -> None:
    text = "".join(json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in objects)
    with folder() as path:
        found = read(file_of(path, text, "t.jsonl", encoding))
    assert ([cells for _, cells in found.rows], found.problems) == (objects, ())
    assert list(found.headings) == list(dict.fromkeys(name for record in objects for name in record))


@given(OBJECTS, ENCODINGS, st.booleans(), st.sampled_from([None, 2]), st.lists(st.sampled_from("ab"), max_size=2))
@fast
def test_the_records_of_a_document_come_back(
    objects: list[dict[str, Any]], encoding: str, ascii_only: bool, indent: int | None, names: list[str]
) -> None:
    document: Any = objects
    for name in reversed(names):
        document = {"before": [1, [{}]], name: document, "after": None}
    text = json.dumps(document, ensure_ascii=ascii_only, indent=indent)
    with folder() as path:
        found = read(file_of(path, text, "t.json", encoding))
    assert ([cells for _, cells in found.rows], found.problems) == (objects, ())
    assert found.found.records == ".".join(names)


class _Trickle(io.StringIO):
    """A text that is handed out a few characters at a time."""

    def read(self, size: int | None = -1) -> str:
        return super().read(3)


@given(JSON, st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_value_is_the_same_in_pieces_as_at_once(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    scanner = Scanner(_Trickle(f" {text}\n"))
    assert scanner.value() == value
    assert scanner.upcoming() == ""


@given(st.lists(JSON, min_size=1, max_size=4), st.data())
@settings(max_examples=30, deadline=None)
def test_a_list_that_is_cut_off_anywhere_is_not_taken_for_whole(values: list[Any], data: st.DataObject) -> None:
    text = json.dumps(values)
    cut = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(Told):
        list(Scanner(_Trickle(text[:cut])).items())


@given(st.lists(st.tuples(TEXT, st.integers(-(2**60), 2**60), st.none() | TEXT), max_size=20), st.integers(1, 7))
@fast
def test_parquet_comes_back_whatever_its_row_groups(rows: list[tuple[str, int, str | None]], size: int) -> None:
    columns = dict(zip("abc", zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys("abc", ())
    types = {"a": pa.string(), "b": pa.int64(), "c": pa.string()}
    with folder() as path:
        table = pa.table({name: pa.array(columns[name], types[name]) for name in "abc"})
        pq.write_table(table, path / "t.parquet", row_group_size=size)
        assert read(path / "t.parquet").cells == rows


@given(tables(XML_TEXT.filter(lambda text: not text.startswith("=") and "_x" not in text)))
@settings(max_examples=15, deadline=None)
def test_a_sheet_comes_back(rows: list[list[str]]) -> None:
    with folder() as path:
        found = read(workbook_of(path, {"s": rows}))
    expected = [[cell or None for cell in row] for row in rows[1:]]
    width = max(number for number, cell in enumerate(rows[0], start=1) if cell.strip())
    assert [list(cells) for cells in found.cells] == [row[:width] for row in expected]


@given(st.binary(max_size=200), st.sampled_from(ENDINGS))
@settings(max_examples=40, deadline=None)
def test_bytes_of_any_kind_are_read_or_refused_in_words(content: bytes, ending: str) -> None:
    with folder() as path, suppress(InputError):
        assert all(cells for _, cells in read(file_of(path, content, f"t{ending}")).rows)


@cache
def sound_file(form: str) -> bytes:
    texts = {"json": '{"r": [{"a": 1, "b": "é"}, {"a": [2]}]}', "csv": 'a;b\n"x\ny";é\n1;2\n'}
    if form in texts:
        return texts[form].encode()
    with folder() as path:
        if form == "xlsx":
            return workbook_of(path, {"s": [("a", "b"), ("x", 1), ("y", 2)]}).read_bytes()
        pq.write_table(pa.table({"a": ["x", "y"], "b": [1.0, None]}), path / "t")
        return (path / "t").read_bytes()


@pytest.mark.parametrize("form", ["xlsx", "parquet", "json", "csv"])
@given(data=st.data())
@fast
def test_a_file_with_a_few_other_bytes_is_read_or_refused_in_words(form: str, data: st.DataObject) -> None:
    content = bytearray(sound_file(form))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=3)):
        content[place] = data.draw(st.integers(0, 255))
    with folder() as path, suppress(InputError):
        assert read(file_of(path, bytes(content), f"t.{form}")).found.form
