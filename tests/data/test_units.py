from __future__ import annotations

import pytest
from records import small_study
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from data import units
from data.engine import reading, writing
from data.studies import study_named
from data.tables import Checklist, ChecklistItem, Claim, Issue, ReportPair, Source, Unit
from data.tables.types import stored


def keys(session: Session, question: str) -> list[str]:
    return sorted(session.exec(select(Unit.key).where(Unit.question == question)))


@pytest.fixture
def furnished(engine: Engine) -> Engine:
    """Two answers (a debate and an expertise query) with one of everything a label can be about."""
    with writing(engine) as session:
        small = small_study(session, answers=2)
        study, (first, second) = stored(small.study.id), small.answers
        for key, query in (("all", None), ("own", first.query_id)):
            checklist = Checklist(study_id=study, key=key, version="1", query_id=query)
            session.add(checklist)
            session.flush()
            session.add(ChecklistItem(checklist_id=stored(checklist.id), key="p1", position=1, text="Is clear."))
        session.add(Issue(answer_id=stored(first.id), key="i1", type="consistency", text="It contradicts itself."))
        session.add(Issue(answer_id=stored(first.id), key="i2", type="citation", text="A citation is missing."))
        session.add(Claim(answer_id=stored(second.id), key="c1", text="It is good.", url="https://example.org"))
        session.add(
            ReportPair(
                study_id=study,
                key="p1",
                query_id=first.query_id,
                first_id=stored(first.id),
                second_id=stored(second.id),
            )
        )
        session.flush()
        units.make_units(session, small.study)
        units.make_other_units(session, small.study)
    return engine


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("confidence", ["a001", "a002"]),
        ("relevance", ["a001/1", "a001/2", "a002/1", "a002/2"]),
        ("stance", ["a001/1", "a001/2"]),  # only a001 answers a debate query
        # sources 1 and 2 are readable, source 3 is not
        ("support", [f"a00{a}/{s}/{p}" for a in (1, 2) for s in (1, 2) for p in (1, 2)]),
        ("presentation", ["a001/all@1/p1", "a002/all@1/p1"]),
        ("coverage", ["a001/own@1/p1"]),
        ("item_quality", ["own@1/p1"]),
        ("consistency_issue", ["a001/i1"]),
        ("citation_issue", ["a001/i2"]),
        ("citation_accuracy", ["a002/c1"]),
        ("depth", ["p1"]),
        ("query_quality", ["q001", "q002"]),
    ],
)
def test_each_question_has_the_units_its_content_gives(furnished: Engine, question: str, expected: list[str]) -> None:
    with reading(furnished) as session:
        assert keys(session, question) == expected


def test_a_cell_points_at_its_statement_and_its_place_in_the_list(furnished: Engine) -> None:
    with reading(furnished) as session:
        cell = session.exec(select(Unit).where(Unit.question == "support", Unit.key == "a002/2/1")).one()
        relevance = session.exec(select(Unit).where(Unit.question == "relevance", Unit.key == "a002/2")).one()
    assert cell.statement_id == relevance.statement_id is not None
    assert cell.answer_id == relevance.answer_id
    assert (relevance.answer_source_id, cell.query_id) == (None, None)
    assert cell.answer_source_id is not None


def test_making_units_again_makes_none(furnished: Engine) -> None:
    with writing(furnished) as session:
        study = study_named(session, "small")
        assert units.make_units(session, study) + units.make_other_units(session, study) == 0


def test_a_source_that_became_readable_gets_its_cells(engine: Engine) -> None:
    with writing(engine) as session:
        small = small_study(session, answers=2)
        source = session.exec(select(Source).where(col(Source.key) == "a001-s3")).one()
        source.status, source.text = "ok", "now it can be read"
        session.flush()
        untouched = units.make_units(session, small.study, [stored(small.answers[1].id)])
        made = units.make_units(session, small.study, [stored(small.answers[0].id)])
        assert (untouched, made) == (0, 2)
        assert "a001/2/3" in keys(session, "support")


def test_studies_do_not_share_units(engine: Engine) -> None:
    with writing(engine) as session:
        first, second = (small_study(session, answers=1, name=name) for name in ("one", "two"))
        assert keys(session, "confidence") == ["a001", "a001"]
        found = [units.units_by_key(session, small.study, "confidence", ["a001"]) for small in (first, second)]
    assert found[0]["a001"] != found[1]["a001"]


def test_keys_are_looked_up_in_any_number_and_unknown_ones_left_out(engine: Engine) -> None:
    with writing(engine) as session:
        small = small_study(session, answers=3)
        wanted = (f"a{number:03}" for number in range(1, 1_200))
        found = units.units_by_key(session, small.study, "confidence", wanted)
    assert sorted(found) == ["a001", "a002", "a003"]
