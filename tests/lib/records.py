"""A small invented study, built through plain inserts, for tests that need something to label."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data import batches, raters, studies, units
from data.engine import reading, writing
from data.entries import Entry
from data.queue import Place
from data.tables import Answer, AnswerSource, Batch, Citation, Label, Query, Rater, Source, Statement, Study, TaskUnit

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""The moment tests start at."""


def later(seconds: float) -> datetime:
    """That many seconds after NOON."""
    return NOON + timedelta(seconds=seconds)


@dataclass(frozen=True)
class Small:
    """A study of `answers` answers with 2 statements and 3 sources each, the third of which is unreadable."""

    study: Study
    answers: tuple[Answer, ...]


def small_study(session: Session, answers: int = 3, name: str = "small") -> Small:
    """Queries q001… (debate and expertise in turn), answers a001…, sources of 24 characters, and their units.

    Statement 1 cites source 1, statement 2 cites sources 2 and 7, which is not listed.
    """
    study = studies.create_study(session, name, "A small study", NOON, notice="invented data")
    rows = tuple(_answer(session, study, number) for number in range(1, answers + 1))
    session.flush()
    units.make_units(session, study)
    units.make_other_units(session, study)
    return Small(study, rows)


def _answer(session: Session, study: Study, number: int) -> Answer:
    debate = number % 2 == 1
    query = Query(
        study_id=study.id,
        key=f"q{number:03}",
        text=f"Why is thing {number} good?",
        type="debate" if debate else "expertise",
        bias="the thing is good" if debate else None,
    )
    session.add(query)
    session.flush()
    text = f"It is good. It is well made. ({number})"
    answer = Answer(
        study_id=study.id,
        key=f"a{number:03}",
        query_id=query.id,
        system="hidden-system",
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )
    sources = [_source(study, answer, position) for position in (1, 2, 3)]
    session.add_all([answer, *sources])
    session.flush()
    listed = [AnswerSource(answer_id=answer.id, position=at, source_id=one.id) for at, one in enumerate(sources, 1)]
    statements = [
        Statement(answer_id=answer.id, position=1, text="It is good.", start=0, end=11),
        Statement(answer_id=answer.id, position=2, text="It is well made.", start=12, end=28),
    ]
    session.add_all([*listed, *statements])
    session.flush()
    for statement, position in ((0, 1), (1, 2), (1, 7)):
        session.add(Citation(statement_id=statements[statement].id, position=position))
    return answer


def _source(study: Study, answer: Answer, position: int) -> Source:
    key = f"{answer.key}-s{position}"
    text = None if position == 3 else f"Source text 東京 é {key}"[:24].ljust(24, ".")
    return Source(
        study_id=study.id,
        key=key,
        url=f"https://example.org/{key}",
        title=f"Page {position}",
        status="paywall" if text is None else "ok",
        text=text,
        sha256=None if text is None else hashlib.sha256(text.encode()).hexdigest(),
    )


def person(session: Session, study: Study, name: str) -> Rater:
    """A human rater of the study."""
    return raters.rater_named(session, study, name, "human", "app")


def batch_of_all(
    session: Session,
    study: Study,
    question: str = "confidence",
    overlap: int = 2,
    lease_seconds: int = 600,
    name: str = "first",
) -> Batch:
    """A batch of every task of the study."""
    design = batches.Design("all")
    return batches.draw(session, study, name, question, design, overlap, lease_seconds, NOON)


@dataclass(frozen=True)
class Crew:
    """A small study with one batch of all its answers and some people."""

    small: Small
    batch: Batch
    people: tuple[Rater, ...]

    @property
    def study(self) -> Study:
        return self.small.study


def crew(
    engine: Engine, people: int = 2, answers: int = 3, question: str = "confidence", overlap: int = 2, lease: int = 600
) -> Crew:
    """A `Crew` in the database."""
    with writing(engine) as session:
        small = small_study(session, answers)
        batch = batch_of_all(session, small.study, question, overlap, lease)
        names = tuple(person(session, small.study, f"person {number}") for number in range(1, people + 1))
    return Crew(small, batch, names)


def entries_for(session: Session, place: Place, value: str = "3") -> tuple[Entry, ...]:
    """An entry with that value for every open unit of a task."""
    found = select(TaskUnit.unit_id).where(TaskUnit.task_id == place.task_id).order_by(col(TaskUnit.unit_id))
    return tuple(Entry(unit, value, active_ms=1_000, wall_ms=2_000) for unit in session.exec(found))


def labels(engine: Engine, current: bool = True) -> list[Label]:
    """Every label (or only current ones), in the order they were stored."""
    found = select(Label).order_by(col(Label.id))
    if current:
        found = found.where(col(Label.superseded_at).is_(None))
    with reading(engine) as session:
        return list(session.exec(found))
