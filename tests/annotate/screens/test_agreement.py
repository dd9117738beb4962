"""The Agreement screen: said in sentences, shown with its evidence, and to nobody unawares."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from app_study import HOSTILE
from app_tables import rows_of, screen_of, tables_of, words_of
from judged_study import GOOD, GUESSING, NOW, Shape, make_study
from sqlalchemy import Engine
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from data.batches import Design, draw
from data.engine import open_engine, writing
from data.raters import rater_named
from data.studies import create_study
from data.tables import Label, Statement, Study, Unit

pytestmark = pytest.mark.whole

ONE_SYSTEM = Shape(queries=30, systems=("Orion",), statements=2)
FEW = Shape(queries=4, systems=("Orion",), noise=0.5)
ASKS = "This page shows judges' and other people's labels."
CELL = "cell of the confusion matrix"


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    st.cache_resource.clear()
    opened = open_engine(sqlite_address)
    yield opened
    opened.dispose()


@pytest.fixture(scope="module")
def judged(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> AppTest:
    """The screen on a study with a careful and a guessing judge, drawn once."""
    address = str(shutil.copy(migrated_file, tmp_path_factory.mktemp("judged") / "judged.db"))
    engine = open_engine(address)
    make_study(engine, ONE_SYSTEM)
    engine.dispose()
    return agreement(address, question="support")


def agreement(address: str, **params: str) -> AppTest:
    return screen_of(address, "agreement", **params)


def verdicts(test: AppTest) -> list[list[str]]:
    """The status and the sentence of each line at the top."""
    return rows_of(tables_of(test)["verdicts"])


def asked(test: AppTest) -> bool:
    return any(ASKS in one.value for one in test.markdown)


def with_batch(engine: Engine, study: Study) -> None:
    with writing(engine) as session:
        draw(session, study, "first", "support", Design("all"), 2, 600, NOW)


def test_each_judge_and_question_has_a_status_and_a_sentence(judged: AppTest) -> None:
    rows = verdicts(judged)
    of_support = {GUESSING if GUESSING in row[1] else GOOD: row for row in rows if row[1].startswith("Support: ")}
    assert len(rows) == 5
    assert of_support[GOOD][0] == "VALIDATED"
    assert "quadratic kappa ." in of_support[GOOD][1]
    assert of_support[GUESSING][0] == "NOT VALIDATED"
    assert "Reasons and next step" in of_support[GUESSING][1]
    assert "change the prompt or the model" in of_support[GUESSING][1]


def test_a_person_with_open_tasks_is_asked_once_and_sees_no_label_before(engine: Engine, sqlite_address: str) -> None:
    with_batch(engine, make_study(engine, FEW))
    test = agreement(sqlite_address)
    assert asked(test)
    assert tables_of(test) == {}
    assert not test.get("vega_lite_chart")
    next(button for button in test.button if button.label == "Show the labels").click().run()
    assert not asked(test)
    assert verdicts(test)
    assert verdicts(test.run())


def test_a_person_without_open_tasks_is_not_asked(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, FEW)
    assert verdicts(agreement(sqlite_address))


def test_a_question_is_shown_with_all_its_evidence(judged: AppTest) -> None:
    tables = tables_of(judged)
    assert len(judged.get("vega_lite_chart")) == 1
    counts = rows_of(tables[f"confusion support {GOOD}"])
    assert counts[0][1:] == ["none", "partial", "full"]
    assert counts[1][0] == "none"
    assert counts[1][1].endswith("%")
    coefficients = rows_of(tables["coefficients"])
    assert coefficients[0][1:4] == ["judge and people", "difference", "people with each other"]
    assert coefficients[1][0] == "quadratic kappa"
    assert "quadratic weights on the declared codes" in coefficients[1][-1]
    fleiss = next(row for row in coefficients if row[0] == "Fleiss' kappa")
    assert fleiss[1:4] == ["", "", ""], "there is none of a pair"
    assert "[" in fleiss[4]
    assert fleiss[5].startswith("Fleiss' kappa of several raters")
    how = dict(rows_of(tables["reading"]))
    assert how["scale"] == "ordinal: none = 0, partial = 1, full = 2; contradicts counts as none (question version 1)"
    assert "compared with each human" in how["judges"]
    assert f"{GOOD} judge" in [row[0] for row in rows_of(tables["coverage"])]
    assert [button.label for button in judged.download_button] == ["Coefficients (CSV)", "Everything (JSON)"]


def test_a_chosen_cell_lists_its_units_with_their_texts_as_they_are(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, FEW)
    with writing(engine) as session:
        for statement in session.exec(select(Statement)).all():
            statement.text = HOSTILE
            session.add(statement)
    test = agreement(sqlite_address, question="support")
    test.session_state[CELL] = (f"support {GOOD}", "0-0")
    test.run()
    rows = rows_of(tables_of(test)["units"])
    assert rows[0] == ["where", "statement", "source", "judge", "people"]
    assert {row[1] for row in rows[1:]} == {HOSTILE}
    assert {row[3] for row in rows[1:]} == {"none"}
    assert all(HOSTILE not in one.value for one in [*test.markdown, *test.caption, *test.subheader])
    count = int(rows_of(tables_of(test)[f"confusion support {GOOD}"])[1][1].split()[0])
    assert sum(row[4].count("none") for row in rows[1:]) == count


def test_what_has_no_meaning_on_a_scale_is_said_once(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, FEW)
    rows = rows_of(tables_of(agreement(sqlite_address, question="stance"))["coefficients"])
    names = ["kappa", "percent agreement", "AC1", "alpha (nominal)", "Fleiss' kappa"]
    assert [row[0] for row in rows[1:-1]] == names
    assert rows[-1][0].startswith("undefined: linear kappa, quadratic kappa, alpha (ordinal), ")
    assert rows[-1][0].endswith("its values have no order")


def test_one_rater_alone_is_said_to_be_one(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, replace(FEW, people=("Ada",)))
    test = agreement(sqlite_address, question="support")
    assert all("only one rater exists" in row[1] or "the only rater who exists" in row[1] for row in verdicts(test))
    assert {row[0] for row in verdicts(test)} == {"INCONCLUSIVE"}
    assert "people with each other: undefined: only one rater exists" in words_of(test)


def test_without_a_judge_people_stand_alone(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, replace(FEW, judges=()))
    test = agreement(sqlite_address, question="support")
    tables = tables_of(test)
    assert "people agree with each other" in verdicts(test)[0][1]
    assert not [key for key in tables if key.startswith("confusion")]
    assert rows_of(tables["coefficients"])[0][1] == "people with each other"


def test_without_labels_it_says_so(engine: Engine, sqlite_address: str) -> None:
    with writing(engine) as session:
        create_study(session, "empty", "An empty study", NOW)
    test = agreement(sqlite_address)
    assert "Nothing is labelled yet" in words_of(test)
    assert tables_of(test) == {}


def test_without_a_study_it_says_how_to_bring_one(engine: Engine, sqlite_address: str) -> None:
    assert "There is no study yet" in words_of(agreement(sqlite_address))


def test_a_new_label_is_seen_at_the_next_look(engine: Engine, sqlite_address: str) -> None:
    study = make_study(engine, replace(FEW, judges=()))
    test = agreement(sqlite_address, question="support")
    with writing(engine) as session:
        unit = session.exec(select(Unit).where(Unit.question == "support")).first()
        newcomer = rater_named(session, study, "Cleo", "human", "app")
        given = {"question_version": "1", "reason": "cannot judge", "created_at": NOW}
        session.add(Label(unit_id=unit.id if unit else 0, rater_id=newcomer.id, **given))
    rows = rows_of(tables_of(test.run())["coverage"])
    assert ["Cleo human", "0", "1", "0"] in rows
