"""Sources take what was fetched, and keep the text that labels rest on."""

from __future__ import annotations

import hashlib

import pytest
from records import crew, later, person, small_study
from sqlalchemy import Engine
from sqlmodel import Session, select

from data.engine import reading, writing
from data.errors import InputError, NotFound
from data.fetching.fetched import Fetched
from data.queue import Place, next_place
from data.raters import rater_named
from data.sources import (
    Outcome,
    counts_by_status,
    give_text,
    source_keyed,
    source_lines,
    store_attempt,
    wanted_sources,
    without_address,
)
from data.stamp import stamp
from data.studies import study_named
from data.tables import Draft, Label, Source, SourceFetch, Study, Unit
from data.tables.types import stored

TEXT = "Bees dance to tell where flowers are. 東京 🌅"
FOUND = Fetched("ok", None, "https://example.org/at/last", "text/html", 1234, TEXT, 0.25, "ab" * 32)
LOST = Fetched("not found", "the page is not there (404)", "https://example.org/a001-s3", "text/html")


@pytest.fixture
def small(engine: Engine) -> Engine:
    """Answers a001 and a002 with two readable sources each; the third is behind a paywall."""
    with writing(engine) as session:
        small_study(session, answers=2)
    return engine


def of(session: Session) -> Study:
    return study_named(session, "small")


def taken(engine: Engine, key: str, fetched: Fetched) -> Outcome:
    with writing(engine) as session:
        return store_attempt(session, stored(source_keyed(session, of(session), key).id), fetched, later(5))


def support_units(engine: Engine, key: str) -> list[str]:
    with reading(engine) as session:
        found = select(Unit.key).where(Unit.question == "support", Unit.key.like(f"{key}/%"))  # type: ignore[attr-defined]
        return sorted(session.exec(found))


def test_a_source_that_becomes_readable_takes_text_hash_and_units(small: Engine) -> None:
    assert "a001/1/3" not in support_units(small, "a001")
    assert taken(small, "a001-s3", FOUND) == "stored"
    with reading(small) as session:
        source = source_keyed(session, of(session), "a001-s3")
        assert (source.status, source.text, source.length) == ("ok", TEXT, len(TEXT))
        assert source.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
        (line,) = source_lines(session, of(session), "a001-s3")
    assert (line.way, line.at, line.final_url, line.boilerplate) == ("network", later(5), FOUND.final_url, 0.25)
    assert support_units(small, "a001") == [
        f"a001/{statement}/{source}" for statement in (1, 2) for source in (1, 2, 3)
    ]
    assert support_units(small, "a002") == [f"a002/{statement}/{source}" for statement in (1, 2) for source in (1, 2)]


def test_a_source_that_failed_stays_listed_with_the_reason(small: Engine) -> None:
    assert taken(small, "a001-s3", LOST) == "stored"
    with reading(small) as session:
        lines = {line.key: line for line in source_lines(session, of(session))}
        assert counts_by_status(session, of(session)) == {"ok": 4, "paywall": 1, "not found": 1}
    assert len(lines) == 6
    assert (lines["a001-s3"].status, lines["a001-s3"].why) == ("not found", "the page is not there (404)")
    assert (lines["a001-s1"].way, lines["a001-s1"].length) == (None, 24)


def test_an_unused_text_may_change_and_a_failure_takes_nothing_away(small: Engine) -> None:
    assert taken(small, "a001-s1", FOUND) == "stored"
    assert taken(small, "a001-s1", FOUND) == "unchanged"
    assert taken(small, "a001-s1", LOST) == "kept"
    with reading(small) as session:
        (line,) = source_lines(session, of(session), "a001-s1")
        assert source_keyed(session, of(session), "a001-s1").text == TEXT
        tried = [(row.status, row.used) for row in session.exec(select(SourceFetch).order_by(SourceFetch.id))]  # type: ignore[arg-type]
    assert (line.status, line.why) == ("ok", None)
    assert tried == [("ok", True), ("ok", True), ("not found", False)]


def label(engine: Engine, unit_key: str) -> None:
    with writing(engine) as session:
        rater = rater_named(session, of(session), "judge", "judge", "run")
        unit = session.exec(select(Unit).where(Unit.key == unit_key, Unit.question == "support")).one()
        session.add(
            Label(
                unit_id=stored(unit.id),
                rater_id=stored(rater.id),
                question_version="1",
                value="full",
                created_at=later(1),
            )
        )


def test_a_text_that_labels_rest_on_stays(small: Engine) -> None:
    label(small, "a001/1/1")
    assert taken(small, "a001-s1", FOUND) == "refused"
    assert taken(small, "a001-s2", FOUND) == "stored"
    with reading(small) as session:
        source = source_keyed(session, of(session), "a001-s1")
        assert (source.status, source.length) == ("ok", 24)
        again = Fetched("ok", text=source.text)
        (line,) = source_lines(session, of(session), "a001-s1")
    assert line.way is None  # the refused attempt is no place the text comes from
    assert taken(small, "a001-s1", again) == "unchanged"
    with writing(small) as session, pytest.raises(InputError, match="labels rest on the text source 'a001-s1' has"):
        give_text(session, of(session), "a001-s1", "another text", later(9))


def test_a_text_somebody_has_open_stays(engine: Engine) -> None:
    team = crew(engine, question="support", answers=1)
    with writing(engine) as session:
        assert isinstance(next_place(session, team.batch, team.people[0], later(0)), Place)
    assert taken(engine, "a001-s1", FOUND) == "refused"


def test_a_draft_keeps_a_text_after_its_task_was_given_back(engine: Engine) -> None:
    with writing(engine) as session:
        small = small_study(session, answers=1)
        rater = person(session, small.study, "Ada")
        unit = session.exec(select(Unit).where(Unit.key == "a001/2/1", Unit.question == "support")).one()
        session.add(Draft(rater_id=stored(rater.id), unit_id=stored(unit.id), value="full", saved_at=later(1)))
    assert taken(engine, "a001-s1", FOUND) == "refused"
    assert taken(engine, "a001-s2", FOUND) == "stored"


def test_which_sources_are_wanted(small: Engine) -> None:
    with writing(small) as session:
        study = of(session)
        assert wanted_sources(session, study) == []
        for key, url, status in (("new", "https://a.example", "not fetched"), ("bare", None, "not fetched"),
                                 ("blank", "", "not fetched"), ("shut", "https://b.example", "blocked")):  # fmt: skip
            session.add(Source(study_id=stored(study.id), key=key, url=url, status=status))
        session.flush()

        def keys(again: bool = False, *only: str) -> list[str]:
            return [one.key for one in wanted_sources(session, study, again, only)]

        assert keys() == ["new"]
        assert keys(True) == ["a001-s3", "a002-s3", "new", "shut"]
        assert keys(False, "shut", "a001-s1", "shut") == ["shut", "a001-s1"]
        assert wanted_sources(session, study)[0].url == "https://a.example"
        assert without_address(session, study) == 2
        with pytest.raises(NotFound, match="no source 'nope'"):
            keys(False, "nope")
        with pytest.raises(InputError, match="'bare' has no address"):
            keys(False, "bare")


def test_a_text_given_by_hand_is_taken_as_it_is(small: Engine) -> None:
    with writing(small) as session:
        assert give_text(session, of(session), "a001-s3", "  My own\ncopy. ", later(7)) == "stored"
        assert give_text(session, of(session), "a001-s3", "  My own\ncopy. ", later(8)) == "unchanged"
        (line,) = source_lines(session, of(session), "a001-s3")
    assert (line.status, line.way, line.at, line.length, line.url) == (
        "ok", "hand", later(8), 15, "https://example.org/a001-s3"
    )  # fmt: skip
    assert "a001/1/3" in support_units(small, "a001")


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "no text"), (" \n", "no text"), ("a\0", "NUL"), ("\ud800", "surrogate"), ("a" * 10_000_001, "too many")],
)
def test_a_text_by_hand_can_be_stored_or_is_told_why_not(small: Engine, text: str, words: str) -> None:
    with writing(small) as session, pytest.raises(InputError, match=words):
        give_text(session, of(session), "a001-s3", text, later(7))


def test_figures_are_computed_anew_after_an_attempt(small: Engine) -> None:
    with reading(small) as session:
        before = stamp(session)
    taken(small, "a001-s3", FOUND)
    with reading(small) as session:
        assert stamp(session) != before
