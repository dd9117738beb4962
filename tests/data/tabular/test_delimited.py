"""Tables in text are read as they stand, whatever their delimiter, and faults are named with their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tabular_files import file_of, read

from data.errors import InputError
from data.tabular import delimited


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_by_the_rows(delimiter: str, tmp_path: Path) -> None:
    lines = [("unit", "rater", "value"), ("a, b; c", "Ada", "1"), ("d", "Ben", "2")]
    found = read(file_of(tmp_path, "".join(delimiter.join(f'"{cell}"' for cell in line) + "\n" for line in lines)))
    assert (found.headings, found.cells) == (lines[0], lines[1:])
    assert (found.found.form, found.found.delimiter, found.found.encoding) == ("csv", delimiter, "utf-8")


def test_a_delimiter_inside_a_heading_is_not_the_one_that_fits_the_rows(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "what, who; when, where\nx;1\ny;2\nz;3\n"))
    assert found.headings == ("what, who", " when, where")


def test_a_ragged_row_does_not_change_the_delimiter(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "a;b;c\n1;2\n1;2;3\n"))
    assert found.found.delimiter == ";"
    assert found.problems == ("t.csv, line 2: has 2 cells, the first line names 3 columns",)


def test_a_delimiter_that_is_said_counts_and_the_line_that_names_one_is_no_heading(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a:b,c\n1:2,3\n")
    assert read(path, delimiter=":").headings == ("a", "b,c")
    named = file_of(tmp_path, "sep=;\r\na,b;c\r\n1,2;3\r\n", "named.csv")
    assert read(named).cells == [("1,2", "3")]
    assert read(named, delimiter=";").headings == ("a,b", "c")
    assert [place for place, _ in read(named).rows] == ["named.csv, line 3"]


@pytest.mark.parametrize("word", ["tab", "\\t", "\t"])
def test_a_tab_is_said_by_word(word: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "a\tb\n1\t2\n"), delimiter=word)
    assert (found.found.delimiter, found.cells) == ("\t", [("1", "2")])


@pytest.mark.parametrize("delimiter", ["", ";;", '"', "\n"])
def test_what_cannot_delimit_is_refused(delimiter: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="field 'delimiter': must be one character, or the word tab"):
        read(file_of(tmp_path, "a,b\n"), delimiter=delimiter)


def test_cells_keep_line_breaks_quotes_and_spaces_and_rows_the_line_they_start_in(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, 'a,b\r\n"so\r\n""said""\rtwice", N/A \r\n\r\n , \r\nx,NaN\r\n'))
    assert found.rows == (
        ("t.csv, line 2", {"a": 'so\r\n"said"\rtwice', "b": " N/A "}),
        ("t.csv, line 7", {"a": "x", "b": "NaN"}),
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, end.join(["a,b", "1,2", "3,4"])))
    assert found.cells == [("1", "2"), ("3", "4")]


def test_an_empty_file_has_no_headings(tmp_path: Path) -> None:
    for content in ("", "\ufeff", "\n\n"):
        found = read(file_of(tmp_path, content))
        assert (found.headings, found.rows, found.problems) == ((), (), ())


def test_columns_without_a_heading_and_headings_that_stand_twice_are_there(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "a,,a\n1,2,3\n"))
    assert found.headings == ("a", "", "a")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('a,b\n1,2\n1,"2\n', "t.csv, line 3: is not a sound table row: unexpected end of data"),
        ('a,b\n1,"2"3\n', "t.csv, line 2: is not a sound table row: ',' expected after '\"'"),
        ("a,b\n1,2\0\n", "t.csv, line 2, field 'b': holds a NUL character; take it out"),
        ("a,b\n1,2,3\n", "t.csv, line 2: has 3 cells, the first line names 2 columns"),
    ],
)
def test_a_row_that_cannot_be_read_is_a_problem_with_its_line(content: str, problem: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, content))
    assert found.problems == (problem,)
    assert not any(place == problem[: len(place)] for place, _ in found.rows)


def test_a_quotation_mark_that_is_never_closed_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "LONGEST_CELL", 1_000)
    found = read(file_of(tmp_path, 'a,b\n1,2\n1,"2\n' + 1_000 * "3,4\n"))
    assert found.problems == (
        "t.csv, line 3: is not a sound table row: field larger than field limit (1000); is a quotation mark left open?",
    )


def test_a_cell_may_be_as_long_as_a_page(tmp_path: Path) -> None:
    page = 300_000 * "x"
    assert read(file_of(tmp_path, f"a,b\n1,{page}\n")).cells == [("1", page)]


def test_a_line_without_end_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.tabular.lines.LONGEST_LINE", 100)
    found = read(file_of(tmp_path, "a,b\n1,2\n" + 101 * "3"))
    assert (found.cells, found.problems) == ([("1", "2")], ("t.csv, line 3: is longer than 100 characters",))


def test_reading_ends_when_there_are_many_problems(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "a,b\n" + 100 * "1\0,2\n"))
    assert len(found.problems) == 20


def test_reading_ends_when_many_rows_are_ragged(tmp_path: Path) -> None:
    assert len(read(file_of(tmp_path, "a,b\n" + 100 * "1\n")).problems) == 20
