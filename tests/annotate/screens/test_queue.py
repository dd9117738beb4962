"""The Queue screen: the way on, what was done, and words where there is nothing to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from app_study import Size, app_study
from records import Crew, crew, entries_for, later
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from data.engine import open_engine, writing
from data.queue import Place, next_place, skip_task
from data.raters import rater_named
from data.studies import create_study, study_named
from data.submission import Submission, submit_and_next


@pytest.fixture
def address(sqlite_address: str) -> str:
    return sqlite_address


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    opened = open_engine(address)
    yield opened
    opened.dispose()


def queue_of(address: str, person: str = "person 1", **params: str) -> AppTest:
    """The screen as it is drawn for a person."""

    def script(address: str, person: str) -> None:
        import streamlit as st

        from annotate.house import Here, house
        from annotate.screens import queue
        from annotate.telling import told

        with told():
            queue.show(Here(house(address), person, {"support": st.Page(lambda: None, title="S", url_path="support")}))

    test = AppTest.from_function(script, args=(address, person), default_timeout=30)
    for name, value in params.items():
        test.query_params[name] = value
    return test.run()


def texts(test: AppTest) -> str:
    return "\n".join(text.value for text in test.text)


def submit(engine: Engine, people: Crew) -> None:
    """Person 1 hands in the task in hand."""
    batch, person = people.batch, people.people[0]
    with writing(engine) as session:
        place = next_place(session, batch, person, later(0))
        assert isinstance(place, Place)
        entries = entries_for(session, place)
        submit_and_next(session, person, Submission(place.seat_id, place.version, "token", entries), later(90))


def test_the_way_on_is_one_button_under_how_far_one_is(address: str, engine: Engine) -> None:
    people = crew(engine)
    submit(engine, people)
    test = queue_of(address)
    assert not test.exception
    assert test.button(key="continue").label == "Continue"
    assert "1 of 3 tasks done · 1 labels given · a task takes you 1 s (median, active time)" in texts(test)
    assert "You label as person 1." in texts(test)
    assert "invented data" in texts(test)
    assert (test.query_params["study"], test.query_params["batch"]) == ("small", people.batch.name)


def test_a_batch_in_the_address_is_the_one_that_is_shown(address: str, engine: Engine) -> None:
    app_study(engine, "two", Size(answers=1))
    test = queue_of(address, study="two", batch="confidence batch")
    assert [box.value for box in test.selectbox] == ["two", "confidence batch"]
    assert "How sure of itself" in test.markdown[0].value


def test_what_was_done_and_passed_on_is_listed_to_be_opened_again(address: str, engine: Engine) -> None:
    people = crew(engine)
    submit(engine, people)
    with writing(engine) as session:
        place = next_place(session, people.batch, people.people[0], later(100))
        assert isinstance(place, Place)
        skip_task(session, people.people[0], place, "too **long**", later(101))
    test = queue_of(address)
    assert "02 Mar 12:01 UTC" in texts(test)
    assert "too **long**" in texts(test)
    assert [button.label for button in test.button] == ["Change", "Continue", "Open", "Take up"]


def test_a_finished_batch_says_why_there_is_no_way_on(address: str, engine: Engine) -> None:
    submit(engine, crew(engine, people=1, answers=1, overlap=1))
    test = queue_of(address)
    assert "The one task has its annotator." in texts(test)
    assert "continue" not in [button.key for button in test.button]


def test_without_a_study_or_a_batch_the_screen_says_what_helps(address: str, engine: Engine) -> None:
    assert "Bring one in on the Import screen." in texts(queue_of(address))
    with writing(engine) as session:
        create_study(session, "bare", "Bare", later(0))
    assert "countermark batch draw" in texts(queue_of(address))


def test_the_name_of_a_judge_is_refused_in_words(address: str, engine: Engine) -> None:
    crew(engine)
    with writing(engine) as session:
        rater_named(session, study_named(session, "small"), "gpt", "judge", "run")
    test = queue_of(address, person="gpt")
    assert not test.exception
    assert "use another name" in texts(test)


def test_names_of_a_study_are_never_read_as_markdown(address: str, engine: Engine) -> None:
    app_study(engine, "a **b** [c](http:x)", Size(answers=1))
    test = queue_of(address)
    assert "The study a **b** [c](http:x)" in texts(test)
    assert all("a **b**" not in markdown.value for markdown in test.markdown)
