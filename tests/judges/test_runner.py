import sqlite3
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import pytest
from judge_cases import KEY, client_of, current_labels, judge_for, judged_study, run, stored_outputs
from model_replies import reply_for
from model_server import Behaviour, Rule, serving
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import open_engine, reading
from data.outputs import cost_of
from data.pending import SupportCell, pending_cells
from data.tables import Attempt, JudgeRun, Rater
from judges.client import Reply
from judges.progress import Progress
from judges.runner import run_judge

pytestmark = pytest.mark.whole

ATTEMPTS = 3
PATIENCE = {"hang": 0.3}
"""Seconds until a request times out, where that is what is tested; a busy machine must not add time-outs elsewhere."""

ENDS = {
    # fault: (status, HTTP requests for each request)
    "rate_limited": ("transient_failed", ATTEMPTS),
    "rate_limited_silent": ("transient_failed", ATTEMPTS),
    "http_500": ("transient_failed", ATTEMPTS),
    "html": ("transient_failed", ATTEMPTS),
    "hang": ("transient_failed", 2),
    "reset": ("transient_failed", 2),
    "bad_request": ("transient_failed", 1),
    "malformed_json": ("invalid_json", 1),
    "bad_label": ("bad_label", 1),
    "truncated": ("truncated", 1),
    "null_content": ("empty", 1),
    "no_choices": ("empty", 1),
    "refusal": ("refused", 1),
    "content_filter": ("filtered", 1),
    "content_filter_400": ("filtered", 1),
}


def attempts(engine: Engine) -> list[Attempt]:
    with reading(engine) as session:
        return list(session.scalars(select(Attempt).order_by(col(Attempt.id))))


def test_every_unit_gets_the_models_label_once(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        report = run(engine, study, judge)
    assert (report.progress.done, report.progress.failed, report.progress.left) == (60, 0, 0)
    # Two answers of a pair share their first statement and their three sources: 60 units, 2 x 3 asked once for two.
    assert len(server.log.calls) == report.progress.requests == len(stored_outputs(engine)) == 54
    prompts = {judge.judged.render(cell, judge.template)[0]["content"] for cell in cells(engine, study.id)}
    said = Counter(reply_for(prompt)["support"] for prompt in prompts)
    assert said == Counter(row[2] for row in stored_outputs(engine))


def cells(engine: Engine, study_id: int | None) -> list[SupportCell]:
    nobody = Rater(id=-1, study_id=study_id or 0, name="nobody", kind="judge", origin="run")
    with reading(engine) as session:
        return list(pending_cells(session, nobody, 0, 1000).cells)


def test_a_second_run_sends_nothing(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        run(engine, study, judge)
        before = current_labels(engine)
        again = run(engine, study, judge)
    assert (again.progress.total, again.progress.requests, server.log.doubled) == (0, 0, 0)
    assert current_labels(engine) == before


def test_confidence_is_asked_of_whole_answers_and_levels_become_values(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving() as server:
        report = run(engine, study, judge_for(tmp_path, server.url, "confidence"))
    assert report.progress.done == 4
    assert {row[2] for row in current_labels(engine)} <= set("12345")


@pytest.mark.parametrize("fault", ENDS)
def test_every_fault_ends_in_one_status_and_no_label(engine: Engine, tmp_path: Path, fault: str) -> None:
    status, sent = ENDS[fault]
    study = judged_study(engine, answers=1, statements=2, sources=2)
    with serving(Behaviour(rules=(Rule(fault),), retry_after=0.01)) as server:
        report = run(
            engine, study, judge_for(tmp_path, server.url, attempts=ATTEMPTS, timeout=PATIENCE.get(fault, 30.0))
        )
    assert set(server.log.per_prompt().values()) == {sent}
    assert len(server.log.calls) == len(attempts(engine)) == 4 * sent
    assert report.progress.statuses == {status: 4}
    assert {(row[2], row[3]) for row in current_labels(engine)} == {(None, status)}
    with reading(engine) as session:
        cost = cost_of(session, session.scalars(select(Rater)).one())
    assert cost.possibly_paid == server.log.lost == (8 if fault in ("hang", "reset") else 0)


@pytest.mark.parametrize("fault", ["rate_limited", "rate_limited_silent", "http_500", "html", "hang", "reset"])
def test_a_passing_fault_leaves_no_trace_in_the_labels(engine: Engine, tmp_path: Path, fault: str) -> None:
    study = judged_study(engine, answers=1, statements=2, sources=2)
    with serving(Behaviour(rules=(Rule(fault, times=1),), retry_after=0.01)) as server:
        report = run(engine, study, judge_for(tmp_path, server.url, timeout=PATIENCE.get(fault, 30.0)))
    assert report.progress.statuses == {"ok": 4}
    assert len(server.log.calls) == 8


def test_many_faults_at_once_end_each_request_in_its_own_status(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=6)
    faults = tuple(Rule(fault, share=0.06) for fault in ENDS if fault not in ("hang", "reset"))
    with serving(Behaviour(rules=faults, retry_after=0.01)) as server:
        run(engine, study, judge_for(tmp_path, server.url))
    ended = {}
    for call in server.log.calls:
        ended.setdefault(call.prompt, []).append(call.fault)
    expected = Counter(ENDS[faults[0]][0] if faults[0] else "ok" for faults in ended.values())
    assert Counter(row[1] for row in stored_outputs(engine)) == expected
    assert len(expected) >= 6


def test_a_paid_reply_that_cannot_be_read_is_kept_word_for_word(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=1, sources=1)
    with serving(Behaviour(rules=(Rule("bad_label"),))) as server:
        run(engine, study, judge_for(tmp_path, server.url))
    (attempt,) = attempts(engine)
    assert attempt.raw is not None
    assert "mostly" in attempt.raw
    assert (attempt.request_id, attempt.model, attempt.fingerprint) == ("req-1", "m-2026", "fp_test")
    assert (attempt.tokens_in or 0) > 0 < (attempt.tokens_out or 0)
    assert (attempt.state, attempt.structured, attempt.finish_reason) == ("done", "json_schema", "stop")
    assert attempt.parameters == server.log.calls[0].body


def test_failed_requests_are_asked_again_only_on_request(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving(Behaviour(rules=(Rule("refusal", share=0.5),))) as server:
        judge = judge_for(tmp_path, server.url)
        failed = run(engine, study, judge).progress.failed
        assert failed > 0
        assert run(engine, study, judge).progress.total == 0
        server.behaviour = Behaviour()
        again = run(engine, study, judge, failed_too=True)
    assert (again.progress.total, again.progress.done) == (failed, failed)
    assert len(current_labels(engine)) == 60
    assert {row[1] for row in stored_outputs(engine)} == {"ok"}
    with reading(engine) as session:
        superseded = session.connection().exec_driver_sql("SELECT count(*) FROM label WHERE superseded_at IS NOT NULL")
        assert superseded.scalar_one() == failed


@pytest.mark.parametrize("fault", ["insufficient_quota", "bad_key"])
def test_what_is_true_of_every_request_stops_the_run(engine: Engine, tmp_path: Path, fault: str) -> None:
    study = judged_study(engine)
    with serving(Behaviour(rules=(Rule(fault),))) as server:
        report = run(engine, study, judge_for(tmp_path, server.url))
        assert report.stopped is not None
        assert len(server.log.calls) == 1
        server.behaviour = Behaviour()
        assert run(engine, study, judge_for(tmp_path, server.url)).progress.done == 60


def test_an_unreachable_server_stops_the_run_and_costs_nothing(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    report = run(engine, study, judge_for(tmp_path, "http://127.0.0.1:9/v1"))
    assert report.stopped is not None
    assert "cannot be reached" in report.stopped
    assert (report.progress.left, current_labels(engine)) == (60, [])
    assert not any(attempt.possibly_paid for attempt in attempts(engine))


def test_a_server_that_refuses_everything_is_asked_ten_times(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=10)
    with serving(Behaviour(rules=(Rule("bad_request"),))) as server:
        report = run(engine, study, judge_for(tmp_path, server.url, concurrency=1))
    assert report.stopped is not None
    assert "none was answered: Something about this request is wrong" in report.stopped
    assert len(server.log.calls) == 10


@pytest.mark.parametrize(("fault", "each"), [("hang", 2), ("reset", 2), ("http_500", ATTEMPTS)])
def test_a_server_that_answers_nobody_is_not_paid_for_a_whole_study(
    engine: Engine, tmp_path: Path, fault: str, each: int
) -> None:
    study = judged_study(engine, answers=10)
    with serving(Behaviour(rules=(Rule(fault),))) as server:
        report = run(engine, study, judge_for(tmp_path, server.url, concurrency=1, timeout=PATIENCE.get(fault, 30.0)))
    assert report.stopped is not None
    assert report.stopped.startswith("10 requests have failed and none was answered: ")
    assert len(server.log.calls) == 10 * each


@pytest.mark.parametrize(
    ("behaviour", "wasted", "structured"),
    [
        (Behaviour(rejects=frozenset({"temperature"})), 1, "json_schema"),
        (Behaviour(renames={"max_tokens": "max_completion_tokens"}), 1, "json_schema"),
        (Behaviour(structured="json_object"), 1, "json_object"),
        (Behaviour(structured="none"), 2, "text"),
        (Behaviour(structured="ignore"), 0, "json_schema"),
        (Behaviour(structured="none", rejects=frozenset({"temperature", "seed"})), 4, "text"),
    ],
)
def test_what_a_server_does_not_take_is_learnt_by_one_request_each(
    engine: Engine, tmp_path: Path, behaviour: Behaviour, wasted: int, structured: str
) -> None:
    study = judged_study(engine)
    with serving(behaviour) as server:
        judge = judge_for(tmp_path, server.url, parameters={"seed": 7})
        report = run(engine, study, judge)
    assert report.progress.statuses == {"ok": 60}
    assert len(server.log.calls) == 54 + wasted
    assert attempts(engine)[-1].structured == structured
    assert attempts(engine)[-1].parameters == server.log.calls[-1].body


def test_a_source_beyond_the_context_is_said_to_be_too_long_and_not_cut(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=1, sources=1)
    with serving(Behaviour(max_context=1000)) as server:
        report = run(engine, study, judge_for(tmp_path, server.url))
    assert report.progress.statuses == {"context_too_long": 1}
    assert len(server.log.calls) == 1


def test_a_rate_limit_makes_everybody_wait(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    rule = Rule("rate_limited", every=30)
    with serving(Behaviour(rules=(rule,), retry_after=0.6)) as server:
        report = run(engine, study, judge_for(tmp_path, server.url))
    assert report.progress.done == 60
    limited = next(call.at for call in server.log.calls if call.fault)
    # Those under way when the limit was hit may still arrive; then nobody does until it is over.
    assert not [call for call in server.log.calls if limited + 0.3 < call.at < limited + 0.58]


def test_the_crew_is_no_larger_than_it_may_be(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving(Behaviour(latency=0.02)) as server:
        run(engine, study, judge_for(tmp_path, server.url, concurrency=4))
    assert server.most_at_once == 4


def test_statements_of_one_source_follow_each_other_and_share_their_prefix(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=20, sources=2, words=1500)
    with serving() as server:
        run(engine, study, judge_for(tmp_path, server.url, concurrency=1))
    with reading(engine) as session:
        cost = cost_of(session, session.scalars(select(Rater)).one())
    assert cost.tokens_cached / cost.tokens_in >= 0.8


def test_the_key_is_in_no_database_not_even_when_the_server_repeats_it(sqlite_address: str, tmp_path: Path) -> None:
    engine = open_engine(sqlite_address)
    study = judged_study(engine)
    with serving(Behaviour(rules=(Rule("bad_key", every=20),))) as server:
        report = run(engine, study, judge_for(tmp_path, server.url))
    assert report.stopped is not None
    assert KEY not in report.stopped
    engine.dispose()
    with sqlite3.connect(sqlite_address) as connection:
        dump = "\n".join(connection.iterdump())
    assert "[key]" in dump
    assert KEY not in dump
    files = [path.read_bytes() for path in Path(sqlite_address).parent.iterdir() if path.is_file()]
    assert not any(KEY.encode() in content for content in files)


def test_a_run_says_how_far_it_is_and_is_marked_as_ended(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    seen: list[int] = []

    def watch(progress: Progress) -> None:
        seen.append(progress.left)

    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        run_judge(engine, study, judge, client_of(judge), watch)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0
    with reading(engine) as session:
        assert session.scalars(select(JudgeRun)).one().ended_at is not None


class Broken:
    """A client with a fault of its own."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def send(self, body: Mapping[str, Any]) -> Reply:
        raise RuntimeError("a bug")


def test_a_fault_of_ours_ends_the_run_at_once_and_under_its_own_name(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with pytest.raises(RuntimeError, match="a bug"):
        run_judge(engine, study, judge_for(tmp_path, "http://127.0.0.1:9/v1"), Broken, lambda _: None)
    assert [attempt.state for attempt in attempts(engine)] == ["sent"]
