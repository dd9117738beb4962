"""Coefficients as a table: each number with its interval, and below it how to read them."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import PurePath

import pytest
from agreement_cases import letters, random_frame

from agreement.report import report
from data.agreement_rows import HEAD, CoefficientRow, coefficient_rows
from data.agreement_table import reading_table, table_file
from data.errors import InputError
from data.label_files.figures import FileFigures


def rows_of(seed: int = 1, raters: int = 3, question: str = "colour") -> list[CoefficientRow]:
    found = report(random_frame(seed, 3, raters=raters), letters(3), "kappa_quadratic")
    return list(coefficient_rows(FileFigures(question, found, "clusters", "clusters", ())))


def test_a_csv_row_holds_the_number_and_all_that_is_needed_to_read_it() -> None:
    rows = rows_of()
    (row, *_) = csv.DictReader(io.StringIO(table_file(rows, PurePath("x.csv"))))
    assert tuple(row) == HEAD
    expected = rows[0]
    assert (row["comparison"], row["first"], row["statistic"]) == ("judge and people", "judge", expected.statistic)
    assert float(row["estimate"]) == expected.estimate
    assert (float(row["low"]), float(row["confidence"]), row["method"]) == (expected.low, 0.95, expected.method)
    assert (row["scale_level"], row["coding"]) == ("ordinal", "e = 0, d = 1, c = 2")
    assert (row["pairing"], row["minimum_overlap"], row["outside_scale"]) == ("per pair", "5", "0")
    assert row["missing"].endswith("by judge: no reason given")


def test_a_table_for_readers_says_below_what_its_letters_and_codes_mean() -> None:
    rows = rows_of()
    table = reading_table(rows)
    kappa = next(cells for cells in table.rows if cells[2] == "quadratic kappa")
    row = next(row for row in rows if row.statistic == "kappa_quadratic")
    assert kappa[:3] == ("colour", "judge and people", "quadratic kappa")
    assert kappa[3:8] == (*(f"{value:.3f}" for value in (row.estimate, row.low, row.high)), str(row.units), "10")
    assert f"{kappa[8]}: 95% interval, {row.method}." in table.notes
    assert table.notes[-1].startswith(
        "colour: ordinal scale, e = 0, d = 1, c = 2; per pair, minimum overlap 5 clusters"
    )


def test_undefined_values_are_empty_cells_with_a_letter_and_negative_ones_have_a_minus() -> None:
    rows = rows_of(raters=2)
    table = reading_table(rows)
    people = [cells for cells in table.rows if cells[1] == "people with each other"]
    assert {cells[3:6] for cells in people} == {("", "", "")}
    (letter,) = {cells[8] for cells in people}
    assert f"{letter}: undefined, only one rater exists." in table.notes
    cells = reading_table([replace(rows[0], estimate=-0.25, low=None, high=None, no_interval="too few")]).rows[0]
    assert cells[3:6] == ("−0.250", "", "")
    assert reading_table([replace(rows[0], no_interval="too few", low=None)]).notes[0] == "a: no interval, too few."


def test_every_comparison_is_named_and_single_pairs_are_left_to_the_csv() -> None:
    rows = [row for row in rows_of() if row.comparison != "pair"]
    assert len(rows) < len(rows_of())
    compared = {row.comparison: cells[1] for row, cells in zip(rows, reading_table(rows_of()).rows, strict=True)}
    assert compared == {
        "judge and people": "judge and people",
        "difference": "judge and people, minus people",
        "people with each other": "people with each other",
        "all people at once": "all people at once",
    }


def test_each_question_has_a_note_of_its_own() -> None:
    notes = reading_table([*rows_of(1, question="x"), *rows_of(2, question="y")]).notes
    assert [note.partition(":")[0] for note in notes[-2:]] == ["x", "y"]


def test_the_ending_tells_the_format_and_another_is_refused() -> None:
    rows = rows_of()
    assert table_file(rows, PurePath("x.tex")).startswith(r"% needs \usepackage{booktabs}")
    assert table_file(rows, PurePath("X.MD")).startswith("| question | compared |")
    with pytest.raises(InputError, match=r"x\.xlsx: tables are written to files that end in \.csv, \.tex, \.md"):
        table_file(rows, PurePath("x.xlsx"))
