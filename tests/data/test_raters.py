from __future__ import annotations

import threading

import pytest
from records import NOON
from sqlalchemy import Engine
from sqlmodel import select

from data import raters, studies
from data.engine import reading, writing
from data.errors import InputError
from data.tables import Rater, Study


@pytest.fixture
def study(engine: Engine) -> Study:
    with writing(engine) as session:
        return studies.create_study(session, "one", "One", NOON)


def test_the_same_name_is_the_same_rater(engine: Engine, study: Study) -> None:
    with writing(engine) as session:
        first = raters.rater_named(session, study, "Ada", "human", "import")
    with writing(engine) as session:
        again = raters.rater_named(session, study, "Ada", "human", "app")
    assert (first.id, again.origin) == (again.id, "import")


def test_the_same_name_in_two_studies_is_two_raters(engine: Engine, study: Study) -> None:
    with writing(engine) as session:
        other = studies.create_study(session, "two", "Two", NOON)
        first = raters.rater_named(session, study, "Ada", "human", "app")
        second = raters.rater_named(session, other, "Ada", "human", "app")
    assert first.id != second.id


@pytest.mark.parametrize(
    ("more", "column"), [({"kind": "judge"}, "kind"), ({"slot": True}, "slot"), ({"spec_sha": "b"}, "spec_sha")]
)
def test_a_name_that_means_two_things_is_refused(
    engine: Engine, study: Study, more: dict[str, object], column: str
) -> None:
    with writing(engine) as session:
        raters.rater_named(session, study, "Ada", "human", "app", slot=False, spec_sha="a")
    wanted = {"kind": "human", "origin": "app", **more}
    with writing(engine) as session, pytest.raises(InputError, match=f"already a rater 'Ada' whose {column} is"):
        raters.rater_named(session, study, "Ada", **wanted)


def test_only_people_can_sign_in(engine: Engine, study: Study) -> None:
    with writing(engine) as session:
        for name, kind, more in (
            ("Zoë", "human", {}),
            ("Ada", "human", {}),
            ("annotator 1", "human", {"slot": True}),
            ("robot", "human", {"simulated": True}),
            ("judge", "judge", {}),
            ("chief", "adjudicator", {}),
        ):
            raters.rater_named(session, study, name, kind, "app", **more)
        assert [rater.name for rater in raters.people_of(session, study)] == ["Ada", "Zoë"]


def test_two_who_add_the_same_name_at_once_get_one_rater(engine: Engine, study: Study) -> None:
    start, found = threading.Barrier(4), []

    def add() -> None:
        start.wait()
        with writing(engine) as session:
            found.append(raters.rater_named(session, study, "Ada", "human", "app").id)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(engine) as session:
        assert found == [session.exec(select(Rater.id)).one()] * 4
