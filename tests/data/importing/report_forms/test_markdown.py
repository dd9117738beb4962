"""Folders of reports in Markdown."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

from report_cases import folder_of, read_file

from data.importing.report_forms.markdown import read_markdown

TEA = "Tea is old [1].\r\n\r\n## Sources\r\n[1] https://leaf.example\r\n"


def test_folders_say_the_system_and_files_the_query(tmp_path: Path) -> None:
    files = {"Kettle/q1.md": TEA, "Kettle/q2.markdown": "", "lab/Pot/q1.txt": "Tea is new."}
    found = read_file(read_markdown, folder_of(tmp_path, files))
    assert found.of("answer", "key", "query", "system", "text") == [
        ("Kettle.q1", "q1", "Kettle", TEA),
        ("Kettle.q2", "q2", "Kettle", ""),
        ("lab.Pot.q1", "q1", "lab/Pot", "Tea is new."),
    ]
    assert found.of("query", "key", "text", "type") == [("q1", "q1", "other"), ("q2", "q2", "other")]
    assert found.of("source", "key", "url") == [("Kettle.q1.S1", "https://leaf.example")]
    assert found.problems == []
    assert found.notes == [
        "answer 'Kettle.q2' has no statement",
        "the queries of 3 reports are known by name only; queries.json can say their texts",
    ]


def test_files_beside_each_other_are_of_the_system_named_by_the_folder_or_said(tmp_path: Path) -> None:
    root = folder_of(tmp_path / "Kettle", {"q1.md": TEA})
    assert read_file(read_markdown, root).of("answer", "system") == [("Kettle",)]
    assert read_file(read_markdown, root, system="Pot").of("answer", "key", "system") == [("Pot.q1", "Pot")]


def test_one_file_is_one_report(tmp_path: Path) -> None:
    root = folder_of(tmp_path / "Kettle", {"q1.md": TEA, "q2.md": TEA})
    found = read_file(read_markdown, root / "q1.md", query_text="Is tea old?", query_type="debate")
    assert found.of("answer", "key") == [("Kettle.q1",)]
    assert found.of("query", "key", "text", "type") == [("q1", "Is tea old?", "debate")]
    assert found.notes == []


def test_a_file_beside_the_reports_says_the_queries(tmp_path: Path) -> None:
    queries = {"q1": "Is tea old?", "q2": {"text": "Is tea new?", "type": "debate"}}
    files = {"queries.json": json.dumps(queries), "Kettle/q1.md": TEA, "Kettle/q2.md": TEA, "Kettle/q3.md": TEA}
    found = read_file(read_markdown, folder_of(tmp_path, files), query_type="expertise")
    assert found.of("query", "key", "text", "type") == [
        ("q1", "Is tea old?", "expertise"),
        ("q2", "Is tea new?", "debate"),
        ("q3", "q3", "expertise"),
    ]
    assert found.notes == ["the queries of 1 reports are known by name only; queries.json can say their texts"]


def test_a_file_of_queries_that_is_none_is_refused(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"Kettle/q1.md": TEA, "queries.json": "[1]"})
    (problem,) = read_file(read_markdown, root).problems
    assert str(problem) == "queries.json, line 1: must be one JSON object: the text of each query by its key"
    (root / "queries.json").write_text("{")
    (problem,) = read_file(read_markdown, root).problems
    assert "queries.json, line 1: is not sound JSON" in str(problem)


def test_what_is_no_report_is_passed_over(tmp_path: Path) -> None:
    files = {
        "README.md": "About",
        ".git/x.md": "x",
        "Kettle/LICENSE.txt": "x",
        "Kettle/pic.png": b"\x89",
        "a/q.md": TEA,
    }
    assert read_file(read_markdown, folder_of(tmp_path, files)).of("answer", "key") == [("a.q",)]


def test_a_folder_without_a_report_is_refused(tmp_path: Path) -> None:
    (problem,) = read_file(read_markdown, folder_of(tmp_path / "none", {"x.png": ""})).problems
    assert "holds no report" in str(problem)


def test_encodings_are_told_apart_and_the_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    text = "Café is old [1]. It says “so”."
    files = {
        "K/a.md": codecs.BOM_UTF8 + text.encode(),
        "K/b.md": text.encode("utf-16"),
        "K/c.md": text.encode("cp1252"),
    }
    found = read_file(read_markdown, folder_of(tmp_path, files))
    assert found.of("answer", "text") == [(text,)] * 3
    said = "the text is not UTF-8 and was read as cp1252 (Western European)"
    assert f"K/c.md: {said}" in found.notes
    found = read_file(read_markdown, folder_of(tmp_path, {"K/d.md": text.encode("cp1252")}))
    assert f"K/c.md and 1 more: {said}" in found.notes


def test_a_file_that_is_no_text_is_refused_by_name(tmp_path: Path) -> None:
    found = read_file(read_markdown, folder_of(tmp_path, {"K/a.md": f"{TEA}\0{TEA}", "K/b.md": b"\xff\xfeT"}))
    assert [problem.file for problem in found.problems] == ["K/a.md", "K/b.md"]


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("Secret.")
    root = folder_of(tmp_path / "in", {"K/a.md": TEA})
    (root / "K" / "b.md").symlink_to(tmp_path / "secret.md")
    found = read_file(read_markdown, root)
    assert [str(problem) for problem in found.problems] == [
        "K/b.md, line 1: leads out of the folder; put the file itself into it"
    ]
    assert found.of("answer", "key") == [("K.a",)]
