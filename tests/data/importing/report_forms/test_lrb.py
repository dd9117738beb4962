"""Reports as LiveResearchBench keeps them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from report_cases import folder_of, read_file

from data.importing.report_forms.lrb import read_lrb

TEA = "Tea is old [1].\n\n## Sources\n[1] https://leaf.example\n"


def entry(**fields: Any) -> dict[str, Any]:
    said = {"model_name": "lab/kettle", "query_id": 7, "query": "Is tea old in {{current_year}}?"}
    return said | {"report_file_path": "kettle/qid_7_report.md"} | fields


def lrb(root: Path, *entries: Any, **files: str) -> Path:
    index = {"metadata": {"made": "today"}, "reports": list(entries)}
    return folder_of(root, {"index.json": json.dumps(index), "kettle/qid_7_report.md": TEA, **files})


def test_an_index_says_systems_and_queries(tmp_path: Path) -> None:
    root = lrb(tmp_path, entry())
    for path in (root, root / "index.json"):
        found = read_file(read_lrb, path, query_type="expertise")
        assert found.of("query", "key", "text", "type") == [("7", "Is tea old in {{current_year}}?", "expertise")]
        assert found.of("answer", "key", "query", "system", "text") == [("lab.kettle.7", "7", "lab/kettle", TEA)]
        assert (found.counts()["citation"], found.problems, found.notes) == (1, [], [])


def test_the_end_of_a_path_that_was_written_elsewhere_finds_the_report(tmp_path: Path) -> None:
    root = lrb(tmp_path, entry(report_file_path="/elsewhere/runs/kettle/qid_7_report.md"))
    assert read_file(read_lrb, root).of("answer", "key") == [("lab.kettle.7",)]


def test_reports_that_the_index_does_not_name_are_left_out_and_counted(tmp_path: Path) -> None:
    found = read_file(read_lrb, lrb(tmp_path, entry(), **{"kettle/qid_8_report.md": TEA}))
    assert found.of("answer", "key") == [("lab.kettle.7",)]
    assert found.notes == ["1 files were left out: the index does not name them"]


def test_without_an_index_names_say_what_is_known(tmp_path: Path) -> None:
    files = {"kettle/qid_a_b_report.md": TEA, "kettle/notes.md": "x", "qid_9_report.md": TEA, "other.json": "[]"}
    found = read_file(read_lrb, folder_of(tmp_path / "pot", files))
    assert found.of("answer", "key", "query", "system") == [
        ("kettle.a_b", "a_b", "kettle"),
        ("pot.9", "9", "pot"),
    ]
    assert found.notes == [
        "1 files were left out: they are not called like qid_7_report.md",
        "2 queries are known by their ids only: no index and no table of questions says more",
    ]


def test_faults_of_an_index_are_named_by_its_entries(tmp_path: Path) -> None:
    entries = (
        entry(model_name=None),
        "kettle",
        entry(report_file_path="../../etc/passwd"),
        entry(report_file_path="kettle/gone.md"),
        entry(query_id=None),
        entry(report_file_path="a\0b.md"),
        entry(report_file_path=300 * "a"),
    )
    found = read_file(read_lrb, lrb(tmp_path, *entries))
    assert [(problem.file, problem.field, problem.message) for problem in found.problems] == [
        ("index.json", "model_name", "report 1: is missing"),
        ("index.json", "reports", "report 2: is not a JSON object"),
        ("index.json", "report_file_path", "report 3: there is no file '../../etc/passwd' in the folder"),
        ("index.json", "report_file_path", "report 4: there is no file 'kettle/gone.md' in the folder"),
        ("index.json", "query_id", "report 5: is missing"),
        ("index.json", "report_file_path", "report 6: there is no file 'a\\x00b.md' in the folder"),
        ("index.json", "report_file_path", f"report 7: there is no file '{199 * 'a'} in the folder"),
    ]


def test_a_folder_without_any_report_is_refused(tmp_path: Path) -> None:
    found = read_file(read_lrb, folder_of(tmp_path / "pot", {"notes.md": "x"}))
    assert [str(problem) for problem in found.problems] == [
        "pot, line 1: holds no report: no index, and no file called like qid_7_report.md"
    ]


def test_an_index_outside_the_folder_cannot_be_reached_by_links(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("Secret.")
    root = lrb(tmp_path / "in", entry(report_file_path="kettle/link.md"))
    (root / "kettle" / "link.md").symlink_to(tmp_path / "secret.md")
    (problem,) = read_file(read_lrb, root).problems
    assert problem.message == "report 1: there is no file 'kettle/link.md' in the folder"


def test_an_index_that_lists_nothing_is_refused(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"index.json": '{"metadata": {}}', "other/qid_1_report.md": TEA})
    (problem,) = read_file(read_lrb, root).problems
    assert str(problem) == "index.json, line 1, field 'reports': is missing; an index lists its reports"


def test_a_list_is_no_index(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"index.json": '[{"model_name": "pot"}]'})
    (problem,) = read_file(read_lrb, root / "index.json").problems
    assert problem.field == "reports"


def test_a_report_that_cannot_be_read_is_one_problem(tmp_path: Path) -> None:
    root = lrb(tmp_path, entry())
    (root / "kettle" / "qid_7_report.md").write_bytes(b"\xff\xfeT")
    found = read_file(read_lrb, root)
    assert [problem.file for problem in found.problems] == ["kettle/qid_7_report.md"]
    assert found.rows == []


def test_a_query_with_two_texts_is_refused(tmp_path: Path) -> None:
    other = entry(model_name="pot", query="Is tea new?", report_file_path="pot/qid_7_report.md")
    (problem,) = read_file(read_lrb, lrb(tmp_path, entry(), other, **{"pot/qid_7_report.md": TEA})).problems
    assert problem.file == "pot/qid_7_report.md"
    assert problem.message.startswith("query '7' has another text or type in an earlier report")


ROWS = [
    {"qid": 7, "question": "In {{current_year}}?", "question_no_placeholder": "In 2026?", "checklist": "Says {{date}}"},
    {"qid": 7, "question": "In {{current_year}}?", "question_no_placeholder": "In 2026?", "checklist": "Names a leaf"},
    {"qid": 8, "question": "Is milk new?", "checklist": "Names a cow"},
]


def of_questions(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_table_of_questions_gives_queries_and_checklists(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"questions.jsonl": of_questions(ROWS)})
    found = read_file(read_lrb, root / "questions.jsonl", query_type="expertise")
    assert found.of("query", "key", "text", "type") == [
        ("7", "In 2026?", "expertise"),
        ("8", "Is milk new?", "expertise"),
    ]
    assert found.of("checklist", "key", "version", "query") == [("coverage.7", "1", "7"), ("coverage.8", "1", "8")]
    assert found.of("checklist_item", "checklist", "version", "key", "position", "text") == [
        ("coverage.7", "1", "1", 1, "Says {{date}}"),
        ("coverage.7", "1", "2", 2, "Names a leaf"),
        ("coverage.8", "1", "1", 1, "Names a cow"),
    ]
    assert (found.problems, found.notes) == ([], [])


def test_checklists_may_be_lists_in_a_row_a_question(tmp_path: Path) -> None:
    rows = [
        {"qid": "7", "question": "In 2026?", "checklists": ["Says so", "Names a leaf"]},
        {"qid": "8", "question": "?"},
    ]
    table = 'qid,question,checklists\n7,?,"[""Says so"", ""Names a leaf""]"\n8,?,\n'
    for name, content in {"q.jsonl": of_questions(rows), "q.csv": table}.items():
        found = read_file(read_lrb, folder_of(tmp_path, {name: content}) / name)
        assert found.of("checklist_item", "key", "text") == [("1", "Says so"), ("2", "Names a leaf")]
        assert found.of("checklist", "key") == [("coverage.7",)]
        assert found.of("query", "key") == [("7",), ("8",)]


def test_a_table_of_questions_beside_reports_says_what_the_index_does_not(tmp_path: Path) -> None:
    files = {"questions.jsonl": of_questions(ROWS), "kettle/qid_8_report.md": TEA, "pot/qid_7_report.md": TEA}
    found = read_file(read_lrb, folder_of(tmp_path / "one", files))
    assert sorted(found.of("query", "key", "text")) == [("7", "In 2026?"), ("8", "Is milk new?")]
    assert (found.counts()["checklist_item"], found.problems, found.notes) == (3, [], [])
    found = read_file(read_lrb, lrb(tmp_path / "two", entry(), **{"questions.jsonl": of_questions(ROWS)}))
    assert found.of("query", "key", "text") == [("7", "Is tea old in {{current_year}}?"), ("8", "Is milk new?")]
    assert found.notes == ["the index has another text than the table of questions for 1 queries; it was taken"]


def test_tables_of_other_things_and_other_files_are_no_questions(tmp_path: Path) -> None:
    files = {
        "scores.jsonl": of_questions([{"qid": 7, "question": "?"}]),
        "items.jsonl": of_questions([{"question": "?", "checklist": "a"}]),
        "table.md": "qid,question,checklist\n7,?,a\n",
        "kettle/qid_7_report.md": TEA,
    }
    root = folder_of(tmp_path, files)
    (root / "folder.csv").mkdir()
    found = read_file(read_lrb, root)
    assert (found.counts()["checklist"], found.of("query", "key"), found.problems) == (0, [("7",)], [])


def test_of_several_tables_of_questions_the_first_is_taken_and_told(tmp_path: Path) -> None:
    files = {"a.jsonl": of_questions(ROWS[:2]), "b.jsonl": of_questions(ROWS), "kettle/qid_7_report.md": TEA}
    found = read_file(read_lrb, folder_of(tmp_path, files))
    assert found.of("checklist", "key") == [("coverage.7",)]
    assert found.notes == ["b.jsonl was left out: the questions of a.jsonl were taken"]


def test_faults_of_a_table_of_questions_are_named_by_its_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        *({"qid": 7, "question": "?", "checklist": "a"}, {"qid": 7, "question": "!", "checklist": "b"}),
        *({"qid": None, "question": "?", "checklist": "c"}, {"qid": 9, "question": "", "checklist": "d"}),
        {"qid": "a/b", "question": "?", "checklist": "e"},
    ]
    root = folder_of(tmp_path, {"q.jsonl": of_questions(rows), "kettle/qid_7_report.md": b"\xff\xfeT"})
    found = [(problem.file, problem.row, problem.field) for problem in read_file(read_lrb, root).problems]
    assert found[:3] == [("q.jsonl", 2, "question"), ("q.jsonl", 3, "qid"), ("q.jsonl", 4, "question")]
    assert found[3][:2] == ("q.jsonl", 5)
    assert found[-1][:2] == ("kettle/qid_7_report.md", 1)
