from __future__ import annotations

import pytest
from records import NOON, crew, later
from sqlalchemy import Engine
from working import none_for, submit, take, work_off

from data import queue
from data.engine import reading, writing
from data.queue import Nothing


def test_full_batches_say_how_many_annotators_every_task_has(engine: Engine) -> None:
    team = crew(engine, people=3, answers=4)
    for rater in team.people[:2]:
        work_off(engine, team, rater, tasks=4)
    assert none_for(engine, team, team.people[2]) == Nothing("All 4 tasks have their two annotators.")


def test_a_person_who_did_all_hears_that_others_are_waited_for(engine: Engine) -> None:
    team = crew(engine, people=2, answers=2)
    work_off(engine, team, team.people[0], tasks=2)
    words = "You have done all you can here: the other tasks wait for other people."
    assert none_for(engine, team, team.people[0]) == Nothing(words)


def test_tasks_in_other_hands_are_counted_with_the_time_to_look_again(engine: Engine) -> None:
    team = crew(engine, people=4, answers=2, overlap=1, lease=600)
    with writing(engine) as session:
        take(session, team, team.people[0], seconds=0)
        take(session, team, team.people[1], seconds=90)
    empty = none_for(engine, team, team.people[2], seconds=100)
    assert empty == Nothing("2 tasks are with other people, the first until 12:10 UTC.", until=later(600))
    with writing(engine) as session:
        submit(session, team.people[0], take(session, team, team.people[0], seconds=100), seconds=101)
    empty = none_for(engine, team, team.people[2], seconds=102)
    assert empty.why == "1 task is with another person until 12:12 UTC."  # 12:11:30, rounded up


def test_progress_counts_what_this_person_did_holds_and_could_get(engine: Engine) -> None:
    team = crew(engine, people=2, answers=5, question="support")
    ada, bob = team.people
    with reading(engine) as session:
        assert queue.progress(session, team.batch, ada) == queue.Progress(0, 0, 5, 0, None)
    with writing(engine) as session:
        for _ in range(2):
            submit(session, ada, take(session, team, ada), value="full")  # 4 cells of one second
        queue.skip_task(session, ada, take(session, team, ada), "later", NOON)
        take(session, team, ada)
    with reading(engine) as session:
        assert queue.progress(session, team.batch, ada) == queue.Progress(2, 3, 1, 8, 4_000)
        assert queue.progress(session, team.batch, bob).left == 5


def test_a_correction_counts_no_second_time(engine: Engine) -> None:
    team = crew(engine, answers=2)
    (ada, _) = team.people
    with writing(engine) as session:
        place = take(session, team, ada)
        submit(session, ada, place)
        submit(session, ada, queue.reopen(session, ada, place.seat_id, NOON), value="5")
        assert queue.progress(session, team.batch, ada).done == 1
        assert queue.progress(session, team.batch, ada).units_done == 1


def test_left_is_counted_up_to_a_thousand(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.standing.LEFT_COUNTED", 3)  # so that the test needs no thousand answers
    team = crew(engine, answers=5)
    with reading(engine) as session:
        assert queue.progress(session, team.batch, team.people[0]).left == 3


def test_recent_tasks_come_newest_first_and_are_ones_own(engine: Engine) -> None:
    team = crew(engine, answers=4)
    ada, bob = team.people
    for second in range(3):
        work_off(engine, team, ada, tasks=1, seconds=second)
    work_off(engine, team, bob, tasks=1, seconds=9)
    with reading(engine) as session:
        recent = queue.recent(session, team.batch, ada, limit=2)
    assert [(done.key, done.submitted_at) for done in recent] == [("a003", later(2)), ("a002", later(1))]


def test_a_batch_without_tasks_says_so(engine: Engine) -> None:
    team = crew(engine, answers=1)
    with writing(engine) as session:
        batch = type(team.batch)(**{**team.batch.model_dump(), "id": None, "name": "empty"})
        session.add(batch)
        session.flush()
        assert queue.next_place(session, batch, team.people[0], NOON) == Nothing("This batch has no tasks.")
