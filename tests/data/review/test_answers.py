"""Answers are looked through one by one, and the record knows which were."""

from __future__ import annotations

from records import later
from review_study import TEXT, of, reader, review_study
from sqlalchemy import Engine

from data.engine import reading, writing
from data.review import Decision, answers_to_review, confirm, decide_mark, split


def test_an_answer_is_reviewed_once_a_person_says_so_and_the_last_one_counts(engine: Engine) -> None:
    review_study(engine, [TEXT, TEXT])
    review_study(engine, study="other")
    with writing(engine) as session:
        study = of(session)
        confirm(session, study, "r2", reader(session), later(5))
        confirm(session, study, "r2", reader(session, "Ben"), later(9))
    with reading(engine) as session:
        one, two = answers_to_review(session, of(session))
    assert (one.key, one.query, one.by, one.at, one.changes) == ("r1", "q1", None, None, 0)
    assert (two.key, two.by, two.at) == ("r2", "Ben", later(9))


def test_decisions_and_edits_count_as_changes(engine: Engine) -> None:
    review_study(engine)
    with writing(engine) as session:
        study, ada = of(session), reader(session)
        for verdict in ("text", "text"):
            decide_mark(session, study, "r1", Decision(28, 31, verdict), ada, later(1))
        split(session, study, "r1", 1, TEXT.index("and it"), ada, later(2))
        (line,) = answers_to_review(session, study)
    assert line.changes == 3
