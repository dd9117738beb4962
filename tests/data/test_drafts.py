from __future__ import annotations

import pytest
from records import NOON, Crew, crew, labels, later
from sqlalchemy import Engine
from sqlmodel import select

from data.drafts import DraftSaved, save_drafts
from data.engine import reading, writing
from data.entries import Entry
from data.errors import InputError, NotFound, StaleTask
from data.queue import Place, next_place, reopen, skip_task, skipped, take_back
from data.submission import Submission, submit_and_next
from data.tables import Draft, Seat
from data.tasks import UnitView, task_view


@pytest.fixture
def team(engine: Engine) -> Crew:
    return crew(engine, people=2, answers=2, question="support", overlap=1, lease=60)


@pytest.fixture
def place(engine: Engine, team: Crew) -> Place:
    with writing(engine) as session:
        found = next_place(session, team.batch, team.people[0], NOON)
    assert isinstance(found, Place)
    return found


def units_of(engine: Engine, team: Crew, place: Place) -> tuple[UnitView, ...]:
    with reading(engine) as session:
        return task_view(session, team.people[0], place).units


def save(engine: Engine, team: Crew, place: Place, *entries: Entry, seconds: float = 1) -> DraftSaved:
    with writing(engine) as session:
        return save_drafts(session, team.people[0], place.seat_id, place.version, entries, later(seconds))


def test_a_draft_is_there_after_a_reload_and_says_how_many_are_filled(engine: Engine, team: Crew, place: Place) -> None:
    first, second, third, _ = (unit.unit_id for unit in units_of(engine, team, place))
    assert save(engine, team, place, Entry(first, "full", evidence=((0, 6),), justification="é 東")) == DraftSaved(
        later(1), filled=1, units=4
    )
    saved = save(engine, team, place, Entry(second, reason="cannot judge", bulk=True), Entry(third, "none"))
    assert (saved.filled, saved.units) == (3, 4)
    shown = units_of(engine, team, place)
    assert [(unit.value, unit.reason) for unit in shown] == [
        ("full", None),
        (None, "cannot judge"),
        ("none", None),
        (None, None),
    ]
    assert (shown[0].evidence, shown[0].justification) == (((0, 6),), "é 東")


def test_a_newer_draft_replaces_the_older_and_an_empty_one_takes_it_away(
    engine: Engine, team: Crew, place: Place
) -> None:
    unit = units_of(engine, team, place)[0].unit_id
    save(engine, team, place, Entry(unit, "full", evidence=((0, 1),)))
    save(engine, team, place, Entry(unit, "none", active_ms=500))
    assert units_of(engine, team, place)[0] == UnitView(unit, 1, 1, "none", None, None, (), 500, 0)
    assert save(engine, team, place, Entry(unit)).filled == 0
    with reading(engine) as session:
        assert session.exec(select(Draft)).all() == []


def test_words_without_a_value_are_kept_but_do_not_count(engine: Engine, team: Crew, place: Place) -> None:
    unit = units_of(engine, team, place)[0].unit_id
    assert save(engine, team, place, Entry(unit, justification="I think")).filled == 0
    assert units_of(engine, team, place)[0].justification == "I think"


def test_saving_extends_the_lease_even_after_it_ran_out(engine: Engine, team: Crew, place: Place) -> None:
    save(engine, team, place, seconds=500)
    with reading(engine) as session:
        assert session.get_one(Seat, place.seat_id).leased_until == later(560)
    with writing(engine) as session:
        other = next_place(session, team.batch, team.people[1], later(559))
    assert isinstance(other, Place)
    assert other.seat_id != place.seat_id


def test_a_task_in_other_hands_takes_no_draft(engine: Engine, team: Crew, place: Place) -> None:
    unit = units_of(engine, team, place)[0].unit_id
    with writing(engine) as session:
        first = next_place(session, team.batch, team.people[1], NOON)
        assert isinstance(first, Place)
        skip_task(session, team.people[1], first, "no", NOON)
        taken = next_place(session, team.batch, team.people[1], later(60))
        assert isinstance(taken, Place)
        assert taken.seat_id == place.seat_id
    with pytest.raises(StaleTask, match="another person has it now; what you entered is still on this page"):
        save(engine, team, place, Entry(unit, "full"))
    with reading(engine) as session:
        assert session.exec(select(Draft)).all() == []


def test_a_unit_of_another_task_takes_no_draft(engine: Engine, team: Crew, place: Place) -> None:
    with pytest.raises(InputError, match="unit 999999 is not open for labelling in this task"):
        save(engine, team, place, Entry(999999, "full"))


def test_an_unknown_seat_is_said(engine: Engine, team: Crew) -> None:
    with pytest.raises(NotFound, match="no seat 999"):
        save(engine, team, Place(999, 1, 1, 1, 1))


def test_one_bad_entry_keeps_none_of_its_fellows(engine: Engine, team: Crew, place: Place) -> None:
    first, second = (unit.unit_id for unit in units_of(engine, team, place)[:2])
    for bad in (Entry(second, "maybe"), Entry(second, "full", evidence=((0, 25),))):
        with pytest.raises(InputError):
            save(engine, team, place, Entry(first, "full"), bad)
    assert all(unit.value is None for unit in units_of(engine, team, place))


def test_drafts_are_nobody_elses(engine: Engine, place: Place, team: Crew) -> None:
    unit = units_of(engine, team, place)[0].unit_id
    save(engine, team, place, Entry(unit, "full", justification="mine alone"))
    with writing(engine) as session:
        skip_task(session, team.people[0], place, "later", NOON)
        other = next_place(session, team.batch, team.people[1], NOON)
        assert isinstance(other, Place)
        assert other.task_id == place.task_id
        assert "mine alone" not in repr(task_view(session, team.people[1], other))
        skip_task(session, team.people[1], other, "later", NOON)
        again = take_back(session, team.people[0], skipped(session, team.batch, team.people[0])[0].task_id, NOON)
    assert units_of(engine, team, again)[0].justification == "mine alone"


def test_a_reopened_task_shows_its_labels_as_drafts(engine: Engine, team: Crew, place: Place) -> None:
    ids = [unit.unit_id for unit in units_of(engine, team, place)]
    entries = (
        Entry(ids[0], "full", evidence=((0, 6), (8, 9)), justification="here", active_ms=7, wall_ms=9, bulk=True),
        *(Entry(unit, reason="source unreadable") for unit in ids[1:]),
    )
    with writing(engine) as session:
        submit_and_next(session, team.people[0], Submission(place.seat_id, place.version, "t", entries), later(1))
        again = reopen(session, team.people[0], place.seat_id, later(2))
    shown = units_of(engine, team, again)
    assert shown[0] == UnitView(ids[0], 1, 1, "full", None, "here", ((0, 6), (8, 9)), 7, 9)
    assert shown[1].reason == "source unreadable"
    assert len(labels(engine)) == 4
