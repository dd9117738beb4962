"""Labels from tables of other shapes: a column a rater, several tasks, typed cells, evidence, our own exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import imported, native_file
from label_imports import CONTENT, USUAL, labels, said, table
from sqlalchemy import Engine

from data.exporting.folder import export_tables
from data.importing import ColumnMapping, FileRefused

WIDE = "unit,Ada,Ben,m\na,4,5,\n"


def test_a_table_with_a_column_for_each_rater(engine: Engine, tmp_path: Path) -> None:
    report = table(
        engine, tmp_path, WIDE, question="confidence", raters={"Ada": "human", "Ben": "adjudicator", "m": "judge"}
    )
    assert [json.loads(label)["rater"] for label in labels(engine)] == ["Ada", "Ben"]
    assert [json.loads(label)["value"] for label in labels(engine)] == ["4", "5"]
    assert report.created == {"label": 2, "rater": 2}
    assert report.notes[1:] == ("1 cells without a label were left out: what is not labelled is unknown",)


def test_the_words_of_a_wide_table_are_mapped_and_kept(engine: Engine, tmp_path: Path) -> None:
    table(engine, tmp_path, "unit,Ada\na,sure\n", question="confidence", raters={"Ada": "human"}, values={"sure": "5"})
    assert '"value": "5", "raw": "sure"' in labels(engine)[0]


def test_a_fault_in_a_cell_of_a_wide_table_names_the_column(engine: Engine, tmp_path: Path) -> None:
    text = '{"unit": "a", "A/B": "4"}\n{"unit": "a", "A/B": ["5"]}\n'
    with pytest.raises(FileRefused) as caught:
        table(engine, tmp_path, text, "l.jsonl", question="confidence", raters={"A/B": "human"})
    assert [(problem.row, problem.field) for problem in caught.value.problems] == [(1, "name"), (1, "A/B"), (2, "A/B")]
    assert "holds a list or an object; one value is wanted" in caught.value.problems[2].message


def test_several_tasks_are_read_as_several_questions_by_a_mapping(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, CONTENT))
    path = tmp_path / "labels.csv"
    path.write_text("id,task,label\na,sure,4\na/1,core,1\na,other,x\n")
    mapping = ColumnMapping(
        "labels",
        columns={"unit": "id", "question": "task", "value": "label"},
        constants={"rater": "Ada", "rater_kind": "human"},
        questions={"sure": "confidence", "core": "relevance"},
    )
    report = imported(engine, path, mapping=mapping)
    assert [json.loads(label)["question"] for label in labels(engine)] == ["confidence", "relevance"]
    assert report.notes[1:] == ("1 rows of other questions were left out",)


def test_numbers_and_true_or_false_in_typed_files_are_labels_too(engine: Engine, tmp_path: Path) -> None:
    text = '{"unit": "a", "value": 4}\n{"unit": "a", "value": true, "run": 1}\n'
    report = table(engine, tmp_path, text, "l.jsonl", question="confidence", rater="m", rater_kind="judge")
    assert [json.loads(label).get("value") for label in labels(engine)] == ["4", None]
    assert report.out_of_scale[0].raw == "true"


def test_a_column_that_only_looks_like_a_field_is_not_taken_without_a_word(engine: Engine, tmp_path: Path) -> None:
    text = "unit,verdict,annotator,rater_kind\na,4,Ada,human\n"
    with pytest.raises(
        FileRefused, match=r"'verdict' like value, .*add --column value=verdict --column rater=annotator"
    ):
        table(engine, tmp_path, text, question="confidence")
    table(engine, tmp_path, text, question="confidence", columns={"value": "verdict", "rater": "annotator"})
    assert len(labels(engine)) == 1


def test_what_cannot_be_read_has_no_columns_to_speak_of(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text('[{"unit": "a", "value": NaN}]')
    with pytest.raises(FileRefused, match="holds a bare NaN") as caught:
        imported(engine, path, said=said(**USUAL))
    assert len(caught.value.problems) == 1


def test_evidence_comes_as_lists_or_as_their_text(engine: Engine, tmp_path: Path) -> None:
    lines = ({"unit": "a/1/1", "value": "full", "evidence": [[0, 4]]},
             {"unit": "a/2/1", "value": "yes", "evidence": "[[1, 2], [3, 4]]", "raw": "Yes!"},
             {"unit": "a/2/1", "value": "none", "rater": "Ben", "evidence": []})  # fmt: skip
    text = "".join(json.dumps({"rater": "Ada"} | line) + "\n" for line in lines)
    table(engine, tmp_path, text, "l.jsonl", question="support", rater_kind="human", values={"yes": "full"})
    found = [json.loads(label) for label in labels(engine)]
    assert [label.get("evidence") for label in found] == [[[0, 4]], [[1, 2], [3, 4]], None]
    assert found[1]["raw"] == "Yes!"


@pytest.mark.parametrize("cell", ["0-4", "4", {"from": 0}])
def test_evidence_that_is_no_list_is_named(cell: object, engine: Engine, tmp_path: Path) -> None:
    text = json.dumps({"unit": "a/1/1", "value": "full", "evidence": cell})
    with pytest.raises(FileRefused, match="field 'evidence': must be a list of spans"):
        table(engine, tmp_path, text, "l.jsonl", **USUAL | {"question": "support"})


def test_labels_that_were_exported_as_a_table_come_in_again(engine: Engine, tmp_path: Path) -> None:
    rows = [*CONTENT, *({"kind": "label", "rater": "Ada", "answer": "a"} | row for row in (
        {"question": "support", "statement": 1, "source": 1, "value": "full", "evidence": [[0, 4]]},
        {"question": "relevance", "statement": 2, "reason": "skipped"},
        {"question": "confidence", "value": "sure"},
        {"question": "presentation", "checklist": "c@home", "version": "1", "item": "i", "value": "pass"},
    )), {"kind": "rater", "name": "Ada", "rater_kind": "human"}]  # fmt: skip
    imported(engine, native_file(tmp_path, rows))
    export_tables(engine, "tea", "csv", tmp_path / "out")
    imported(engine, native_file(tmp_path, CONTENT, "content.jsonl"), study="again")
    imported(engine, tmp_path / "out" / "labels.csv", study="again")
    assert labels(engine, "again") == labels(engine)
