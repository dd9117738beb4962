"""Answers as a folder of Markdown files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import ANSWER, Row, imported, native_file, small_study
from sqlalchemy import Engine

from data.errors import InputError
from data.exporting.answers import export_answers


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def answers(*of: tuple[str, str, str]) -> list[Row]:
    """Answers by system, query and text."""
    queries = dict.fromkeys(query for _, query, _ in of)
    return [
        *({"kind": "query", "key": query, "text": "?", "type": "other"} for query in queries),
        *(
            {"kind": "answer", "key": f"a{n}", "query": query, "system": system, "text": text, "sources": []}
            for n, (system, query, text) in enumerate(of)
        ),
    ]


def test_each_answer_is_a_file_and_the_queries_lie_beside(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    exported = export_answers(engine, "tea", tmp_path / "out")
    found = files(tmp_path / "out")
    assert set(found) == {"lab/Kettle/q1.md", "Pot/q1.md", "queries.json"}
    assert (found["lab/Kettle/q1.md"], found["Pot/q1.md"]) == (ANSWER.encode(), b"")
    assert json.loads(found["queries.json"])["q1"] == {"text": "Is tea good?", "type": "debate"}
    assert (exported.rows, exported.notes) == ({"answers": 2, "queries": 2}, ())


def test_names_that_no_file_can_have_are_changed_and_told(engine: Engine, tmp_path: Path) -> None:
    odd = (("..", ".q"), ("a:b", "q?"), ("A:B", "Q?"), ("x" * 190 + "東京東京", "q"), ("s", "q."))
    rows = answers(*((system, query, str(number)) for number, (system, query) in enumerate(odd, 1)))
    imported(engine, native_file(tmp_path, rows))
    exported = export_answers(engine, "tea", tmp_path / "out")
    found = files(tmp_path / "out")
    assert {name: text for name, text in found.items() if name != "queries.json"} == {
        "__/_q.md": b"1",
        "a_b/q_.md": b"2",
        "A_B/Q_ (2).md": b"3",
        f"{'x' * 190}東京東/q.md": b"4",
        "s/q_.md": b"5",
    }
    assert exported.notes[0] == "the answer 'a0' is in __/_q.md"
    assert len(exported.notes) == 5


def test_line_ends_stay_as_they_are(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, answers(("s", "q", "one\r\ntwo\n"))))
    export_answers(engine, "tea", tmp_path / "out")
    assert files(tmp_path / "out")["s/q.md"] == b"one\r\ntwo\n"


def test_a_folder_that_is_there_is_not_touched(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="already exists"):
        export_answers(engine, "tea", tmp_path)
