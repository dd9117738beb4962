"""``countermark citations`` as people type it: on a file without any database, and on an answer of a study."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from records import later
from review_study import TEXT, of, reader, review_study
from sqlalchemy import Engine
from typer.testing import CliRunner, Result

from annotate import cli
from data.engine import writing
from data.errors import InputError, NotFound
from data.review import Decision, decide_mark


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["citations", *arguments], catch_exceptions=False)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "answer.md"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    return str(path)


NUMBERED = "numbers in square brackets cite the entries so numbered"
INDEX = "the index of an array: it follows the name of a variable, or is given a value"


def test_a_files_citations_are_told_with_line_reason_and_sources(file: str) -> None:
    assert run(file).stdout.splitlines() == [
        "5 citations",
        f"  line 3: [1] cites 1 ({NUMBERED})",
        f"  line 3: [2] cites 2 ({NUMBERED})",
        f"  line 3: [3] cites 3 ({NUMBERED})",
        f"  line 3: [9] cites one that is not listed ({NUMBERED})",
        f"  line 5: [2] cites 2 ({NUMBERED})",
        "1 that only looks like a citation",
        f"  line 3: [1] is text ({INDEX})",
        "4 sources",
        "  1: Old tea https://leaf.example/old",
        "  2: Loved tea https://leaf.example/loved",
        "  3: Rain https://rain.example/",
        "  4: Snow https://snow.example/",
        "cited but not listed: [9]",
        "listed but not cited: 4",
    ]


def test_json_has_places_as_code_points_of_the_text(file: str) -> None:
    told = json.loads(run(file, "--json").stdout)
    assert [TEXT[mark["start"] : mark["end"]] for mark in told["marks"]] == [mark["text"] for mark in told["marks"]]
    assert [mark["positions"] for mark in told["marks"]] == [[1], [2], None, [3], [5], [2]]
    assert (told["undefined"], told["unused"]) == ([4], [4])
    assert told["sources"][0] == {
        "position": 1,
        "number": 1,
        "title": "Old tea",
        "url": "https://leaf.example/old",
        "why": "an entry of a reference list",
    }


def test_numbers_that_are_no_positions_and_odd_sources_are_told(tmp_path: Path) -> None:
    text = "Tea [0, 7, 8]. Two x[1] x[2].\n\n[0] https://a.example/\n[5] https://a.example/ \u202e\n"
    (tmp_path / "zero.md").write_text(text, encoding="utf-8")
    lines = run(str(tmp_path / "zero.md")).stdout.splitlines()
    assert lines[1] == f"  line 1: [0, 7, 8] cites 1 and 2 that are not listed ({NUMBERED})"
    assert lines[2] == "2 that only look like citations"
    assert "  1: [0] https://a.example/ (the same page as 5)" in lines


def test_a_text_without_citations_says_so(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("Tea.", encoding="utf-8")
    assert run(str(tmp_path / "plain.txt")).stdout.splitlines() == ["0 citations", "0 sources"]


def test_an_answer_of_a_study_is_told_with_what_people_decided(engine: Engine, address: str) -> None:
    review_study(engine)
    with writing(engine) as session:
        for decision in (Decision(28, 31, "text"), Decision(65, 68, "citation")):
            decide_mark(session, of(session), "r1", decision, reader(session), later(0))
    lines = run("r1", "--study", "tea", "--database", address).stdout.splitlines()
    assert lines[0] == "5 citations"
    assert "  line 3: [1] is text (decided by Ada)" in lines
    assert "  line 3: [1] cites nothing (decided by Ada)" in lines
    assert "  1: Old tea https://leaf.example/old" in lines
    assert lines[-1] == "listed but not cited: 1, 4"
    told = json.loads(run("r1", "--study", "tea", "--database", address, "--json").stdout)
    assert [mark["decided_by"] for mark in told["marks"]][:3] == ["Ada", None, "Ada"]
    with pytest.raises(NotFound, match="no answer 'r2'"):
        run("r2", "--study", "tea", "--database", address)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.md: cannot be read: No such file"):
        run(str(tmp_path / "none.md"))
    (tmp_path / "wide.md").write_bytes("Tee für alle".encode("utf-16"))
    with pytest.raises(InputError, match=r"wide\.md: is not UTF-8"):
        run(str(tmp_path / "wide.md"))
