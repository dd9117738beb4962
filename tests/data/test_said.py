"""Who listed an issue calls it valid: in the long frame, and behind a cell of the confusion matrix."""

from __future__ import annotations

import pandas as pd
from issue_study import LISTER, QUESTION, Lists, label_of, make_issue_study
from judged_study import NOW, Shape, make_study
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data.confusion import Cell, behind
from data.engine import reading, writing
from data.frames import long_frame
from data.questions import QUESTIONS
from data.tables import Issue, Label, Rater, Study, Unit

TWO = Lists(answers=2, listed=2, errors=0.0)


def frame_of(engine: Engine, study: Study, question: str = "consistency_issue") -> pd.DataFrame:
    with reading(engine) as session:
        return long_frame(session, study, QUESTIONS[question])


def rows_of(frame: pd.DataFrame, rater: str) -> list[tuple[str, str | None]]:
    own = frame[frame["rater"] == rater]
    return [(unit, None if pd.isna(value) else value) for unit, value in zip(own["unit"], own["value"], strict=True)]


def unit_and_rater(session: Session, unit: str, rater: str) -> tuple[Unit, Rater]:
    found = session.exec(select(Unit).where(Unit.key == unit)).one()
    return found, session.exec(select(Rater).where(Rater.name == rater)).one()


def test_who_lists_an_issue_calls_it_valid(engine: Engine) -> None:
    frame = frame_of(engine, make_issue_study(engine, TWO))
    listed = [f"orion-q0{answer}/i{place}" for answer in (0, 1) for place in (0, 1)]
    assert rows_of(frame, LISTER) == [(unit, "valid") for unit in listed]
    found = [f"orion-q0{answer}/i2" for answer in (0, 1)]
    assert [row for row in rows_of(frame, "Ada") if row[0] in found] == [(unit, "valid") for unit in found]
    row = frame[frame["rater"] == LISTER].iloc[0]
    assert (row["rater_kind"], row["run"], bool(row["judge_shown"]), row["system"]) == ("judge", 0, False, "Orion")
    assert (row["cluster"], row["query"]) == ("orion-q00", "q00")
    assert pd.isna(row["reason"])
    assert pd.isna(row["guideline"])


def test_a_label_of_who_listed_an_issue_comes_before_the_list(engine: Engine) -> None:
    study = make_issue_study(engine, TWO)
    with writing(engine) as session:
        session.add(label_of(*unit_and_rater(session, "orion-q00/i0", LISTER), "not valid"))
        session.add(label_of(*unit_and_rater(session, "orion-q00/i2", "Ada"), None, "skipped"))
    frame = frame_of(engine, study)
    assert ("orion-q00/i0", "not valid") in rows_of(frame, LISTER)
    assert ("orion-q00/i2", None) in rows_of(frame, "Ada")
    assert not frame.duplicated(["unit", "rater", "run"]).any()


def test_a_label_that_was_replaced_or_answers_another_version_is_none(engine: Engine) -> None:
    study = make_issue_study(engine, TWO)
    with writing(engine) as session:
        old = label_of(*unit_and_rater(session, "orion-q00/i0", LISTER), "not valid")
        old.superseded_at = NOW
        other = label_of(*unit_and_rater(session, "orion-q00/i1", LISTER), "not valid")
        other.question_version = "0"
        session.add_all([old, other])
    with reading(engine) as session:
        frame = long_frame(session, study, QUESTION, QUESTION.version)
    assert rows_of(frame, LISTER)[:2] == [("orion-q00/i0", "valid"), ("orion-q00/i1", "valid")]


def test_an_issue_nobody_is_named_for_is_on_no_list(engine: Engine) -> None:
    study = make_issue_study(engine, TWO)
    with writing(engine) as session:
        for issue in session.exec(select(Issue)):
            issue.found_by = None
            session.add(issue)
    frame = frame_of(engine, study)
    assert rows_of(frame, LISTER) == []
    assert len(frame) == 2 * (2 * 2 + 1)  # two people on two issues, Ben on Ada's


def test_lists_of_one_question_and_study_stay_there(engine: Engine) -> None:
    study, other = make_issue_study(engine, TWO), make_study(engine, Shape(queries=1))
    assert frame_of(engine, study, "citation_issue").empty
    assert frame_of(engine, other).empty
    assert set(frame_of(engine, other, "support")["rater"]) & {LISTER, "Ada"} == {"Ada"}


def test_a_cell_of_the_confusion_matrix_has_listed_issues_behind_it(engine: Engine) -> None:
    study = make_issue_study(engine, TWO)
    with reading(engine) as session:
        pairs = [
            pair
            for value in ("valid", "not valid")
            for pair in behind(session, study, Cell(QUESTION, QUESTION.version, LISTER, "valid", value), 100)
        ]
        labels = session.exec(select(Label).where(col(Label.value).is_not(None))).all()
    assert len(pairs) == 2 * 2 * 2  # answers, issues, people
    assert {(pair.judge_label, pair.why) for pair in pairs} == {("valid", None)}
    assert len(labels) == len(pairs) + 2  # and Ben's on what Ada found
