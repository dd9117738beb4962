"""A small study of issue lists: a judge that only lists issues, and two people who check them and find more."""

from __future__ import annotations

import random
from dataclasses import dataclass

from judged_study import NOW
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data.engine import writing
from data.questions import QUESTIONS
from data.raters import rater_named
from data.studies import create_study
from data.tables import Answer, Issue, Label, Query, Rater, Study, Unit
from data.units import make_units

STUDY = "bridges"
LISTER = "issue-judge"
QUESTION = QUESTIONS["consistency_issue"]


@dataclass(frozen=True)
class Lists:
    """Each answer has `listed` issues of the judge, of which a share `valid` is, and one that only Ada found.

    Ada and Ben check the judge's issues and err now and then; Ben calls what Ada found valid, and Ada, who listed it,
    says nothing more.
    """

    answers: int = 40
    systems: tuple[str, ...] = ("Orion",)
    listed: int = 4
    valid: float = 0.85
    errors: float = 0.03


def make_issue_study(engine: Engine, lists: Lists = Lists()) -> Study:
    """A study named `STUDY`; the same lists give the same labels on every database."""
    chance = random.Random(11)
    with writing(engine) as session:
        study = create_study(session, STUDY, "Reports about bridges", NOW, notice="Invented data.")
        rater_named(session, study, LISTER, "judge", "import")
        people = [rater_named(session, study, name, "human", "import", simulated=True) for name in ("Ada", "Ben")]
        for number in range(lists.answers):
            _add_answers(session, study, number, lists)
        session.flush()
        make_units(session, study)
        rows = select(Unit, Issue).join(Issue, col(Issue.id) == col(Unit.issue_id)).order_by(col(Unit.key))
        for unit, issue in session.exec(rows.where(col(Unit.study_id) == study.id)):
            _check(session, unit, issue, people, lists, chance)
    return study


def _add_answers(session: Session, study: Study, number: int, lists: Lists) -> None:
    query = Query(study_id=study.id, key=f"q{number:02}", text=f"Bridge {number}?", type="expertise")
    session.add(query)
    session.flush()
    for system in lists.systems:
        key = f"{system.lower()}-{query.key}"
        answer = Answer(study_id=study.id, key=key, query_id=query.id, system=system, text=key, sha256=key)
        session.add(answer)
        session.flush()
        for place in range(lists.listed + 1):
            who = LISTER if place < lists.listed else "Ada"
            session.add(
                Issue(answer_id=answer.id, key=f"i{place}", type="consistency", text="Says both.", found_by=who)
            )


def _check(
    session: Session, unit: Unit, issue: Issue, people: list[Rater], lists: Lists, chance: random.Random
) -> None:
    real = issue.found_by == "Ada" or chance.random() < lists.valid
    for person in people:
        if person.name != issue.found_by:
            says = real if issue.found_by == "Ada" else real != (chance.random() < lists.errors)
            session.add(label_of(unit, person, "valid" if says else "not valid"))


def label_of(unit: Unit, rater: Rater, value: str | None, reason: str | None = None) -> Label:
    """A label of an issue, not stored yet."""
    version = QUESTION.version
    return Label(
        unit_id=unit.id, rater_id=rater.id, question_version=version, value=value, reason=reason, created_at=NOW
    )
