"""The Review screens: which answers were looked through, what one is given, and what comes of each act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import streamlit as st
from app_study import HOSTILE
from app_tables import rows_of, screen_of, tables_of, words_of
from records import later
from review_study import TEXT, of, reader, review_study
from sqlalchemy import Engine

from annotate.screens.review_acts import Outcome, Reviewer, handle
from annotate.screens.review_sheet import sheet
from annotate.screens.table import SCREENS
from data.engine import open_engine, reading, writing
from data.raters import rater_named
from data.review import answers_to_review, confirm, reviewed

pytestmark = pytest.mark.whole


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    st.cache_resource.clear()
    opened = open_engine(sqlite_address)
    review_study(opened, [TEXT, f"{HOSTILE} is a statement [1].\n\n[1] https://leaf.example/"])
    yield opened
    opened.dispose()


def given(engine: Engine, answer: str = "r1") -> dict[str, Any]:
    with reading(engine) as session:
        study = of(session)
        return sheet(reviewed(session, study, answer), "tea", answers_to_review(session, study))


def act(engine: Engine, name: str, answer: str = "r1", **more: object) -> Outcome:
    message = {"answer": answer, "version": given(engine, answer)["version"], "act": name, **more}
    return handle(Reviewer(engine, "tea", "Ada"), message, later(62))


def texts(engine: Engine) -> list[str]:
    return [TEXT[row["start"] : row["end"]] for row in given(engine)["rows"] if row["n"]]


def test_the_list_says_which_answers_were_looked_through_and_by_whom(engine: Engine) -> None:
    with writing(engine) as session:
        confirm(session, of(session), "r2", reader(session, "Ben"), later(0))
    page = screen_of(str(engine.url.database), "review", study="tea")
    assert rows_of(tables_of(page)["answers"]) == [
        ["answer", "query", "changes", "reviewed", ""],
        ["r1", "q1", "0", "not yet", "Open"],
        ["r2", "q2", "0", "Ben, 02 Mar 2026 12:00 UTC", "Open"],
    ]
    assert "1 of 2 answers reviewed" in words_of(page)
    assert [button.label for button in page.button] == ["Review the next answer"]


def test_an_empty_record_says_what_to_do(sqlite_address: str) -> None:
    st.cache_resource.clear()
    assert "There is no study yet" in words_of(screen_of(sqlite_address, "review"))


def test_an_answer_without_address_and_an_unknown_one_are_told(engine: Engine) -> None:
    address = str(engine.url.database)
    assert "choose a study and an answer" in words_of(screen_of(address, "review_answer"))
    assert "no answer 'r9'" in words_of(screen_of(address, "review_answer", study="tea", answer="r9"))


def test_only_the_list_is_in_the_menu() -> None:
    assert [(screen.path, screen.in_menu) for screen in SCREENS if screen.path.startswith("review")] == [
        ("review", True),
        ("review_answer", False),
    ]


def test_the_component_gets_text_rows_marks_and_sources_and_no_system(engine: Engine) -> None:
    page = screen_of(str(engine.url.database), "review_answer", study="tea", answer="r1")
    (element,) = page.get("bidi_component")
    sent = json.loads(element.proto.json)
    assert sent["text"] == TEXT
    assert [(row["n"], row.get("kind")) for row in sent["rows"]][:4] == [
        (None, "heading"),
        (1, None),
        (2, None),
        (3, None),
    ]
    assert [(mark["read"], mark["positions"], mark["n"]) for mark in sent["marks"]][2:4] == [
        (None, None, 2),
        ([3], [3], 3),
    ]
    assert [(source["n"], source["cited"]) for source in sent["sources"]] == [(1, 1), (2, 2), (3, 1), (4, 0)]
    assert (sent["unlisted"], sent["fixed"], sent["undoes"]) == ([5], None, None)
    assert (sent["at"], sent["answers"], sent["done"], sent["before"], sent["after"]) == (1, 2, 0, None, "r2")
    assert "hidden-system" not in element.proto.json


def test_a_decision_is_stored_with_its_note_and_told_on_the_sheet(engine: Engine) -> None:
    assert act(engine, "citation", start=28, end=31, positions=[4, 1], note=" both ").reply == {
        "at": "12:01:02 UTC",
        "act": "citation",
    }
    mark = given(engine)["marks"][0]
    assert (mark["positions"], mark["by"], mark["at"], mark["note"]) == ([4, 1], "Ada", "02 Mar 2026 12:01 UTC", "both")
    (change,) = given(engine)["changes"]
    assert (change["by"], change["action"], change["before"], change["positions"]) == (
        "Ada",
        "citation",
        ["[1]"],
        [4, 1],
    )


def test_statements_are_split_merged_left_out_taken_in_and_undone(engine: Engine) -> None:
    before = texts(engine)
    act(engine, "split", n=1, at=TEXT.index("and it"))
    assert texts(engine)[:2] == ["Tea is old [1]", "and it is loved [2]."]
    act(engine, "merge", n=1)
    assert texts(engine) == before
    act(engine, "leave out", n=2)
    act(engine, "take in", start=53, end=78)
    assert texts(engine) == before
    assert given(engine)["undoes"] == "take in"
    act(engine, "undo")
    assert texts(engine) == [before[0], *before[2:]]


def test_a_refusal_comes_back_in_words_and_changes_nothing(engine: Engine) -> None:
    before = given(engine)
    outcome = act(engine, "citation", start=28, end=31, positions=[9])
    assert outcome.reply is not None
    assert "9 is none of them" in outcome.reply["error"]
    assert given(engine) == before


def test_an_act_on_what_another_window_changed_is_refused(engine: Engine) -> None:
    message = {"answer": "r1", "version": given(engine)["version"], "act": "leave out", "n": 1}
    reviewer = Reviewer(engine, "tea", "Ada")
    assert "error" not in (handle(reviewer, message, later(1)).reply or {})
    assert "changed in another window" in (handle(reviewer, message, later(2)).reply or {})["error"]
    assert len(texts(engine)) == 4


@pytest.mark.parametrize("sent", ["", {"act": "text"}, {"answer": "r1", "version": "0-0", "act": "drop"}])
def test_a_message_that_makes_no_sense_is_not_obeyed(engine: Engine, sent: object) -> None:
    reply = handle(Reviewer(engine, "tea", "Ada"), sent, later(1)).reply
    assert "reload the page" in (reply or {})["error"]


def test_what_is_right_leads_to_the_next_answer_and_at_last_to_the_list(engine: Engine) -> None:
    assert act(engine, "confirm").open == "r2"
    assert given(engine)["reviewed"] == "Ada, 02 Mar 2026 12:01 UTC"
    assert act(engine, "confirm", "r2") == Outcome(leave=True)
    assert given(engine)["done"] == 2


def test_another_answer_or_the_list_is_opened_on_demand(engine: Engine) -> None:
    assert act(engine, "open", open="r2") == Outcome(open="r2")
    assert act(engine, "leave") == Outcome(leave=True)


def test_a_judge_cannot_review_under_its_name(engine: Engine) -> None:
    with writing(engine) as session:
        rater_named(session, of(session), "Ada", "judge", "run")
    assert "already a rater 'Ada' whose kind is 'judge'" in (act(engine, "confirm").reply or {})["error"]
