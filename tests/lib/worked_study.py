"""A study people have worked on: corrected labels, a judge tried again, texts fetched and given by hand."""

from __future__ import annotations

from dataclasses import replace

from records import Crew, crew, entries_for, later
from sqlalchemy import Engine
from sqlmodel import Session, col, select
from working import take

from data import queue
from data.blindness import show_labels
from data.engine import writing
from data.fetching.fetched import Fetched
from data.judge_labels import NewLabel, store_labels
from data.queue import Place
from data.raters import rater_named
from data.sources import give_text, source_keyed, store_attempt
from data.submission import Submission, submit_and_next
from data.tables import Guideline, Rater, TaskUnit
from data.tables.types import stored


def worked_study(engine: Engine) -> Crew:
    """The study "small": its support labels were given in the app, corrected twice, and by a judge that failed once."""
    team = crew(engine, people=2, answers=2, question="support", overlap=2, lease=700)
    first, second = team.people
    with writing(engine) as session:
        guideline = Guideline(study_id=stored(team.study.id), question="support", version="2", text="Read all.")
        session.add(guideline)
        session.flush()
        team.batch.guideline_id = guideline.id
        session.add(team.batch)
    with writing(engine) as session:
        place = _hand_in(session, first, take(session, team, first, 1), "full", 2.000_001)
        show_labels(session, team.study, first.name, later(5))
        for value, seconds in (("partial", 10), ("none", 20)):
            again = queue.reopen(session, first, place.seat_id, later(seconds))
            _hand_in(session, first, again, value, seconds + 0.5)
        _hand_in(session, second, take(session, team, second, 30), "none", 31)
        _judge(session, team)
        _fetch(session, team)
    return team


def _hand_in(session: Session, rater: Rater, place: Place, value: str, seconds: float) -> Place:
    entries = [replace(entry, bulk=True) for entry in entries_for(session, place, value)]
    entries[0] = replace(entries[0], bulk=False, evidence=((3, 9),), justification="=1+1")
    handed = Submission(place.seat_id, place.version, f"{rater.name}-{place.version}", tuple(entries), "by source")
    submit_and_next(session, rater, handed, later(seconds))
    return place


def _judge(session: Session, team: Crew) -> None:
    judge = rater_named(session, team.study, "judge", "judge", "run", spec={"model": "m-1"}, spec_sha="0" * 64)
    unit = session.exec(select(TaskUnit.unit_id).order_by(col(TaskUnit.unit_id)).limit(1)).one()
    store_labels(session, judge, "1", [NewLabel(unit, None, "refused", raw="No.")], later(40))
    store_labels(session, judge, "1", [NewLabel(unit, "full", None, evidence=((0, 4),))], later(41))


def _fetch(session: Session, team: Crew) -> None:
    missing = source_keyed(session, team.study, "a001-s3")
    failed = Fetched(
        "blocked", why="robots.txt forbids it", final_url="https://example.org/x", size=12, boilerplate=0.1
    )
    store_attempt(session, stored(missing.id), failed, later(50))
    other = source_keyed(session, team.study, "a002-s3")
    store_attempt(session, stored(other.id), Fetched("not found", content_type="text/html"), later(51))
    give_text(session, team.study, "a001-s3", "Given by hand. 東京", later(52))
