"""Messages from a page become exactly one change of the record, or words."""

from __future__ import annotations

from typing import Any

import pytest
from records import Crew, crew, later
from sqlalchemy import Engine
from sqlmodel import select

from annotate.desk import Desk, desk_of, handle
from data.engine import reading, writing
from data.errors import InputError, NotFound
from data.queue import Nothing, Place, next_place, skipped
from data.raters import rater_named
from data.tables import Draft, Label, TaskUnit


def at_work(engine: Engine, **more: Any) -> tuple[Crew, Desk, Place]:
    """A person with a confidence task in hand."""
    people = crew(engine, **more)
    desk = desk_of(engine, "small", people.batch.name, "person 1")
    with writing(engine) as session:
        place = next_place(session, people.batch, people.people[0], later(0))
    assert isinstance(place, Place)
    return people, desk, place


def message(engine: Engine, place: Place, value: str | None = "4", **more: Any) -> dict[str, Any]:
    """What a page sends for the one unit of a confidence task."""
    with reading(engine) as session:
        unit = session.exec(select(TaskUnit.unit_id).where(TaskUnit.task_id == place.task_id)).one()
    entry = {"unit_id": unit, "value": value, "reason": None, "justification": None, "evidence": []}
    entry |= {"bulk": False, "active_ms": 900, "wall_ms": 1_000}
    return {"seat": place.seat_id, "version": place.version, "seq": 7, "entries": [entry], **more}


def rows(engine: Engine, table: type[Label] | type[Draft]) -> list[Any]:
    with reading(engine) as session:
        return list(session.exec(select(table)))


def test_entries_become_drafts_and_are_acknowledged_with_the_time_of_the_store(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place), later(67))
    assert outcome.reply == {"seq": 7, "at": "12:01:07 UTC", "filled": 1, "units": 1}
    assert (outcome.seat, outcome.version, outcome.task, outcome.fresh) == (place.seat_id, place.version, None, False)
    assert [draft.value for draft in rows(engine, Draft)] == ["4"]
    assert rows(engine, Label) == []


def test_the_same_submit_twice_is_one_label_and_one_next_task(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    sent = message(engine, place, act="submit", token="t-1")
    first, again = (handle(desk, sent, later(second)) for second in (1, 2))
    assert isinstance(first.task, Place)
    assert first.task.seat_id != place.seat_id
    assert again.task == first.task
    assert first.reply == {"seq": 7, "at": "12:00:01 UTC", "submitted": 1} == again.reply
    assert [label.value for label in rows(engine, Label)] == ["4"]


def test_a_message_about_a_submitted_task_is_refused_as_stale_and_stores_nothing(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    handle(desk, message(engine, place, act="submit", token="t-1"), later(1))
    outcome = handle(desk, message(engine, place, value="1", act="submit", token="t-2"), later(2))
    assert outcome.reply is not None
    assert outcome.reply["error"]["kind"] == "stale"
    assert "another window" in outcome.reply["error"]["words"]
    assert [label.value for label in rows(engine, Label)] == ["4"]
    assert rows(engine, Draft) == []


def test_a_submit_with_an_open_cell_comes_back_with_words_and_keeps_the_task(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place, value=None, act="submit", token="t"), later(1))
    assert outcome.reply is not None
    assert outcome.reply["error"]["kind"] == "refused"
    assert "still open" in outcome.reply["error"]["words"]
    assert outcome.task is None


def test_skipping_keeps_the_reason_and_goes_to_the_next_task(engine: Engine) -> None:
    people, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place, act="skip", reason="too long"), later(1))
    assert isinstance(outcome.task, Place)
    assert outcome.task.task_id != place.task_id
    with reading(engine) as session:
        assert [row.reason for row in skipped(session, people.batch, people.people[0])] == ["too long"]
    assert [draft.value for draft in rows(engine, Draft)] == ["4"], "what was entered is kept for later"


def test_back_opens_the_last_submitted_task_for_correction(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    submitted = handle(desk, message(engine, place, act="submit", token="t-1"), later(1))
    assert isinstance(submitted.task, Place)
    back = handle(
        desk, {"seat": submitted.task.seat_id, "version": 1, "seq": 8, "entries": [], "act": "back"}, later(2)
    )
    assert isinstance(back.task, Place)
    assert back.task.seat_id == place.seat_id
    handle(desk, message(engine, back.task, value="2", act="submit", token="t-2"), later(3))
    found = sorted((label.value, label.superseded_at is None) for label in rows(engine, Label))
    assert found == [("2", True), ("4", False)]


def test_back_before_anything_was_submitted_says_so(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place, act="back") | {"entries": []}, later(1))
    assert outcome.reply == {"error": {"kind": "refused", "words": "there is nothing before this one"}}


def test_leaving_saves_what_was_not_saved_yet(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place, act="leave"), later(1))
    assert outcome.leave
    assert [draft.value for draft in rows(engine, Draft)] == ["4"]


def test_the_last_submit_of_a_batch_says_why_there_is_nothing_next(engine: Engine) -> None:
    _, desk, place = at_work(engine, answers=1, overlap=1)
    outcome = handle(desk, message(engine, place, act="submit", token="t"), later(1))
    assert outcome.task == Nothing("The one task has its annotator.")


@pytest.mark.parametrize(
    "change",
    [
        {"seat": "1"},
        {"act": "erase"},
        {"extra": 1},
        {"entries": [{"unit_id": 1}]},
        {"seq": None},
    ],
)
def test_a_message_of_another_shape_is_refused_whole(engine: Engine, change: dict[str, Any]) -> None:
    _, desk, place = at_work(engine)
    outcome = handle(desk, message(engine, place) | change, later(1))
    assert outcome.fresh
    assert outcome.reply is not None
    assert "reload the page" in outcome.reply["error"]["words"]
    assert rows(engine, Draft) == []


@pytest.mark.parametrize("sent", [None, "x", [], 3])
def test_something_that_is_no_message_is_refused(engine: Engine, sent: object) -> None:
    _, desk, _ = at_work(engine)
    assert handle(desk, sent, later(1)).fresh


def test_evidence_that_is_not_pairs_is_refused_without_an_error_page(engine: Engine) -> None:
    _, desk, place = at_work(engine)
    sent = message(engine, place)
    sent["entries"][0]["evidence"] = [[1, 2, 3]]
    outcome = handle(desk, sent, later(1))
    assert outcome.reply is not None
    assert "error" in outcome.reply


def test_a_new_person_is_added_once_and_a_judges_name_is_refused(engine: Engine) -> None:
    people, _, _ = at_work(engine)
    with writing(engine) as session:
        rater_named(session, people.study, "gpt", "judge", "run")
        rater_named(session, people.study, "sim", "human", "import", simulated=True)
    new = desk_of(engine, "small", people.batch.name, "newcomer")
    assert desk_of(engine, "small", people.batch.name, "newcomer") == new
    for name in ("gpt", "sim"):
        with pytest.raises(InputError, match="use another name"):
            desk_of(engine, "small", people.batch.name, name)
    with pytest.raises(NotFound, match="known"):
        desk_of(engine, "small", "no such batch", "newcomer")
