"""``countermark import`` and ``countermark export`` as people type them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from import_files import native_file, small_study
from typer.testing import CliRunner, Result

from annotate import cli
from data.errors import InputError, NotFound

Run = Callable[..., Result]


@pytest.fixture
def run(sqlite_address: str) -> Run:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            cli.app, [*arguments, "--database", sqlite_address], env={"COLUMNS": "200"}, catch_exceptions=False
        )

    return run


def test_a_file_is_imported_and_said_to_be_there_the_second_time(run: Run, tmp_path: Path) -> None:
    path = str(native_file(tmp_path, small_study()))
    first = run("import", path, "--study", "tea")
    assert first.exit_code == 0
    assert first.output.splitlines()[0] == "study.jsonl into study 'tea': 29 new, 0 unchanged"
    assert "statement: 2 new, 0 unchanged" in first.output
    again = run("import", path, "--study", "tea")
    assert again.output == "study.jsonl is already in study 'tea': nothing changed, 29 records unchanged\n"


def test_an_export_to_a_file_is_the_one_to_standard_output(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    out = tmp_path / "out.jsonl"
    run("export", "tea", "--output", str(out))
    assert out.read_bytes() == run("export", "tea").stdout_bytes
    assert out.read_bytes().count(b"\n") == 29
    assert "東京".encode() in out.read_bytes()


def test_the_options_of_a_table_reach_the_importer(run: Run, tmp_path: Path) -> None:
    run("import", str(native_file(tmp_path, small_study())), "--study", "tea")
    table = tmp_path / "labels.csv"
    table.write_text("item_id,task,label,who\na1,sure,very,Bo\n")
    options = ("--column", "rater=who", "--rater-kind", "human", "--question", "sure=confidence", "--map", "very=5")
    assert "label: 1 new" in run("import", str(table), "--study", "tea", *options).output
    assert '"value": "5", "raw": "very"' in run("export", "tea").stdout_bytes.decode()


def test_a_pair_without_equals_sign_is_refused(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("unit,value\n")
    with pytest.raises(InputError, match="'very' has no '='; write --map LEFT=RIGHT"):
        run("import", str(table), "--study", "tea", "--map", "very")


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
