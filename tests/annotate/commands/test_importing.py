"""``countermark import`` as people type it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from import_files import native_file, small_study
from typer.testing import CliRunner, Result

from annotate import cli
from data.errors import InputError

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
