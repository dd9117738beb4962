"""A small study with two simulated people and two judges: one that agrees with them, one that guesses."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine
from sqlmodel import Session, insert, select

from data.engine import reading, writing
from data.questions import QUESTIONS
from data.raters import rater_named
from data.studies import create_study, study_named
from data.tables import Answer, AnswerSource, Citation, Label, Query, Source, Statement, Study, Unit
from data.units import make_units

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
STUDY = "lighthouses"
GOOD, GUESSING = "careful-judge", "guessing-judge"
PEOPLE_NAMES = ("Ada", "Ben")
QUESTIONS_LABELLED = ("relevance", "stance", "confidence", "support")


@dataclass(frozen=True)
class Shape:
    """How large the study is, and how it is labelled. The default passes the gate for the careful judge."""

    queries: int = 36
    systems: tuple[str, ...] = ("Orion", "Vega")
    statements: int = 3
    sources: int = 2
    judges: tuple[str, ...] = (GOOD, GUESSING)
    people: tuple[str, ...] = PEOPLE_NAMES
    noise: float = 0.06
    questions: tuple[str, ...] = QUESTIONS_LABELLED


_made: dict[Shape, sqlite3.Connection] = {}
"""Each study made so far, as a SQLite database in memory: copying one takes a tenth of the time of making it."""


def make_study(engine: Engine, shape: Shape = Shape()) -> Study:
    """A labelled study named `STUDY` in an empty database; the same shape gives the same labels on every database."""
    if engine.dialect.name != "sqlite":
        return _written(engine, shape)
    if shape not in _made:
        _written(engine, shape)
        _made[shape] = sqlite3.connect(":memory:")
        _copy(engine, _made[shape], back=False)
    else:
        _copy(engine, _made[shape], back=True)
    with reading(engine) as session:
        return study_named(session, STUDY)


def _copy(engine: Engine, kept: sqlite3.Connection, back: bool) -> None:
    with engine.connect() as connection:
        file = connection.connection.dbapi_connection
        assert isinstance(file, sqlite3.Connection)
        source, target = (kept, file) if back else (file, kept)
        source.backup(target)


def _written(engine: Engine, shape: Shape) -> Study:
    with writing(engine) as session:
        study = create_study(session, STUDY, "Answers about lighthouses", NOW, notice="Invented data.")
        for number in range(shape.queries):
            _add_query(session, study, number, shape)
        session.flush()
        make_units(session, study)
        _label(session, study, shape)
    return study


def _add_query(session: Session, study: Study, number: int, shape: Shape) -> None:
    kind = "debate" if number % 2 == 0 else "expertise"
    query = Query(study_id=study.id, key=f"q{number:02}", text=f"Question {number}?", type=kind, bias=None)
    session.add(query)
    session.flush()
    for system in shape.systems:
        _add_answer(session, study, query, system, shape)


def _add_answer(session: Session, study: Study, query: Query, system: str, shape: Shape) -> None:
    key = f"{system.lower()}-{query.key}"
    answer = Answer(study_id=study.id, key=key, query_id=query.id, system=system, text=key, sha256=key)
    sources = [
        Source(study_id=study.id, key=f"{key}-s{at}", status="ok", text="text", sha256=f"{key}{at}")
        for at in range(1, shape.sources + 1)
    ]
    session.add_all([answer, *sources])
    session.flush()
    listed = [AnswerSource(answer_id=answer.id, position=at, source_id=s.id) for at, s in enumerate(sources, 1)]
    statements = [Statement(answer_id=answer.id, position=at, text=f"S{at}") for at in range(1, shape.statements + 1)]
    session.add_all([*listed, *statements])
    session.flush()
    session.add_all(
        Citation(statement_id=statement.id, position=(statement.position - 1) % shape.sources + 1)
        for statement in statements
    )


def _label(session: Session, study: Study, shape: Shape) -> None:
    for question in shape.questions:
        units = session.exec(select(Unit).where(Unit.study_id == study.id, Unit.question == question))
        by_key = sorted(units, key=lambda unit: unit.key)
        for rater in [*shape.people, *(name for name in shape.judges if _asked(name, question))]:
            session.execute(insert(Label), list(_labels(session, study, question, by_key, rater, shape)))


def _asked(judge: str, question: str) -> bool:
    return judge == GOOD or question == "support"


def _labels(
    session: Session, study: Study, question: str, units: list[Unit], rater: str, shape: Shape
) -> Iterator[dict[str, object]]:
    """Rows for one insert: thousands of objects would take longer than most tests that use them."""
    person = rater in shape.people
    more = {"simulated": True} if person else {}
    row = rater_named(session, study, rater, "human" if person else "judge", "import", **more)
    noise = 0.9 if rater == GUESSING else shape.noise
    chance = random.Random(f"{rater} {question}")
    for unit in units:
        truth = random.Random(f"truth {unit.key} {question}").choice(QUESTIONS[question].scale.values)
        value = chance.choice(QUESTIONS[question].scale.values) if chance.random() < noise else truth
        yield {
            "unit_id": unit.id,
            "rater_id": row.id,
            "question_version": QUESTIONS[question].version,
            "value": value,
            "created_at": NOW,
        }
