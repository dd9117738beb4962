"""Forms at their edges: texts that are hard to hold, long tables, odd values."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.exporting import parquet, workbook
from data.exporting.columns import Column, Table
from data.exporting.parquet import write_parquet
from data.exporting.text_forms import write_csv, write_json, write_jsonl, write_tsv
from data.exporting.workbook import LONGEST_CELL, Workbook
from data.guards import FORMULA_STARTS, guarded, unguarded

TABLE = Table(
    "things",
    "Things.",
    ("text",),
    (Column("text", "a text"), Column("share", "a share", "number"), Column("count", "how many", "integer")),
    lambda _: iter(()),
)
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


def rows(*texts: str | None) -> Iterator[tuple[Any, ...]]:
    return ((text, 0.1, number) for number, text in enumerate(texts))


@settings(max_examples=40)
@given(TEXTS | st.sampled_from(FORMULA_STARTS).flatmap(lambda start: TEXTS.map(lambda rest: start + rest)))
def test_a_guarded_text_is_no_formula_and_comes_back(text: str) -> None:
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝"))
    assert guarded(text) != ""
    assert unguarded(guarded(text)) == text


@settings(max_examples=20)
@given(st.lists(TEXTS | st.none(), max_size=5))
def test_any_text_comes_back_from_csv_and_tsv(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str | None]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    for write, delimiter in ((write_csv, ","), (write_tsv, "\t")):
        assert write(TABLE, rows(*texts), path) == len(texts)
        with path.open(encoding="utf-8", newline="") as file:
            _, *found = csv.reader(file, delimiter=delimiter, strict=True)
        assert [unguarded(row[0]) if row[0] else None for row in found] == texts


@settings(max_examples=20)
@given(st.lists(TEXTS, max_size=5))
def test_any_text_comes_back_from_a_workbook(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "any.xlsx"
    with Workbook(path) as book:
        book.write(TABLE, rows(*texts))
    _, *found = openpyxl.load_workbook(path, read_only=True)["things"].iter_rows(values_only=True)
    assert [decoded(unguarded(row[0])) for row in found] == texts
    assert [row[1:] for row in found] == [(0.1, number) for number in range(len(texts))]


def decoded(text: str) -> str:
    """A text with what ECMA-376 writes as _xHHHH_ read; openpyxl leaves it, spreadsheet programs do not."""
    before, mark, after = text.partition("_x")
    if not mark:
        return text
    code, end = after[:4], after[4:5]
    if end == "_" and all(digit in "0123456789abcdefABCDEF" for digit in code) and len(code) == 4:
        return before + chr(int(code, 16)) + decoded(after[5:])
    return before + mark + decoded(after)


def test_what_xml_cannot_hold_is_written_as_the_standard_has_it(tmp_path: Path) -> None:
    with Workbook(tmp_path / "w.xlsx") as book:
        book.write(TABLE, rows("a\x01b", "_x0041_", "a\r\nb", "<&>"))
    _, *found = openpyxl.load_workbook(tmp_path / "w.xlsx")["things"].iter_rows(values_only=True)
    assert [row[0] for row in found] == ["a_x0001_b", "_x005F_x0041_", "a\r\nb", "<&>"]


@pytest.mark.parametrize("character", ["a", "🌅"])
def test_a_text_too_long_for_a_cell_is_cut_and_counted(tmp_path: Path, character: str) -> None:
    fitting = 2 * LONGEST_CELL // len(character.encode("utf-16-le"))
    with Workbook(tmp_path / "w.xlsx") as book:
        book.write(TABLE, rows(character * fitting, character * (fitting + 1)))
    _, whole, cut = openpyxl.load_workbook(tmp_path / "w.xlsx")["things"].iter_rows(values_only=True)
    assert whole[0] == character * fitting
    assert cut[0].endswith(f"{character}… [cut: {fitting + 1:,} characters]")
    assert LONGEST_CELL - 1 <= len(cut[0].encode("utf-16-le")) // 2 <= LONGEST_CELL
    assert book.cut == 1


def test_a_table_longer_than_a_sheet_goes_on_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_ROWS", 3)
    with Workbook(tmp_path / "w.xlsx") as book:
        assert book.write(TABLE, rows("a", "b", "c")) == 3
    found = openpyxl.load_workbook(tmp_path / "w.xlsx")
    assert found.sheetnames == ["things", "things (2)"]
    assert [cell.value for cell in found["things (2)"]["A"]] == ["text", "c"]


def test_columns_beyond_the_alphabet_have_two_letters(tmp_path: Path) -> None:
    columns = tuple(Column(f"c{number}", "a number", "integer") for number in range(1, 30))
    with Workbook(tmp_path / "w.xlsx") as book:
        book.write(Table("wide", "", ("c1",), columns, lambda _: iter(())), iter([tuple(range(1, 30))]))
    sheet = openpyxl.load_workbook(tmp_path / "w.xlsx")["wide"]
    assert (sheet["Z2"].value, sheet["AA2"].value, sheet["AC2"].value) == (26, 27, 29)


def test_row_groups_end_before_memory_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_ROWS_AT_ONCE", 2)
    monkeypatch.setattr(parquet, "_CHARACTERS_AT_ONCE", 10)
    assert write_parquet(TABLE, rows("a", "b", "c", "long enough", "d"), tmp_path / "t.parquet") == 5
    groups = pq.ParquetFile(tmp_path / "t.parquet").metadata
    assert [groups.row_group(number).num_rows for number in range(groups.num_row_groups)] == [2, 2, 1]


def test_a_number_that_is_none_is_refused(tmp_path: Path) -> None:
    for write in (write_json, write_jsonl):
        with pytest.raises(ValueError, match="Out of range float values"):
            write(TABLE, iter([("a", float("nan"), 1)]), tmp_path / "t.json")


def test_an_empty_table_is_still_a_table(tmp_path: Path) -> None:
    assert [write(TABLE, iter(()), tmp_path / "t") for write in (write_csv, write_json, write_jsonl)] == [0, 0, 0]
    write_json(TABLE, iter(()), tmp_path / "t")
    assert (tmp_path / "t").read_bytes() == b"[]\n"
    write_csv(TABLE, iter(()), tmp_path / "t")
    assert (tmp_path / "t").read_bytes() == b"text,share,count\r\n"
