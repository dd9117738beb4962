"""The long frame of a question: current labels, one version, clusters, and what is not a value."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from judged_study import GOOD, NOW, STUDY, Shape, make_study
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from agreement.report import report
from data.engine import reading, writing
from data.errors import InputError
from data.frames import COLUMNS, by_query, guideline_versions, long_frame, versions
from data.questions import QUESTIONS
from data.raters import rater_named
from data.studies import study_named
from data.tables import Guideline, Label, Query, Rater, Unit

SMALL = Shape(queries=3)
SUPPORT = QUESTIONS["support"]


def _one(session: Session, rater: str, unit: str, question: str = "support") -> Label:
    found = (
        select(Label)
        .join(Unit, col(Unit.id) == Label.unit_id)
        .join(Rater, col(Rater.id) == Label.rater_id)
        .where(Unit.key == unit, Unit.question == question, Rater.name == rater)
    )
    return session.exec(found.where(col(Label.superseded_at).is_(None))).one()


def _correct(session: Session, label: Label, **changes: object) -> None:
    """A newer label in the place of an old one."""
    label.superseded_at = NOW + timedelta(hours=1)
    session.flush()
    session.add(Label(**{**label.model_dump(exclude={"id", "superseded_at"}), "supersedes_id": label.id, **changes}))


def test_a_frame_has_a_row_for_each_current_label_in_a_fixed_order(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        frame = long_frame(session, study, SUPPORT)
    # 6 answers x 3 statements x 2 sources, 2 people and 2 judges
    assert len(frame) == 6 * 6 * 4
    assert list(frame.columns) == list(COLUMNS)
    assert list(map(tuple, frame[["unit", "rater"]].values)) == sorted(map(tuple, frame[["unit", "rater"]].values))
    row = frame.iloc[0]
    assert (row["unit"], row["cluster"], row["query"], row["system"]) == ("orion-q00/1/1", "orion-q00", "q00", "Orion")
    assert (row["statement"], row["source"], row["query_type"], bool(row["simulated"])) == (1, 1, "debate", True)


def test_a_frame_is_what_the_agreement_report_takes(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        found = report(long_frame(session, study, SUPPORT), SUPPORT.scale, "kappa_quadratic")
    assert (found.units, found.clusters, found.human_human.units) == (36, 6, 36)


def test_a_corrected_label_counts_once_with_its_new_value(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        _correct(session, _one(session, "Ada", "orion-q00/1/1"), value=None, reason="cannot judge")
    with reading(engine) as session:
        frame = long_frame(session, study, SUPPORT)
    own = frame[(frame["unit"] == "orion-q00/1/1") & (frame["rater"] == "Ada")]
    assert own["value"].isna().tolist() == [True]
    assert own["reason"].tolist() == ["cannot judge"]


def test_labels_of_two_question_versions_are_refused_with_words(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        _correct(session, _one(session, "Ada", "orion-q00/1/1"), question_version="2")
    with reading(engine) as session:
        with pytest.raises(InputError, match=r"143 under version 1, 1 under version 2.*never mixes"):
            long_frame(session, study, SUPPORT)
        assert versions(session, study, SUPPORT) == {"1": 143, "2": 1}
        assert len(long_frame(session, study, SUPPORT, "2")) == 1


def test_an_imported_label_outside_the_scale_is_listed_with_its_text_and_is_no_value(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        label = _one(session, GOOD, "orion-q00/1/1")
        _correct(session, label, value=None, reason="out of scale", raw="Fully")
    with reading(engine) as session:
        found = report(long_frame(session, study, SUPPORT), SUPPORT.scale, "kappa_quadratic")
    assert [(row.rater, row.value, row.count) for row in found.out_of_scale] == [(GOOD, "'Fully'", 1)]
    assert found.judge(GOOD).units == 35


@pytest.mark.parametrize("raw", [None, "full"])
def test_an_out_of_scale_label_without_text_or_with_that_of_a_label_never_becomes_one(
    engine: Engine, raw: str | None
) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        _correct(session, _one(session, GOOD, "orion-q00/1/1"), value=None, reason="out of scale", raw=raw)
    with reading(engine) as session:
        frame = long_frame(session, study, SUPPORT)
    own = frame[(frame["unit"] == "orion-q00/1/1") & (frame["rater"] == GOOD)]
    assert own["value"].isna().tolist() == [True]


def test_units_without_an_answer_are_clustered_by_their_query(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with writing(engine) as session:
        query = session.exec(select(Query).where(Query.key == "q01")).one()
        unit = Unit(study_id=study.id, question="query_quality", key="q01", query_id=query.id)
        session.add(unit)
        session.flush()
        rater = rater_named(session, study, "Ada", "human", "app")
        session.add(
            Label(unit_id=unit.id, rater_id=rater.id, question_version="1", value="appropriate", created_at=NOW)
        )
    with reading(engine) as session:
        row = long_frame(session, study, QUESTIONS["query_quality"]).iloc[0]
    assert (row["cluster"], row["query"], row["query_type"]) == ("q01", "q01", "expertise")
    assert row[["answer", "system", "statement"]].isna().all()


def test_over_several_systems_the_query_is_the_cluster(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        frame = by_query(long_frame(session, study, SUPPORT))
    assert sorted(frame["cluster"].unique()) == ["q00", "q01", "q02"]


def test_a_question_without_labels_gives_an_empty_frame_with_all_columns(engine: Engine) -> None:
    study = make_study(engine, SMALL)
    with reading(engine) as session:
        frame = long_frame(session, study, QUESTIONS["depth"])
    assert (len(frame), list(frame.columns)) == (0, list(COLUMNS))


def test_the_newest_guideline_of_a_question_is_the_one_added_last(engine: Engine) -> None:
    study = make_study(engine, replace(SMALL, queries=1))
    with writing(engine) as session:
        for version in ("b", "a"):
            session.add(Guideline(study_id=study.id, question="support", version=version, text="…"))
            session.flush()
    with reading(engine) as session:
        assert guideline_versions(session, study_named(session, STUDY)) == {"support": "a"}
