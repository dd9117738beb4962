"""The stamp of the record changes with everything figures are computed from, and with nothing else."""

from __future__ import annotations

from judged_study import NOW, Shape, make_study
from records import Crew, crew, entries_for, later
from sqlalchemy import Engine
from sqlmodel import Session, select

from data.engine import reading, writing
from data.queue import Place, next_place
from data.stamp import stamp
from data.submission import Submission, save_drafts, submit_and_next
from data.tables import Guideline, Label


def stamped(engine: Engine) -> str:
    with reading(engine) as session:
        return stamp(session)


def placed(session: Session, people: Crew) -> Place:
    found = next_place(session, people.batch, people.people[0], later(0))
    assert isinstance(found, Place)
    return found


def test_a_record_without_rows_has_a_stamp(engine: Engine) -> None:
    assert stamped(engine) == "-".join("0" * 12)


def test_a_submitted_label_changes_it_and_a_draft_does_not(engine: Engine) -> None:
    people = crew(engine)
    before = stamped(engine)
    with writing(engine) as session:
        place = placed(session, people)
        entries = entries_for(session, place)
        save_drafts(session, people.people[0], place.seat_id, place.version, entries, later(1))
    assert stamped(engine) == before
    with writing(engine) as session:
        submit_and_next(session, people.people[0], Submission(place.seat_id, place.version, "t", entries), later(2))
    assert stamped(engine) != before


def test_a_correction_changes_it_because_it_is_a_new_row(engine: Engine) -> None:
    make_study(engine, Shape(queries=1, systems=("Orion",), judges=()))
    before = stamped(engine)
    with writing(engine) as session:
        old = session.exec(select(Label)).first()
        assert old is not None
        old.superseded_at = NOW
        session.add(old)
        session.flush()
        same = {"unit_id": old.unit_id, "rater_id": old.rater_id, "question_version": old.question_version}
        session.add(Label(**same, reason="cannot judge", supersedes_id=old.id, created_at=NOW))
    assert stamped(engine) != before


def test_a_new_guideline_changes_it_because_labels_may_be_stale_now(engine: Engine) -> None:
    study = make_study(engine, Shape(queries=1, systems=("Orion",), judges=()))
    before = stamped(engine)
    with writing(engine) as session:
        session.add(Guideline(study_id=study.id, question="support", version="2", text="Read twice."))
    assert stamped(engine) != before
