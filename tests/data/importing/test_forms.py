"""Which form a file or folder is taken for, and that all forms come in through one door."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from import_files import Row, exported, imported, native_file
from sqlalchemy import Engine

from data.errors import InputError
from data.importing import ColumnMapping, FileRefused, ImportOptions, Said
from data.importing.forms import opened_form
from data.importing.rows import AnswerRow, CitationRow, LabelRow, QueryRow, SourceRow, StatementRow
from data.problems import Places, Problems

QUERY = '{"kind": "query", "key": "q", "text": "?", "type": "other"}\n'
ANSWER = {"id": 1, "Question": "?", "Output": "Yes."}
NESTED = {"question": "?", "answers": {"x": {"answer_string": "Yes.", "attribution": []}}}
INDEX = {"metadata": {}, "reports": [{"model_name": "m", "query_id": "1", "report_file_path": "m/qid_1_report.md"}]}
LABELS = {"unit": "a", "value": "4"}
REPORT = {"query_text": "Is it so?", "system": "x", "text": "It is so."}

FILES: dict[str, tuple[str, str, str]] = {
    "native rows": ("s.jsonl", QUERY, "native"),
    "native rows by another name": ("s.json", QUERY + QUERY, "native"),
    "rows after a mark and blank lines": ("s.jsonl", "\ufeff\n" + QUERY, "native"),
    "lines that are nothing else": ("s.jsonl", '{"kind": "qeury"}\n', "native"),
    "lines that are cut off": ("s.jsonl", '{"kind": "query"', "native"),
    "an empty file": ("s.ndjson", "", "native"),
    "labels a line": ("s.jsonl", json.dumps(LABELS), "labels"),
    "reports a line": ("s.ndjson", json.dumps(REPORT), "reports"),
    "answers nested in lines": ("s.jsonl", json.dumps(NESTED), "expertqa"),
    "one answer a line": ("s.jsonl", json.dumps({"question": "?", "answer_string": "Yes."}), "expertqa"),
    "a list of answers": ("s.json", json.dumps([ANSWER]), "aee"),
    "a list over several lines": ("s.json", json.dumps([ANSWER], indent=1), "aee"),
    "an index": ("s.json", json.dumps(INDEX), "lrb"),
    "an index over several lines": ("s.json", json.dumps(INDEX, indent=1), "lrb"),
    "a list of labels": ("s.json", json.dumps([LABELS]), "labels"),
    "a list of reports somewhere": ("s.json", json.dumps({"data": {"rows": [REPORT]}}, indent=1), "reports"),
    "labels with commas": ("s.csv", "unit,value\na,4\n", "labels"),
    "reports with tabs": ("s.TSV", "query_text\tsystem\ttext\nIs it?\tx\tIt is.\n", "reports"),
    "questions a row": ("s.csv", "qid,question,checklist\n1,Is it?,Says so.\n", "lrb"),
    "questions a line": ("s.jsonl", json.dumps({"qid": "1", "question": "Is it?", "checklists": ["So."]}), "lrb"),
    "one report": ("s.md", "It is so.", "markdown"),
}


def form(path: Path, **options: Any) -> str:
    return opened_form(path, ImportOptions(**options), Problems(Places())).format


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_told_by_its_ending_and_content(file: str, tmp_path: Path) -> None:
    name, content, expected = FILES[file]
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert form(tmp_path / name) == expected


def test_a_folder_is_told_by_the_names_in_it(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "rain.md").write_text("It rains.")
    assert form(tmp_path) == "markdown"
    (tmp_path / "m" / "qid_1_report.md").write_text("It rains.")
    assert form(tmp_path) == "lrb"


@pytest.mark.parametrize("name", ["native", "aee", "labels", "reports", "expertqa"])
def test_a_folder_is_not_taken_for_what_comes_as_a_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"is a folder; {name} comes as a file, markdown and lrb as folders"):
        form(tmp_path, format=name)


def test_what_a_person_says_goes_before_what_the_content_tells(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps({"x": "a", "y": "4"}))
    assert form(path) == "native"
    assert form(path, format="reports") == "reports"
    assert form(path, said=Said(columns={"value": "y"})) == "labels"
    assert form(path, mapping=ColumnMapping("reports")) == "reports"
    assert form(path, mapping=ColumnMapping("reports"), format="reports") == "reports"
    with pytest.raises(InputError, match="field 'format': the mapping makes reports of it, not labels"):
        form(path, mapping=ColumnMapping("reports"), format="labels")
    with pytest.raises(InputError, match="field 'mapping': goes with files of format labels or reports"):
        form(path, mapping=ColumnMapping("reports"), format="native")


RECORDS = [{"unit": "a", "Ada": 4, "Ben": None}, {"unit": "b", "Ada": 5, "Ben": 1}]
CONTENT: list[Row] = [
    {"kind": "query", "key": "q", "text": "?", "type": "other"},
    {"kind": "answer", "key": "a", "query": "q", "system": "x", "text": "One.", "sources": []},
]


def written(path: Path, records: list[dict[str, Any]]) -> Path:
    """The records in the form that the ending says."""
    headings = [*records[0]]
    match path.suffix:
        case ".csv" | ".tsv":
            with path.open("w", newline="", encoding="utf-16" if path.suffix == ".tsv" else "utf-8") as file:
                out = csv.DictWriter(file, headings, delimiter=";" if path.suffix == ".csv" else "\t")
                out.writeheader()
                out.writerows(records)
        case ".json":
            path.write_text(json.dumps({"made": "by hand", "rows": records}))
        case ".jsonl":
            path.write_text("".join(json.dumps(record) + "\n" for record in records))
        case ".parquet":
            pq.write_table(pa.Table.from_pylist(records), path)
        case _:
            book = openpyxl.Workbook()
            sheet = book.worksheets[0]
            for row in (headings, *([record[heading] for heading in headings] for record in records)):
                sheet.append(row)
            book.save(path)
    return path


TABLES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".xlsx")


def rows_of(path: Path, **options: Any) -> list[Any]:
    """The rows made of a file, without a database."""
    problems = Problems(Places())
    rows = [placed.row for placed in opened_form(path, ImportOptions(**options), problems).rows(problems, [])]
    assert problems.found == []
    return rows


@pytest.mark.parametrize("ending", TABLES)
def test_the_same_labels_come_from_a_table_of_any_form(ending: str, tmp_path: Path) -> None:
    said = Said(question="confidence", raters={"Ada": "human", "Ben": "judge"})
    rows = rows_of(written(tmp_path / f"wide{ending}", RECORDS), said=said)
    labels = {(row.rater, row.answer, row.value) for row in rows if isinstance(row, LabelRow)}
    assert labels == {("Ada", "a", "4"), ("Ada", "b", "5"), ("Ben", "b", "1")}


REPORTS = [
    {"asked": "Does it rain?", "who": "lab/Kettle", "said": "It rains [1].", "where": '["https://rain.example"]'},
    {"asked": "Does it rain?", "who": "Pot", "said": "It does not.", "where": None},
]
OF_REPORTS = ColumnMapping(
    "reports",
    columns={"query_text": "asked", "system": "who", "text": "said", "sources": "where"},
    constants={"query_type": "debate"},
)


@pytest.mark.parametrize("ending", TABLES)
def test_the_same_reports_come_from_a_table_of_any_form(ending: str, tmp_path: Path) -> None:
    rows = rows_of(written(tmp_path / f"reports{ending}", REPORTS), mapping=OF_REPORTS)
    kinds = (QueryRow, SourceRow, AnswerRow, StatementRow, CitationRow)
    assert [sum(isinstance(row, kind) for row in rows) for kind in kinds] == [1, 1, 2, 2, 1]
    assert {row.type for row in rows if isinstance(row, QueryRow)} == {"debate"}


def test_reports_of_a_table_enter_the_study(engine: Engine, tmp_path: Path) -> None:
    report = imported(engine, written(tmp_path / "reports.csv", REPORTS), mapping=OF_REPORTS)
    assert report.created == {"query": 1, "source": 1, "answer": 2, "statement": 2, "citation": 1}
    assert report.notes[0] == "read as reports: csv, utf-8, divided by ';'"


def test_a_report_without_its_system_is_named_with_its_line(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "reports.csv"
    path.write_text("asked,who,said,where\nIs it?,,It is.,\n")
    with pytest.raises(FileRefused) as caught:
        imported(engine, path, mapping=OF_REPORTS)
    assert (caught.value.row, caught.value.field) == (2, "who")


def test_a_folder_is_the_same_while_its_names_and_bytes_are(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    (folder / "Kettle").mkdir(parents=True)
    (folder / "Kettle" / "rain.md").write_text("It rains.")
    assert imported(engine, folder).created["answer"] == 1
    assert imported(engine, folder).same_file
    (folder / "Kettle" / "snow.md").write_text("It rains.")
    again = imported(engine, folder)
    assert (again.same_file, again.created["answer"], again.unchanged["answer"]) == (False, 1, 1)
    (folder / "Kettle" / "snow.md").rename(folder / "Kettle" / "hail.md")
    assert not imported(engine, folder).same_file


def test_reports_that_say_the_same_are_told_apart_by_their_names(engine: Engine, tmp_path: Path) -> None:
    for place in ("Kettle/rain.md", "Kettle/snow.md", "Pot/rain.md", "Pot/snow.md"):
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True)
        path.write_text("I cannot say.")
    assert imported(engine, tmp_path / "Kettle" / "rain.md").created["answer"] == 1
    assert imported(engine, tmp_path / "Kettle" / "snow.md").created["answer"] == 1
    assert imported(engine, tmp_path / "Kettle" / "snow.md").same_file
    assert imported(engine, tmp_path / "Pot").created["answer"] == 2
    assert imported(engine, tmp_path / "Kettle").unchanged["answer"] == 2
    assert len(["" for line in exported(engine) if json.loads(line)["kind"] == "answer"]) == 4


def test_a_file_is_read_anew_when_another_format_is_said(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("")
    imported(engine, path)
    with pytest.raises(FileRefused, match="holds no columns"):
        imported(engine, path, format="labels")


def test_the_system_of_all_reports_can_be_said(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "rain.md"
    path.write_text("It rains.")
    imported(engine, path, said=Said(constants={"system": "Kettle", "query_type": "debate"}))
    rows = [json.loads(line) for line in exported(engine)]
    assert [row["system"] for row in rows if row["kind"] == "answer"] == ["Kettle"]


def test_a_reading_that_is_said_is_used(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, CONTENT))
    path = tmp_path / "labels.csv"
    path.write_bytes("unit|value|rater\na|4|Zoë\n".encode("cp1252"))
    mapping = ColumnMapping("labels", columns={"unit": "unit", "value": "value", "rater": "rater"},
                            constants={"question": "confidence", "rater_kind": "human"})  # fmt: skip
    report = imported(engine, path, mapping=mapping)
    assert report.notes[0] == "read as labels: csv, cp1252, divided by '|'"
    assert '"rater": "Zoë"' in "".join(exported(engine))
