"""Reports on their way into a study and out of it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import exported, imported, native_file
from report_cases import folder_of
from sqlalchemy import Engine, func, select

from data.importing import FileRefused
from data.tables import Study

TEA = "# Tea\n\nTea is old [1]. Milk 🐄 is new [2][7].\n\n## Sources\n[1] Leaf: https://leaf.example\n[2] Cow\n"
FILES: dict[str, str | bytes] = {
    "queries.json": '{"q1": "Is tea old?"}',
    "lab/Pot/q1.md": "Tea is new, see [leaf](https://leaf.example).",
    "Kettle/q1.md": TEA,
}


def test_a_folder_of_reports_becomes_a_study_that_exports_and_imports_again(engine: Engine, tmp_path: Path) -> None:
    report = imported(engine, folder_of(tmp_path / "reports", FILES))
    assert dict(report.created) == {"query": 1, "source": 3, "answer": 2, "statement": 3, "citation": 4}
    assert report.notes == ("answer 'Kettle.q1' cites numbers that its source list lacks: 7",)
    lines = exported(engine)
    answers = [json.loads(line) for line in lines if '"kind": "answer"' in line]
    assert [(row["key"], row["system"]) for row in answers] == [("Kettle.q1", "Kettle"), ("lab.Pot.q1", "lab/Pot")]
    assert answers[0]["text"] == TEA
    again = native_file(tmp_path, [json.loads(line) for line in lines])
    imported(engine, again, study="again")
    assert exported(engine, "again") == lines


def test_the_same_reports_again_change_nothing_and_another_text_is_refused(engine: Engine, tmp_path: Path) -> None:
    root = folder_of(tmp_path / "reports", FILES)
    imported(engine, root)
    before = exported(engine)
    assert imported(engine, root).same_file
    (root / "lab" / "Pot" / "q2.md").write_text("Milk is new.")
    assert imported(engine, root).created["answer"] == 1
    (root / "Kettle" / "q1.md").write_text(TEA.replace("old", "new"))
    with pytest.raises(FileRefused, match=r"Kettle/q1\.md"):
        imported(engine, root)
    assert [line for line in exported(engine) if line in before] == before


def test_one_faulty_report_keeps_all_of_them_out(engine: Engine, tmp_path: Path) -> None:
    root = folder_of(tmp_path / "reports", FILES | {"Kettle/q3.md": "Tea \0 is old."})
    with pytest.raises(FileRefused, match=r"Kettle/q3\.md, line 1, field 'text'.*NUL"):
        imported(engine, root)
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(Study)) == 0
