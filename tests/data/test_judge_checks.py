from dataclasses import replace

import pytest
from judge_cases import NOW, judged_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.errors import InputError
from data.judge_checks import Fingerprint, consistency, drift_between, fingerprints
from data.judge_labels import NewLabel, store_labels
from data.outputs import Sending, Sent, begin_attempts, begin_run, finish_attempts
from data.questions import question_named
from data.raters import rater_named
from data.tables import Answer, Query, Rater, ReportPair, Study, Unit
from data.units import make_other_units

SUPPORT = question_named("support")


class Bench:
    """A study of twenty-four answers with two judges."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine, answers=24, statements=1, sources=1)
        with writing(engine) as session:
            for name in ("old", "new"):
                rater_named(session, self.study, name, "judge", "run")

    def say(self, name: str, values: list[str], question: str = "support", run: int = 0) -> None:
        with writing(self.engine) as session:
            units = select(col(Unit.id)).where(col(Unit.question) == question).order_by(col(Unit.id))
            rater = session.scalars(select(Rater).where(col(Rater.name) == name)).one()
            labels = [
                NewLabel(unit or 0, value, None, run=run)
                for unit, value in zip(session.scalars(units), values, strict=False)
            ]
            store_labels(session, rater, "1", labels, NOW)


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_repeats_tell_how_often_a_judge_changes_its_mind(bench: Bench) -> None:
    bench.say("old", ["full"] * 20 + ["none"] * 4)
    bench.say("old", ["full"] * 18 + ["none"] * 6, run=1)
    bench.say("new", ["full"] * 24)
    with reading(bench.engine) as session:
        (found,) = consistency(session, bench.study, SUPPORT).repeats
    assert (found.judge, found.runs, found.flips.estimate.n) == ("old", 2, 24)
    assert found.flips.estimate.value == pytest.approx(2 / 24)
    flips = {one.value: one.flips.estimate.value for one in found.by_value}
    # full was said 20 + 18 times, and the other run said none 2 times; none 4 + 6 times, and 2 times full
    assert flips == {"none": pytest.approx(2 / 10), "partial": None, "full": pytest.approx(2 / 38)}


def test_a_judge_that_prefers_the_left_is_found_out(bench: Bench) -> None:
    with writing(bench.engine) as session:
        query = session.scalars(select(Query)).one()
        one, two = session.scalars(select(Answer).order_by(col(Answer.id)).limit(2))
        for number in range(12):
            session.add(
                ReportPair(
                    study_id=bench.study.id, key=f"p{number}", query_id=query.id, first_id=one.id, second_id=two.id
                )
            )
        session.flush()
        make_other_units(session, bench.study)
    bench.say("old", ["A"] * 12, "depth")
    bench.say("old", ["B"] * 9 + ["A"] * 3, "depth", run=1)  # with the second report on the left, that one
    with reading(bench.engine) as session:
        (found,) = consistency(session, bench.study, question_named("depth")).orders
    assert (found.rater, found.pairs) == ("old", 12)
    assert found.consistency.estimate.value == pytest.approx(3 / 12)
    assert found.left_share.estimate.value == pytest.approx(21 / 24)


def test_a_judge_asked_once_has_no_consistency(bench: Bench) -> None:
    bench.say("old", ["full"] * 24)
    with reading(bench.engine) as session:
        assert consistency(session, bench.study, SUPPORT).repeats == ()


def test_what_changed_between_two_judges_is_told_of_the_units_both_have(bench: Bench) -> None:
    bench.say("old", ["full"] * 24)
    bench.say("new", ["none"] * 15 + ["full"] * 5)
    with reading(bench.engine) as session:
        found = drift_between(session, bench.study, SUPPORT, "old", "new")
    assert (found.verdict, found.units, found.left_out) == ("drift", 20, 4)
    assert found.changed.estimate.value == 0.75


@pytest.mark.parametrize(
    ("names", "batch", "words"),
    [
        (("old", "nobody"), None, "no judge 'nobody' has labelled support"),
        (("old", "old"), None, "name two judges"),
        (("old", "new"), "anchors", "no batch 'anchors'"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    bench: Bench, names: tuple[str, str], batch: str | None, words: str
) -> None:
    bench.say("old", ["full"] * 24)
    bench.say("new", ["full"] * 24)
    with reading(bench.engine) as session, pytest.raises(InputError, match=words):
        drift_between(session, bench.study, SUPPORT, *names, batch)


def test_the_versions_of_a_model_are_told_from_its_replies(bench: Bench) -> None:
    seen = [("m-1", "fp1"), ("m-1", "fp2"), ("m-1", "fp1")]
    with writing(bench.engine) as session:
        rater = session.scalars(select(Rater).where(col(Rater.name) == "old")).one()
        run = begin_run(session, rater, "support", {}, NOW).id or 0
        ids = begin_attempts(session, [Sending(run, f"k{n}", {}, "text", NOW) for n in range(4)])
        ends = [
            Sent(attempt, NOW, 5, "{}", 200, finish_reason="stop", model=model, fingerprint=version)
            for attempt, (model, version) in zip(ids, seen, strict=False)
        ]
        finish_attempts(session, [*ends, replace(ends[0], attempt_id=ids[3], finish_reason=None, fingerprint=None)])
    with reading(bench.engine) as session:
        found = fingerprints(session, rater)
    assert sorted(found, key=str) == [Fingerprint("m-1", "fp1", 2, NOW, NOW), Fingerprint("m-1", "fp2", 1, NOW, NOW)]
