"""Sources are listed a page at a time, found by words, and read in parts."""

from __future__ import annotations

import pytest
from records import small_study
from sqlalchemy import Engine, event
from sqlmodel import Session

from data.engine import reading, writing
from data.errors import NotFound
from data.source_list import Listed, LookedFor, beside, listed, text_part
from data.studies import create_study, study_named
from data.tables import Source, Study
from data.tables.types import stored

ALL = LookedFor()
ODD = "é🌅東\u200d京\r\n"


@pytest.fixture
def small(engine: Engine) -> Engine:
    """Answers a001 to a003 with sources s1 and s2, and s3 behind a paywall; another study with one more source."""
    with writing(engine) as session:
        small_study(session, answers=3)
        other = create_study(session, "other", "Another", small_study(session, 1, "third").study.created_at)
        session.add(Source(study_id=stored(other.id), key="a001-s1", url="https://example.org/100%", status="blocked"))
        session.add(
            Source(study_id=stored(other.id), key="b", title="Élan_vital", status="ok", text=ODD * 3, sha256="0" * 64)
        )
    return engine


def of(session: Session, name: str = "small") -> Study:
    return study_named(session, name)


def page(engine: Engine, looked_for: LookedFor, first: int = 0, most: int = 50, study: str = "small") -> Listed:
    with reading(engine) as session:
        return listed(session, of(session, study), looked_for, first, most)


def keys(found: Listed) -> list[str]:
    return [line.key for line in found.lines]


def test_a_page_holds_some_and_tells_how_many_there_are(small: Engine) -> None:
    assert keys(page(small, ALL, 0, 4)) == ["a001-s1", "a001-s2", "a001-s3", "a002-s1"]
    last = page(small, ALL, 8, 4)
    assert (keys(last), last.total) == (["a003-s3"], 9)
    assert page(small, ALL, 12, 4) == Listed([], 9)


def test_a_status_leaves_the_others_out(small: Engine) -> None:
    assert keys(page(small, LookedFor("paywall"))) == ["a001-s3", "a002-s3", "a003-s3"]
    assert page(small, LookedFor("blocked")).total == 0


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("A002-S",), ["a002-s1", "a002-s2", "a002-s3"]),
        (("a002", "s3"), ["a002-s3"]),
        (("a002", "nowhere"), []),
        (("%",), []),
        (("_",), []),
    ],
)
def test_every_word_must_stand_in_key_title_or_address(small: Engine, words: tuple[str, ...], found: list[str]) -> None:
    assert keys(page(small, LookedFor(words=words))) == found


def test_signs_of_a_search_language_mean_themselves(small: Engine) -> None:
    assert keys(page(small, LookedFor(words=("0%",)), study="other")) == ["a001-s1"]
    assert keys(page(small, LookedFor(words=("n_v",)), study="other")) == ["b"]
    assert keys(page(small, LookedFor("ok", ("example.org",)), study="other")) == []


def test_the_next_source_is_found_from_one_that_is_not_looked_for_any_more(small: Engine) -> None:
    with reading(small) as session:
        study = of(session)
        paywall = LookedFor("paywall")
        ends = beside(session, study, paywall, "a001-s1"), beside(session, study, paywall, "a003-s3")
        middle = beside(session, study, paywall, "a002-s2")
        assert beside(session, study, ALL, "a002-s2").previous == "a002-s1"
        with pytest.raises(NotFound, match="no source 'b'"):
            beside(session, study, ALL, "b")
    assert (ends[0].previous, ends[0].following) == (None, "a001-s3")
    assert (ends[1].previous, ends[1].following) == ("a002-s3", None)
    assert (middle.previous, middle.following) == ("a001-s3", "a002-s3")


def test_parts_of_a_text_make_the_text(small: Engine) -> None:
    with reading(small) as session:
        parts = [text_part(session, of(session, "other"), "b", first, 4) for first in range(0, 3 * len(ODD), 4)]
        assert text_part(session, of(session, "other"), "a001-s1", 0, 4) == ""
    assert "".join(parts) == ODD * 3
    assert {len(part) for part in parts[:-1]} == {4}


def test_no_text_is_read_for_a_page_and_its_neighbours(small: Engine) -> None:
    asked: list[str] = []

    def hear(_connection: object, _cursor: object, words: str, *_rest: object) -> None:
        asked.append(words)

    event.listen(small, "before_cursor_execute", hear)
    with reading(small) as session:
        study = of(session)
        listed(session, study, LookedFor("ok", ("s1",)), 0, 50)
        beside(session, study, ALL, "a002-s2")
    event.remove(small, "before_cursor_execute", hear)
    assert asked
    assert not [words for words in asked if "source.text" in words]
