from __future__ import annotations

import pytest
from records import NOON, Crew, batch_of_all, crew, entries_for, labels, later
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from data import queue
from data.engine import open_engine, reading, writing
from data.entries import Entry
from data.errors import InputError, StaleTask, StoreError
from data.queue import Nothing, Place
from data.submission import Submission, Submitted, save_drafts, submit_and_next
from data.tables import Draft, Guideline, Label, Seat, Walk
from data.tables.types import stored


@pytest.fixture
def team(engine: Engine) -> Crew:
    return crew(engine, people=2, answers=2, question="support", overlap=2)


@pytest.fixture
def place(engine: Engine, team: Crew) -> Place:
    with writing(engine) as session:
        found = queue.next_place(session, team.batch, team.people[0], NOON)
    assert isinstance(found, Place)
    return found


def handed_in(session: Session, place: Place, token: str = "t", value: str = "full") -> Submission:
    return Submission(place.seat_id, place.version, token, entries_for(session, place, value))


def submit(engine: Engine, team: Crew, place: Place, token: str = "t", value: str = "full", at: float = 1) -> Submitted:
    with writing(engine) as session:
        return submit_and_next(session, team.people[0], handed_in(session, place, token, value), later(at))


def test_a_submit_stores_every_label_and_gives_the_next_task(engine: Engine, team: Crew, place: Place) -> None:
    done = submit(engine, team, place)
    assert (done.at, done.labels, done.repeated) == (later(1), 4, False)
    assert isinstance(done.next, Place)
    assert done.next.position == 2
    assert [(label.value, label.rater_id) for label in labels(engine)] == [("full", team.people[0].id)] * 4
    with reading(engine) as session:
        seat = session.get_one(Seat, place.seat_id)
        assert (seat.state, seat.submitted_at, seat.leased_until, seat.active_ms) == (
            "submitted",
            later(1),
            None,
            4_000,
        )


def test_a_label_tells_under_what_it_was_given(engine: Engine, team: Crew) -> None:
    (ada, _) = team.people
    with writing(engine) as session:
        guideline = Guideline(study_id=stored(team.study.id), question="stance", version="3", text="Read it all.")
        session.add(guideline)
        session.flush()
        batch = batch_of_all(session, team.study, "stance", name="stances")
        place = queue.next_place(session, batch, ada, NOON)
        assert isinstance(place, Place)
        one, two = (entry.unit_id for entry in entries_for(session, place))
        entries = (
            Entry(one, "pro", justification="says so", bulk=True, active_ms=1_500, wall_ms=9_000),
            Entry(two, reason="cannot judge"),
        )
        shown = Submission(place.seat_id, place.version, "t", entries, cell_order="by statement", judge_shown=True)
        submit_and_next(session, ada, shown, later(3))
    first, second = labels(engine)
    assert first.model_dump() == {
        "id": first.id,
        "unit_id": one,
        "rater_id": ada.id,
        "run": 0,
        "question_version": "1",
        "value": "pro",
        "reason": None,
        "raw": None,
        "justification": "says so",
        "evidence": [],
        "guideline_id": guideline.id,
        "judge_shown": True,
        "side_order": None,
        "cell_order": "by statement",
        "bulk": True,
        "active_ms": 1_500,
        "wall_ms": 9_000,
        "supersedes_id": None,
        "superseded_at": None,
        "created_at": later(3),
    }
    assert (second.value, second.reason) == (None, "cannot judge")


def test_a_double_click_is_one_submit_with_two_equal_acknowledgements(engine: Engine, team: Crew, place: Place) -> None:
    first = submit(engine, team, place, at=1)
    second = submit(engine, team, place, at=2)
    assert second == Submitted(first.at, first.labels, True, first.next)
    assert len(labels(engine, current=False)) == 4
    with reading(engine) as session:
        walk = session.exec(select(Walk)).one()
    assert (walk.tasks_done, walk.units_done) == (1, 4)


def test_a_second_window_cannot_submit_what_the_first_did(engine: Engine, team: Crew, place: Place) -> None:
    submit(engine, team, place, token="first window")
    with pytest.raises(StaleTask, match=r"in another window; reload to go on; what you entered is still on this page"):
        submit(engine, team, place, token="second window", value="none")
    assert {label.value for label in labels(engine, current=False)} == {"full"}


def test_a_page_from_before_the_task_was_passed_on_and_taken_back_is_refused(
    engine: Engine, team: Crew, place: Place
) -> None:
    with writing(engine) as session:
        queue.skip_task(session, team.people[0], place, "later", NOON)
        again = queue.take_back(session, team.people[0], place.task_id, NOON)
    assert again.seat_id == place.seat_id
    with pytest.raises(StaleTask, match="in another window"):
        submit(engine, team, place)
    assert submit(engine, team, again).labels == 4


def test_a_page_from_before_a_correction_is_refused(engine: Engine, team: Crew, place: Place) -> None:
    submit(engine, team, place, token="one")
    with writing(engine) as session:
        again = queue.reopen(session, team.people[0], place.seat_id, NOON)
    submit(engine, team, again, token="two", value="none")
    with pytest.raises(StaleTask, match="in another window"):
        submit(engine, team, place, token="three", value="partial")
    assert submit(engine, team, again, token="two", value="none").repeated


def test_a_repeat_of_the_first_submit_does_not_end_a_correction(engine: Engine, team: Crew, place: Place) -> None:
    submit(engine, team, place, token="one")
    with writing(engine) as session:
        again = queue.reopen(session, team.people[0], place.seat_id, NOON)
    assert submit(engine, team, place, token="one").repeated
    with reading(engine) as session:
        assert queue.place_of(session, team.people[0], place.seat_id) == again


def test_anothers_task_cannot_be_submitted_not_even_with_their_token(engine: Engine, team: Crew, place: Place) -> None:
    bob = team.people[1]
    with writing(engine) as session, pytest.raises(StaleTask, match="another person has it"):
        submit_and_next(session, bob, handed_in(session, place), NOON)
    submit(engine, team, place)
    with writing(engine) as session, pytest.raises(StaleTask, match="another person has it"):
        submit_and_next(session, bob, handed_in(session, place), NOON)
    assert {label.rater_id for label in labels(engine)} == {team.people[0].id}


def test_drafts_alone_are_enough_and_entries_go_over_them(engine: Engine, team: Crew, place: Place) -> None:
    (ada, _) = team.people
    with writing(engine) as session:
        drafts = entries_for(session, place, "partial")
        save_drafts(session, ada, place.seat_id, place.version, drafts, NOON)
        newer = (Entry(drafts[2].unit_id, "none", active_ms=300, wall_ms=9_999),)
        submit_and_next(session, ada, Submission(place.seat_id, place.version, "t", newer), later(5))
        assert session.exec(select(Draft)).all() == []
    assert [label.value for label in labels(engine)] == ["partial", "partial", "none", "partial"]
    assert (labels(engine)[2].active_ms, labels(engine)[2].wall_ms) == (1_000, 9_999)  # the longest ever sent


def test_open_units_are_counted_and_nothing_is_stored(engine: Engine, team: Crew, place: Place) -> None:
    (ada, _) = team.people
    with writing(engine) as session:
        entries = entries_for(session, place, "full")[:3]
    handed = Submission(place.seat_id, place.version, "t", (*entries[:2], Entry(entries[2].unit_id)))
    with writing(engine) as session, pytest.raises(InputError, match="2 of 4 are still open"):
        submit_and_next(session, ada, handed, NOON)
    assert labels(engine) == []
    with reading(engine) as session:
        assert queue.place_of(session, ada, place.seat_id) == place


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(0, "maybe"), "'maybe' is not one of"),
        (Entry(0, "full", evidence=((0, 25),)), "does not lie in the source's 24 characters"),
        (Entry(0, "full", justification="\0"), "NUL"),
    ],
)
def test_a_bad_entry_leaves_nothing_stored(engine: Engine, team: Crew, place: Place, entry: Entry, why: str) -> None:
    with writing(engine) as session:
        first, *rest = entries_for(session, place, "full")
    bad = Entry(first.unit_id, entry.value, evidence=entry.evidence, justification=entry.justification)
    with writing(engine) as session, pytest.raises(InputError, match=why):
        submit_and_next(session, team.people[0], Submission(place.seat_id, place.version, "t", (bad, *rest)), NOON)
    assert labels(engine) == []


def test_a_unit_that_was_not_drawn_is_refused(engine: Engine, team: Crew, place: Place) -> None:
    strange = Submission(place.seat_id, place.version, "t", (Entry(999_999, "full"),))
    with writing(engine) as session, pytest.raises(InputError, match="unit 999999 is not open"):
        submit_and_next(session, team.people[0], strange, NOON)


@pytest.mark.parametrize(
    ("token", "order", "why"),
    [
        ("", None, "needs a token"),
        ("x" * 101, None, "needs a token"),
        ("é", None, "token"),
        ("\0", None, "token"),
        ("t", "sideways", "order"),
    ],
)
def test_a_submit_that_cannot_be_recognised_again_is_refused(
    engine: Engine, team: Crew, place: Place, token: str, order: str | None, why: str
) -> None:
    bad = Submission(place.seat_id, place.version, token, (), order)
    with writing(engine) as session, pytest.raises(InputError, match=why):
        submit_and_next(session, team.people[0], bad, NOON)


def test_a_correction_is_a_newer_row_only_where_something_changed(engine: Engine, team: Crew, place: Place) -> None:
    (ada, _) = team.people
    submit(engine, team, place, at=1)
    with writing(engine) as session:
        again = queue.reopen(session, ada, place.seat_id, later(2))
        changed = entries_for(session, place)[1].unit_id
        newer = (Entry(changed, "none", justification="read it again"),)
        done = submit_and_next(session, ada, Submission(again.seat_id, again.version, "u", newer), later(3))
    assert done.labels == 4
    history = [label for label in labels(engine, current=False) if label.unit_id == changed]
    assert [(label.value, label.created_at, label.superseded_at) for label in history] == [
        ("full", later(1), later(3)),
        ("none", later(3), None),
    ]
    assert history[1].supersedes_id == history[0].id
    assert len(labels(engine, current=False)) == 5
    assert [label.value for label in labels(engine)].count("full") == 3


def test_a_correction_that_changes_nothing_adds_nothing(engine: Engine, team: Crew, place: Place) -> None:
    submit(engine, team, place)
    with writing(engine) as session:
        again = queue.reopen(session, team.people[0], place.seat_id, later(2))
        submit_and_next(session, team.people[0], Submission(again.seat_id, again.version, "u"), later(3))
    assert [label.created_at for label in labels(engine, current=False)] == [later(1)] * 4


def test_the_same_unit_in_a_second_batch_is_labelled_anew(engine: Engine, team: Crew, place: Place) -> None:
    (ada, _) = team.people
    submit(engine, team, place, at=1)
    with writing(engine) as session:
        batch = batch_of_all(session, team.study, "support", name="again")
        second = queue.next_place(session, batch, ada, later(2))
        assert isinstance(second, Place)
        submit_and_next(session, ada, handed_in(session, second, "u"), later(3))
    current = [label for label in labels(engine) if label.rater_id == ada.id]
    assert [label.created_at for label in current] == [later(3)] * 4
    assert all(label.supersedes_id for label in current)


def test_the_last_submit_says_why_there_is_no_next(engine: Engine) -> None:
    team = crew(engine, people=1, answers=1, overlap=1)
    with writing(engine) as session:
        place = queue.next_place(session, team.batch, team.people[0], NOON)
        assert isinstance(place, Place)
        done = submit_and_next(session, team.people[0], handed_in(session, place, value="3"), NOON)
    assert done.next == Nothing("The one task has its annotator.")


def test_the_database_itself_allows_one_current_label(engine: Engine, team: Crew, place: Place) -> None:
    submit(engine, team, place)
    twin = labels(engine)[0].model_copy(update={"id": None})
    with pytest.raises(IntegrityError), writing(engine) as session:
        session.add(Label(**twin.model_dump()))


def test_a_failed_commit_keeps_nothing_and_the_same_submit_works_later(sqlite_address: str) -> None:
    engine = open_engine(sqlite_address)
    team = crew(engine, people=1, answers=2)
    (ada,) = team.people
    with writing(engine) as session:
        place = queue.next_place(session, team.batch, ada, NOON)
        assert isinstance(place, Place)
        handed = handed_in(session, place, value="3")
    long = Entry(handed.entries[0].unit_id, "3", justification="x" * 9_000)
    big = Submission(place.seat_id, place.version, "t", (long,))

    def fill() -> None:
        with writing(engine) as session:
            pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()
            session.connection().exec_driver_sql(f"PRAGMA max_page_count={pages}")
            submit_and_next(session, ada, big, later(1))

    with pytest.raises(StoreError, match="not saved; your input is still here"):
        fill()
    assert labels(engine) == []
    engine.dispose()  # a new connection has room again
    with writing(engine) as session:
        assert not submit_and_next(session, ada, big, later(2)).repeated
    assert [label.created_at for label in labels(engine)] == [later(2)]
