"""Where a judge and people differ, the largest differences first."""

from __future__ import annotations

import pytest
from judge_cases import NOW, judged_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.disagreements import Disagreements, disagreements, questions_of_judge
from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.questions import question_named
from data.raters import rater_named
from data.tables import Rater, Study, Unit
from data.tables.types import stored

Given = dict[str, str | None]


class Bench:
    """A study of six answers with one statement and source each; the judge is "m"."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine, answers=6, statements=1, sources=1)

    def say(self, name: str, values: Given, question: str = "support", run: int = 0, version: str = "1") -> None:
        """Labels by answer; None: refused."""
        with writing(self.engine) as session:
            kind = {"m": "judge", "gold": "adjudicator"}.get(name, "human")
            rater = rater_named(session, self.study, name, kind, "import")
            units = session.scalars(select(Unit).where(col(Unit.question) == question)).all()
            by_answer = {unit.key.partition("/")[0]: stored(unit.id) for unit in units}
            labels = [
                NewLabel(by_answer[answer], value, None if value else "refused", run=run, justification=f"why {answer}")
                for answer, value in values.items()
            ]
            store_labels(session, rater, version, labels, NOW)

    def found(self, question: str = "support", first: int = 0, most: int = 50) -> Disagreements:
        with reading(self.engine) as session:
            return disagreements(session, self.study, question_named(question), self.judge(), first, most)

    def judge(self) -> Rater:
        with reading(self.engine) as session:
            return session.scalars(select(Rater).where(col(Rater.kind) == "judge")).one()

    def sizes(self, question: str = "support") -> dict[str, float]:
        return {str(one.pairs[0].answer): one.size for one in self.found(question).units}


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_the_largest_mean_distance_from_people_comes_first(bench: Bench) -> None:
    bench.say("m", {"a0": "full", "a1": "full", "a2": "full", "a3": "full", "a4": "full"})
    bench.say("Ada", {"a0": "full", "a1": "partial", "a2": "none", "a3": "none", "a4": "full"})
    bench.say("Ben", {"a0": "full", "a1": "full", "a2": "none", "a3": "full"})
    # a2: 2 from both; a3: (2 + 0) / 2; a1: (1 + 0) / 2
    assert list(bench.sizes().items()) == [("a2", 2.0), ("a3", 1.0), ("a1", 0.5)]
    found = bench.found()
    assert (found.differing, found.compared) == (3, 5)
    (pair, other) = found.units[0].pairs
    assert (pair.judge_label, pair.why, pair.person, pair.person_label) == ("full", "why a2", "Ada", "none")
    assert (other.person, pair.statement, pair.source, pair.query) == ("Ben", 1, 1, "What about the harbour?")


def test_between_values_without_order_every_difference_is_one(bench: Bench) -> None:
    bench.say("m", {"a0": "pro", "a1": "pro", "a2": "pro"}, "stance")
    bench.say("Ada", {"a0": "neutral", "a1": "con", "a2": "pro"}, "stance")
    assert bench.sizes("stance") == {"a0": 1.0, "a1": 1.0}


def test_labels_that_statistics_take_for_the_same_do_not_differ(bench: Bench) -> None:
    bench.say("m", {"a0": "contradicts", "a1": "contradicts"})
    bench.say("Ada", {"a0": "none", "a1": "partial"})
    assert bench.sizes() == {"a1": 1.0}


def test_labels_without_a_value_later_runs_and_adjudicators_are_not_compared(bench: Bench) -> None:
    bench.say("m", {"a0": None, "a1": "full", "a2": "full"})
    bench.say("m", {"a1": "none"}, run=1)
    bench.say("Ada", {"a0": "none", "a1": "full", "a2": None, "a3": "none"})
    bench.say("gold", {"a1": "none"})
    found = bench.found()
    assert (found.differing, found.compared, list(found.units)) == (0, 1, [])


def test_labels_under_another_version_of_the_question_are_left_out(bench: Bench) -> None:
    bench.say("m", {"a0": "full", "a1": "full"})
    bench.say("Ada", {"a0": "none"})
    bench.say("Ben", {"a1": "none"}, version="0")
    assert bench.sizes() == {"a0": 2.0}


def test_where_all_labels_are_under_an_old_version_that_one_counts(bench: Bench) -> None:
    bench.say("m", {"a0": "full"}, version="0")
    bench.say("Ada", {"a0": "none"}, version="0")
    assert bench.sizes() == {"a0": 2.0}


def test_units_come_by_pages_and_those_alike_in_the_order_they_were_made(bench: Bench) -> None:
    bench.say("m", {f"a{number}": "full" for number in range(5)})
    bench.say("Ada", {f"a{number}": "none" for number in range(5)})
    pages = [[one.pairs[0].answer for one in bench.found(first=at, most=2).units] for at in (0, 2, 4, 6)]
    assert pages == [["a0", "a1"], ["a2", "a3"], ["a4"], []]
    assert bench.found(first=4, most=2).differing == 5


def test_a_judge_nobody_labelled_beside_is_compared_with_nothing(bench: Bench) -> None:
    bench.say("m", {"a0": "full"})
    assert bench.found() == Disagreements([], 0, 0)


def test_the_questions_of_a_judge_are_those_it_has_labelled(bench: Bench) -> None:
    bench.say("m", {"a0": "pro"}, "stance")
    bench.say("m", {"a0": "full"})
    bench.say("Ada", {"a0": "3"}, "confidence")
    with reading(bench.engine) as session:
        assert questions_of_judge(session, bench.judge()) == ["stance", "support"]
