"""Whoever can still be given a task may still label, and nobody else."""

from __future__ import annotations

from records import Crew, crew, entries_for, later, small_study
from sqlalchemy import Engine
from sqlmodel import select

from data.blindness import may_still_label, show_labels
from data.engine import reading, writing
from data.queue import Place, next_place, recent, reopen, skip_task
from data.submission import Submission, submit_and_next
from data.tables import Label, Rater


def may(engine: Engine, people: Crew, name: str) -> bool:
    with reading(engine) as session:
        return may_still_label(session, people.study, name)


def finish(engine: Engine, people: Crew, person: int) -> None:
    """Everything this person can be given is handed in."""
    rater = people.people[person]
    with writing(engine) as session:
        place = next_place(session, people.batch, rater, later(0))
        while isinstance(place, Place):
            entries = entries_for(session, place)
            sent = Submission(place.seat_id, place.version, f"{person}-{place.seat_id}", entries)
            place = submit_and_next(session, rater, sent, later(0)).next


def test_a_person_with_open_tasks_may(engine: Engine) -> None:
    people = crew(engine)
    assert may(engine, people, "person 1")


def test_a_person_who_has_done_all_may_not_while_others_still_may(engine: Engine) -> None:
    people = crew(engine)
    finish(engine, people, 0)
    assert not may(engine, people, "person 1")
    assert may(engine, people, "person 2")
    assert may(engine, people, "a newcomer")


def test_nobody_may_when_every_task_has_its_people(engine: Engine) -> None:
    people = crew(engine)
    finish(engine, people, 0)
    finish(engine, people, 1)
    assert not any(may(engine, people, name) for name in ("person 1", "person 2", "a newcomer"))


def test_a_task_in_hand_counts_even_when_nothing_else_is_left(engine: Engine) -> None:
    people = crew(engine, answers=1)
    with writing(engine) as session:
        next_place(session, people.batch, people.people[0], later(0))
    assert may(engine, people, "person 1")


def test_a_task_in_another_persons_hands_may_come_back(engine: Engine) -> None:
    people = crew(engine, answers=1, overlap=1)
    with writing(engine) as session:
        next_place(session, people.batch, people.people[0], later(0))
    assert may(engine, people, "person 2")


def test_a_correction_under_way_counts(engine: Engine) -> None:
    people = crew(engine, answers=1)
    finish(engine, people, 0)
    finish(engine, people, 1)
    with writing(engine) as session:
        done = recent(session, people.batch, people.people[0], 1)
        reopen(session, people.people[0], done[0].seat_id, later(5))
    assert may(engine, people, "person 1")


def test_a_task_one_passed_on_does_not_count(engine: Engine) -> None:
    people = crew(engine, answers=1)
    with writing(engine) as session:
        place = next_place(session, people.batch, people.people[0], later(0))
        assert isinstance(place, Place)
        skip_task(session, people.people[0], place, "I know the author", later(1))
    assert not may(engine, people, "person 1")


def test_a_study_without_batches_asks_nobody_to_label(engine: Engine) -> None:
    with writing(engine) as session:
        study = small_study(session).study
        assert not may_still_label(session, study, "person 1")


def test_what_a_person_labels_after_looking_is_marked_as_not_blind(engine: Engine) -> None:
    people = crew(engine)
    rater = people.people[0]
    with writing(engine) as session:
        first = next_place(session, people.batch, rater, later(0))
        assert isinstance(first, Place)
        second = submit_and_next(
            session, rater, Submission(first.seat_id, first.version, "1", entries_for(session, first)), later(0)
        ).next
        assert isinstance(second, Place)
    with writing(engine) as session:
        show_labels(session, people.study, rater.name, later(1))
        show_labels(session, people.study, rater.name, later(2))
    with writing(engine) as session:
        submit_and_next(
            session, rater, Submission(second.seat_id, second.version, "2", entries_for(session, second)), later(3)
        )
    with reading(engine) as session:
        labels = session.exec(select(Label.judge_shown, Label.created_at).order_by(Label.created_at)).all()
        looked = session.exec(select(Rater.labels_shown_at).where(Rater.id == rater.id)).one()
    assert {(shown, at) for shown, at in labels} == {(False, later(0)), (True, later(3))}
    assert looked == later(1)
