from __future__ import annotations

import pytest
from records import NOON
from sqlalchemy import Engine

from data import studies
from data.engine import reading, writing
from data.errors import InputError, NotFound


def test_a_study_is_found_by_its_name_among_others(engine: Engine) -> None:
    with writing(engine) as session:
        for name in ("two", "one"):
            studies.create_study(session, name, name.title(), NOON, notice="invented")
    with reading(engine) as session:
        found = studies.study_named(session, "one")
        assert (found.title, found.notice) == ("One", "invented")
        assert [study.name for study in studies.studies(session)] == ["one", "two"]


def test_an_unknown_study_is_answered_with_the_known_ones(engine: Engine) -> None:
    with reading(engine) as session, pytest.raises(NotFound, match="no study 'x'; known: none yet"):
        studies.study_named(session, "x")
    with writing(engine) as session:
        studies.create_study(session, "one", "One", NOON)
    with reading(engine) as session, pytest.raises(NotFound, match="no study 'x'; known: one"):
        studies.study_named(session, "x")


@pytest.mark.parametrize(("title", "notice"), [("a\0", None), ("a", "half \ud83d")])
def test_words_that_cannot_be_stored_are_refused(engine: Engine, title: str, notice: str | None) -> None:
    with writing(engine) as session, pytest.raises(InputError, match=r"NUL|surrogate"):
        studies.create_study(session, "one", title, NOON, notice=notice)


def test_a_name_is_given_once(engine: Engine) -> None:
    with writing(engine) as session:
        studies.create_study(session, "one", "One", NOON)
    with writing(engine) as session, pytest.raises(InputError, match="already a study 'one'"):
        studies.create_study(session, "one", "Another", NOON)
