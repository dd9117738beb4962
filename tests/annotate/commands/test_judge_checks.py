from pathlib import Path

import pytest
from judge_cases import KEY, judged_study
from model_server import serving
from typer.testing import CliRunner, Result

from annotate.cli import app
from data.engine import open_engine
from data.errors import InputError, ToolError

pytestmark = pytest.mark.whole


def call(database: str, *arguments: str) -> Result:
    result = CliRunner().invoke(app, ["judge", *arguments, "--database", database])
    if isinstance(result.exception, ToolError):
        raise result.exception
    return result


@pytest.fixture
def database(sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A study judged three times by one model and once by another."""
    engine = open_engine(sqlite_address)
    judged_study(engine, answers=6)
    engine.dispose()
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        for model, samples in (("m", "3"), ("n", "1")):
            file = tmp_path / f"{model}.toml"
            file.write_text(f'[[judge]]\nmodel = "{model}"\nbase_url = "{server.url}"\n', encoding="utf-8")
            call(sqlite_address, "run", "s", "--question", "confidence", "--judge", str(file), "--samples", samples)
    return sqlite_address


def judges(database: str) -> list[str]:
    said = call(database, "status", "s").stdout.splitlines()
    return [line.partition(": ")[0] for line in said if not line.startswith(" ")]


def test_judges_and_repeats_are_combined_and_compared(database: str) -> None:
    one, other = judges(database)
    said = call(database, "combine", "s", "--question", "confidence", "--rule", "median", "--repeats", one).stdout
    assert said.startswith("median of 3 confidence #")
    assert "6 labels new or changed" in said
    members = ("--member", one, "--member", other)
    again = call(database, "combine", "s", "--question", "confidence", "--rule", "mean", *members).stdout
    assert "mean of 2 confidence #" in again
    assert len(judges(database)) == 4


def test_consistency_is_told_with_a_word_on_what_it_is_not(database: str) -> None:
    said = call(database, "consistency", "s", "--question", "confidence").stdout
    assert "asked 3 times; share of 6 units that changed .00 [" in said
    assert "nothing of whether a judge is right" in said
    assert "run one with --samples" in call(database, "consistency", "s", "--question", "support").stdout


def test_drift_between_two_judges_is_told(database: str) -> None:
    one, other = judges(database)
    said = call(database, "drift", "s", "--question", "confidence", "--before", one, "--after", other).stdout
    assert "6 units labelled by both" in said


def test_what_does_not_fit_is_refused_in_words(database: str) -> None:
    one, other = judges(database)
    arguments = ("combine", "s", "--question", "confidence", "--rule", "mean")
    with pytest.raises(InputError, match="not both"):
        call(database, *arguments, "--repeats", one, "--member", other)
    with pytest.raises(InputError, match="two different judges"):
        call(database, *arguments)
    with pytest.raises(InputError, match="take the majority"):
        call(database, "combine", "s", "--question", "stance", "--rule", "mean", "--member", one, "--member", other)
