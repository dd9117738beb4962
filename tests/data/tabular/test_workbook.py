"""Workbooks: the sheet that is meant, the values a person sees, and nothing left out in silence."""

from __future__ import annotations

import zipfile
from datetime import datetime, time
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tabular_files import file_of, part_of, read, repacked, workbook_of

from data.errors import InputError
from data.tabular import package, workbook

SHEET = "xl/worksheets/sheet1.xml"
HEADINGS = ("unit", "value")


def sheet_xml(rows: str, more: str = "") -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData>{more}</worksheet>'.encode()


def test_cells_are_texts_numbers_and_times_as_people_see_them(tmp_path: Path) -> None:
    rows = [
        ("text", "whole", "also whole", "part", "yes", "day", "time", "of day", "none"),
        ("N/A", 7, 7.0, 0.5, True, datetime(2026, 1, 2), datetime(2026, 1, 2, 3, 4), time(3, 4), None),
    ]
    found = read(workbook_of(tmp_path, {"s": rows}))
    assert found.headings == rows[0]
    assert found.cells == [("N/A", 7, 7, 0.5, True, "2026-01-02", "2026-01-02T03:04:00", "03:04:00", None)]
    assert [type(cell) for cell in found.cells[0][1:3]] == [int, int]
    assert found.rows[0][0] == "t.xlsx, sheet 's', row 2"
    assert (found.found.form, found.found.sheet, found.found.sheets, found.notes) == ("xlsx", "s", ("s",), ())


def test_texts_that_a_workbook_writes_by_code_are_read(tmp_path: Path) -> None:
    found = read(workbook_of(tmp_path, {"s": [HEADINGS, ("a_x000D_b", "_x005F_x000D_ _xyz 東京 🌅")]}))
    assert found.cells == [("a\rb", "_x000D_ _xyz 東京 🌅")]
    nul = read(workbook_of(tmp_path, {"s": [HEADINGS, ("_x0000_", 1)]}))
    assert nul.problems == ("t.xlsx, sheet 's', field 'unit': row 2: holds a NUL character; take it out",)


SHEETS = {"empty": [()], "first": [HEADINGS, ("a", 1)], "second": [("x",), ("y",)]}


def test_the_first_sheet_that_holds_anything_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    found = read(workbook_of(tmp_path, SHEETS))
    assert (found.cells, found.found.sheet, found.found.sheets) == ([("a", 1)], "first", tuple(SHEETS))
    assert found.notes == ("the workbook has 3 sheets, of which 'first' was read: 'empty', 'first', 'second'",)


def test_a_hidden_sheet_is_read_only_when_it_is_said(tmp_path: Path) -> None:
    path = workbook_of(tmp_path, {"hidden": [("h",), (1,)], "seen": [("s",), (2,)]})
    book = load_workbook(path)
    book["hidden"].sheet_state = "hidden"
    book.save(path)
    assert read(path).cells == [(2,)]
    assert read(path, sheet="hidden").cells == [(1,)]


def test_a_sheet_that_is_said_is_read(tmp_path: Path) -> None:
    found = read(workbook_of(tmp_path, SHEETS), sheet="second")
    assert (found.headings, found.cells, found.notes) == (("x",), [("y",)], ())
    with pytest.raises(InputError, match=r"t\.xlsx, field 'sheet': there is no sheet 'third'; there are: empty, first"):
        read(workbook_of(tmp_path, SHEETS), sheet="third")


def test_a_workbook_without_anything_in_it_has_no_headings(tmp_path: Path) -> None:
    found = read(workbook_of(tmp_path, {"s": []}))
    assert (found.headings, found.rows, found.found.sheet) == ((), (), "s")


def test_empty_rows_and_columns_are_passed_over(tmp_path: Path) -> None:
    rows = [(None, None), ("unit", None, "value", None), (), ("a", None, 1, " "), (None, "", None), ("b",)]
    found = read(workbook_of(tmp_path, {"s": rows}))
    assert found.headings == ("unit", "", "value")
    assert found.rows == (
        ("t.xlsx, sheet 's', row 4", {"unit": "a", "": None, "value": 1}),
        ("t.xlsx, sheet 's', row 6", {"unit": "b", "": None, "value": None}),
    )


def test_cells_beside_the_columns_that_have_headings_are_problems(tmp_path: Path) -> None:
    found = read(workbook_of(tmp_path, {"s": [HEADINGS, ("a", 1), ("b", 2, "note")]}))
    assert found.problems == (
        "t.xlsx, sheet 's': row 3: has cells to the right of the 2 columns that the first row names",
    )
    assert found.cells == [("a", 1)]
    assert len(read(workbook_of(tmp_path, {"s": [HEADINGS, *[("a", 1, 2)] * 100]})).problems) == 20


def test_the_value_of_merged_cells_counts_for_each_of_their_rows(tmp_path: Path) -> None:
    rows = [("query", "item", "Ada"), ("q1", "a", 1), (None, "b", 0), (None, None, None), ("q2", "c", None)]
    found = read(workbook_of(tmp_path, {"s": [*rows, (None, "d", 1)]}, merged=["A2:A4", "A5:B5", "A5:A6"][:1]))
    assert found.cells == [("q1", "a", 1), ("q1", "b", 0), ("q2", "c", None), (None, "d", 1)]
    assert found.notes == ("the value of merged cells counts for each of their rows: A2:A4",)


def test_cells_merged_in_one_row_stay_and_of_a_block_the_first_column_is_filled(tmp_path: Path) -> None:
    rows = [("a", "b", "c"), ("x", None, 1), ("y", None, 2), (None, None, 3), (None, 4, 5)]
    found = read(workbook_of(tmp_path, {"s": rows}, merged=["A2:B2", "A3:B4"]))
    assert found.cells == [("x", None, 1), ("y", None, 2), ("y", None, 3), (None, 4, 5)]


def test_many_merged_cells_are_counted(tmp_path: Path) -> None:
    rows = [("a", "b"), *[("x", 1), (None, 2)] * 5]
    found = read(workbook_of(tmp_path, {"s": rows}, merged=[f"A{row}:A{row + 1}" for row in range(2, 12, 2)]))
    assert found.notes == ("the value of merged cells counts for each of their rows: A2:A3, A4:A5, A6:A7 and 2 more",)
    assert [cells[0] for cells in found.cells] == 10 * ["x"]


def test_formulas_count_as_their_stored_values_and_those_without_are_told(tmp_path: Path) -> None:
    path = workbook_of(tmp_path, {"s": [HEADINGS]})
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>unit</t></is></c><c r="B1" t="inlineStr"><is><t>value</t></is></c>'
        '</row><row r="2"><c r="A2" t="str"><f>"a"&amp;1</f><v>a1</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>'
        '<row r="3"><c r="A3" t="str"><f>"b"</f><v>b</v></c><c r="B3"><f>1+2</f></c></row>'
        '<row r="4"><c r="A4" t="str"><f>"c"</f><v>c</v></c><c r="B4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    )
    found = read(repacked(path, {SHEET: sheet_xml(rows)}))
    assert found.cells == [("a1", 2), ("b", None), ("c", "#DIV/0!")]
    assert found.notes == (
        "1 cells hold formulas without a stored value, first B3, and were taken as empty; open the workbook in a "
        "spreadsheet program and save it",
        "cells hold errors of formulas, which were taken as texts: #DIV/0! 1",
    )


def test_what_a_sheet_says_of_its_size_is_not_believed(tmp_path: Path) -> None:
    path = workbook_of(tmp_path, {"s": [HEADINGS, ("a", 1)]})
    says = part_of(path, SHEET).replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')
    assert says != part_of(path, SHEET)
    assert read(repacked(path, {SHEET: says})).cells == [("a", 1)]
    too_small = part_of(workbook_of(tmp_path, {"s": [HEADINGS, ("a", 1)]}), SHEET)
    assert read(repacked(path, {SHEET: too_small.replace(b'ref="A1:B2"', b'ref="A1:A1"')})).cells == [("a", 1)]


def test_a_row_no_sheet_can_have_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "_MOST_ROWS", 10)
    path = workbook_of(tmp_path, {"s": [HEADINGS]})
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="9999999999"><c r="A9999999999"><v>2</v></c></row>'
    assert read(repacked(path, {SHEET: sheet_xml(rows)})).rows == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK\x03\x04 no package", "is no workbook: File is not a zip file"),
        (b"\xd0\xcf\x11\xe0 old", "is an old workbook (.xls) or has a password; save it as .xlsx without one"),
        (b"unit,value\n", "is no workbook: File is not a zip file"),
        (b"", "is no workbook: File is not a zip file"),
    ],
)
def test_what_is_no_workbook_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(file_of(tmp_path, content, "t.xlsx"))
    assert str(refused.value) == f"t.xlsx: {words}"


@pytest.mark.parametrize(
    ("part", "content"),
    [
        (SHEET, sheet_xml('<row r="1"><c r="A1" t="s"><v>99</v></c></row>')),
        (SHEET, sheet_xml('<row r="1"><c r="A1"><v>x</v></c></row>')),
        (SHEET, b"<worksheet><sheetData>"),
        (SHEET, sheet_xml("", '<mergeCells><mergeCell ref="nope"/></mergeCells>')),
        ("xl/workbook.xml", b"<workbook/>"),
        ("[Content_Types].xml", b"no"),
    ],
)
def test_a_workbook_that_is_damaged_is_refused(part: str, content: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"t\.xlsx: is (no sound workbook|damaged after row \d): "):
        read(repacked(workbook_of(tmp_path, {"s": [HEADINGS, ("a", 1)]}), {part: content}))


def test_a_package_of_something_else_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as archive:
        archive.writestr("letter.txt", "Dear all")
    with pytest.raises(InputError, match=r"t\.xlsx: is no sound workbook"):
        read(tmp_path / "t.xlsx")


def test_damage_in_the_middle_is_refused_with_the_row_it_comes_after(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{row}"><c r="A{row}"><v>{"x" if row == 5 else row}</v></c></row>' for row in range(1, 9))
    with pytest.raises(InputError, match=r"t\.xlsx: is damaged after row 4: "):
        read(repacked(workbook_of(tmp_path, {"s": []}), {SHEET: sheet_xml(rows)}))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_before_they_are_read(encoding: str, tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst>&b;</sst>'
    path = repacked(workbook_of(tmp_path, {"s": [HEADINGS]}), {"xl/sharedStrings.xml": bomb.encode(encoding)})
    with pytest.raises(InputError, match=r"its part xl/sharedStrings\.xml declares a document type"):
        read(path)


def test_packages_that_would_fill_the_memory_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = repacked(workbook_of(tmp_path, {"s": [HEADINGS]}), {"xl/media/x.bin": bytes(300_000)})
    read(path)
    for name, limit in (("LARGEST", 200_000), ("_SUSPICIOUS", 200_000)):
        with monkeypatch.context() as patch:
            patch.setattr(package, name, limit)
            patch.setattr(package, "_LARGEST_RATIO", 10)
            with pytest.raises(InputError, match=r"unpacks to 0 MB, which is too large for a workbook; save the sheet"):
                read(path)
    texts = repacked(workbook_of(tmp_path, {"s": [HEADINGS]}), {"xl/sharedStrings.xml": b"<sst/>" + bytes(1_000)})
    monkeypatch.setattr(package, "LARGEST_TEXTS", 1_000)
    with pytest.raises(InputError, match="too large for a workbook"):
        read(texts)
