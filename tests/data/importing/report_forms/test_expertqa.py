"""Answers with their sources beside them, as ExpertQA has them; the texts are ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from report_cases import ReadFile, read_file

from data.importing.report_forms.expertqa import read_expertqa
from data.importing.reports import query_key
from data.problems import Places, Problems

QUESTION = "Is tea old?"
KEY = query_key(QUESTION)
SAID = {
    "answer_string": "Tea is **old**[1] [3]. Milk is new [2][9].",
    "attribution": [
        "[1] https://leaf.example",
        "[2] https://cow.example/a_(b)\n\nMilk is new.\n\nSo they say.",
        "[3] https://leaf.example",
    ],
    "claims": [{"claim_string": "Tea is old.", "support": "Complete"}],
}


def read(folder: Path, *records: Any) -> ReadFile:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return read_file(read_expertqa, path)


def test_numbers_mean_the_entries_of_the_list_beside_the_answer(tmp_path: Path) -> None:
    found = read(tmp_path, {"id": "val-1", "question": QUESTION, "system": "pot", **SAID})
    assert found.of("answer", "key", "query", "system") == [("val-1", KEY, "pot")]
    assert found.of("source", "key", "url", "status", "text") == [
        ("val-1.S1", "https://leaf.example", "not fetched", None),
        ("val-1.S2", "https://cow.example/a_(b)", "ok", "Milk is new.\n\nSo they say."),
        ("val-1.S3", "https://leaf.example", "not fetched", None),
    ]
    assert found.of("citation", "statement", "source") == [(1, 1), (1, 3), (2, 2), (2, 4)]
    assert found.notes == [
        "answer 'val-1' cites numbers that its source list lacks: 9",
        "judgements of claims were not read; docs/recipes/expertqa.py takes claims as statements",
    ]


def test_a_line_may_hold_the_answers_of_several_systems(tmp_path: Path) -> None:
    answers = {"lab/kettle": SAID, "pot": {"answer_string": "Tea is new.", "attribution": []}}
    found = read(tmp_path, {"question": QUESTION, "annotator_id": "w1", "answers": answers})
    assert found.of("query", "key", "text") == [(KEY, QUESTION)]
    assert found.of("answer", "key", "system") == [(f"lab.kettle.{KEY}", "lab/kettle"), (f"pot.{KEY}", "pot")]
    assert found.counts() == {"query": 1, "source": 3, "answer": 2, "statement": 3, "citation": 4}


def test_faults_are_named_in_the_files_words(tmp_path: Path) -> None:
    bad = {"question": QUESTION, "system": "pot", "answer_string": "Tea", "attribution": "https://a.example"}
    found = read(
        tmp_path,
        {"question": QUESTION, "answers": {"pot": "Tea is old."}},
        {"question": QUESTION, "system": "pot"},
        bad | {"attribution": [7]},
        bad | {"id": "a/b"},
        bad | {"answer_string": "Tea \ud83d", "id": "half"},
        [1],
    )
    assert [(problem.row, problem.field) for problem in found.problems] == [
        (1, "answers"),
        (2, "answer_string"),
        (3, "attribution"),
        (4, "id"),
        (5, "answer_string"),
        (6, None),
    ]
    assert found.rows == []


@pytest.mark.parametrize("line", ["[]", '{"question": "?"}', '{"question": "?", "system": " ", "answer_string": ""}'])
def test_reading_ends_when_there_are_many_problems(line: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f"{line}\n" * 50)
    problems = Problems(Places())
    assert list(read_expertqa(path, {}, problems, [])) == []
    assert len(problems.found) in (20, 21)
