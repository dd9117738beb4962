"""``countermark export`` as people type it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from import_files import native_file, row_of, small_study
from typer.testing import CliRunner, Result

from annotate import cli
from data.errors import InputError, NotFound

pytestmark = pytest.mark.whole

Run = Callable[..., Result]


@pytest.fixture
def run(sqlite_address: str) -> Run:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            cli.app, [*arguments, "--database", sqlite_address], env={"COLUMNS": "200"}, catch_exceptions=False
        )

    return run


def test_an_export_to_a_file_is_the_one_to_standard_output(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    out = tmp_path / "out.jsonl"
    run("export", "tea", "--output", str(out))
    assert out.read_bytes() == run("export", "tea").stdout_bytes
    assert out.read_bytes().count(b"\n") == 29
    assert "東京".encode() in out.read_bytes()


def test_an_export_that_cannot_be_written_leaves_what_stood_there(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    out = tmp_path / "out.jsonl"
    out.write_text("before")
    with pytest.raises(NotFound):
        run("export", "coffee", "--output", str(out))
    assert out.read_text() == "before"
    assert sorted(path.suffix for path in tmp_path.glob("*out*")) == [".jsonl"]


@pytest.mark.parametrize(("place", "words"), [("", "Is a directory"), ("none/out.jsonl", "No such file or directory")])
def test_a_place_where_no_file_can_be_is_said(run: Run, tmp_path: Path, place: str, words: str) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    with pytest.raises(InputError, match=f"cannot be written: {words}"):
        run("export", "tea", "--output", str(tmp_path / place))


def test_an_export_to_a_device_does_not_replace_it(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    run("export", "tea", "--output", "/dev/null")
    assert Path("/dev/null").is_char_device()


def test_the_history_is_written_when_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    newer = row_of(small_study(), "label") | {"value": "none", "evidence": []}
    run("import", str(native_file(tmp_path, [newer], "newer.jsonl")), "--study", "tea", "--supersede")
    assert b"past_label" not in run("export", "tea").stdout_bytes
    assert b'"kind": "past_label"' in run("export", "tea", "--history").stdout_bytes


def test_tables_go_into_a_new_folder(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    done = run("export", "tea", "--as", "csv", "--output", str(tmp_path / "out"))
    assert done.output.startswith(f"{tmp_path / 'out'}: study 1, guidelines 1, queries 2, sources 2, answers 2")
    assert (tmp_path / "out" / "labels.csv").read_text(encoding="utf-8").count("\n") == 7
    assert (tmp_path / "out" / "datapackage.json").is_file()


def test_answers_go_into_a_new_folder_with_notes_on_their_names(run: Run, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "answer")["system"] = "a:b\u202e"
    run("import", str(native_file(tmp_path, rows)), "--study", "tea")
    done = run("export", "tea", "--as", "markdown", "--output", str(tmp_path / "out"))
    assert done.output.splitlines() == [
        f"{tmp_path / 'out'}: answers 2, queries 2",
        r"note: the answer 'a1' is in a_b\u202e/q1.md",
    ]


def test_a_text_that_a_workbook_cannot_hold_is_told(run: Run, tmp_path: Path) -> None:
    rows = small_study()
    row_of(rows, "query")["text"] = "x" * 40_000
    run("import", str(native_file(tmp_path, rows)), "--study", "tea")
    done = run("export", "tea", "--as", "xlsx", "--output", str(tmp_path / "out"))
    assert "note: 1 texts are longer than a cell of a workbook can hold and were cut" in done.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--as", "docx"), "unknown form 'docx'; known: native, csv"),
        (("--as", "csv"), "csv writes several files; name a new folder for them"),
        (("--as", "markdown", "--output", "out", "--history"), "answers have no history; leave out --history"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(run: Run, options: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run("export", "tea", *options)
