"""Batches: tasks drawn for people by a recorded design."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, distinct, exists, func, insert, literal
from sqlalchemy import select as core_select
from sqlmodel import Session, col, select

from data.engine import count_anew
from data.errors import InputError, NotFound
from data.questions import Question, question_named
from data.tables import Answer, Batch, Guideline, Query, ReportPair, Seat, Study, Task, TaskUnit, Unit
from data.tables.types import stored
from data.texts import checked_name

METHODS = ("all", "simple random")
MOST_PEOPLE = 1_000
LONGEST_LEASE = 365 * 24 * 3600
"""The most people of one task, and the longest lease, in seconds."""

_SUBJECTS: dict[str, type[Answer] | type[Query] | type[ReportPair]] = {
    "depth": ReportPair,
    "query_quality": Query,
    "item_quality": Query,
}
"""What one task is about; an answer, where nothing is said here."""


@dataclass(frozen=True)
class Design:
    """How tasks are drawn: every one in the order of their keys, or `tasks` of them by a seeded shuffle."""

    method: Literal["all", "simple random"]
    tasks: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"unknown method '{self.method}'; known: {', '.join(METHODS)}", field="method")
        drawn = self.method == "simple random"
        if drawn != (self.tasks is not None) or drawn != (self.seed is not None):
            raise InputError(
                "a simple random batch needs a number of tasks and a seed; all takes neither", field="tasks"
            )
        if self.tasks is not None and self.tasks < 1:
            raise InputError("draw at least one task", field="tasks")


@dataclass(frozen=True)
class BatchCounts:
    """How far a batch is. `complete` tasks have all their people; `people` have submitted at least one."""

    tasks: int
    units: int
    complete: int
    submitted: int
    leased: int
    people: int


def draw(
    session: Session,
    study: Study,
    name: str,
    question: str,
    design: Design,
    overlap: int,
    lease_seconds: int,
    now: datetime,
) -> Batch:
    """A new batch: one task an answer (a query or pair, where a question is about those), with all its units.

    A simple random batch takes the answers in the order of the SHA-256 of seed and key: without replacement, the same
    on every machine, and a larger batch with the same seed contains the smaller. The design kept with the batch says
    method, seed, population, tasks drawn, and each task's probability. The guideline is the newest of the question.
    InputError when the name is taken or the design cannot be met.
    """
    asked = question_named(question)
    _check(session, study, name, overlap, lease_seconds)
    population = _population(session, study, question)
    drawn = _drawn(population, design, asked)
    probability = len(drawn) / len(population)
    batch = Batch(
        study_id=stored(study.id),
        name=name,
        question=question,
        question_version=asked.version,
        guideline_id=_newest_guideline(session, study, question),
        overlap=overlap,
        lease_seconds=lease_seconds,
        design=_recorded(design, len(population), len(drawn)),
        created_at=now,
    )
    session.add(batch)
    session.flush()
    _lay_out(session, batch, drawn, probability)
    return batch


def batches_of(session: Session, study: Study) -> list[Batch]:
    """The study's batches, oldest first."""
    return list(session.exec(select(Batch).where(Batch.study_id == study.id).order_by(col(Batch.id))))


def batch_named(session: Session, study: Study, name: str) -> Batch:
    """The study's batch of that name; NotFound lists the known ones."""
    batch = session.exec(select(Batch).where(Batch.study_id == study.id, Batch.name == name)).first()
    if batch is None:
        known = ", ".join(found.name for found in batches_of(session, study))
        raise NotFound(f"there is no batch '{name}' in {study.name}; known: {known or 'none yet'}")
    return batch


def describe(session: Session, batch: Batch) -> BatchCounts:
    """How many tasks, units, seats and people the batch has, counted now."""
    units = select(func.count()).select_from(TaskUnit).join(Task).where(Task.batch_id == batch.id)
    done = col(Seat.state).in_(("submitted", "reopened"))
    seats = core_select(
        func.count(distinct(col(Seat.task_id))),
        func.count().filter(done),
        func.count().filter(col(Seat.state) == "leased"),
        func.count(distinct(col(Seat.rater_id))).filter(done),
        func.count(distinct(col(Seat.task_id))).filter(~done),
    ).where(col(Seat.batch_id) == batch.id)
    tasks, submitted, leased, people, unfinished = session.connection().execute(seats).one()
    return BatchCounts(tasks, session.exec(units).one(), tasks - unfinished, submitted, leased, people)


def question_of(batch: Batch) -> Question:
    """The question of a batch as it was when drawn. InputError when this program asks it in another version."""
    question = question_named(batch.question)
    if question.version != batch.question_version:
        raise InputError(
            f"batch '{batch.name}' was drawn for version {batch.question_version} of {batch.question}, "
            f"this program asks version {question.version}: draw a new batch",
            field="question",
        )
    return question


def _check(session: Session, study: Study, name: str, overlap: int, lease_seconds: int) -> None:
    checked_name(name, "batch")
    if session.exec(select(Batch.id).where(Batch.study_id == study.id, Batch.name == name)).first():
        raise InputError(f"there is already a batch '{name}' in {study.name}; choose another name", field="batch")
    if not 1 <= overlap <= MOST_PEOPLE:
        raise InputError(f"every task needs at least one person, and at most {MOST_PEOPLE:,}", field="overlap")
    if not 1 <= lease_seconds <= LONGEST_LEASE:
        raise InputError("a lease lasts at least one second, and at most a year", field="lease")


@dataclass(frozen=True, order=True)
class _Subject:
    key: str
    id: int
    query_id: int | None


def _population(session: Session, study: Study, question: str) -> list[_Subject]:
    """What tasks can be about: everything with a unit of the question. Sorted here: databases sort text differently."""
    about = _SUBJECTS.get(question, Answer)
    its_query: Any = {Answer: literal(None), Query: Query.id, ReportPair: ReportPair.query_id}[about]
    asked = exists().where(_link(about), col(Unit.question) == question)
    found = core_select(col(about.key), col(about.id), its_query).where(col(about.study_id) == study.id, asked)
    return sorted(_Subject(*row) for row in session.connection().execute(found))


def _link(about: type[Answer] | type[Query] | type[ReportPair]) -> ColumnElement[bool]:
    if about is ReportPair:
        return (col(Unit.query_id) == col(ReportPair.query_id)) & (col(Unit.pair_id) == col(ReportPair.id))
    return (col(Unit.answer_id) == col(Answer.id)) if about is Answer else (col(Unit.query_id) == col(Query.id))


def _drawn(population: list[_Subject], design: Design, question: Question) -> list[_Subject]:
    if not population:
        raise InputError(
            f"the study has nothing to ask '{question.name}' about; import answers first", field="question"
        )
    if design.tasks is None:
        return population
    if design.tasks > len(population):
        raise InputError(f"{design.tasks} tasks are more than the {len(population)} there are", field="tasks")
    return sorted(population, key=lambda subject: _shuffled(design.seed, subject.key))[: design.tasks]


def _shuffled(seed: int | None, key: str) -> bytes:
    return hashlib.sha256(f"{seed}:{key}".encode()).digest()


def _recorded(design: Design, population: int, drawn: int) -> dict[str, Any]:
    return {
        "method": design.method,
        "seed": design.seed,
        "population": population,
        "drawn": drawn,
        "probability": drawn / population,
        "order": "key" if design.seed is None else "sha256 of seed:key",
    }


def _newest_guideline(session: Session, study: Study, question: str) -> int | None:
    found = select(func.max(Guideline.id)).where(Guideline.study_id == study.id, Guideline.question == question)
    return session.exec(found).one()


def _lay_out(session: Session, batch: Batch, drawn: list[_Subject], probability: float) -> None:
    """Store the tasks, their units and their seats, set by set."""
    about = _SUBJECTS.get(batch.question, Answer)
    connection = session.connection()
    tasks = [
        {
            "batch_id": batch.id,
            "position": position,
            "key": subject.key,
            "answer_id": subject.id if about is Answer else None,
            "query_id": subject.query_id,
            "probability": probability,
        }
        for position, subject in enumerate(drawn, start=1)
    ]
    connection.execute(insert(Task), tasks)
    count_anew(session, "task", "unit")
    ours = col(Task.batch_id) == batch.id
    same = {
        Answer: col(Unit.answer_id) == col(Task.answer_id),
        Query: col(Unit.query_id) == col(Task.query_id),
        ReportPair: (col(Unit.query_id) == col(Task.query_id)) & (col(Unit.key) == col(Task.key)),
    }[about]
    units = core_select(col(Task.id), col(Unit.id), literal(1.0)).join(Unit, same)
    units = units.where(ours, col(Unit.question) == batch.question)
    connection.execute(insert(TaskUnit).from_select(["task_id", "unit_id", "probability"], units))
    for number in range(1, batch.overlap + 1):
        seats = core_select(
            col(Task.id), literal(batch.id), col(Task.position), literal(number), literal("open"), literal(0)
        ).where(ours)
        columns = ["task_id", "batch_id", "position", "number", "state", "version"]
        connection.execute(insert(Seat).from_select(columns, seats))
    count_anew(session, "seat", "taskunit")
