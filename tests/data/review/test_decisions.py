"""What people decide about marks is kept row by row, and the citations of statements follow it."""

from __future__ import annotations

import pytest
from records import later
from review_study import TEXT, of, reader, review_study, seen
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data.engine import reading, writing
from data.errors import InputError, NotFound
from data.importing.reports import GivenSource
from data.review import Decision, StandingMark, as_read, decide_mark
from data.stamp import stamp
from data.tables import Answer, AnswerSource, Citation, Label, MarkDecision, Statement, Unit


@pytest.fixture
def tea(engine: Engine) -> Engine:
    review_study(engine)
    return engine


def cites(engine: Engine, study: str = "tea") -> list[tuple[int, ...]]:
    return [statement.cites for statement in seen(engine, study=study).statements]


def mark(engine: Engine, words: str, nth: int = 0) -> StandingMark:
    view = seen(engine)
    return [found for found in view.marks if view.text[found.start : found.end] == words][nth]


def decide(engine: Engine, decision: Decision, seconds: float = 60, study: str = "tea") -> None:
    with writing(engine) as session:
        decide_mark(session, of(session, study), "r1", decision, reader(session, study=study), later(seconds))


def rows(session: Session) -> list[MarkDecision]:
    return list(session.exec(select(MarkDecision).order_by(col(MarkDecision.id))))


def test_marks_say_why_they_are_citations_what_they_cite_and_who_cites_by_them(tea: Engine) -> None:
    view = seen(tea)
    told = [(view.text[one.start : one.end], one.read, one.positions, one.statement) for one in view.marks]
    assert told == [
        ("[1]", (1,), (1,), 1),
        ("[2]", (2,), (2,), 1),
        ("[1]", None, None, 2),  # the index of a matrix
        ("[3]", (3,), (3,), 3),
        ("[9]", (5,), (5,), 3),  # behind the four sources of the list
        ("[2]", (2,), (2,), 4),
    ]
    assert "numbers in square brackets" in (view.marks[0].why or "")
    assert "index of an array" in (view.marks[2].why or "")
    assert (view.undefined, view.unused) == ((5,), (4,))
    assert [source.title for source in view.sources] == ["Old tea", "Loved tea", "Rain", "Snow"]


def test_a_mark_decided_to_be_text_is_cited_no_more_and_can_be_put_back(tea: Engine) -> None:
    first = mark(tea, "[1]")
    decide(tea, Decision(*first.span, "text", note="a count of cups"))
    assert cites(tea) == [(2,), (), (3, 5), (2,), ()]
    decided = mark(tea, "[1]")
    assert (decided.read, decided.positions) == ((1,), None)
    assert decided.decision is not None
    assert decided.decision.note == "a count of cups"
    decide(tea, as_read(decided), 70)
    assert cites(tea) == [(1, 2), (), (3, 5), (2,), ()]
    with reading(tea) as session:
        old, new = rows(session)
    assert (old.verdict, old.superseded_at, new.verdict, new.supersedes_id) == ("text", later(70), "citation", old.id)
    assert (old.positions, new.positions, new.superseded_at) == ([], [1], None)


def test_what_only_looked_like_a_citation_can_become_one(tea: Engine) -> None:
    index = mark(tea, "[1]", 1)
    decide(tea, Decision(*index.span, "citation", (4, 1)))
    assert cites(tea) == [(1, 2), (1, 4), (3, 5), (2,), ()]
    assert mark(tea, "[1]", 1).positions == (4, 1)
    decide(tea, as_read(mark(tea, "[1]", 1)))
    assert cites(tea)[1] == ()


def test_any_other_words_can_become_a_citation(tea: Engine) -> None:
    start = TEXT.index("black tea")
    decide(tea, Decision(start, start + len("black tea"), "citation", (3,)))
    assert cites(tea)[3] == (2, 3)
    found = mark(tea, "black tea")
    assert (found.why, found.read, found.positions, found.statement) == (None, None, (3,), 4)
    decide(tea, as_read(found))
    assert cites(tea)[3] == (2,)


def test_a_source_two_marks_cite_stays_cited_while_one_of_them_does(engine: Engine) -> None:
    review_study(engine, ["Tea is old [1] and green [1].\n\n[1]: https://leaf.example/"])
    one, two = seen(engine).marks
    decide(engine, Decision(*one.span, "text"))
    assert cites(engine) == [(1,)]
    decide(engine, Decision(*two.span, "text"))
    assert cites(engine) == [()]


def test_a_citation_may_mean_nothing_of_the_list(tea: Engine) -> None:
    decide(tea, Decision(*mark(tea, "[9]").span, "citation"))
    assert cites(tea)[2] == (3,)
    assert mark(tea, "[9]").positions == ()


@pytest.mark.parametrize(
    ("start", "end", "verdict", "positions", "words"),
    [
        (28, 31, "maybe", (), "'maybe' is not one of citation, text"),
        (28, 31, "text", (1,), "text cites no source"),
        (28, 31, "citation", (7,), "the answer lists 4 sources; 7 is none of them"),
        (28, 31, "citation", (5,), "5 is none of them"),  # only [9] was read as the fifth
        (28, 31, "citation", (2, 2), "named twice"),
        (27, 30, "citation", (1,), r"overlaps '\[1\]'"),
        (31, 31, "citation", (1,), "select some text"),
        (31, 32, "citation", (1,), "select some text"),  # a space
        (-1, 3, "citation", (1,), "select some text"),
        (28, 99_999, "citation", (1,), "select some text"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused_and_nothing_changes(
    tea: Engine, start: int, end: int, verdict: str, positions: tuple[int, ...], words: str
) -> None:
    before = seen(tea)
    with pytest.raises(InputError, match=words):
        decide(tea, Decision(start, end, verdict, positions))
    assert seen(tea) == before


def test_an_unknown_answer_is_named(tea: Engine) -> None:
    with pytest.raises(NotFound, match="no answer 'r7'"):
        seen(tea, "r7")


def test_a_position_read_behind_the_list_may_be_given_back(tea: Engine) -> None:
    decide(tea, Decision(*mark(tea, "[9]").span, "text"))
    decide(tea, Decision(*mark(tea, "[9]").span, "citation", (5,)))
    assert cites(tea)[2] == (3, 5)


def test_citations_given_without_a_mark_stay_when_marks_change(tea: Engine) -> None:
    with writing(tea) as session:
        fifth = session.exec(select(Statement).where(Statement.position == 5)).one()
        first = session.exec(select(Statement).where(Statement.position == 1)).one()
        session.add_all([Citation(statement_id=fifth.id, position=4), Citation(statement_id=first.id, position=3)])
    assert [one.given for one in seen(tea).statements] == [(3,), (), (), (), (4,)]
    decide(tea, Decision(*mark(tea, "[2]").span, "text"))
    assert cites(tea) == [(1, 3), (), (3, 5), (2,), (4,)]


def test_a_mark_the_record_does_not_follow_stays_without_effect_until_somebody_decides(tea: Engine) -> None:
    with writing(tea) as session:
        for row in session.exec(select(Citation).where(Citation.position == 1)):
            session.delete(row)
    assert (mark(tea, "[1]").read, mark(tea, "[1]").positions) == ((1,), ())
    decide(tea, Decision(*mark(tea, "[2]").span, "text"))
    assert cites(tea)[0] == ()
    decide(tea, as_read(mark(tea, "[1]")))
    assert cites(tea)[0] == (1,)


def test_decisions_may_come_after_labels_and_change_the_stamp(tea: Engine) -> None:
    with writing(tea) as session:
        unit = session.exec(select(Unit).where(Unit.question == "relevance", Unit.key == "r1/1")).one()
        row = {"unit_id": unit.id, "rater_id": reader(session).id, "question_version": "1"}
        session.add(Label(**row, value="relevant", created_at=later(0)))
        session.flush()
        before = stamp(session)
    decide(tea, Decision(*mark(tea, "[1]").span, "text"))
    assert cites(tea)[0] == (2,)
    with reading(tea) as session:
        assert stamp(session) != before


def test_a_list_kept_beside_the_text_is_cited_by_its_positions(engine: Engine) -> None:
    given = (GivenSource("https://one.example/"), GivenSource("https://two.example/"))
    review_study(engine, ["Tea is old [2]. It is [green](https://one.example/#leaf). Or not [7], or [9]."], given=given)
    assert [found.positions for found in seen(engine).marks] == [(2,), (1,), (3,), (4,)]
    assert cites(engine) == [(2,), (1,), (3, 4)]


def test_a_list_that_the_text_does_not_explain_is_still_cited_by_page_and_position(engine: Engine) -> None:
    """The record lists one page of two, under another number than the text does."""
    text = "Tea is old [1] and green [2].\n\n[1] https://one.example/\n[2] https://two.example/\n"
    review_study(engine, [text], readable=False)
    with writing(engine) as session:
        session.delete(session.exec(select(AnswerSource).where(AnswerSource.position == 1)).one())
        session.flush()
        session.exec(select(AnswerSource).where(AnswerSource.position == 2)).one().position = 1
    assert [found.read for found in seen(engine).marks] == [(2,), (1,)]


def test_statements_that_are_not_found_in_the_text_keep_their_citations(tea: Engine) -> None:
    with writing(tea) as session:
        session.exec(select(Statement).where(Statement.position == 2)).one().text = "Quite another text."
    decide(tea, Decision(*mark(tea, "[1]").span, "text"))
    assert cites(tea) == [(1, 2), (), (3, 5), (2,), ()]
    assert mark(tea, "[1]").positions is None


def test_statements_without_offsets_are_found_by_their_text(tea: Engine) -> None:
    with writing(tea) as session:
        for statement in session.exec(select(Statement)):
            statement.start = statement.end = None
    assert [(one.start, one.end) for one in seen(tea).statements][:2] == [(17, 52), (53, 78)]
    decide(tea, Decision(*mark(tea, "[1]").span, "text"))
    assert cites(tea)[0] == (2,)


def test_the_version_of_what_is_seen_tells_changes_apart(tea: Engine) -> None:
    versions = [seen(tea).version]
    for verdict in ("text", "text"):
        decide(tea, Decision(*mark(tea, "[9]").span, verdict))
        versions.append(seen(tea).version)
    assert len(set(versions)) == 3


def test_a_decision_of_another_study_is_not_mixed_in(tea: Engine) -> None:
    review_study(tea, study="more tea")
    decide(tea, Decision(*mark(tea, "[1]").span, "text"))
    assert cites(tea, "more tea")[0] == (1, 2)
    with reading(tea) as session:
        keys = session.exec(select(Answer.key).join(MarkDecision)).all()
    assert keys == ["r1"]
