from __future__ import annotations

import hashlib

import pytest
from records import NOON, Small, batch_of_all, crew, entries_for, later, small_study
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data import batches
from data.batches import Design
from data.engine import reading, writing
from data.errors import InputError, NotFound
from data.queue import Place, next_place
from data.submission import Submission, submit_and_next
from data.tables import Batch, Guideline, Seat, Task, TaskUnit, Unit
from data.tables.types import stored


@pytest.fixture
def small(engine: Engine) -> Small:
    with writing(engine) as session:
        return small_study(session, answers=10)


def drawn(session: Session, small: Small, name: str, design: Design, question: str = "support") -> Batch:
    return batches.draw(session, small.study, name, question, design, 2, 600, NOON)


def task_keys(session: Session, batch: Batch) -> list[str]:
    return list(session.exec(select(Task.key).where(Task.batch_id == batch.id).order_by(col(Task.position))))


def test_all_takes_every_answer_in_the_order_of_its_key(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        batch = drawn(session, small, "b", Design("all"))
        assert task_keys(session, batch) == [f"a{number:03}" for number in range(1, 11)]
    assert batch.design == {
        "method": "all",
        "seed": None,
        "population": 10,
        "drawn": 10,
        "probability": 1.0,
        "order": "key",
    }
    assert (batch.question_version, batch.overlap, batch.lease_seconds, batch.created_at) == ("1", 2, 600, NOON)


def test_a_random_batch_takes_the_first_by_hash_of_seed_and_key(engine: Engine, small: Small) -> None:
    keys = [answer.key for answer in small.answers]
    expected = sorted(keys, key=lambda key: hashlib.sha256(f"7:{key}".encode()).hexdigest())[:4]
    with writing(engine) as session:
        batch = drawn(session, small, "b", Design("simple random", 4, seed=7))
        assert task_keys(session, batch) == expected
        assert set(session.exec(select(Task.probability).where(Task.batch_id == batch.id))) == {0.4}
    assert batch.design["seed"] == 7
    assert (batch.design["population"], batch.design["drawn"], batch.design["probability"]) == (10, 4, 0.4)


def test_a_larger_batch_with_the_same_seed_contains_the_smaller_and_another_seed_differs(
    engine: Engine, small: Small
) -> None:
    with writing(engine) as session:
        three, six, other = (
            task_keys(session, drawn(session, small, f"b{seed}{tasks}", Design("simple random", tasks, seed)))
            for tasks, seed in ((3, 1), (6, 1), (6, 2))
        )
    assert six[:3] == three
    assert six != other


def test_a_task_opens_all_units_of_its_answer_and_no_others(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        batch = drawn(session, small, "b", Design("simple random", 1, seed=1))
        (task,) = session.exec(select(Task).where(Task.batch_id == batch.id))
        opened = set(session.exec(select(TaskUnit.unit_id).where(TaskUnit.task_id == task.id)))
        cells = select(Unit.id).where(Unit.answer_id == task.answer_id, Unit.question == "support")
        assert opened == set(session.exec(cells))
        assert len(opened) == 4
        seats = session.exec(select(Seat).where(Seat.task_id == task.id).order_by(col(Seat.number)))
        assert [(seat.number, seat.state, seat.position, seat.batch_id) for seat in seats] == [
            (1, "open", 1, batch.id),
            (2, "open", 1, batch.id),
        ]


def test_answers_without_a_unit_are_not_in_the_population(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        batch = drawn(session, small, "b", Design("all"), "stance")
    assert batch.design["population"] == 5  # every other query is a debate


def test_a_question_about_queries_has_one_task_a_query(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        batch = drawn(session, small, "b", Design("all"), "query_quality")
        assert task_keys(session, batch)[:2] == ["q001", "q002"]
        (first, *_) = session.exec(select(Task).where(Task.batch_id == batch.id).order_by(col(Task.position)))
        assert (first.answer_id, first.query_id) == (None, small.answers[0].query_id)
        assert batches.describe(session, batch).units == 10


def test_labels_will_name_the_newest_guideline(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        for question, version in (("support", "1"), ("support", "2"), ("stance", "3")):
            session.add(Guideline(study_id=stored(small.study.id), question=question, version=version, text="Read."))
            session.flush()
        batch = drawn(session, small, "b", Design("all"))
        assert session.get_one(Guideline, batch.guideline_id).version == "2"


@pytest.mark.parametrize(
    ("method", "tasks", "seed", "why"),
    [
        ("simple random", None, 1, "needs a number of tasks and a seed"),
        ("simple random", 3, None, "needs a number of tasks and a seed"),
        ("all", 3, None, "all takes neither"),
        ("stratified", None, None, "unknown method 'stratified'"),
        ("simple random", 0, 1, "at least one task"),
    ],
)
def test_a_design_that_says_too_much_or_too_little_is_refused(
    method: str, tasks: int | None, seed: int | None, why: str
) -> None:
    with pytest.raises(InputError, match=why):
        Design(method, tasks, seed)  # type: ignore[arg-type]  # the point of the test


def test_more_tasks_than_there_are_is_refused_with_the_number(engine: Engine, small: Small) -> None:
    with writing(engine) as session, pytest.raises(InputError, match="11 tasks are more than the 10 there are"):
        drawn(session, small, "b", Design("simple random", 11, 1))


def test_a_question_nothing_can_be_asked_about_is_refused(engine: Engine, small: Small) -> None:
    with writing(engine) as session, pytest.raises(InputError, match="nothing to ask 'depth' about"):
        drawn(session, small, "b", Design("all"), "depth")


def test_a_name_is_given_once_in_a_study(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        drawn(session, small, "b", Design("all"))
        with pytest.raises(InputError, match="already a batch 'b' in small"):
            drawn(session, small, "b", Design("all"))
        assert [batch.name for batch in batches.batches_of(session, small.study)] == ["b"]
        assert batches.batch_named(session, small.study, "b").question == "support"
        with pytest.raises(NotFound, match="no batch 'x' in small; known: b"):
            batches.batch_named(session, small.study, "x")


def test_the_description_counts_what_is_done(engine: Engine) -> None:
    team = crew(engine, people=2, answers=2)
    ada, bob = team.people
    with writing(engine) as session:
        for rater, moment in ((ada, 1), (bob, 2)):
            place = next_place(session, team.batch, rater, NOON)
            assert isinstance(place, Place)
            done = Submission(place.seat_id, place.version, rater.name, entries_for(session, place))
            submit_and_next(session, rater, done, later(moment))
    with reading(engine) as session:
        counts = batches.describe(session, team.batch)
    assert counts == batches.BatchCounts(tasks=2, units=2, complete=1, submitted=2, leased=2, people=2)


def test_a_batch_of_another_question_version_is_not_labelled(engine: Engine, small: Small) -> None:
    with writing(engine) as session:
        batch = batch_of_all(session, small.study)
        batch.question_version = "0"
        with pytest.raises(InputError, match="drawn for version 0 of confidence, this program asks version 1"):
            batches.question_of(batch)
        session.rollback()
