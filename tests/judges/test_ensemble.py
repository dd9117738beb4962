import pytest
from judge_cases import NOW, judged_study
from sqlalchemy import Engine, select
from sqlmodel import Session, col

from data.engine import reading, writing
from data.errors import InputError, NotFound
from data.judge_labels import NewLabel, store_labels
from data.questions import question_named
from data.raters import rater_named
from data.tables import Label, Rater, Study, Unit
from judges.ensemble import EnsembleReport, combine, judges_named, repeats_of

CONFIDENCE = question_named("confidence")


class Bench:
    """A study of four answers with judges A, B and C; A has three runs."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.study: Study = judged_study(engine)
        with writing(engine) as session:
            units = select(col(Unit.id)).where(col(Unit.question) == "confidence").order_by(col(Unit.id))
            self.units = [unit or 0 for unit in session.scalars(units)]
            for name in "ABC":
                rater_named(session, self.study, name, "judge", "run", spec_sha=name)
            rater_named(session, self.study, "Ada", "human", "app")

    def say(self, name: str, *values: str | None, run: int = 0) -> None:
        with writing(self.engine) as session:
            labels = [
                NewLabel(unit, value, None if value else "refused", run=run)
                for unit, value in zip(self.units, values, strict=False)
            ]
            store_labels(session, self.judge(session, name), "1", labels, NOW)

    def judge(self, session: Session, name: str) -> Rater:
        return session.scalars(select(Rater).where(col(Rater.name) == name)).one()

    def combine(self, *names: str, rule: str = "majority", least: int | None = None) -> EnsembleReport:
        with writing(self.engine) as session:
            members = (
                judges_named(session, self.study, names)
                if len(names) > 1
                else repeats_of(session, self.study, CONFIDENCE, names[0])
            )
            count = members.count if least is None else least
            return combine(session, self.study, CONFIDENCE, members, rule, count, NOW)  # type: ignore[arg-type]

    def labels(self, name: str) -> list[tuple[str | None, str | None, str | None]]:
        with reading(self.engine) as session:
            rater = self.judge(session, name)
            found = select(Label).where(col(Label.rater_id) == rater.id, col(Label.superseded_at).is_(None))
            return [(one.value, one.reason, one.raw) for one in session.scalars(found.order_by(col(Label.unit_id)))]


@pytest.fixture
def bench(engine: Engine) -> Bench:
    return Bench(engine)


def test_an_ensemble_labels_what_its_members_labelled(bench: Bench) -> None:
    bench.say("A", "1", "2", "3", None)
    bench.say("B", "1", "2", "4", "5")
    bench.say("C", "2", "2", "5", "5")
    report = bench.combine("A", "B", "C")
    assert report.statuses == {"ok": 2, "tied": 1, "member missing": 1}
    assert report.rater.startswith("majority of 3 confidence #")
    expected = [("1", None, None), ("2", None, None), (None, "tied", None), (None, "member missing", None)]
    assert bench.labels(report.rater) == expected


def test_fewer_members_may_be_enough_and_make_another_judge(bench: Bench) -> None:
    bench.say("A", "1")
    bench.say("B", "1", "5")
    strict, lenient = bench.combine("A", "B"), bench.combine("A", "B", least=1)
    assert strict.rater != lenient.rater
    assert bench.labels(strict.rater)[1] == (None, "member missing", None)
    assert bench.labels(lenient.rater)[1] == ("5", None, None)


def test_a_mean_keeps_the_exact_number_beside_the_value(bench: Bench) -> None:
    bench.say("A", "1")
    bench.say("B", "2")
    bench.say("C", "2")
    report = bench.combine("A", "B", "C", rule="mean")
    assert bench.labels(report.rater) == [("2", None, repr(5 / 3))]


def test_the_repeats_of_one_judge_are_combined(bench: Bench) -> None:
    for run, value in enumerate(("3", "4", "4")):
        bench.say("A", value, run=run)
    report = bench.combine("A")
    assert bench.labels(report.rater) == [("4", None, None)]


def test_the_order_the_members_are_named_in_makes_no_other_judge(bench: Bench) -> None:
    bench.say("A", "1")
    bench.say("B", "1")
    assert bench.combine("A", "B").rater == bench.combine("B", "A").rater


def test_combined_again_it_takes_up_what_has_changed_and_nothing_else(bench: Bench) -> None:
    bench.say("A", None, "2")
    bench.say("B", "1", "2")
    assert bench.combine("A", "B").changed == 2
    assert bench.combine("A", "B").changed == 0
    bench.say("A", "1")  # asked again, and now it has a label
    report = bench.combine("A", "B")
    assert report.changed == 1
    assert bench.labels(report.rater) == [("1", None, None), ("2", None, None)]
    with reading(bench.engine) as session:
        rater = bench.judge(session, report.rater)
        old, new = session.scalars(
            select(Label)
            .where(col(Label.rater_id) == rater.id, col(Label.unit_id) == bench.units[0])
            .order_by(col(Label.id))
        )
    assert (old.superseded_at is not None, new.supersedes_id) == (True, old.id)


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        (("A", "A"), InputError, "two different judges"),
        (("A", "Nobody"), NotFound, "no judge 'Nobody'"),
        (("A", "Ada"), NotFound, "no judge 'Ada'"),
        (("B",), InputError, "once only"),
    ],
)
def test_members_that_cannot_be_are_refused(
    bench: Bench, names: tuple[str, ...], error: type[Exception], words: str
) -> None:
    bench.say("B", "1")
    with pytest.raises(error, match=words):
        bench.combine(*names)
