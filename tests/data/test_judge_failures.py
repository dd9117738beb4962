"""What came to nothing, by status, with what the server said."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge_cases import NOW, judge_for, judged_study, run
from model_server import Behaviour, Rule, serving
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.judge_failures import LONGEST_RAW, FailedRequest, FailedUnit, failed_counts, failed_requests, failed_units
from data.judge_labels import NewLabel, statuses_of, store_labels
from data.judge_list import judge_named
from data.outputs import Result, Sending, Sent, begin_attempts, begin_run, finish_attempts, store_results
from data.raters import rater_named
from data.tables import Rater, Study, Unit
from data.tables.types import stored

STATUSES = ("bad_label", "refused", "transient_failed")


class Bench:
    """A study and the judge "m" with one run."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine, answers=4, statements=1, sources=1)
        with writing(engine) as session:
            self.rater: Rater = rater_named(session, self.study, "m", "judge", "run")
            self.run = stored(begin_run(session, self.rater, "confidence", {}, NOW).id)

    def fail(self, key: str, status: str, raw: str | None, tries: int = 1, **more: object) -> None:
        """A request of that key that ended so at its last attempt."""
        with writing(self.engine) as session:
            for _ in range(tries):
                (attempt,) = begin_attempts(session, [Sending(self.run, key, {}, "text", NOW)])
                finish_attempts(session, [Sent(attempt, NOW, 5, raw, **more)])  # type: ignore[arg-type]
            store_results(session, [Result(key, attempt, status, "1" if status == "ok" else None)])


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_a_failed_request_is_told_with_its_last_attempt(bench: Bench) -> None:
    bench.fail("a", "transient_failed", None, tries=3, error="timed out", possibly_paid=True)
    bench.fail("b", "refused", "{}", http_status=200, finish_reason="stop")
    bench.fail("c", "ok", "{}", http_status=200)
    with reading(bench.engine) as session:
        assert failed_counts(session, bench.rater) == {"refused": 1, "transient_failed": 1}
        (timed_out,) = failed_requests(session, bench.rater, "transient_failed", 0, 50)
        (refused,) = failed_requests(session, bench.rater, "refused", 0, 50)
    assert timed_out == FailedRequest(3, NOW, None, "timed out", None, None, None)
    assert refused == FailedRequest(1, NOW, 200, None, "stop", "{}", 2)


def test_requests_of_another_judge_are_its_own(bench: Bench) -> None:
    bench.fail("a", "refused", "{}")
    with writing(bench.engine) as session:
        other = rater_named(session, bench.study, "other", "judge", "run")
        assert failed_counts(session, other) == {}
        assert failed_requests(session, other, "refused", 0, 50) == []


def test_of_a_reply_of_megabytes_only_the_beginning_is_read(bench: Bench) -> None:
    bench.fail("a", "invalid_json", "é" * LONGEST_RAW + "x" * 10)
    with reading(bench.engine) as session:
        (found,) = failed_requests(session, bench.rater, "invalid_json", 0, 50)
    assert (found.raw, found.length) == ("é" * LONGEST_RAW, LONGEST_RAW + 10)


def test_requests_come_by_pages_the_newest_first(bench: Bench) -> None:
    for number in range(5):
        bench.fail(f"k{number}", "empty", str(number))
    with reading(bench.engine) as session:
        pages = [[one.raw for one in failed_requests(session, bench.rater, "empty", at, 2)] for at in (0, 2, 4, 6)]
    assert pages == [["4", "3"], ["2", "1"], ["0"], []]


def test_units_without_a_value_are_told_with_the_reply_kept_beside_them(bench: Bench) -> None:
    with writing(bench.engine) as session:
        units = session.scalars(select(Unit).where(col(Unit.question) == "confidence").order_by(col(Unit.id))).all()
        labels = [
            NewLabel(stored(units[0].id), None, "bad_label", raw="perhaps", run=1),
            NewLabel(stored(units[1].id), None, "bad_label"),
            NewLabel(stored(units[2].id), None, "empty"),
            NewLabel(stored(units[3].id), "3", None),
        ]
        store_labels(session, bench.rater, "1", labels, NOW)
        assert failed_units(session, bench.rater, "bad_label", 0, 50) == [
            FailedUnit("a0", 1, NOW, "perhaps", 7),
            FailedUnit("a1", 0, NOW, None, None),
        ]
        assert [one.key for one in failed_units(session, bench.rater, "bad_label", 1, 1)] == ["a1"]
        store_labels(session, bench.rater, "1", [NewLabel(stored(units[1].id), "2", None)], NOW)
        assert [one.key for one in failed_units(session, bench.rater, "bad_label", 0, 50)] == ["a0"]


@pytest.mark.whole
def test_every_failed_unit_of_a_real_run_has_its_request_with_what_the_server_said(
    engine: Engine, tmp_path: Path
) -> None:
    study = judged_study(engine, answers=8)
    faults = (Rule("refusal", share=0.2), Rule("bad_label", share=0.4), Rule("http_500", share=0.5))
    with serving(Behaviour(rules=faults)) as server:
        report = run(engine, study, judge_for(tmp_path, server.url))
    with reading(engine) as session:
        rater = judge_named(session, study, report.rater)
        requests, labels = failed_counts(session, rater), statuses_of(session, rater)
        assert tuple(requests) == STATUSES
        assert all(0 < requests[status] <= labels[status] for status in STATUSES)
        listed = {status: failed_requests(session, rater, status, 0, 500) for status in STATUSES}
        assert {status: len(found) for status, found in listed.items()} == requests
        assert {one.attempts for one in listed["transient_failed"]} == {3}
        assert {one.http_status for one in listed["transient_failed"]} == {500}
        assert all(one.raw and one.length == len(one.raw) for one in listed["bad_label"])
        units = {status: failed_units(session, rater, status, 0, 500) for status in STATUSES}
        assert {status: len(found) for status, found in units.items()} == {name: labels[name] for name in STATUSES}


def test_a_request_that_was_asked_again_with_success_failed_no_more(bench: Bench) -> None:
    bench.fail("a", "refused", "{}")
    bench.fail("a", "ok", "{}")
    with reading(bench.engine) as session:
        assert failed_counts(session, bench.rater) == {}
