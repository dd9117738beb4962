"""Labels from tables of people and judges, a label a row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_files import imported, native_file
from label_imports import USUAL, labels, said, table
from sqlalchemy import Engine

from data.importing import FileRefused
from data.tabular import Reading


def test_a_table_that_names_units_by_their_key(engine: Engine, tmp_path: Path) -> None:
    text = "item_id,rater_id,rater_kind,task,label\na/1/1,Ada,human,support,full\na,m,judge,confidence,4\n"
    report = table(engine, tmp_path, text)
    assert report.created == {"label": 2, "rater": 2}
    assert labels(engine) == [
        '{"kind": "label", "answer": "a", "statement": 1, "source": 1, "question": "support", "rater": "Ada", '
        '"value": "full"}',
        '{"kind": "judge_output", "answer": "a", "question": "confidence", "rater": "m", "value": "4"}',
    ]


def test_a_table_that_names_units_by_their_fields(engine: Engine, tmp_path: Path) -> None:
    text = "answer;statement;rater;value;reason;justification\na;2;Ada;1;;because; \n".replace("; \n", "\n")
    table(engine, tmp_path, text + "a;1;Ada;;skipped;\n", question="relevance", rater_kind="human")
    assert [line.partition('"question"')[2] for line in labels(engine)] == [
        ': "relevance", "rater": "Ada", "value": "1", "justification": "because"}',
        ': "relevance", "rater": "Ada", "reason": "skipped"}',
    ]


def test_checklist_items_are_named_by_checklist_version_and_item(engine: Engine, tmp_path: Path) -> None:
    table(engine, tmp_path, "unit\tvalue\na/c@home@1/i\tpass\n", "l.tsv", question="presentation", rater="A",
          rater_kind="human")  # fmt: skip
    assert '"checklist": "c@home", "version": "1", "item": "i"' in labels(engine)[0]


def test_other_headings_labels_and_tasks_are_named_by_options(engine: Engine, tmp_path: Path) -> None:
    text = "what,who,task,verdict,colour\na/1/1,Ada,support_matrix,supported,red\na/1/1,Ada,usefulness,high,red\n"
    report = table(
        engine, tmp_path, text, question="support_matrix=support", rater_kind="human", values={"supported": "full"},
        columns={"unit": "what", "rater": "who", "value": "verdict"},
    )  # fmt: skip
    assert '"value": "full", "raw": "supported"' in labels(engine)[0]
    assert report.notes[1:] == ("1 rows of other questions were left out", "columns that were not read: colour")


def test_what_is_not_labelled_is_left_out_and_counted(engine: Engine, tmp_path: Path) -> None:
    report = table(engine, tmp_path, "unit,value\na,4\na,\n", question="confidence", rater="A", rater_kind="human")
    assert report.created == {"label": 1, "rater": 1}
    assert report.notes == (
        "read as labels: csv, utf-8, divided by ','",
        "1 rows without a label were left out: what is not labelled is unknown",
    )


def test_a_label_that_is_no_value_is_kept_and_listed_with_its_line(engine: Engine, tmp_path: Path) -> None:
    report = table(engine, tmp_path, "unit,value\na,sure\n", question="confidence", rater="A", rater_kind="human")
    assert [(found.raw, found.first) for found in report.out_of_scale] == [("sure", "labels.csv, line 2")]


def test_cells_with_line_breaks_quotes_and_a_byte_order_mark(engine: Engine, tmp_path: Path) -> None:
    text = '\ufeffunit,value,justification\r\na,4,"so\r\n""said"", twice"\r\n\r\na/1,x,y\r\n'
    usual = {"rater": "A", "rater_kind": "human"}
    with pytest.raises(FileRefused, match=r"labels\.csv, line 5, field 'answer'"):
        table(engine, tmp_path, text, question="confidence", **usual)
    imported_text = text.partition("\r\n\r\n")[0]
    table(engine, tmp_path, imported_text, question="confidence", **usual)
    assert r'"justification": "so\r\n\"said\", twice"' in labels(engine)[0]


FAULTS: dict[str, tuple[str, dict[str, Any], int, str | None, str]] = {
    "no rater": ("unit,value\na,4\n", {"rater": None}, 1, "rater", "--column rater=HEADING or give --rater"),
    "no kind": ("unit,value\na,4\n", {"rater_kind": None}, 1, "rater_kind", "or give --rater-kind"),
    "no question": ("unit,value\na,4\n", {"question": None}, 1, "question", "or give --question"),
    "no value": ("unit,vlaue\na,4\n", {}, 1, "value", "no such column; name one with --column value=HEADING"),
    "wrong heading": ("unit,value\na,4\n", {"columns": {"run": "r"}}, 1, "run", "there is no column 'r'"),
    "wrong column": (
        "unit,value\na,4\n",
        {"columns": {"weight": "value"}},
        1,
        "weight",
        "unknown column; known: unit,",
    ),
    "unknown question": ("unit,value\na,4\n", {"question": "sureness"}, 1, "question", "unknown question 'sureness'"),
    "unknown task": ("unit,value,task\na,4,sureness\n", {"question": None}, 2, "question", "'sureness'"),
    "no unit": ("x,value\na,4\n", {}, 1, "unit", "no such column; name one with --column unit=HEADING"),
    "empty file": ("", {}, 1, None, "holds no columns; the first line names them"),
    "ragged": ("unit,value\na,4,5\n", {}, 2, None, "has 3 cells, the first line names 2 columns"),
    "open quote": ('unit,value\na,4\na,"4\n', {}, 3, None, "is not a sound table row"),
    "long key": ("unit,value\na/1,4\n", {}, 2, "answer", "without '/'"),
    "short key": ("unit,value\na,full\n", {"question": "support"}, 2, "statement", "is missing"),
    "word for a number": ("unit,value\na/x/1,full\n", {"question": "support"}, 2, "statement", "a whole number"),
    "kind of rater": (
        "unit,value,rater_kind\na,4,robot\na,5,robot\n",
        {"rater_kind": None},
        2,
        "rater_kind",
        "must be 'human', 'judge' or",
    ),
    "NUL": ("unit,value\na,4\0\n", {}, 2, "value", "holds a NUL character"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_column(fault: str, engine: Engine, tmp_path: Path) -> None:
    text, words, line, field, told = FAULTS[fault]
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(FileRefused) as caught:
        imported(engine, path, said=said(**USUAL | words), format="labels")
    assert (caught.value.row, caught.value.field) == (line, field)
    assert told in caught.value.message
    assert {problem.row for problem in caught.value.problems} == {line}


CLASHES: dict[str, tuple[str, int, str, str]] = {
    "twice": ("unit,value\na,4\na,4\n", 3, "run", "is given twice (first: labels.csv, line 2)"),
    "no such unit": ("unit,value\nb,4\n", 2, "answer", "there is no answer 'b'"),
}


@pytest.mark.parametrize("clash", CLASHES)
def test_a_clash_with_another_row_or_the_study_is_named(clash: str, engine: Engine, tmp_path: Path) -> None:
    text, line, field, words = CLASHES[clash]
    with pytest.raises(FileRefused) as caught:
        table(engine, tmp_path, text, **USUAL)
    assert (caught.value.file, caught.value.row, caught.value.field) == ("labels.csv", line, field)
    assert words in caught.value.message
    assert labels(engine) == []


def test_a_rater_of_two_kinds_is_refused(engine: Engine, tmp_path: Path) -> None:
    text = "unit,value,rater_kind\na,4,human\na,4,judge\n"
    with pytest.raises(FileRefused, match=r"line 3, field 'rater_kind': .* is a human in an earlier row"):
        table(engine, tmp_path, text, question="confidence", rater="A")


def test_bad_utf8_is_named_with_its_line(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_bytes(b"unit,value\na,4\na,\xff\n")
    with pytest.raises(FileRefused, match=r"labels.csv, line 3: is not UTF-8 \(byte 3\)"):
        imported(engine, path, said=said(**USUAL, reading=Reading(encoding="utf-8")))


def test_a_rater_the_study_knows_better_stays_as_it_is(engine: Engine, tmp_path: Path) -> None:
    imported(
        engine,
        native_file(tmp_path, [{"kind": "rater", "name": "A", "rater_kind": "human", "simulated": True}], "r.jsonl"),
    )
    report = table(engine, tmp_path, "unit,value\na,4\n", question="confidence", rater="A", rater_kind="human")
    assert report.unchanged["rater"] == 1


def test_a_rater_of_another_kind_in_the_study_is_refused(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, [{"kind": "rater", "name": "A", "rater_kind": "judge"}], "r.jsonl"))
    with pytest.raises(FileRefused, match="has a rater 'A' with 'judge', not 'human'"):
        table(engine, tmp_path, "unit,value\na,4\n", question="confidence", rater="A", rater_kind="human")


def test_the_same_table_with_other_options_is_another_import(engine: Engine, tmp_path: Path) -> None:
    usual = {"question": "confidence", "rater_kind": "human"}
    assert not table(engine, tmp_path, "unit,value\na,4\n", rater="A", **usual).same_file
    ben = said(rater="B", **usual)
    assert not imported(engine, tmp_path / "labels.csv", said=ben).same_file
    again = imported(engine, tmp_path / "labels.csv", said=ben)
    assert (again.same_file, again.format) == (True, "labels")
    assert len(labels(engine)) == 2


def test_a_heading_that_stands_twice_is_not_guessed_at(engine: Engine, tmp_path: Path) -> None:
    text = "unit,rater,rater,rater_kind,question,value\na,Ada,Ben,human,confidence,4\n"
    with pytest.raises(FileRefused, match=r"line 1, field 'rater': two columns are called 'rater'; rename one"):
        table(engine, tmp_path, text)


def test_headings_that_are_not_read_may_stand_twice(engine: Engine, tmp_path: Path) -> None:
    text = "unit,note,note,rater,rater_kind,question,value\na,x,y,Ada,human,confidence,4\n"
    assert table(engine, tmp_path, text).created["label"] == 1
