from pathlib import Path

import pytest
from judge_cases import KEY, current_labels, judged_study
from model_server import Behaviour, Rule, serving
from typer.testing import CliRunner, Result

from annotate.cli import app
from data.engine import open_engine
from data.errors import InputError, ToolError
from judges.errors import MissingKey

pytestmark = pytest.mark.whole


@pytest.fixture
def database(sqlite_address: str) -> str:
    engine = open_engine(sqlite_address)
    judged_study(engine)
    engine.dispose()
    return sqlite_address


def judge_file(folder: Path, url: str) -> str:
    path = folder / "judges.toml"
    path.write_text(f'[[judge]]\nmodel = "m"\nbase_url = "{url}"\nbackoff = 0.01\nattempts = 2\n', encoding="utf-8")
    return str(path)


def call(database: str, *arguments: str) -> Result:
    result = CliRunner().invoke(app, ["judge", *arguments, "--database", database])
    if isinstance(result.exception, ToolError):
        raise result.exception
    return result


def test_the_floor_judge_runs_without_file_or_key(database: str) -> None:
    result = call(database, "run", "s", "--question", "support", "--judge", "lexical-baseline")
    assert result.exit_code == 0
    assert "60 done, 0 failed, 0 left" in result.stdout


def test_a_model_runs_from_a_file_and_its_status_is_shown(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Behaviour(rules=(Rule("refusal", share=0.3),))) as server:
        arguments = ("run", "s", "--question", "support", "--judge", judge_file(tmp_path, server.url))
        first = call(database, *arguments)
        assert "failed: refused" in first.stdout
        assert "54 requests" in first.stdout
        server.behaviour = Behaviour()
        call(database, "retry", *arguments[1:])
    assert {row[3] for row in current_labels(open_engine(database))} == {None}
    status = call(database, "status", "s")
    assert "m support support-1 #" in status.stdout
    assert max(map(len, status.stdout.splitlines())) <= 100
    assert KEY not in first.output + status.output


def test_a_run_that_had_to_stop_says_why_and_ends_with_1(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Behaviour(rules=(Rule("insufficient_quota"),))) as server:
        result = call(database, "run", "s", "--question", "confidence", "--judge", judge_file(tmp_path, server.url))
    assert result.exit_code == 1
    assert "stopped: the server refuses to go on (HTTP 429: You exceeded your current quota)" in result.output


def test_a_missing_key_is_said_before_anything_is_sent(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server, pytest.raises(MissingKey, match="OPENAI_API_KEY"):
        call(database, "run", "s", "--question", "support", "--judge", judge_file(tmp_path, server.url))
    assert server.log.calls == []


@pytest.mark.parametrize(
    ("question", "judge", "words"),
    [
        ("support", "gpt", "neither lexical-baseline nor a .toml file"),
        ("confidence", "lexical-baseline", "judges support and relevance only"),
        ("mood", "lexical-baseline", "no judge can be asked 'mood' yet; it can be .*support"),
    ],
)
def test_a_judge_that_cannot_be_is_refused_in_words(database: str, question: str, judge: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        call(database, "run", "s", "--question", question, "--judge", judge)


def test_the_status_of_a_study_without_judges_is_a_sentence(database: str) -> None:
    assert call(database, "status", "s").stdout == "study 's' has no judge yet\n"


def test_only_judges_that_can_be_asked_are_to_be_asked_again(database: str, tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"answer": "a0", "statement": 1, "source": 1, "raw": "well"}\n')
    (tmp_path / "judges.toml").write_text('[[judge]]\nmodel = "m"\nrecorded = "replies.jsonl"\n')
    call(database, "run", "s", "--question", "support", "--judge", str(tmp_path / "judges.toml"))
    status = call(database, "status", "s").stdout.splitlines()
    assert status[0].endswith("0 done, 1 failed, 59 left")
    assert status[1:] == ["  failed: invalid_json 1"]


PRICES = """
currency = "EUR"
[[price]]
model = "m"
input = 100.0
output = 1000.0
"""


def priced(folder: Path, text: str = PRICES) -> str:
    path = folder / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_dry_run_says_what_would_be_asked_and_asks_and_stores_nothing(database: str, tmp_path: Path) -> None:
    with serving() as server:
        judge = judge_file(tmp_path, server.url)
        arguments = ("run", "s", "--question", "support", "--judge", judge, "--dry-run", "--prices", priced(tmp_path))
        said = call(database, *arguments).stdout
    assert server.log.calls == []
    assert "54 requests to send, 0 replies known already" in said
    assert "at most 54,000 out" in said
    assert "EUR" in said
    assert call(database, "status", "s").stdout == "study 's' has no judge yet\n"


def test_an_estimate_follows_the_replies_so_far_and_counts_repeats(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        arguments = ("run", "s", "--question", "support", "--judge", judge_file(tmp_path, server.url))
        call(database, *arguments)
        said = call(database, *arguments, "--dry-run", "--samples", "3").stdout
    assert "108 requests to send, 0 replies known already" in said
    assert "; about " in said


def test_a_budget_is_never_overspent_and_the_rest_stays_pending(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        arguments = ("--question", "support", "--judge", judge_file(tmp_path, server.url), "--prices", priced(tmp_path))
        result = call(database, "run", "s", *arguments, "--budget", "2.5")
        cost = call(database, "cost", "s", "--prices", priced(tmp_path)).stdout
    assert result.exit_code == 1
    assert "the budget of 2.50 EUR is used up" in result.output
    assert 0 < len(server.log.calls) < 54
    spent = float(cost.splitlines()[0].rsplit(",", 1)[1].split()[0])
    assert 1.0 < spent <= 2.5
    assert "run 1 of " in cost


def test_a_budget_needs_prices_and_every_model_a_price(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    arguments = ("run", "s", "--question", "support", "--judge", judge_file(tmp_path, "http://127.0.0.1:9/v1"))
    with pytest.raises(InputError, match="--prices"):
        call(database, *arguments, "--budget", "1")
    other = priced(tmp_path, PRICES.replace('"m"', '"other"'))
    with pytest.raises(InputError, match="for the model 'm'"):
        call(database, *arguments, "--budget", "1", "--prices", other)


def test_a_study_whose_judges_sent_nothing_has_no_cost(database: str) -> None:
    call(database, "run", "s", "--question", "support", "--judge", "lexical-baseline")
    assert call(database, "cost", "s").stdout == "study 's' has sent no requests\n"
