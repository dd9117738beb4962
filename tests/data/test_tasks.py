from __future__ import annotations

import pytest
from records import NOON, Crew, batch_of_all, crew, entries_for, later
from sqlalchemy import Engine

from data import queue, raters
from data.engine import reading, writing
from data.errors import NotFound, StaleTask
from data.queue import Place
from data.submission import Submission, submit_and_next
from data.tables import Guideline, Label
from data.tables.types import stored
from data.tasks import GuidelineView, SourceView, StatementView, source_text, task_view


@pytest.fixture
def team(engine: Engine) -> Crew:
    return crew(engine, people=2, answers=2, question="support")


@pytest.fixture
def place(engine: Engine, team: Crew) -> Place:
    with writing(engine) as session:
        found = queue.next_place(session, team.batch, team.people[0], NOON)
    assert isinstance(found, Place)
    return found


def test_a_support_task_shows_the_answer_its_statements_and_sources(engine: Engine, team: Crew, place: Place) -> None:
    with reading(engine) as session:
        view = task_view(session, team.people[0], place)
    assert (view.study, view.notice, view.batch, view.question.name) == (
        "A small study",
        "invented data",
        "first",
        "support",
    )
    assert (view.query_text, view.query_type, view.bias) == ("Why is thing 1 good?", "debate", "the thing is good")
    assert view.answer_text == "It is good. It is well made. (1)"
    assert view.statements == (StatementView(1, "It is good.", (1,)), StatementView(2, "It is well made.", (2, 7)))
    page = "https://example.org/a001-s"
    assert view.sources == (
        SourceView(1, "Page 1", f"{page}1", "ok", 24),
        SourceView(2, "Page 2", f"{page}2", "ok", 24),
        SourceView(3, "Page 3", f"{page}3", "paywall", None),
    )
    assert [(unit.statement, unit.source) for unit in view.units] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (view.guideline, view.units_done, view.corrects) == (None, 0, False)


@pytest.mark.parametrize(("question", "cells"), [("confidence", [(None, None)]), ("relevance", [(1, None), (2, None)])])
def test_other_questions_about_an_answer_show_their_units(
    engine: Engine, team: Crew, question: str, cells: list[tuple[int | None, None]]
) -> None:
    with writing(engine) as session:
        batch = batch_of_all(session, team.study, question, name=question)
        place = queue.next_place(session, batch, team.people[0], NOON)
        assert isinstance(place, Place)
        view = task_view(session, team.people[0], place)
    assert [(unit.statement, unit.source) for unit in view.units] == cells
    assert len(view.sources) == 3


def test_the_guideline_shown_is_the_one_labels_will_name(engine: Engine, team: Crew) -> None:
    with writing(engine) as session:
        for version in ("1", "2"):
            session.add(
                Guideline(study_id=stored(team.study.id), question="support", version=version, text=f"Read {version}.")
            )
            session.flush()
            if version == "1":
                batch = batch_of_all(session, team.study, "support", name="guided")
        place = queue.next_place(session, batch, team.people[0], NOON)
        assert isinstance(place, Place)
        assert task_view(session, team.people[0], place).guideline == GuidelineView("1", "Read 1.")


def test_nothing_of_judges_of_others_or_of_the_system_is_shown(engine: Engine, team: Crew, place: Place) -> None:
    ada, bob = team.people
    with writing(engine) as session:
        judge = raters.rater_named(session, team.study, "judge-x", "judge", "run", spec_sha="s")
        for entry in entries_for(session, place):
            session.add(
                Label(
                    unit_id=entry.unit_id,
                    rater_id=stored(judge.id),
                    question_version="1",
                    value="contradicts",
                    justification="the judge's words",
                    created_at=NOON,
                )
            )
        submit_and_next(
            session,
            ada,
            Submission(place.seat_id, place.version, "t", entries_for(session, place, "partial")),
            later(1),
        )
        other = queue.next_place(session, team.batch, bob, later(2))
        assert isinstance(other, Place)
        assert other.task_id == place.task_id
        view = task_view(session, bob, other)
    assert all(unit.value is None and unit.reason is None for unit in view.units)
    shown = repr(view).replace(repr(view.question), "")
    for secret in ("hidden-system", "judge-x", "the judge's words", "contradicts", "partial", ada.name):
        assert secret not in shown


def test_a_task_is_shown_only_to_its_person_and_only_as_it_is_now(engine: Engine, team: Crew, place: Place) -> None:
    ada, bob = team.people
    older = Place(place.seat_id, place.task_id, place.batch_id, place.version - 1, place.position)
    with reading(engine) as session:
        for rater, shown in ((bob, place), (ada, older)):
            with pytest.raises(StaleTask, match="not in your hands now"):
                task_view(session, rater, shown)


def test_a_reopened_task_says_so(engine: Engine, team: Crew, place: Place) -> None:
    with writing(engine) as session:
        done = Submission(place.seat_id, place.version, "t", entries_for(session, place, "none"))
        submit_and_next(session, team.people[0], done, later(1))
        again = queue.reopen(session, team.people[0], place.seat_id, later(2))
        view = task_view(session, team.people[0], again)
    assert (view.corrects, view.units_done, {unit.value for unit in view.units}) == (True, 4, {"none"})


def test_a_source_is_read_by_its_position(engine: Engine, place: Place) -> None:
    with reading(engine) as session:
        assert source_text(session, place, 2) == "Source text 東京 é a001-s2.."[:24]
        with pytest.raises(NotFound, match="source 3 could not be read: paywall"):
            source_text(session, place, 3)
        with pytest.raises(NotFound, match="the answer lists no source 4"):
            source_text(session, place, 4)


def test_a_task_about_a_query_has_no_answers_screen(engine: Engine, team: Crew) -> None:
    with writing(engine) as session:
        batch = batch_of_all(session, team.study, "query_quality", name="queries")
        place = queue.next_place(session, batch, team.people[0], NOON)
        assert isinstance(place, Place)
        with pytest.raises(NotFound, match="query_quality has no screen about one answer"):
            task_view(session, team.people[0], place)
