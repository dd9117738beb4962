"""A study as tables: the same cells in every form, with a dictionary that tells the truth about them."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pyarrow.parquet as pq
import pytest
from import_files import imported, native_file, reviewed_study, small_study
from sqlalchemy import Engine
from worked_study import worked_study

from data.errors import InputError, NotFound
from data.exporting.cells import moment_text
from data.exporting.columns import Table
from data.exporting.dictionary import PACKAGE, PAGE
from data.exporting.folder import TABLE_FORMS, WORKBOOK, export_tables
from data.exporting.label_tables import tables
from data.exporting.records import records_of
from data.guards import unguarded
from data.importing.rows import ROWS

pytestmark = pytest.mark.whole

Cells = list[tuple[Any, ...]]


def by_name(history: bool = False) -> dict[str, Table]:
    return {table.name: table for table in tables(history)}


def stored(engine: Engine, study: str, history: bool = False) -> dict[str, Cells]:
    """What the record has, by table; times are text."""
    with records_of(engine, study) as records:
        found = {table.name: list(table.cells(records)) for table in tables(history)}
    return {name: [tuple(map(_with_text, row)) for row in rows] for name, rows in found.items()}


def _with_text(cell: Any) -> Any:
    return moment_text(cell) if isinstance(cell, datetime) else cell


def in_delimited(folder: Path, table: Table, form: str) -> Cells:
    with (folder / f"{table.name}.{form}").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file, delimiter={"csv": ",", "tsv": "\t"}[form])
    assert head == [column.name for column in table.columns]
    return [tuple(_typed(cell, kind.type) for cell, kind in zip(row, table.columns, strict=True)) for row in rows]


def _typed(cell: Any, kind: str) -> Any:
    """The value of a cell as the dictionary says to read it."""
    if cell is None or cell == "":
        return None
    read: dict[str, Callable[[Any], Any]] = {
        "string": unguarded,
        "integer": int,
        "number": float,
        "boolean": {"true": True, "false": False, True: True, False: False}.__getitem__,
        "datetime": str,
        "spans": json.loads,
        "positions": json.loads,
    }
    return read[kind](cell)


def in_objects(folder: Path, table: Table, form: str) -> Cells:
    text = (folder / f"{table.name}.{form}").read_text(encoding="utf-8")
    rows = json.loads(text) if form == "json" else [json.loads(line) for line in text.split("\n")[:-1]]
    names = [column.name for column in table.columns]
    assert all(list(row) == names for row in rows)
    return [tuple(row.values()) for row in rows]


def in_parquet(folder: Path, table: Table, form: str) -> Cells:
    rows = pq.read_table(folder / f"{table.name}.{form}").to_pylist()
    return [tuple(map(_with_text, row.values())) for row in rows]


def in_workbook(folder: Path, table: Table, form: str) -> Cells:
    sheet = openpyxl.load_workbook(folder / f"tables.{form}", read_only=True)[table.name]
    _, *rows = sheet.iter_rows(min_col=1, max_col=len(table.columns), values_only=True)
    return [tuple(_typed(cell, kind.type) for cell, kind in zip(row, table.columns, strict=True)) for row in rows]


READERS = {
    "csv": in_delimited,
    "tsv": in_delimited,
    "json": in_objects,
    "jsonl": in_objects,
    "parquet": in_parquet,
    "xlsx": in_workbook,
}


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_every_form_holds_what_the_record_has(engine: Engine, tmp_path: Path, form: str) -> None:
    imported(engine, native_file(tmp_path, reviewed_study()))
    exported = export_tables(engine, "tea", form, tmp_path / "out")
    known = stored(engine, "tea")
    for name, table in by_name().items():
        assert READERS[form](tmp_path / "out", table, form) == known[name], name
    assert exported.rows == {name: len(rows) for name, rows in known.items()}
    assert all(known.values())


def test_the_history_comes_in_tables_of_its_own(engine: Engine, tmp_path: Path) -> None:
    worked_study(engine)
    export_tables(engine, "small", "csv", tmp_path / "out", history=True)
    known = stored(engine, "small", history=True)
    for name in ("past_labels", "source_fetches"):
        assert in_delimited(tmp_path / "out", by_name(history=True)[name], "csv") == known[name] != []


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_the_same_study_makes_the_same_files(engine: Engine, tmp_path: Path, form: str) -> None:
    imported(engine, native_file(tmp_path, small_study()[:12]))
    for name in ("one", "two"):
        export_tables(engine, "tea", form, tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_no_field_of_the_native_format_is_lost() -> None:
    of_kind = {
        "study": "study", "guideline": "guidelines", "query": "queries", "source": "sources", "answer": "answers",
        "statement": "statements", "citation": "citations", "checklist": "checklists",
        "checklist_item": "checklist_items", "issue": "issues", "pair": "pairs", "claim": "claims", "rater": "raters",
        "label": "labels", "past_label": "past_labels", "source_fetch": "source_fetches", "batch": "batches",
        "mark_decision": "mark_decisions", "statement_edit": "statement_edits", "answer_review": "answer_reviews",
    }  # fmt: skip
    elsewhere = {"answer": {"sources"}, "batch": {"design"}}
    assert set(of_kind) == set(ROWS) - {"judge_output"}
    for kind, name in of_kind.items():
        columns = {column.name for column in by_name(history=True)[name].columns}
        assert set(ROWS[kind].model_fields) - columns == elsewhere.get(kind, set()), kind


def test_what_is_needed_is_there_keys_are_keys_and_links_lead_somewhere(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, reviewed_study()))
    worked_study(engine)
    for study in ("tea", "small"):
        known, every = stored(engine, study, history=True), by_name(history=True)
        values = {name: [dict(zip(names_of(every[name]), row, strict=True)) for row in known[name]] for name in every}
        for name, table in every.items():
            rows = values[name]
            assert all(row[column.name] is not None for column in table.columns if column.needed for row in rows), name
            for column in (column for column in table.columns if column.values):
                assert {row[column.name] for row in rows} - {None} <= set(column.values), (name, column.name)
            assert len({tuple(row[part] for part in table.key) for row in rows}) == len(rows), name
            for link in table.links:
                theirs = {tuple(row[part] for part in link.theirs) for row in values[link.table]}
                ours = {tuple(row[part] for part in link.columns) for row in rows}
                assert {key for key in ours if None not in key} <= theirs, (name, link)


def names_of(table: Table) -> list[str]:
    return [column.name for column in table.columns]


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_the_dictionary_says_what_lies_beside_it(engine: Engine, tmp_path: Path, form: str) -> None:
    imported(engine, native_file(tmp_path, small_study()), "My Tea!")
    folder = tmp_path / "out"
    export_tables(engine, "My Tea!", form, folder)
    package = json.loads((folder / PACKAGE).read_text(encoding="utf-8"))
    assert (package["name"], package["title"], package["description"]) == ("my-tea", "Tea", "invented data")
    assert ("guard" in package) == (form in ("csv", "tsv", "xlsx"))
    assert {resource["path"] for resource in package["resources"]} | {PACKAGE, PAGE} == {
        path.name for path in folder.iterdir()
    }
    for resource in package["resources"]:
        content = (folder / resource["path"]).read_bytes()
        assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        assert resource["bytes"] == len(content)
        fields = [field["name"] for field in resource["schema"]["fields"]]
        assert fields == names_of(by_name()[resource["name"]])
        assert set(resource["schema"]["primaryKey"]) <= set(fields)
    page = (folder / PAGE).read_text(encoding="utf-8")
    assert page.startswith("# Tea\n\ninvented data\n")
    assert ("apostrophe" in page) == (form in ("csv", "tsv", "xlsx"))
    assert "| source | integer? | position of the source in the answer's list, from 1 |" in page
    assert "| rater | string | name of the rater → raters: name |" in page


@pytest.mark.parametrize("form", ["csv", "tsv", "xlsx"])
def test_no_cell_is_a_formula(engine: Engine, tmp_path: Path, form: str) -> None:
    worked_study(engine)
    folder = tmp_path / "out"
    export_tables(engine, "small", form, folder)
    table = by_name()["labels"]
    written = READERS[form](folder, table, form)
    at = names_of(table).index("justification")
    assert "=1+1" in {row[at] for row in written}
    if form == "xlsx":
        sheet = openpyxl.load_workbook(folder / WORKBOOK)["labels"]
        shown = {cell.value for row in sheet for cell in row if cell.data_type != "n"}
        assert not [cell for row in sheet for cell in row if cell.data_type == "f"]
    else:
        text = (folder / f"labels.{form}").read_text(encoding="utf-8")
        shown = set(text.replace("\t", ",").split(","))
    assert ("'=1+1" in shown, "=1+1" in shown) == (True, False)


def test_pandas_finds_every_type_in_parquet(engine: Engine, tmp_path: Path) -> None:
    worked_study(engine)
    export_tables(engine, "small", "parquet", tmp_path / "out", history=True)
    labels = pd.read_parquet(tmp_path / "out" / "labels.parquet", dtype_backend="pyarrow")
    types = {name: str(labels.dtypes[name]) for name in ("question", "source", "bulk", "at", "evidence")}
    assert types == {
        "question": "string[pyarrow]",
        "source": "int64[pyarrow]",
        "bulk": "bool[pyarrow]",
        "at": "timestamp[us, tz=UTC][pyarrow]",
        "evidence": "list<element: list<element: int64>>[pyarrow]",
    }
    schema = pq.read_schema(tmp_path / "out" / "labels.parquet")
    assert schema.field("rater").metadata[b"description"] == b"name of the rater"
    assert (schema.field("rater").nullable, schema.field("value").nullable) == (False, True)
    empty = pq.read_table(tmp_path / "out" / "claims.parquet")
    assert (empty.num_rows, empty.column_names) == (0, ["answer", "key", "text", "url"])


def test_a_folder_that_is_there_is_not_touched(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match="already exists; nothing is written over"):
        export_tables(engine, "tea", "csv", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_nothing_is_left_of_an_export_that_fails(engine: Engine, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(NotFound, match="there is no study 'tea'"):
        export_tables(engine, "tea", "csv", tmp_path / "new" / "out")
    assert sorted(path for path in tmp_path.rglob("*") if path.name != "new") == before
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written: "):
        export_tables(engine, "tea", "csv", tmp_path / "file" / "out")
