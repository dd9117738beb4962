"""The Judges screen: how far each judge is, what failed with the raw reply, where people differ, and how to ask one."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import streamlit as st
from app_study import HOSTILE
from app_tables import rows_of, screen_of, tables_of, words_of
from judge_cases import judge_for, judged_study, run
from model_server import Behaviour, Rule, serving
from sqlalchemy import select
from sqlmodel import col
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from annotate.cli import app
from data.batches import Design, draw
from data.engine import open_engine, reading, writing
from data.judge_labels import NewLabel, store_labels
from data.judge_list import judge_named
from data.outputs import Result, Sending, Sent, begin_attempts, begin_run, end_run, finish_attempts, store_results
from data.raters import FLOOR_JUDGE, rater_named
from data.studies import create_study, study_named
from data.tables import JudgeRun, Rater, Study, Unit
from data.tables.types import stored
from judges.floor import run_floor
from judges.floors import FLOORS

pytestmark = pytest.mark.whole

ASKS = "This page shows judges' and other people's labels."
MODEL = {"question": "support", "model": "gpt-x", "base_url": "https://models.example/v1"}
NAME = "gpt-x support support-1 #ab12cd"
LOADS = """
import sys
import annotate.screens.judges
print([name for name in ("openai", "aiohttp", "procrastinate") if name in sys.modules])
"""


class Bench:
    """A study of four answers with five statements and three sources each."""

    def __init__(self, address: str):
        self.address, self.engine = address, open_engine(address)
        self.study: Study = judged_study(self.engine)

    def begin(self, name: str = NAME, question: str = "support", ago: float = 1.0, **settings: object) -> JudgeRun:
        """A run that began so many minutes ago."""
        began = datetime.now(UTC) - timedelta(minutes=ago)
        with writing(self.engine) as session:
            spec = {**MODEL, "question": question}
            rater = rater_named(session, self.study, name, "judge", "run", spec=spec, spec_sha=name)
            return begin_run(session, rater, question, settings, began)

    def end(self, begun: JudgeRun, stopped: str | None = None) -> None:
        with writing(self.engine) as session:
            end_run(session, stored(begun.id), datetime.now(UTC), stopped)

    def label(self, name: str, values: list[str | None], question: str = "support", why: str | None = None) -> None:
        with writing(self.engine) as session:
            kind = "human" if name in ("Ada", "Ben") else "judge"
            found = session.scalars(select(Rater).where(col(Rater.name) == name)).first()
            rater = found or rater_named(session, self.study, name, kind, "import")
            units = session.scalars(select(Unit).where(col(Unit.question) == question).order_by(col(Unit.id)))
            labels = [
                NewLabel(stored(unit.id), value, None if value else "bad_label", why)
                for unit, value in zip(units, values, strict=False)
            ]
            store_labels(session, rater, "1", labels, datetime.now(UTC))

    def reply(self, begun: JudgeRun, key: str, raw: str | None, status: str = "bad_label", **more: object) -> None:
        now = datetime.now(UTC)
        with writing(self.engine) as session:
            (attempt,) = begin_attempts(session, [Sending(stored(begun.id), key, {}, "text", now)])
            finish_attempts(session, [Sent(attempt, now, 5, raw, **more)])  # type: ignore[arg-type]
            store_results(session, [Result(key, attempt, status, "full" if status == "ok" else None)])

    def screen(self, **params: str) -> AppTest:
        return screen_of(self.address, "judges", **{"study": "s", **params})


@pytest.fixture
def bench(sqlite_address: str) -> Iterator[Bench]:
    st.cache_resource.clear()
    made = Bench(sqlite_address)
    yield made
    made.engine.dispose()


def listed(test: AppTest, table: str = "judges") -> list[list[str]]:
    return rows_of(tables_of(test)[table])


def facts(test: AppTest) -> dict[str, str]:
    return {row[0]: row[1] for row in listed(test, "facts")}


def looked_again(test: AppTest) -> str:
    (caption,) = (one.value for one in test.caption if one.value.startswith("As of "))
    return str(caption).partition(" UTC")[2]


def press(test: AppTest, label: str) -> AppTest:
    return next(button for button in test.button if button.label == label).click().run()


def completion(text: str) -> str:
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})


def test_a_real_run_is_listed_with_its_labels_failures_and_tokens(bench: Bench, tmp_path: Path) -> None:
    with serving(Behaviour(rules=(Rule("refusal", share=0.3),))) as server:
        report = run(bench.engine, bench.study, judge_for(tmp_path, server.url))
    heads, row = listed(bench.screen())
    assert heads == ["judge", "how it stands", "labels", "failed", "left", "sent"]
    assert row[0].splitlines()[0] == report.rater
    assert row[0].splitlines()[1].startswith("Support · live · 127.0.0.1:")
    assert row[1].startswith("ended\n")
    assert row[2].splitlines()[1] == f"{report.progress.done} of 60"
    assert row[3:5] == [str(report.progress.failed), "0"]
    assert row[5].startswith(f"{report.progress.requests} requests\n")
    assert "% cached)" in row[5]


def test_the_floor_and_imported_judges_have_no_requests(bench: Bench) -> None:
    run_floor(bench.engine, bench.study, FLOORS["support"], lambda _: None)
    bench.label("told", ["full", None])
    floor, told = listed(bench.screen())[1:]
    assert floor[0].endswith("\nSupport · by rule")
    assert (floor[2].splitlines()[1], floor[4], floor[5]) == ("60 of 60", "0", "no requests")
    assert told == ["told\nimported", "has no run", "1", "1", "", "no requests"]


def test_a_run_under_way_is_looked_at_again_until_it_is_over(bench: Bench) -> None:
    begun = bench.begin(ago=2)
    bench.label(NAME, ["full"] * 30)
    test = bench.screen()
    # 30 labels in 2 minutes, and 30 to go
    assert re.fullmatch(r"running\nsince .* UTC, about 2 min \d s to go", listed(test)[1][1])
    assert looked_again(test) == ", looked at again every 5 s."
    bench.end(begun, "no money left")
    assert listed(test.run())[1][1] == "stopped\nno money left"
    assert looked_again(test) == "."


def test_a_run_nobody_hears_of_is_said_to_be_silent_and_looked_at_seldom(bench: Bench) -> None:
    bench.begin(ago=60)
    test = bench.screen()
    assert listed(test)[1][1].startswith("silent\nsince ")
    assert listed(test)[1][1].endswith("if it was killed, the same command goes on where it stopped")
    assert looked_again(test) == ", looked at again every 60 s."


def test_a_judge_is_told_with_its_runs_and_the_versions_of_its_model(bench: Bench) -> None:
    first, second = bench.begin(ago=90), bench.begin(ago=3, samples=2, failed_too=True, fleet=True)
    for at, (begun, version) in enumerate([(first, "fp1"), (second, "fp2")]):
        sent = {"http_status": 200, "finish_reason": "stop", "model": "gpt-x-1", "fingerprint": version}
        bench.reply(begun, f"k{at}", "{}", "ok", tokens_in=200, tokens_cached=150, perhaps_cut=True, **sent)
    bench.reply(first, "lost", None, "transient_failed", possibly_paid=True)
    bench.end(first)
    test = bench.screen(judge=NAME)
    known = facts(test)
    assert known["tokens"] == "400 tokens in (75% cached), 0 out"
    assert known["left"] == "120 in 2 repeats of each unit"
    assert known["without a reply"] == "1 request that may have been charged all the same"
    assert known["perhaps cut"].startswith("2 prompts: the server counted far fewer tokens")
    assert [line.partition(":")[0] for line in known["answered by"].splitlines()] == ["gpt-x-1 fp1", "gpt-x-1 fp2"]
    assert known[""] == "2 versions: the model changed on the way"
    newest, oldest = listed(test, "runs")[1:]
    assert newest[0] == "running\nby a fleet, 2 repeats, what had failed"
    assert oldest[0] == "ended\nlive"
    assert oldest[1].splitlines()[1] == "took 1 h 30 min"
    assert oldest[2].endswith("1 without a reply, perhaps charged\n1 prompt perhaps cut by the server")


def test_runs_come_by_pages(bench: Bench) -> None:
    for number in range(51):
        bench.end(bench.begin(ago=100 - number))
    test = bench.screen(judge=NAME)
    assert len(listed(test, "runs")) == 51
    press(test, "Next page")
    assert len(listed(test, "runs")) == 2
    assert "51 to 51 of 51" in words_of(test)


def test_failures_are_told_by_status_with_what_came_back(bench: Bench) -> None:
    begun = bench.begin()
    bench.label(NAME, [None, None, "full"])
    bench.reply(begun, "a", completion(f"I think {HOSTILE}"), http_status=200, finish_reason="stop")
    bench.reply(begun, "b", "<html>Bad gateway</html>", http_status=200, error="the body is no chat completion")
    test = bench.screen(judge=NAME, part="Failed")
    status = listed(test, "failed")[1]
    assert status[:3] == ["bad_label ▾", "2", "2"]
    newest, oldest = listed(test, "replies")[1:]
    assert newest[1:3] == ["1", "200"]
    assert newest[3].startswith(
        "error the body is no chat completion\n<html>Bad gateway</html>Raw reply: all of it, 24"
    )
    assert oldest[3].startswith(f"I think {HOSTILE} finish reason: stopRaw reply: all of it, ")
    assert completion(f"I think {HOSTILE}") in oldest[3]
    test.radio[1].set_value("units").run()
    assert [row[0] for row in listed(test, "units")] == ["unit", "a0/1/1", "a0/2/1"]


def test_a_long_reply_is_cut_on_the_page_and_its_length_is_told(bench: Bench) -> None:
    begun = bench.begin()
    bench.label(NAME, [None])
    bench.reply(begun, "a", "x" * 500_000)
    test = bench.screen(judge=NAME, part="Failed")
    (told,) = (row[3] for row in listed(test, "replies")[1:])
    assert told.startswith("x" * 400 + "…Raw reply: the first 10,000 of 500,000 characters")
    assert len(told) < 11_000


def test_another_status_and_page_are_chosen_and_stay_in_the_address(bench: Bench) -> None:
    begun = bench.begin()
    bench.label(NAME, [None] * 60)
    with writing(bench.engine) as session:
        rater = judge_named(session, bench.study, NAME)
        unit = session.scalars(select(Unit).where(col(Unit.question) == "confidence")).first()
        assert unit is not None
        store_labels(session, rater, "1", [NewLabel(stored(unit.id), None, "refused")], datetime.now(UTC))
    for number in range(60):
        bench.reply(begun, f"k{number}", str(number))
    test = bench.screen(judge=NAME, part="Failed")
    press(test, "Next page")
    assert [row[3].partition("Raw")[0] for row in listed(test, "replies")[1:3]] == ["9", "8"]
    test = bench.screen(judge=NAME, part="Failed", status="refused")
    assert [row[0] for row in listed(test, "failed")[1:]] == ["bad_label", "refused ▾"]
    assert len(listed(test, "units")) == 2, "no request ended so, but a unit did"


def test_a_judge_without_failures_says_so(bench: Bench) -> None:
    bench.label("told", ["full"])
    assert "Every label of this judge has a value." in words_of(bench.screen(judge="told", part="Failed"))


def test_disagreements_are_listed_with_both_labels_as_plain_text(bench: Bench) -> None:
    bench.label("told", ["full", "full", "none"], why=f"because {HOSTILE}")
    bench.label("Ada", ["partial", "none", "none"])
    bench.label("Ben", ["full"])
    test = bench.screen(judge="told", part="Disagreements")
    assert "On 2 of the 3 units that people have labelled too" in words_of(test)
    rows = listed(test, "disagreements")
    assert rows[0] == ["apart", "where", "statement", "source", "judge", "people"]
    assert [row[0] for row in rows[1:]] == ["2", "0.5"]
    assert rows[1][4:] == [f"full\nbecause {HOSTILE}", "none Ada\n"]
    assert rows[2][5] == "partial Ada\nfull Ben\n"
    places = [piece["press"] for row in tables_of(test)["disagreements"]["rows"] for piece in row["cells"][5]["pieces"]]
    assert [place for place in places if place] == ["2-0", "2-1"], "only a label that differs leads to its cell"


def test_an_imported_judge_of_several_questions_is_looked_at_by_question(bench: Bench) -> None:
    bench.label("told", ["full"])
    bench.label("told", ["1"], "confidence")
    bench.label("Ada", ["5"], "confidence")
    test = bench.screen(judge="told", part="Disagreements")
    assert test.radio[1].options == ["Confidence", "Support"]
    assert [row[0] for row in listed(test, "disagreements")] == ["apart", "4"]
    test.radio[1].set_value("support").run()
    assert "People have labelled none of the units that this judge has labelled." in words_of(test)


def test_whoever_may_still_label_is_asked_before_any_label_is_shown(bench: Bench) -> None:
    begun = bench.begin()
    bench.label(NAME, ["full", None])
    bench.reply(begun, "a", "secret")
    with writing(bench.engine) as session:
        draw(session, bench.study, "first", "support", Design("all"), 1, 600, datetime.now(UTC))
    assert listed(bench.screen())[1][2].endswith("1 of 60"), "counts are no labels"
    assert facts(bench.screen(judge=NAME))["left"] == "58"
    for part in ("Failed", "Disagreements"):
        test = bench.screen(judge=NAME, part=part)
        assert any(ASKS in one.value for one in test.markdown)
        assert set(tables_of(test)) == {"title"}
    press(test, "Show the labels")
    assert "People have labelled none" in words_of(test)
    with reading(bench.engine) as session:
        kim = session.scalars(select(Rater).where(col(Rater.name) == "Kim")).one()
        assert kim.labels_shown_at is not None


def commands_of(test: AppTest) -> list[str]:
    return [block.value for block in test.code]


def test_the_commands_to_copy_are_commands_there_are(bench: Bench) -> None:
    bench.end(bench.begin("bulky", samples=3))
    test = bench.screen()
    commands = commands_of(test)
    assert commands[0] == (
        f"countermark judge run s --question support --judge {FLOOR_JUDGE} --database {bench.address}"
    )
    test.selectbox[1].set_value("depth").run()
    commands += commands_of(test) + commands_of(bench.screen(judge="bulky"))
    assert any("--question depth" in command for command in commands)
    assert any("--samples 3" in command and "retry" in command for command in commands)
    assert any("--dry-run --prices prices.toml" in command for command in commands)
    for command in commands:
        told = CliRunner().invoke(app, [*shlex.split(command)[1:], "--help"])
        assert told.exit_code == 0, command


def test_how_to_go_on_depends_on_the_judge(bench: Bench) -> None:
    run_floor(bench.engine, bench.study, FLOORS["support"], lambda _: None)
    floor = listed(bench.screen())[1][0].splitlines()[0]
    bench.end(bench.begin("from a file", recorded="replies.jsonl"))
    bench.label("told", ["full"])
    (again,) = commands_of(bench.screen(judge=floor))
    assert f"--judge {FLOOR_JUDGE}" in again
    (more,) = commands_of(bench.screen(judge="from a file"))
    assert more.startswith("countermark judge run s --question support --judge judges.toml")
    assert commands_of(bench.screen(judge="told")) == []


def test_names_of_judges_and_errors_are_plain_text_everywhere(bench: Bench) -> None:
    name = HOSTILE.replace("/", "-")
    begun = bench.begin(name)
    bench.label(name, [None, "full"])
    bench.reply(begun, "a", None, error=HOSTILE)
    bench.end(begun, HOSTILE)
    for params in ({}, *({"judge": name, "part": part} for part in ("Runs", "Failed", "Disagreements"))):
        test = bench.screen(**params)
        shown_as_markdown = [*test.markdown, *test.caption, *test.subheader, *test.radio, *test.button]
        assert all("alert" not in str(getattr(one, "value", "")) for one in shown_as_markdown)
        assert all("alert" not in one.label for one in [*test.button, *test.radio])
    assert listed(test, "title")[0][0].startswith(name)


def test_an_unknown_judge_is_said_to_be_one_and_another_study_forgets_it(bench: Bench) -> None:
    test = bench.screen(judge="x")
    assert "the study has no judge 'x'" in words_of(test)
    press(test, "Back to the list")
    assert "No judge has labelled anything here yet." in words_of(test)
    with writing(bench.engine) as session:
        other = create_study(session, "other", "Other", datetime.now(UTC))
        rater_named(session, study_named(session, other.name), "theirs", "judge", "import")
    test = bench.screen(judge="x")
    test.selectbox[0].set_value("other").run()
    assert [row[0] for row in listed(test)[1:]] == ["theirs\nimported"]


def test_the_screen_loads_nothing_that_could_send_a_request() -> None:
    loaded = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert loaded.stdout.splitlines()[-1] == "[]"
