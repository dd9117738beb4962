from __future__ import annotations

from datetime import timedelta

import pytest
from records import NOON, batch_of_all, crew, labels, later
from sqlalchemy import Engine
from sqlmodel import col, select
from working import none_for, submit, take, work_off

from data import queue
from data.engine import reading, writing
from data.errors import InputError, NotFound, StaleTask
from data.queue import Nothing, Place
from data.tables import Seat, TaskSkip


def test_two_people_each_get_every_task_in_order_without_anyones_help(engine: Engine) -> None:
    team = crew(engine, people=2, answers=5)
    for rater in team.people:
        assert work_off(engine, team, rater, tasks=5) == [1, 2, 3, 4, 5]
    given = {(label.unit_id, label.rater_id) for label in labels(engine)}
    assert len(given) == len(labels(engine)) == 10


def test_a_page_shown_again_is_the_same_task_and_its_lease_is_longer(engine: Engine) -> None:
    team = crew(engine, lease=600)
    ada, _ = team.people
    with writing(engine) as session:
        first = take(session, team, ada)
    with writing(engine) as session:
        again = take(session, team, ada, seconds=100)
        until = session.get_one(Seat, first.seat_id).leased_until
    assert again == first
    assert until == later(700)


def test_a_task_is_with_as_many_people_as_the_overlap_says(engine: Engine) -> None:
    team = crew(engine, people=4, answers=2, overlap=2)
    with writing(engine) as session:
        positions = [take(session, team, rater).position for rater in team.people]
    assert positions == [1, 1, 2, 2]


def test_an_absent_persons_last_task_goes_to_another_when_the_lease_ends(engine: Engine) -> None:
    team = crew(engine, people=2, answers=1, overlap=1, lease=30)
    absent, present = team.people
    with writing(engine) as session:
        old = take(session, team, absent)
    assert none_for(engine, team, present, seconds=29.9).until == later(30)
    with writing(engine) as session:
        new = take(session, team, present, seconds=30)
    assert (new.seat_id, new.version) == (old.seat_id, old.version + 1)
    with writing(engine) as session, pytest.raises(StaleTask, match="ran out and another person has it"):
        submit(session, absent, old, seconds=31)
    with writing(engine) as session:
        submit(session, present, new, seconds=32)
    assert [label.rater_id for label in labels(engine)] == [present.id]


def test_a_late_submit_counts_as_long_as_nobody_took_the_task(engine: Engine) -> None:
    team = crew(engine, people=1, answers=1, overlap=1, lease=30)
    with writing(engine) as session:
        place = take(session, team, team.people[0])
        assert submit(session, team.people[0], place, seconds=9_999).labels == 1


def test_a_lapsed_task_is_taken_only_when_nothing_else_is_left(engine: Engine) -> None:
    team = crew(engine, people=2, answers=2, overlap=1, lease=30)
    absent, present = team.people
    with writing(engine) as session:
        take(session, team, absent)
    assert work_off(engine, team, present, tasks=2, seconds=60) == [2, 1]


def test_nobody_gets_both_seats_of_a_task_even_when_a_lease_lapsed(engine: Engine) -> None:
    team = crew(engine, people=2, answers=1, overlap=2, lease=30)
    absent, present = team.people
    with writing(engine) as session:
        take(session, team, absent)
        submit(session, present, take(session, team, present))
    waiting = none_for(engine, team, present, seconds=99)
    assert waiting.why == "You have done all you can here: the other tasks wait for other people."


def test_a_skipped_task_leaves_only_that_persons_queue(engine: Engine) -> None:
    team = crew(engine, people=2, answers=2)
    ada, bob = team.people
    with writing(engine) as session:
        queue.skip_task(session, ada, take(session, team, ada), "too long", later(5))
        assert take(session, team, ada).position == 2
        assert take(session, team, bob).position == 1
        (passed,) = queue.skipped(session, team.batch, ada)
        assert (passed.key, passed.reason, passed.at) == ("a001", "too long", later(5))
        assert queue.skipped(session, team.batch, bob) == []


def test_a_seat_given_back_is_found_by_people_who_went_past_it(engine: Engine) -> None:
    team = crew(engine, people=3, answers=2)
    ada, bob, cleo = team.people
    with writing(engine) as session:
        held = take(session, team, ada)
        take(session, team, bob)
        assert take(session, team, cleo).position == 2  # task 1 is full
        queue.skip_task(session, ada, held, "too long", NOON)
        submit(session, cleo, take(session, team, cleo))
        assert take(session, team, cleo).position == 1


def test_passed_tasks_are_named_when_nothing_else_is_left_and_can_be_taken_up_again(engine: Engine) -> None:
    team = crew(engine, people=1, answers=3, overlap=1)
    (ada,) = team.people
    with writing(engine) as session:
        for _ in range(3):
            queue.skip_task(session, ada, take(session, team, ada), "later", NOON)
    assert none_for(engine, team, ada).why == "You passed on 3 tasks; take them up again from the list."
    with writing(engine) as session:
        passed = queue.skipped(session, team.batch, ada)[0]
        place = queue.take_back(session, ada, passed.task_id, later(9))
        assert (place.task_id, take(session, team, ada)) == (passed.task_id, place)
        assert len(queue.skipped(session, team.batch, ada)) == 2
    with reading(engine) as session:
        history = session.exec(select(TaskSkip).where(TaskSkip.task_id == passed.task_id)).one()
    assert (history.reason, history.taken_back_at) == ("later", later(9))


def test_a_passed_task_others_filled_cannot_be_taken_up_again(engine: Engine) -> None:
    team = crew(engine, people=2, answers=1, overlap=1)
    ada, bob = team.people
    with writing(engine) as session:
        place = take(session, team, ada)
        queue.skip_task(session, ada, place, "later", NOON)
        submit(session, bob, take(session, team, bob))
    with writing(engine) as session, pytest.raises(StaleTask, match="has all its people by now"):
        queue.take_back(session, ada, place.task_id, NOON)
    assert none_for(engine, team, ada).why == "The one task has its annotator."


def test_a_task_can_be_passed_on_taken_back_and_passed_on_again(engine: Engine) -> None:
    team = crew(engine, people=1, answers=1)
    (ada,) = team.people
    with writing(engine) as session:
        for round_ in range(2):
            place = queue.next_place(session, team.batch, ada, NOON)
            if isinstance(place, Nothing):
                place = queue.take_back(session, ada, queue.skipped(session, team.batch, ada)[0].task_id, NOON)
            queue.skip_task(session, ada, place, f"round {round_}", NOON)
        assert len(session.exec(select(TaskSkip)).all()) == 2
        with pytest.raises(StaleTask, match="passed on, so nothing was stored"):
            submit(session, ada, place)


def test_a_skip_needs_a_reason_that_can_be_stored(engine: Engine) -> None:
    team = crew(engine)
    with writing(engine) as session:
        place = take(session, team, team.people[0])
        for reason, why in ((" ", "say why"), ("\0", "NUL"), ("\ud800", "surrogate")):
            with pytest.raises(InputError, match=why):
                queue.skip_task(session, team.people[0], place, reason, NOON)


def test_only_the_person_at_the_seat_can_pass_on_it(engine: Engine) -> None:
    team = crew(engine)
    ada, bob = team.people
    with writing(engine) as session:
        place = take(session, team, ada)
        with pytest.raises(StaleTask, match="another person has it"):
            queue.skip_task(session, bob, place, "mine", NOON)
        with pytest.raises(NotFound, match="no seat 999"):
            queue.skip_task(session, ada, Place(999, 1, 1, 1, 1), "what", NOON)


def test_a_reopened_task_is_next_until_it_is_submitted_again_and_nobody_else_gets_it(engine: Engine) -> None:
    team = crew(engine, people=2, answers=2, overlap=1, lease=30)
    ada, bob = team.people
    with writing(engine) as session:
        first = take(session, team, ada)
        second = submit(session, ada, first, seconds=1).next
        assert isinstance(second, Place)
        again = queue.reopen(session, ada, first.seat_id, later(2))
        assert take(session, team, ada, seconds=3) == again
        assert take(session, team, bob, seconds=99_999).position == second.position  # the lapsed one, not ada's own
        with pytest.raises(InputError, match="submitted already"):
            queue.skip_task(session, ada, again, "no", NOON)
        assert queue.reopen(session, ada, first.seat_id, later(4)) == again


@pytest.mark.parametrize("who", ["another person", "not submitted"])
def test_only_a_task_one_submitted_oneself_can_be_reopened(engine: Engine, who: str) -> None:
    team = crew(engine, answers=2)
    ada, bob = team.people
    with writing(engine) as session:
        place = take(session, team, ada)
        if who == "another person":
            submit(session, ada, place)
        with pytest.raises(StaleTask, match="only a task you submitted yourself"):
            queue.reopen(session, bob if who == "another person" else ada, place.seat_id, NOON)


def test_a_page_address_leads_back_to_the_place_only_for_its_person(engine: Engine) -> None:
    team = crew(engine)
    ada, bob = team.people
    with writing(engine) as session:
        place = take(session, team, ada)
        assert queue.place_of(session, ada, place.seat_id) == place
        for rater, seat in ((bob, place.seat_id), (ada, 999)):
            with pytest.raises(StaleTask, match="not in your hands"):
                queue.place_of(session, rater, seat)
        submit(session, ada, place)
        with pytest.raises(StaleTask, match="not in your hands"):
            queue.place_of(session, ada, place.seat_id)


def test_batches_do_not_share_tasks_or_leases(engine: Engine) -> None:
    team = crew(engine, answers=2)
    (ada, _) = team.people
    with writing(engine) as session:
        other = batch_of_all(session, team.study, "relevance", name="other")
        first = take(session, team, ada)
        second = queue.next_place(session, other, ada, NOON)
        assert isinstance(second, Place)
        assert (first.batch_id, second.batch_id) == (team.batch.id, other.id)
        seats = session.exec(select(Seat).where(col(Seat.rater_id) == ada.id)).all()
        assert {seat.leased_until for seat in seats} == {NOON + timedelta(seconds=600)}
