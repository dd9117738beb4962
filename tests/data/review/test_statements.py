"""People cut answers into other statements, by a law, while nothing rests on them."""

from __future__ import annotations

import pytest
from records import later
from review_study import TEXT, done, of, reader, review_study, seen
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data.engine import reading, writing
from data.errors import InputError
from data.review import (
    Decision,
    decide_mark,
    leave_out,
    merge,
    replace_statements,
    split,
    take_in,
    undo_edit,
)
from data.segmentation import Piece
from data.stamp import stamp
from data.tables import Citation, Statement, StatementEdit, Unit
from data.tables.types import stored

pytestmark = pytest.mark.whole

PLACE = TEXT.index("and it is loved")


@pytest.fixture
def tea(engine: Engine) -> Engine:
    review_study(engine)
    return engine


def texts(engine: Engine) -> list[str]:
    return [statement.text for statement in seen(engine).statements]


def cites(engine: Engine) -> list[tuple[int, ...]]:
    return [statement.cites for statement in seen(engine).statements]


def unit_keys(session: Session, question: str) -> list[str]:
    return sorted(session.exec(select(Unit.key).where(Unit.question == question)))


def test_a_statement_is_split_before_a_place_and_the_marks_stay_where_they_are(tea: Engine) -> None:
    edit = done(tea, split, 1, PLACE)
    assert texts(tea)[:3] == ["Tea is old [1]", "and it is loved [2].", "The matrix m[1] holds it."]
    assert cites(tea) == [(1,), (2,), (), (3, 5), (2,), ()]
    assert (edit.action, edit.before, edit.after) == ("split", [[17, 52]], [[17, 31], [32, 52]])
    assert (edit.created_at, edit.note) == (later(60), None)


def test_positions_offsets_and_units_follow_a_new_cut(tea: Engine) -> None:
    with reading(tea) as session:
        old = {stored(unit.id): unit.statement_id for unit in session.exec(select(Unit))}
        first = session.exec(select(Statement.id).where(Statement.position == 1)).one()
    done(tea, split, 1, PLACE)
    with reading(tea) as session:
        rows = session.exec(select(Statement).order_by(col(Statement.position))).all()
        assert [row.position for row in rows] == [1, 2, 3, 4, 5, 6]
        assert all(TEXT[row.start : row.end] == row.text for row in rows)
        assert unit_keys(session, "relevance") == [f"r1/{place}" for place in range(1, 7)]
        assert len(unit_keys(session, "support")) == 6 * 4
        assert unit_keys(session, "confidence") == ["r1"]
        positions = {row.id: str(row.position) for row in rows}
        of_statements = session.exec(select(Unit).where(col(Unit.statement_id).is_not(None))).all()
        assert all(unit.key.split("/")[1] == positions[unit.statement_id] for unit in of_statements)
        # What stays keeps its row; what a judge still holds of the rest never comes to mean another statement.
        lost = {stored(unit) for unit, statement in old.items() if statement == first}
        new = {stored(unit.id): unit for unit in session.exec(select(Unit))}
        assert old.keys() - new.keys() == lost
        assert all(new[unit].statement_id == statement for unit, statement in old.items() if unit not in lost)
        assert min(new.keys() - old.keys()) > max(old)
        assert min(stored(row.id) for row in rows[:2]) > max(stored(row.id) for row in rows[2:])


def test_two_statements_become_one(tea: Engine) -> None:
    edit = done(tea, merge, 2)
    assert texts(tea)[1] == "The matrix m[1] holds it. Rain fell. [3][9]"
    assert cites(tea) == [(1, 2), (3, 5), (2,), ()]
    assert (edit.action, edit.before, edit.after) == ("merge", [[53, 78], [79, 96]], [[53, 96]])


def test_items_of_a_list_become_one_with_the_sign_between_them(engine: Engine) -> None:
    review_study(engine, ["- Green tea calms.\n- Black tea wakes.\n"])
    done(engine, merge, 1)
    assert texts(engine) == ["Green tea calms.\n- Black tea wakes."]


def test_a_statement_is_left_out_with_its_citations_and_taken_in_again(tea: Engine) -> None:
    edit = done(tea, leave_out, 3)
    assert texts(tea)[2].startswith("Green tea")
    assert cites(tea) == [(1, 2), (), (2,), ()]
    assert [(out.start, out.end, out.kind) for out in seen(tea).left_out][1] == (79, 96, "statement")
    assert (edit.before, edit.after) == ([[79, 96]], [])
    done(tea, take_in, 79, 96)
    assert texts(tea)[2] == "Rain fell. [3][9]"
    assert cites(tea)[2] == (3, 5)


def test_what_a_rule_left_out_is_taken_in(tea: Engine) -> None:
    done(tea, take_in, 0, 17)  # space around it is left off, the sign of the heading is not
    assert texts(tea)[0] == "# Why tea helps"
    first = seen(tea).left_out[0]
    assert (first.kind, TEXT[first.start : first.end]) == ("heading", "More")


def test_a_part_that_was_left_out_of_a_sentence_is_told(tea: Engine) -> None:
    done(tea, split, 1, PLACE)
    done(tea, leave_out, 2)
    assert (32, 52, "statement") in [(out.start, out.end, out.kind) for out in seen(tea).left_out]


def test_changes_are_taken_back_one_after_another(tea: Engine) -> None:
    first, before = seen(tea), texts(tea)
    done(tea, split, 1, PLACE)
    once = texts(tea)
    done(tea, leave_out, 4)
    done(tea, merge, 2)
    assert seen(tea).undoes == "merge"
    done(tea, undo_edit)
    done(tea, undo_edit)
    assert texts(tea) == once
    done(tea, split, 5, TEXT.index("and black"))
    done(tea, undo_edit)
    edit = done(tea, undo_edit)
    assert (edit.action, edit.before, edit.after) == ("undo", [[17, 31], [32, 52]], [[17, 52]])
    assert (texts(tea), cites(tea)) == (before, [one.cites for one in first.statements])
    assert seen(tea).undoes is None
    assert len(seen(tea).changes) == 8
    with pytest.raises(InputError, match="nothing of this answer's statements was changed"):
        done(tea, undo_edit)


def test_changes_are_told_by_whom_when_and_in_the_answers_words(tea: Engine) -> None:
    done(tea, split, 1, PLACE, seconds=10)
    with writing(tea) as session:
        decision = Decision(65, 68, "citation", (4,), "a slip of the reading")
        decide_mark(session, of(session), "r1", decision, reader(session, "Ben"), later(20))
    view = seen(tea)
    cut, decided = view.changes
    assert (cut.at, cut.by, cut.action) == (later(10), "Ada", "split")
    assert cut.before == ("Tea is old [1] and it is loved [2].",)
    assert cut.after == ("Tea is old [1]", "and it is loved [2].")
    assert (decided.by, decided.action, decided.before, decided.positions) == ("Ben", "citation", ("[1]",), (4,))
    assert decided.note == "a slip of the reading"
    assert set(view.people.values()) == {"Ada", "Ben"}


def give(engine: Engine, position: int, source: int) -> None:
    with writing(engine) as session:
        statement = session.exec(select(Statement).where(Statement.position == position)).one()
        session.add(Citation(statement_id=stored(statement.id), position=source))


def test_a_citation_without_a_mark_goes_where_the_end_of_its_statement_goes(tea: Engine) -> None:
    give(tea, 1, 4)
    done(tea, split, 1, PLACE)
    assert cites(tea)[:2] == [(1,), (2, 4)]
    assert [one.given for one in seen(tea).statements][:2] == [(), (4,)]


def test_an_undo_gives_citations_without_a_mark_back_to_their_own_statements(tea: Engine) -> None:
    give(tea, 2, 4)
    edit = done(tea, merge, 2)
    assert (edit.before, edit.after) == ([[53, 78, 4], [79, 96]], [[53, 96, 4]])
    assert cites(tea)[1] == (3, 4, 5)
    done(tea, undo_edit)
    assert cites(tea) == [(1, 2), (4,), (3, 5), (2,), ()]
    done(tea, leave_out, 2)
    assert cites(tea) == [(1, 2), (3, 5), (2,), ()]
    done(tea, undo_edit)
    assert cites(tea)[1] == (4,)


def test_decisions_about_marks_outlive_a_new_cut(tea: Engine) -> None:
    with writing(tea) as session:
        decide_mark(session, of(session), "r1", Decision(28, 31, "citation", (4,)), reader(session), later(1))
    done(tea, split, 1, PLACE)
    assert cites(tea)[:2] == [(4,), (2,)]
    done(tea, undo_edit)
    assert cites(tea)[0] == (2, 4)


@pytest.mark.parametrize(
    ("act", "args", "words"),
    [
        (split, (1, 17), "choose a place inside the statement"),
        (split, (1, 52), "choose a place inside the statement"),
        (split, (1, 18), None),
        (split, (1, 28), None),
        (split, (1, 29), r"cuts the citation '\[1\]' in two"),
        (split, (1, 30), r"cuts the citation '\[1\]' in two"),
        (split, (1, 31), None),
        (split, (1, 51), r"'\.' says nothing by itself"),
        (split, (3, 90), r"'\[3\]\[9\]' says nothing by itself"),
        (split, (6, 20), "has 5 statements; there is no 6"),
        (split, (0, 20), "there is no 0"),
        (merge, (5,), "no statement after this one"),
        (merge, (4,), "a heading stands between these statements"),
        (leave_out, (6,), "there is no 6"),
        (take_in, (40, 60), "overlaps the statement before it"),
        (take_in, (142, 146), r"'##' says nothing by itself"),
        (take_in, (96, 99), r"'-' says nothing by itself"),
        (take_in, (52, 53), "empty"),
        (take_in, (300, 9_999), "outside the text"),
    ],
)
def test_a_cut_against_the_law_is_refused_and_nothing_changes(
    tea: Engine, act: object, args: tuple[int, ...], words: str | None
) -> None:
    before = seen(tea)
    if words is None:
        done(tea, act, *args)
        assert seen(tea) != before
        return
    with pytest.raises(InputError, match=words):
        done(tea, act, *args)
    assert seen(tea) == before


def test_text_that_was_left_out_keeps_statements_apart(tea: Engine) -> None:
    done(tea, leave_out, 2)
    with pytest.raises(InputError, match="text that was left out stands between"):
        done(tea, merge, 1)


def decomposed(engine: Engine, pieces: list[Piece], note: str | None = None) -> StatementEdit:
    with writing(engine) as session:
        return replace_statements(session, of(session), "r1", pieces, "decompose", None, later(60), note)


def test_a_model_may_cut_an_answer_without_skipping_anything(tea: Engine) -> None:
    was = [Piece(one.start or 0, one.end or 0) for one in seen(tea).statements]
    edit = decomposed(tea, [Piece(17, 31), Piece(31, 52), *was[1:]], "some-model, decomposition-1")
    assert (edit.rater_id, edit.note, edit.action) == (None, "some-model, decomposition-1", "decompose")
    assert cites(tea)[:2] == [(1,), (2,)]
    with pytest.raises(InputError, match="this would skip 'and it is loved"):
        decomposed(tea, [Piece(17, 31), *was[1:]])
    with pytest.raises(InputError, match="that changes nothing"):
        decomposed(tea, [Piece(17, 31), Piece(32, 52), *was[1:]])
    with pytest.raises(InputError, match="stands before the statement before it"):
        decomposed(tea, [was[1], Piece(17, 52), *was[2:]])


def test_what_a_person_left_out_a_model_may_leave_out_as_well(tea: Engine) -> None:
    done(tea, leave_out, 3)
    was = [Piece(one.start or 0, one.end or 0) for one in seen(tea).statements]
    decomposed(tea, [Piece(17, 31), Piece(32, 52), *was[1:]])
    assert len(texts(tea)) == 5
    with pytest.raises(InputError, match="this would skip 'The matrix"):
        decomposed(tea, [Piece(17, 31), Piece(32, 52), *was[2:]])


def test_other_answers_stay_untouched(engine: Engine) -> None:
    review_study(engine, [TEXT, TEXT])
    with reading(engine) as session:
        others = set(session.exec(select(Unit.id).where(col(Unit.key).startswith("r2"))))
    done(engine, split, 1, PLACE)
    assert len(seen(engine, "r2").statements) == 5
    with reading(engine) as session:
        assert set(session.exec(select(Unit.id).where(col(Unit.key).startswith("r2")))) == others


def test_an_edit_changes_the_stamp_of_the_record(tea: Engine) -> None:
    with reading(tea) as session:
        before = stamp(session)
    done(tea, leave_out, 5)
    with reading(tea) as session:
        assert stamp(session) != before
