"""Labels of judges follow from stored outputs: of one request, of the pieces of a source, of a part of a reply."""

import pytest
from judge_cases import NOW, judged_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.judge_labels import Due, NewLabel, Said, label_dues, parts_text
from data.outputs import Result, Sending, begin_attempts, begin_run, store_results
from data.raters import rater_named
from data.tables import Label, Unit

ORDER = ("full", "partial", "none")


class Bench:
    """A study with a judge, and outputs by request key."""

    def __init__(self, engine: Engine):
        self.engine = engine
        study = judged_study(engine, answers=1)
        with writing(engine) as session:
            self.rater = rater_named(session, study, "judge", "judge", "run")
            self.run_id = begin_run(session, self.rater, "support", {}, NOW).id or 0
            self.unit = session.connection().execute(select(col(Unit.id)).order_by(col(Unit.id))).scalars().first() or 0

    def output(self, key: str, value: str | None, status: str = "ok") -> None:
        with writing(self.engine) as session:
            (attempt,) = begin_attempts(session, [Sending(self.run_id, key, {}, "text", NOW)])
            store_results(session, [Result(key, attempt, status, value, "why" if value else None)])

    def label(self, due: Due) -> list[NewLabel]:
        with writing(self.engine) as session:
            return label_dues(session, self.rater, "1", [due, due], ORDER, NOW)

    def stored(self) -> list[Label]:
        with reading(self.engine) as session:
            return list(session.scalars(select(Label).order_by(col(Label.id))))


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_a_unit_waits_until_every_piece_of_its_source_has_an_output(bench: Bench) -> None:
    bench.output("first", "none")
    assert bench.label(Due(bench.unit, ("first", "second"))) == []
    assert bench.stored() == []


def test_of_the_pieces_of_a_source_the_strongest_value_counts(bench: Bench) -> None:
    for key, value in (("first", "none"), ("second", "partial"), ("third", "none")):
        bench.output(key, value)
    (label,) = bench.label(Due(bench.unit, ("first", "second", "third")))
    assert (label.value, label.justification, label.status) == ("partial", "[piece 2 of 3] why", "ok")


def test_a_piece_without_a_value_leaves_the_unit_without_one(bench: Bench) -> None:
    bench.output("first", "full")
    bench.output("second", None, "refused")
    (label,) = bench.label(Due(bench.unit, ("first", "second")))
    assert (label.value, label.reason) == (None, "refused")


def test_a_unit_takes_its_own_part_of_a_reply_about_several(bench: Bench) -> None:
    bench.output("all", parts_text({"1": Said("pro"), "2": Said("con", "it says so")}))
    (label,) = bench.label(Due(bench.unit, ("all",), part="2"))
    assert (label.value, label.justification) == ("con", "it says so")


def test_what_a_reply_says_is_turned_into_the_units_label(bench: Bench) -> None:
    bench.output("swapped", "first")
    due = Due(bench.unit, ("swapped",), run=1, means=(("first", "B"), ("second", "A")), side_order="B first")
    bench.label(due)
    (stored,) = bench.stored()
    assert (stored.value, stored.run, stored.side_order) == ("B", 1, "B first")


def test_each_repeat_has_a_current_label_of_its_own(bench: Bench) -> None:
    bench.output("one", None, "refused")
    bench.output("two", "full")
    for run, key in enumerate(("one", "two")):
        bench.label(Due(bench.unit, (key,), run=run))
    bench.output("again", "none")
    bench.label(Due(bench.unit, ("again",), run=0))
    found = [(label.run, label.value, label.superseded_at is None) for label in bench.stored()]
    assert found == [(0, None, False), (1, "full", True), (0, "none", True)]


def test_the_parts_of_a_reply_are_written_the_same_in_any_order() -> None:
    one, two = Said("pro"), Said("con", "été")
    assert parts_text({"2": two, "10": one}) == parts_text({"10": one, "2": two})
    assert "été" in parts_text({"2": two})
