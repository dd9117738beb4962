"""Rows of totals under the data are no records, and it is said that they were left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tabular_files import file_of, read, workbook_of

from data.tabular.totals import is_of_totals

DATA = "item,Ada,Ben\nx,1,0\ny,1,1\n"


def test_rows_of_totals_are_left_out_and_named(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, DATA + "\nTotal,2,1\nMean:,1.0,50 %\n"))
    assert found.cells == [("x", "1", "0"), ("y", "1", "1")]
    assert found.notes == (
        "rows of totals under the data were left out: t.csv, line 5 ('Total'), t.csv, line 6 ('Mean:')",
    )


def test_a_row_of_totals_may_be_shorter_than_the_others(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, DATA + "Total: 2\n"))
    assert (len(found.rows), found.problems, len(found.notes)) == (2, (), 1)


def test_in_a_workbook_too(tmp_path: Path) -> None:
    rows = [("item", "Ada"), ("x", 1), ("y", 0), (None, None), ("TOTAL", 1)]
    found = read(workbook_of(tmp_path, {"s": rows}))
    assert found.cells == [("x", 1), ("y", 0)]
    assert found.notes == ("rows of totals under the data were left out: t.xlsx, sheet 's', row 5 ('TOTAL')",)


def test_a_row_that_is_followed_by_data_is_data(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, DATA + "total,2,1\nz,0,0\nsum,2,1\n"))
    assert [cells[0] for cells in found.cells] == ["x", "y", "total", "z"]
    assert found.notes == ("rows of totals under the data were left out: t.csv, line 6 ('sum')",)


def test_more_rows_than_totals_can_be_are_data(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, DATA + 11 * "total,2,1\n"))
    assert (len(found.rows), found.notes) == (13, ())
    assert len(read(file_of(tmp_path, DATA + 10 * "total,2,1\n")).rows) == 2


def test_totals_without_data_above_them_are_data(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "item,Ada\ntotal,2\n"))
    assert (found.cells, found.notes) == ([("total", "2")], ())


def test_labels_are_no_totals(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "unit,rater,value\nx,Ada,full\ntotal,Ada,full\n"))
    assert (len(found.rows), found.notes) == (2, ())


@pytest.mark.parametrize(
    "cells",
    [
        ["Total", "", 12], ["", "Sum", "3"], ["grand total", "(1,234.50)"], ["Average", 3.5], ["mean = 3.5", ""],
        ["Gesamt", "1.234,5"], ["合计", "7"], ["Итого:", "7"], ["  SD ", "$ 0.3"], ["Subtotal", "-3", "45%"], ["Total"],
    ],
)  # fmt: skip
def test_these_are_totals(cells: list[object]) -> None:
    assert is_of_totals(cells)


@pytest.mark.parametrize(
    "cells",
    [
        [], ["", None], ["total", "Ada"], ["total", "N/A"], ["Totally", "3"], ["x", "total", "3"], ["sum of x", "3"],
        ["total", True], [3, "total"], ["total " + 60 * "9", "3"], ["total", "3 of 4"],
    ],
)  # fmt: skip
def test_these_are_not(cells: list[object]) -> None:
    assert not is_of_totals(cells)
