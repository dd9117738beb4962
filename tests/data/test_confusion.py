"""Behind every cell of a confusion matrix stand exactly the pairs it counts."""

from __future__ import annotations

from judged_study import GUESSING, NOW, Shape, make_study
from sqlalchemy import Engine
from sqlmodel import col, select

from agreement.policy import default_policy
from data.confusion import Behind, Cell, behind
from data.engine import reading, writing
from data.figures import questions_of
from data.questions import QUESTIONS
from data.raters import rater_named
from data.snapshot import snapshot
from data.studies import study_named
from data.tables import Label, Rater, Study, Unit

SUPPORT = QUESTIONS["support"]
SMALL = Shape(queries=3, noise=0.4)


def found(engine: Engine, study: Study, judge: str, people: str, limit: int = 1_000) -> list[Behind]:
    cell = Cell(SUPPORT, SUPPORT.version, GUESSING, judge, people)
    with reading(engine) as session:
        return behind(session, study, cell, limit)


def test_each_cell_of_the_report_has_as_many_pairs_behind_it_as_it_counts(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        report = questions_of(snapshot(session, study), default_policy())["support"].report
    values = SUPPORT.scale.values
    counted = [[len(found(engine, study, judge, people)) for people in values] for judge in values]
    assert counted == [list(map(int, row)) for row in report.judge(GUESSING).confusion]
    assert sum(map(sum, counted)) == 2 * 36


def test_a_pair_says_where_it_stands_and_what_both_said(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    pair = found(engine, study, "full", "none")[0]
    answer, statement, source = pair.unit.split("/")
    assert (pair.answer, str(pair.statement), str(pair.source)) == (answer, statement, source)
    assert pair.statement_text == f"S{statement}"
    assert pair.query == f"Question {int(answer[-2:])}?"
    assert (pair.judge_label, pair.person_label) == ("full", "none")
    assert pair.person in ("Ada", "Ben")


def test_an_extra_level_stands_in_the_cell_it_is_counted_in_under_its_own_name(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    before = len(found(engine, study, "full", "none"))
    with writing(engine) as session:
        rows = select(Label).join(Unit).join(Rater)
        rows = rows.where(Unit.question == "support", Rater.name == "Ada", Label.value == "none")
        for label in session.exec(rows).all():
            label.value = "contradicts"
            session.add(label)
    after = found(engine, study, "full", "none")
    assert len(after) == before
    assert {pair.person_label for pair in after if pair.person == "Ada"} == {"contradicts"}


def test_superseded_labels_other_versions_repeats_and_adjudicators_are_not_behind_it(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    pair = found(engine, study, "full", "none")[0]
    before = len(found(engine, study, "full", "none"))
    with writing(engine) as session:
        unit = session.exec(select(Unit).where(Unit.key == pair.unit, Unit.question == "support")).one()
        judge = session.exec(select(Rater).where(Rater.name == GUESSING)).one()
        settled = rater_named(session, study_named(session, study.name), "Referee", "adjudicator", "import")
        here = {"unit_id": unit.id, "created_at": NOW}
        session.add(Label(**here, rater_id=judge.id, run=1, question_version="1", value="full"))
        session.add(Label(**here, rater_id=settled.id, question_version="1", value="none"))
        person = session.exec(
            select(Label).join(Rater).where(Rater.name == pair.person, col(Label.unit_id) == unit.id)
        ).one()
        person.superseded_at = NOW
        session.add(person)
        session.flush()
        session.add(Label(**here, rater_id=person.rater_id, question_version="0", value="none"))
    assert len(found(engine, study, "full", "none")) == before - 1


def test_no_more_pairs_come_than_asked_for(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    everything = found(engine, study, "none", "none")
    assert found(engine, study, "none", "none", limit=2) == everything[:2]
