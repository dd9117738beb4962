from pathlib import Path

import pytest
from judge_cases import KEY, judged_study
from model_server import serving
from sqlalchemy import Engine
from typer.testing import CliRunner, Result

from annotate.cli import app
from data.engine import open_engine
from data.errors import InputError, ToolError


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, ToolError):
        raise result.exception
    return result


def judge_file(folder: Path, url: str) -> str:
    path = folder / "judges.toml"
    path.write_text(f'[[judge]]\nmodel = "m"\nbase_url = "{url}"\n', encoding="utf-8")
    return str(path)


@pytest.mark.postgres
def test_a_run_is_queued_worked_through_and_told(
    store: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    judged_study(store)
    with serving() as server:
        arguments = ("--question", "support", "--judge", judge_file(tmp_path, server.url), "--database", address)
        started = call("fleet", "start", "s", *arguments).stdout
        assert "60 units in 6 jobs, as run 1" in started
        before = call("fleet", "status", "s", "--database", address).stdout
        call("worker", "--once", "--database", address)
    assert "under way, 60 units left" in before
    assert "6 jobs waiting, 0 workers alive" in before
    assert "0 units left" in call("fleet", "status", "s", "--database", address).stdout
    assert "60 done, 0 failed, 0 left" in call("judge", "status", "s", "--database", address).stdout


def test_a_fleet_on_sqlite_is_refused_in_words(sqlite_address: str, tmp_path: Path) -> None:
    engine = open_engine(sqlite_address)
    judged_study(engine)
    engine.dispose()
    arguments = ("--question", "support", "--judge", judge_file(tmp_path, "http://127.0.0.1:9/v1"))
    with pytest.raises(InputError, match="a fleet needs PostgreSQL"):
        call("fleet", "start", "s", *arguments, "--database", sqlite_address)
    with pytest.raises(InputError, match="a fleet needs PostgreSQL"):
        call("worker", "--database", sqlite_address)
    assert "no run that workers share" in call("fleet", "status", "s", "--database", sqlite_address).stdout
