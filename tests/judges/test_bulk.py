"""Requests handed over in bulk: the same labels as live ones, each paid once, through crashes of ours and theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from bulk_cases import in_bulk
from judge_cases import KEY, current_labels, judge_for, judged_study, run, stored_outputs
from model_batches import BatchBehaviour
from model_server import Behaviour, Rule, serving
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading
from data.outputs import cost_of
from data.tables import Attempt, Bulk, Rater, Study

pytestmark = pytest.mark.whole


def bulks(engine: Engine) -> list[Bulk]:
    with reading(engine) as session:
        return list(session.scalars(select(Bulk).order_by(col(Bulk.id))))


def open_attempts(engine: Engine) -> int:
    with reading(engine) as session:
        return len(session.scalars(select(Attempt).where(col(Attempt.state) == "sent")).all())


def test_a_bulk_gives_the_labels_of_a_live_run(engine: Engine, undisturbed: Engine, tmp_path: Path) -> None:
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        run(undisturbed, judged_study(undisturbed), judge)
        server.log.calls.clear()
        report = in_bulk(engine, judged_study(engine), judge)
    assert (report.stopped, report.progress.done, report.progress.left) == (None, 60, 0)
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)
    assert (len(server.log.calls), server.log.doubled) == (54, 0)
    (bulk,) = bulks(engine)
    assert (bulk.requests, bulk.remote, bulk.error) == (53, "batch_1", None)  # the first went live, to learn from it
    assert len(bulk.sha256) == 64


def test_some_refusals_in_a_bulk_of_a_run_before_do_not_stop_this_one(engine: Engine, tmp_path: Path) -> None:
    with serving(Behaviour(rules=(Rule("bad_request", share=0.5),))) as server:
        server.batches.behaviour = BatchBehaviour(lost=1)  # the run before stops as soon as it has handed over
        study, judge = judged_study(engine), judge_for(tmp_path, server.url)
        assert in_bulk(engine, study, judge).stopped is not None
        report = in_bulk(engine, study, judge)
    assert (report.stopped, report.progress.left) == (None, 0)
    assert report.progress.statuses["transient_failed"] > 10


def test_many_requests_go_in_several_files(engine: Engine, tmp_path: Path) -> None:
    with serving() as server:
        report = in_bulk(engine, judged_study(engine), judge_for(tmp_path, server.url), most=20)
    assert report.progress.done == 60
    assert [bulk.requests for bulk in bulks(engine)] == [20, 20, 13]


def test_what_is_missing_from_the_results_is_sent_again_and_nothing_else(engine: Engine, tmp_path: Path) -> None:
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(missing=0.3)
        judge = judge_for(tmp_path, server.url, attempts=2)
        report = in_bulk(engine, judged_study(engine), judge)
        first, second = bulks(engine)
        lost = report.progress.statuses["transient_failed"]
        assert 0 < second.requests < first.requests
        assert lost > 0  # this server loses the same lines each time
        server.batches.behaviour = BatchBehaviour()
        again = in_bulk(engine, reread(engine), judge, failed_too=True)
    assert (again.progress.done, again.progress.total) == (lost, lost)
    assert server.log.doubled == 0
    assert {row[3] for row in current_labels(engine)} == {None}


def reread(engine: Engine) -> Study:
    with reading(engine) as session:
        return session.scalars(select(Study)).one()


def test_the_half_of_an_expired_bulk_is_kept_and_the_rest_asked_again(engine: Engine, tmp_path: Path) -> None:
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(expire=True)
        judge = judge_for(tmp_path, server.url, attempts=20)
        report = in_bulk(engine, judged_study(engine), judge)
    assert report.progress.done >= 58  # one request left over is half of nothing, and two units may share it
    assert server.log.doubled == 0
    assert {bulk.error for bulk in bulks(engine)} == {"the bulk is expired"}


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (BatchBehaviour(refused=True), "does not take the requests in bulk"),
        (BatchBehaviour(lost=1), "does not take the requests in bulk"),
    ],
)
def test_a_server_that_does_not_take_it_stops_the_run_in_words(
    engine: Engine, tmp_path: Path, behaviour: BatchBehaviour, words: str
) -> None:
    with serving() as server:
        server.batches.behaviour = behaviour
        report = in_bulk(engine, judged_study(engine), judge_for(tmp_path, server.url))
    assert report.stopped is not None
    assert words in report.stopped
    assert KEY not in report.stopped


def test_a_bulk_whose_acknowledgement_was_lost_is_found_again_and_paid_once(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(lost=1)
        judge = judge_for(tmp_path, server.url)
        in_bulk(engine, study, judge)
        assert [bulk.remote for bulk in bulks(engine)] == [None]
        report = in_bulk(engine, study, judge)
    assert (report.stopped, report.progress.left) == (None, 0)
    assert len(server.batches.made) == 1
    assert server.log.doubled == 0
    assert [bulk.remote for bulk in bulks(engine)] == ["batch_1"]


def test_an_intent_the_server_knows_nothing_of_is_closed_and_asked_anew(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(refused=True)
        judge = judge_for(tmp_path, server.url)
        in_bulk(engine, study, judge)
        server.batches.behaviour = BatchBehaviour()
        report = in_bulk(engine, study, judge)
    assert report.progress.left == 0
    assert [bulk.error for bulk in bulks(engine)] == ["the server never took it", None]
    assert open_attempts(engine) == 0
    assert server.log.doubled == 0


def test_a_bulk_that_fails_whole_is_asked_again_as_often_as_allowed(engine: Engine, tmp_path: Path) -> None:
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(fail=True)
        report = in_bulk(engine, judged_study(engine), judge_for(tmp_path, server.url, attempts=3))
    assert report.progress.statuses == {"ok": 2, "transient_failed": 58}  # the live one labels two units
    assert [bulk.error for bulk in bulks(engine)] == ["the bulk is failed; the file is wrong"] * 3


FAULTS = ["bad_label", "refusal", "malformed_json", "http_500", "truncated"]


def test_faults_in_a_bulk_end_as_they_do_live(engine: Engine, undisturbed: Engine, tmp_path: Path) -> None:
    rules = tuple(Rule(fault, share=0.1) for fault in FAULTS)
    with serving(Behaviour(rules=rules)) as server:
        judge = judge_for(tmp_path, server.url, attempts=2)
        in_bulk(engine, judged_study(engine), judge)
        run(undisturbed, judged_study(undisturbed), judge)
    assert current_labels(engine) == current_labels(undisturbed)
    assert {row[3] for row in current_labels(engine)} >= {"refused", "bad_label"}


@pytest.mark.parametrize("behaviour", [Behaviour(rejects=frozenset({"temperature"})), Behaviour(structured="none")])
def test_what_the_live_request_teaches_is_used_for_the_whole_file(
    engine: Engine, tmp_path: Path, behaviour: Behaviour
) -> None:
    with serving(behaviour) as server:
        report = in_bulk(engine, judged_study(engine), judge_for(tmp_path, server.url))
    assert report.progress.done == 60
    assert len(bulks(engine)) == 1


def test_tokens_of_a_bulk_are_counted(engine: Engine, tmp_path: Path) -> None:
    with serving() as server:
        in_bulk(engine, judged_study(engine), judge_for(tmp_path, server.url))
    with reading(engine) as session:
        cost = cost_of(session, session.scalars(select(Rater)).one())
    assert cost.requests == 54
    assert cost.tokens_in > 0 < cost.tokens_out
    assert cost.possibly_paid == 0
