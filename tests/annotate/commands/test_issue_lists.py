"""Lists of issues on the command line: what agree tells of them, what the gate decides, and that a bundle holds."""

from __future__ import annotations

from pathlib import Path

from issue_study import LISTER, STUDY, Lists, make_issue_study
from typer.testing import CliRunner, Result

from annotate.cli import app
from data.engine import open_engine


def call(database: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--database", str(database)], env={"COLUMNS": "200"})


def test_a_judge_of_issues_is_told_gated_and_published_by_its_precision(migrated_file: Path, tmp_path: Path) -> None:
    database, bundle = tmp_path / "study.db", tmp_path / "bundle"
    database.write_bytes(migrated_file.read_bytes())
    engine = open_engine(str(database))
    make_issue_study(engine, Lists(answers=35))
    engine.dispose()
    told = call(database, "agree", STUDY).stdout
    assert told.startswith(f"Consistency issue: {LISTER} lists issues that people check: precision .")
    assert f"Consistency issue: {LISTER} listed 140 issues. People settled 1" in told
    decided = call(database, "gate", STUDY)
    assert decided.stdout.startswith(f"VALIDATED     consistency_issue: {LISTER}")
    assert "precision of the judge's issues 0.8" in decided.stdout
    assert decided.exit_code == 0
    assert call(database, "publish", STUDY, "--out", str(bundle)).exit_code == 0
    assert CliRunner().invoke(app, ["verify", str(bundle)]).exit_code == 0
