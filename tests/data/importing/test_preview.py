"""What is shown of a file before anything is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import native_file, small_study

from data.errors import InputError
from data.importing import ColumnMapping, ImportOptions, Said
from data.importing.preview import ROWS_READ, PreviewColumn, PreviewLabel, previewed, shortened

TABLE = "item,annotator,verdict,note\na/1/1,Ada,yes,x\na/1/1,Ben,yes,\na/1/2,Ada,dunno,\na/1/2,Ben,,x\n"


def table(folder: Path, text: str = TABLE) -> Path:
    path = folder / "labels.csv"
    path.write_text(text)
    return path


def said() -> Said:
    return Said(question="support", constants={"rater_kind": "human"}, values={"yes": "full"})


def test_a_table_shows_what_each_column_and_label_becomes(tmp_path: Path) -> None:
    preview = previewed(table(tmp_path), ImportOptions(said=said()), rows=2)
    assert (preview.file, preview.format, preview.problems, preview.whole) == ("labels.csv", "labels", (), True)
    assert preview.columns == (
        PreviewColumn("item", "unit", True, ("a/1/1", "a/1/2")),
        PreviewColumn("annotator", "rater", True, ("Ada", "Ben")),
        PreviewColumn("verdict", "value", True, ("yes", "dunno")),
        PreviewColumn("note", "justification", True, ("x",)),
    )
    assert preview.labels == (PreviewLabel("support", "yes", "full", 2), PreviewLabel("support", "dunno", None, 1))
    assert preview.records[1] == {"item": "a/1/1", "annotator": "Ben", "verdict": "yes", "note": ""}
    assert len(preview.records) == 2
    assert preview.found is not None
    assert preview.found.delimiter == ","
    assert preview.notes[-1] == "1 rows without a label were left out: what is not labelled is unknown"


def test_the_first_rows_made_are_shown_with_their_places(tmp_path: Path) -> None:
    preview = previewed(table(tmp_path), ImportOptions(said=said()), rows=2)
    assert [(row.place, row.kind) for row in preview.rows] == [
        ("labels.csv, line 2", "rater"),
        ("labels.csv, line 2", "label"),
        ("labels.csv, line 3", "rater"),
        ("labels.csv, line 3", "label"),
    ]
    assert preview.rows[1].fields == {
        "question": "support", "rater": "Ada", "answer": "a", "statement": 1, "source": 1, "value": "full",
        "raw": "yes", "justification": "x",
    }  # fmt: skip


def test_the_mapping_of_a_preview_needs_no_more_guesses(tmp_path: Path) -> None:
    first = previewed(table(tmp_path), ImportOptions(said=said()))
    assert [guess.heading for guess in first.guesses] == ["item", "verdict", "annotator", "note"]
    again = previewed(table(tmp_path), ImportOptions(mapping=first.mapping))
    assert (again.guesses, again.mapping, again.labels) == ((), first.mapping, first.labels)


def test_a_mapping_that_does_not_fit_is_a_problem_and_the_columns_are_shown(tmp_path: Path) -> None:
    mapping = ColumnMapping("labels", columns={"unit": "id"})
    preview = previewed(table(tmp_path), ImportOptions(mapping=mapping))
    assert [problem.field for problem in preview.problems] == ["unit", "value", "rater", "rater_kind", "question"]
    assert [column.becomes for column in preview.columns] == [None] * 4
    assert (preview.rows, len(preview.records)) == ((), 4)


def test_faults_of_rows_are_among_the_problems(tmp_path: Path) -> None:
    text = "unit,value\na/1/1,full\na/one/1,full\na,b,c\n"
    constants = {"rater": "Ada", "rater_kind": "human"}
    preview = previewed(table(tmp_path, text), ImportOptions(said=Said(question="support", constants=constants)))
    assert [(problem.row, problem.field) for problem in preview.problems] == [(3, "statement"), (4, None)]
    assert [row.kind for row in preview.rows] == ["rater", "label"]
    assert preview.made == {"rater": 1, "label": 1}


def test_of_a_long_file_the_beginning_is_read(tmp_path: Path) -> None:
    text = "unit,value,rater,rater_kind,question\n" + "a,4,Ada,human,confidence\n" * ROWS_READ
    preview = previewed(table(tmp_path, text))
    assert not preview.whole
    assert preview.labels == (PreviewLabel("confidence", "4", "4", ROWS_READ - 1),)


def test_of_records_that_become_nothing_not_all_are_read(tmp_path: Path) -> None:
    text = "unit,value,rater,rater_kind,question\n" + "a,,Ada,human,confidence\n" * (ROWS_READ + 1)
    preview = previewed(table(tmp_path, text))
    assert not preview.whole
    assert preview.notes[1] == f"{ROWS_READ:,} rows without a label were left out: what is not labelled is unknown"


def test_reading_ends_when_there_are_many_problems(tmp_path: Path) -> None:
    text = "unit,value,rater,rater_kind,question\n" + "a/b,4,Ada,human,confidence\n" * 30
    preview = previewed(table(tmp_path, text))
    assert (len(preview.problems), preview.whole) == (20, False)


def test_files_that_are_no_tables_show_their_rows(tmp_path: Path) -> None:
    preview = previewed(native_file(tmp_path, small_study()), rows=3)
    assert (preview.format, preview.mapping, preview.columns, preview.whole) == ("native", None, (), True)
    assert [row.kind for row in preview.rows] == ["study", "query", "query"]
    assert preview.rows[0].fields == {"title": "Tea", "notice": "invented data"}


def test_of_a_record_that_becomes_very_many_rows_the_first_of_each_kind_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "rain.md"
    path.write_text("It rains. " * 200)
    preview = previewed(path)
    assert [row.kind for row in preview.rows].count("statement") == 3
    assert preview.made == {"query": 1, "answer": 1, "statement": 200}


def test_a_file_of_unknown_form_cannot_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "study.dat"
    path.write_text("")
    with pytest.raises(InputError, match="not known by its ending"):
        previewed(path)


def test_long_and_nested_cells_are_shortened_to_a_line() -> None:
    assert shortened("a\n b") == "a b"
    assert shortened("x" * 81) == "x" * 79 + "…"
    assert shortened("x" * 80) == "x" * 80
    assert shortened({"é": [1]}) == '{"é": [1]}'
    assert (shortened(None), shortened(4)) == ("", "4")
    assert len(shortened([json.dumps("y") * 500])) == 80
