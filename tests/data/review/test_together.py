"""Several people at one answer at once: one after another, and nothing is half done."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from records import later
from review_study import TEXT, of, reader, review_study
from sqlalchemy import Engine
from sqlmodel import col, select

from data.engine import reading, writing
from data.errors import InputError
from data.review import Decision, decide_mark, reviewed, split
from data.tables import MarkDecision

PEOPLE = ("Ada", "Ben", "Cem")


def deciding(engine: Engine, name: str) -> None:
    with writing(engine) as session:
        position = PEOPLE.index(name) + 1
        decision = Decision(28, 31, "citation", (position,))
        decide_mark(session, of(session), "r1", decision, reader(session, name), later(position))


def splitting(engine: Engine, name: str) -> bool:
    try:
        with writing(engine) as session:
            split(session, of(session), "r1", 1, TEXT.index("and it"), reader(session, name), later(1))
    except InputError:
        return False
    return True


def test_decisions_about_one_mark_follow_one_another_and_the_last_one_counts(engine: Engine) -> None:
    review_study(engine)
    with ThreadPoolExecutor(len(PEOPLE)) as pool:
        list(pool.map(partial(deciding, engine), PEOPLE))
    with reading(engine) as session:
        rows = session.exec(select(MarkDecision).order_by(col(MarkDecision.id))).all()
        cites = reviewed(session, of(session), "r1").statements[0].cites
    assert [row.supersedes_id for row in rows] == [None, rows[0].id, rows[1].id]
    assert [row.superseded_at is None for row in rows] == [False, False, True]
    assert cites == tuple(sorted({rows[-1].positions[0], 2}))


def test_a_statement_is_split_once_however_many_press_the_key(engine: Engine) -> None:
    review_study(engine)
    with ThreadPoolExecutor(len(PEOPLE)) as pool:
        done = list(pool.map(partial(splitting, engine), PEOPLE))
    assert sorted(done) == [False, False, True]
    with reading(engine) as session:
        view = reviewed(session, of(session), "r1")
    assert [one.position for one in view.statements] == [1, 2, 3, 4, 5, 6]
    assert len(view.changes) == 1
