import json
from pathlib import Path

import pytest
from report_study import report_study
from typer.testing import CliRunner

from annotate.cli import app
from data.engine import open_engine

pytestmark = pytest.mark.whole


@pytest.fixture
def database(sqlite_address: str) -> str:
    engine = open_engine(sqlite_address)
    report_study(engine)
    engine.dispose()
    return sqlite_address


def call(database: str, *arguments: str) -> list[str]:
    result = CliRunner().invoke(app, ["judge", *arguments, "--database", database], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_the_floor_judge_of_relevance_runs_without_file_or_key(database: str) -> None:
    said = call(database, "run", "s", "--question", "relevance", "--judge", "lexical-baseline")
    assert said[0].startswith("lexical-baseline relevance added words #")
    assert said[0].endswith("5 done, 0 failed, 0 left")


def test_claims_whose_page_was_not_fetched_are_told_after_a_run_and_in_the_status(
    database: str, tmp_path: Path
) -> None:
    reply = {"answer": "north", "claim": "c1", "raw": '{"relevant": true, "supported": true}'}
    (tmp_path / "replies.jsonl").write_text(json.dumps(reply), encoding="utf-8")
    (tmp_path / "judges.toml").write_text('[[judge]]\nmodel = "m"\nrecorded = "replies.jsonl"\n', encoding="utf-8")
    judges = ("--judge", str(tmp_path / "judges.toml"))
    waiting = "  4 claims wait for a page that was not fetched; see `countermark fetch`"
    said = call(database, "run", "s", "--question", "citation_accuracy", *judges)
    assert said[0].endswith("3 done, 0 failed, 0 left")  # the reply, and two claims on a page that is gone
    assert waiting in said
    status = call(database, "status", "s")
    assert status[0].endswith("3 done, 0 failed, 5 left")
    assert waiting in status
    call(database, "run", "s", "--question", "confidence", "--judge", str(other(tmp_path)))
    assert call(database, "status", "s").count(waiting) == 1


def other(folder: Path) -> Path:
    """A judge of another question, which nothing waits for."""
    (folder / "sure.jsonl").write_text('{"answer": "north", "raw": "{}"}', encoding="utf-8")
    (folder / "sure.toml").write_text('[[judge]]\nmodel = "m"\nrecorded = "sure.jsonl"\n', encoding="utf-8")
    return folder / "sure.toml"
