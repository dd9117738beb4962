from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from annotate import cli
from data.engine import open_engine, reading
from data.studies import study_named


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, arguments)


def test_init_makes_the_database_and_an_empty_study(tmp_path: Path) -> None:
    file = str(tmp_path / "new.db")
    done = run("init", "trial", "--title", "A trial", "--notice", "invented data", "--database", file)
    assert (done.exit_code, done.output) == (0, f"study 'trial' is ready in {file}\n")
    with reading(open_engine(file)) as session:
        study = study_named(session, "trial")
    assert (study.title, study.notice) == ("A trial", "invented data")
    assert run("db", "check", "--database", file).exit_code == 0


def test_a_second_study_goes_into_the_same_database(sqlite_address: str) -> None:
    assert [run("init", name, "--database", sqlite_address).exit_code for name in ("one", "two")] == [0, 0]


def test_upgrade_is_what_an_empty_file_needs(tmp_path: Path) -> None:
    file = tmp_path / "empty.db"
    file.touch()
    assert "run `countermark db upgrade`" in str(run("db", "check", "--database", str(file)).exception)
    assert run("db", "upgrade", "--database", str(file)).exit_code == 0
    assert run("db", "check", "--database", str(file)).output == f"the tables of {file} are up to date\n"


def test_the_database_may_be_named_by_the_environment(sqlite_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMARK_DATABASE", sqlite_address)
    assert run("db", "check").output == f"the tables of {sqlite_address} are up to date\n"


def test_an_error_a_person_can_mend_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "typo.db"
    command = [sys.executable, "-c", "from annotate.cli import main; main()", "db", "check", "--database", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words = f"error: there is no database at {file}: run `countermark init` or give its place\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)


def test_a_place_where_no_database_can_be_is_said(tmp_path: Path) -> None:
    missing, folder = str(tmp_path / "none" / "new.db"), str(tmp_path)
    assert str(run("init", "trial", "--database", missing).exception).startswith(f"there is no folder {tmp_path}/none")
    assert str(run("db", "upgrade", "--database", folder).exception) == f"{folder} is a folder: give the name of a file"
