"""Exported tables are imported again: labels with the texts they had before cells were guarded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import exported, imported, native_file, row_of, small_study
from sqlalchemy import Engine

from data.exporting.answers import export_answers
from data.exporting.folder import export_tables
from data.importing.mapping import Said
from data.problems import Places, Problems
from data.tabular import Reading, records_of

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("file", ["labels.csv", "labels.tsv", "tables.xlsx", "labels.parquet", "labels.jsonl"])
def test_labels_come_back_unguarded(engine: Engine, tmp_path: Path, file: str) -> None:
    rows = small_study()
    row_of(rows, "label", 1)["justification"] = "=1+1"
    row_of(rows, "label", 0)["justification"] = "'so'"
    imported(engine, native_file(tmp_path, rows))
    form = file.rpartition(".")[2]
    export_tables(engine, "tea", form, tmp_path / "out")
    content = [row for row in rows if row["kind"] not in ("label", "judge_output", "batch")]
    imported(engine, native_file(tmp_path, content, "content.jsonl"), "again")
    imported(
        engine, tmp_path / "out" / file, "again", said=Said(reading=Reading(sheet="labels" if form == "xlsx" else None))
    )
    found = [json.loads(line) for line in exported(engine, "again")]
    labels = [row for row in found if row["kind"] in ("label", "judge_output")]
    assert [row.get("justification") for row in labels] == ["'so'", "=1+1", None, None, None, None]
    assert [row.get("value") for row in labels] == ["full", "pass", None, "A", "none", None]


def test_answers_come_back_from_their_folder(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    export_answers(engine, "tea", tmp_path / "out")
    imported(engine, tmp_path / "out", "again")
    export_answers(engine, "again", tmp_path / "back")
    texts = [
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.md") if path.stat().st_size}
        for folder in (tmp_path / "out", tmp_path / "back")
    ]
    assert texts[0] == texts[1] != {}


@pytest.mark.parametrize("package", ["", "[]", "{", '{"guard": {"character": "\'"}, "resources": [1]}'])
def test_a_table_of_others_keeps_its_apostrophes(tmp_path: Path, package: str) -> None:
    (tmp_path / "labels.csv").write_text("unit,value\n'a,'b\n")
    if package:
        (tmp_path / "datapackage.json").write_text(package)
    found = records_of(tmp_path / "labels.csv", Problems(Places()))
    assert [dict(cells) for _, cells in found.rows] == [{"unit": "'a", "value": "'b"}]
    assert found.notes == []
