from dataclasses import replace

import pytest
from judge_cases import NOW, current_labels, judged_study, stored_outputs
from sqlalchemy import Engine, select
from sqlmodel import Session, col

from data.engine import reading, writing
from data.judge_labels import Due, NewLabel, label_dues, labelled_runs, statuses_of, store_labels
from data.outputs import (
    Result,
    Sending,
    Sent,
    begin_attempts,
    begin_run,
    cost_of,
    finish_attempts,
    outputs_of,
    paid_replies,
    store_results,
)
from data.raters import rater_named
from data.tables import Attempt, Label, Rater, Study, Unit

VALUES = ("full", "partial", "none")


class Bench:
    """A small study with one judge and one run of it."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine, answers=1)
        with writing(engine) as session:
            self.rater: Rater = rater_named(session, self.study, "judge", "judge", "run")
            self.run_id = begin_run(session, self.rater, "support", {}, NOW).id or 0
            units = select(col(Unit.id)).where(col(Unit.question) == "support").order_by(col(Unit.id))
            self.units = [unit or 0 for unit in session.connection().execute(units).scalars()]

    def attempt(self, key: str, **end: object) -> int:
        """An attempt that has come back."""
        with writing(self.engine) as session:
            (identity,) = begin_attempts(session, [Sending(self.run_id, key, {}, "text", NOW)])
            finish_attempts(session, [replace(Sent(identity, NOW, 5), **end)])  # type: ignore[arg-type]
        return identity

    def result(self, key: str, units: list[int], status: str = "ok", value: str | None = "full") -> None:
        """A result of a new attempt, with its labels."""
        attempt = self.attempt(key, raw="{}", http_status=200)
        with writing(self.engine) as session:
            store_results(session, [Result(key, attempt, status, value)])
            label_dues(session, self.rater, "1", [Due(unit, (key,)) for unit in units], VALUES, NOW)

    def labels(self) -> list[tuple[str | None, str | None, bool]]:
        with reading(self.engine) as session:
            found = session.scalars(select(Label).order_by(col(Label.id))).all()
            return [(label.value, label.reason, label.superseded_at is None) for label in found]


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def attempts(session: Session) -> list[Attempt]:
    return list(session.scalars(select(Attempt).order_by(col(Attempt.id))))


def test_attempts_are_stored_as_sent_before_they_come_back(bench: Bench) -> None:
    sendings = [Sending(bench.run_id, f"key {n}", {"n": n}, "text", NOW) for n in range(60)]
    with writing(bench.engine) as session:
        ids = begin_attempts(session, sendings)
    with reading(bench.engine) as session:
        stored = {attempt.id: attempt for attempt in attempts(session)}
        assert [stored[identity].request_key for identity in ids] == [sending.request_key for sending in sendings]
        assert {attempt.state for attempt in stored.values()} == {"sent"}
        assert cost_of(session, bench.rater).possibly_paid == 60


def test_an_attempt_is_completed_with_what_came_back(bench: Bench) -> None:
    first = bench.attempt("a", raw="body", http_status=200, tokens_in=7, request_id="r")
    bench.attempt("b", error="timeout", possibly_paid=True)
    with reading(bench.engine) as session:
        one, two = attempts(session)
        assert (one.id, one.state, one.raw, one.tokens_in, one.request_id) == (first, "done", "body", 7, "r")
        assert (two.state, two.raw, two.error, two.possibly_paid) == ("done", None, "timeout", True)


def test_one_output_labels_every_unit_that_asked_the_same(bench: Bench) -> None:
    bench.result("a", bench.units[:3])
    assert [row[2] for row in current_labels(bench.engine)] == ["full"] * 3
    assert [row[:3] for row in stored_outputs(bench.engine)] == [("a", "ok", "full")]


def test_an_output_that_is_ok_is_never_replaced_and_labels_follow_it(bench: Bench) -> None:
    bench.result("a", bench.units[:1], value="full")
    bench.result("a", bench.units[:2], value="none")
    assert [row[2] for row in stored_outputs(bench.engine)] == ["full"]
    assert [row[2] for row in current_labels(bench.engine)] == ["full", "full"]


def test_a_failed_output_gives_way_to_a_newer_attempt_and_its_label_is_superseded(bench: Bench) -> None:
    bench.result("a", bench.units[:1], "refused", None)
    bench.result("a", bench.units[:1], value="partial")
    assert bench.labels() == [(None, "refused", False), ("partial", None, True)]
    with reading(bench.engine) as session:
        old, new = session.scalars(select(Label).order_by(col(Label.id))).all()
        assert new.supersedes_id == old.id


def test_a_stored_reply_without_output_is_found_and_one_with_output_is_not(bench: Bench) -> None:
    bench.result("read", bench.units[:1])
    unread = bench.attempt("unread", raw="body", http_status=200)
    bench.attempt("failed", raw="oops", http_status=500)
    bench.attempt("silent", error="timeout")
    with reading(bench.engine) as session:
        found = paid_replies(session, ["read", "unread", "failed", "silent"])
    assert {key: (reply.attempt_id, reply.raw) for key, reply in found.items()} == {"unread": (unread, "body")}


def test_a_reply_newer_than_a_failed_output_is_found(bench: Bench) -> None:
    bench.result("a", bench.units[:1], "refused", None)
    newer = bench.attempt("a", raw="body", http_status=200)
    with reading(bench.engine) as session:
        assert paid_replies(session, ["a"])["a"].attempt_id == newer
        assert outputs_of(session, ["a", "b"]).keys() == {"a"}


def test_storing_labels_twice_keeps_the_first_value(bench: Bench) -> None:
    for value in ("full", "none"):
        with writing(bench.engine) as session:
            store_labels(session, bench.rater, "1", [NewLabel(bench.units[0], value, None, evidence=((0, 3),))], NOW)
    assert bench.labels() == [("full", None, True)]
    with reading(bench.engine) as session:
        label = session.scalars(select(Label)).one()
        assert (label.evidence, label.judge_shown, label.bulk) == ([[0, 3]], False, False)
        assert labelled_runs(session, bench.rater, bench.units[:2]) == {(bench.units[0], 0)}


def test_cost_is_a_sum_over_attempts_of_all_runs_or_one(bench: Bench) -> None:
    bench.attempt("a", tokens_in=10, tokens_out=1, tokens_cached=8)
    bench.attempt("a", tokens_in=5)
    with writing(bench.engine) as session:
        bench.run_id = begin_run(session, bench.rater, "support", {}, NOW).id or 0
    bench.attempt("b", tokens_in=1)
    with reading(bench.engine) as session:
        whole, last = cost_of(session, bench.rater), cost_of(session, bench.rater, bench.run_id)
    assert (whole.requests, whole.tokens_in, whole.tokens_out, whole.tokens_cached) == (3, 16, 1, 8)
    assert (last.requests, last.tokens_in, last.tokens_reasoning) == (1, 1, 0)


def test_statuses_count_current_labels_only(bench: Bench) -> None:
    bench.result("a", bench.units[:2], "refused", None)
    bench.result("a", bench.units[:2])
    bench.result("b", bench.units[2:3], "truncated", None)
    with reading(bench.engine) as session:
        assert statuses_of(session, bench.rater) == {"ok": 2, "truncated": 1}


def test_nothing_to_store_is_no_error(bench: Bench) -> None:
    with writing(bench.engine) as session:
        assert begin_attempts(session, []) == []
        finish_attempts(session, [])
        store_results(session, [])
        assert label_dues(session, bench.rater, "1", [], VALUES, NOW) == []
        store_labels(session, bench.rater, "1", [], NOW)


def test_more_keys_than_a_database_takes_at_once_are_looked_up_all_the_same(engine: Engine) -> None:
    bench = Bench(engine)
    bench.attempt("k", http_status=200, raw="{}")
    keys = [f"absent {number}" for number in range(70_000)] + ["k"]
    with reading(engine) as session:
        assert outputs_of(session, keys) == {}
        assert set(paid_replies(session, keys)) == {"k"}
