"""The form of a file is told by how it starts, or by its ending."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tabular_files import file_of, read, workbook_of

from data.errors import InputError
from data.tabular import ENDINGS

OBJECTS = '{"a": 1}\n{"a": 2}\n'
LIST = '[\n{"a": 1},\n{"a": 2}]'


@pytest.mark.parametrize("name", ["t.json", "t.jsonl", "t.ndjson", "T.JSON"])
@pytest.mark.parametrize(("content", "form"), [(OBJECTS, "jsonl"), (LIST, "json"), ("\ufeff\n\n" + LIST, "json")])
def test_lines_and_lists_are_told_by_their_first_characters(name: str, content: str, form: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, content, name))
    assert (found.found.form, found.cells) == (form, [(1,), (2,)])


@pytest.mark.parametrize(
    ("content", "name", "form"),
    [
        ('{"r": [{"a": 1}]}\n', "t.json", "json"),
        ('{"r": [{"a": 1}]}\n', "t.jsonl", "jsonl"),
        ('{"r": [\n{"a": 1},\n{"a": 2}]}', "t.json", "json"),
        ("a,b\n1,2\n", "t.txt", "csv"),
        ("a,b\n1,2\n", "t", "csv"),
        ("a\tb\n1\t2\n", "T.TSV", "csv"),
        ('{"a": 1}\n', "t.csv", "csv"),
        ("", "t.jsonl", "jsonl"),
    ],
)
def test_else_the_ending_tells(content: str, name: str, form: str, tmp_path: Path) -> None:
    assert read(file_of(tmp_path, content, name)).found.form == form


def test_packed_forms_are_told_whatever_they_are_called(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "t.csv")
    assert read(tmp_path / "t.csv").cells == [(1,)]
    assert read(workbook_of(tmp_path, {"s": [("a",), (1,)]}, name="u.csv")).found.form == "xlsx"


def test_a_compressed_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"t\.csv: is compressed; unpack it first"):
        read(file_of(tmp_path, gzip.compress(b"a,b\n"), "t.csv"))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for ending in ENDINGS:
        with pytest.raises(InputError, match=r"cannot be read: No such file"):
            read(tmp_path / f"none{ending}")
    with pytest.raises(InputError, match=r"cannot be read: Is a directory"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "content"), [("t.csv", "a;b\n1;é\n"), ("t.jsonl", OBJECTS), ("t.json", '{"x": {"r": [{"a": 1}]}}')]
)
def test_what_was_found_reads_the_same_when_it_is_said(name: str, content: str, tmp_path: Path) -> None:
    path = file_of(tmp_path, content, name, "cp1252")
    found = read(path)
    said = {key: getattr(found.found, key) for key in ("encoding", "delimiter", "records")}
    again = read(path, **{key: value for key, value in said.items() if value is not None})
    assert (again.rows, again.found) == (found.rows, found.found)
