"""Statements stay as they are once something rests on them, or where they cannot be found."""

from __future__ import annotations

import pytest
from records import later
from review_study import TEXT, done, of, reader, review_study, seen
from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from data.batches import Design, draw
from data.engine import reading, writing
from data.errors import InputError
from data.raters import rater_named
from data.review import leave_out, merge, split, take_in, undo_edit
from data.tables import Draft, Label, Statement, Unit
from data.tables.types import stored

PLACE = TEXT.index("and it is loved")


@pytest.fixture
def tea(engine: Engine) -> Engine:
    review_study(engine)
    return engine


def relevance_unit(session: Session) -> Unit:
    return session.exec(select(Unit).where(Unit.question == "relevance", Unit.key == "r1/2")).one()


def test_statements_stay_once_a_label_rests_on_them_even_an_old_one(tea: Engine) -> None:
    with writing(tea) as session:
        judge = rater_named(session, of(session), "judge", "judge", "run")
        row = {"unit_id": relevance_unit(session).id, "rater_id": judge.id, "question_version": "1"}
        session.add(Label(**row, value="relevant", created_at=later(0), superseded_at=later(1)))
    assert seen(tea).fixed == "the statements stay as they are: a label rests on them"
    for act, args in ((split, (1, PLACE)), (merge, (1,)), (leave_out, (1,)), (take_in, (0, 17)), (undo_edit, ())):
        with pytest.raises(InputError, match="stay as they are: a label rests on them"):
            done(tea, act, *args)


def test_statements_stay_once_somebody_has_begun_to_label_them(tea: Engine) -> None:
    with writing(tea) as session:
        unit = relevance_unit(session)
        session.add(Draft(rater_id=stored(reader(session).id), unit_id=stored(unit.id), saved_at=later(0)))
    assert seen(tea).fixed == "the statements stay as they are: a draft of a label rests on them"


def test_statements_stay_once_a_task_about_them_is_drawn(tea: Engine) -> None:
    with writing(tea) as session:
        draw(session, of(session), "all", "support", Design("all"), 1, 600, later(0))
    assert seen(tea).fixed == "the statements stay as they are: 20 drawn cells rest on them"


def test_labels_of_the_whole_answer_do_not_hold_its_statements(tea: Engine) -> None:
    with writing(tea) as session:
        draw(session, of(session), "all", "confidence", Design("all"), 1, 600, later(0))
    assert seen(tea).fixed is None
    done(tea, split, 1, PLACE)


def test_statements_not_found_in_the_text_are_not_cut(tea: Engine) -> None:
    with writing(tea) as session:
        session.exec(select(Statement).where(Statement.position == 2)).one().start = 3
    assert "were not found in the answer's text" in (seen(tea).fixed or "")
    assert seen(tea).statements[1].start is None
    with pytest.raises(InputError, match="were not found in the answer's text"):
        done(tea, split, 1, PLACE)


def test_statements_that_overlap_are_not_cut(tea: Engine) -> None:
    with writing(tea) as session:
        second = session.exec(select(Statement).where(Statement.position == 2)).one()
        second.start, second.end, second.text = 32, 52, TEXT[32:52]
    assert "were not found in the answer's text" in (seen(tea).fixed or "")


def test_statements_found_by_search_have_offsets_after_a_change(tea: Engine) -> None:
    with writing(tea) as session:
        for statement in session.exec(select(Statement)):
            statement.start = statement.end = None
    done(tea, merge, 2)
    with reading(tea) as session:
        assert session.exec(select(func.count()).where(col(Statement.start).is_(None))).one() == 0
