"""The Publish screen: what holds and what does not, by the policy in use; a bundle is written once a press."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from app_tables import rows_of, screen_of, tables_of, words_of
from judged_study import GOOD, GUESSING, NOW, STUDY, Shape, make_study
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from data.batches import Design, draw
from data.engine import open_engine, reading, writing
from data.publication.bundle import publications
from data.publication.verify import verify
from data.studies import create_study, study_named

pytestmark = pytest.mark.whole

SHAPE = Shape(queries=30, statements=2, noise=0.03)
FEW = Shape(queries=4)
STRICT = b"[gate]\nvalidated_above = 0.99\ncaveat_above = 0.98\n"


@pytest.fixture
def engine(sqlite_address: str) -> Iterator[Engine]:
    st.cache_resource.clear()
    opened = open_engine(sqlite_address)
    yield opened
    opened.dispose()


@pytest.fixture(scope="module")
def judged(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a study whose careful judge passes, made once for all tests that write nothing."""
    st.cache_resource.clear()
    address = str(shutil.copy(migrated_file, tmp_path_factory.mktemp("judged") / "judged.db"))
    engine = open_engine(address)
    make_study(engine, SHAPE)
    engine.dispose()
    return address


@pytest.fixture(scope="module")
def page(judged: str) -> AppTest:
    """The screen on that study under the default policy."""
    return publishing(judged)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where bundles go."""
    monkeypatch.setenv("COUNTERMARK_PUBLISHED", str(tmp_path / "out"))
    return tmp_path / "out"


def publishing(address: str) -> AppTest:
    return screen_of(address, "publish")


def press_publish(test: AppTest) -> AppTest:
    return next(button for button in test.button if button.label == "Publish").click().run()


def with_policy(test: AppTest, content: bytes, name: str = "strict.toml") -> AppTest:
    return test.file_uploader[0].set_value((name, content, "application/toml")).run()


def test_metrics_stand_by_system_with_interval_and_band(page: AppTest) -> None:
    rows = rows_of(tables_of(page)["published"])
    assert rows[0] == ["metric", "labelled by", "Orion", "Vega"]
    uncited = next(row for row in rows if row[0].startswith("IV Uncited Sources"))
    assert uncited[1] == "the answers alone"
    assert uncited[2].splitlines()[0] == "0.0 [0.0, 9.5]"
    assert uncited[2].splitlines()[1:] == ["cannot tell", "30 of 30 answers"]
    assert any(row[1].startswith(GOOD) for row in rows)
    assert not any(row[1].startswith(GUESSING) for row in rows)


def test_a_band_is_coloured_only_where_the_interval_decides(page: AppTest) -> None:
    table = tables_of(page)["published"]
    pieces = [piece for row in table["rows"] for cell in row["cells"] for piece in cell["pieces"]]
    tones = {(piece["text"], piece["tone"]) for piece in pieces if piece["kind"] == "band"}
    assert ("cannot tell", "open") in tones
    assert tones <= {("cannot tell", "open"), ("acceptable", "good"), ("borderline", "fair"), ("problematic", "bad")}
    assert len(tones) > 1


def test_what_is_withheld_says_why_and_what_would_settle_it(page: AppTest) -> None:
    lines = [row[0] for row in rows_of(tables_of(page)["withheld"])]
    guessing = next(line for line in lines if f"labelled by {GUESSING}" in line)
    assert guessing.startswith("NOT VALIDATED")
    assert "V Unsupported Statements" in guessing
    assert "its upper bound is not above 0.50" in guessing
    assert "To settle it: change the prompt or the model" in guessing


def test_a_batch_that_would_settle_it_is_offered(engine: Engine, sqlite_address: str) -> None:
    study = make_study(engine, FEW)
    with writing(engine) as session:
        draw(session, study, "first [look](x)", "support", Design("all"), 2, 600, NOW)
    test = publishing(sqlite_address)
    assert "Support: first [look](x)" in words_of(test)
    assert "Open in the queue" in [button.label for button in test.button]


def test_a_press_writes_a_bundle_that_holds(engine: Engine, sqlite_address: str, folder: Path) -> None:
    make_study(engine, FEW)
    test = press_publish(publishing(sqlite_address))
    bundle = folder / f"{STUDY}-1"
    assert f"Published into {bundle}" in words_of(test)
    assert f"Check it with: countermark verify {bundle}" in words_of(test)
    assert not any(check.wrong for check in verify(bundle))
    with reading(engine) as session:
        assert [row.folder for row in publications(session, study_named(session, STUDY))] == [str(bundle)]
    assert [button.label for button in test.download_button] == ["Bundle (zip)", "Scorecard (HTML)"]
    assert str(bundle) in words_of(test)


def test_two_presses_at_once_write_one_bundle_and_both_are_told(
    engine: Engine, sqlite_address: str, folder: Path
) -> None:
    make_study(engine, FEW)
    pages = [publishing(sqlite_address) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        for test in pool.map(press_publish, pages):
            assert f"Published into {folder / STUDY}-1" in words_of(test)
    assert [path.name for path in folder.iterdir()] == [f"{STUDY}-1"]


def test_the_next_press_writes_the_next_bundle_and_history_keeps_both(
    engine: Engine, sqlite_address: str, folder: Path
) -> None:
    make_study(engine, FEW)
    test = press_publish(press_publish(publishing(sqlite_address)))
    assert sorted(path.name for path in folder.iterdir()) == [f"{STUDY}-1", f"{STUDY}-2"]
    assert len(test.download_button) == 4


def test_a_stricter_policy_withholds_more_and_is_named_with_its_hash(judged: str) -> None:
    test = publishing(judged)
    before = len(tables_of(test)["published"]["rows"])
    test = with_policy(test, STRICT)
    assert "Policy: strict · sha256 " in words_of(test)
    assert len(tables_of(test)["published"]["rows"]) < before
    next(button for button in test.button if button.label == "Back to the default policy").click().run()
    assert "Policy: default · sha256 " in words_of(test)
    assert len(tables_of(test)["published"]["rows"]) == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[gate]\nvalidated_abov = 0.9\n", "does not know 'validated_abov'"),
        (b"[gate\n", "is not valid TOML"),
        (b"\xff\xfe", "'utf-8' codec can't decode"),
        (b'[question.support]\njudge = "nobody"\n', "the policy names judge 'nobody'"),
    ],
)
def test_a_bad_policy_is_said_in_words_and_nothing_can_be_published(judged: str, content: bytes, words: str) -> None:
    test = with_policy(publishing(judged), content)
    assert not test.exception
    assert any("This did not work." in one.value for one in test.markdown)
    assert words in words_of(test)
    assert "Publish" not in [button.label for button in test.button]


def test_without_labels_only_what_needs_none_would_be_published(engine: Engine, sqlite_address: str) -> None:
    with writing(engine) as session:
        create_study(session, "empty", "An empty study", NOW)
    test = publishing(sqlite_address)
    assert "Nothing of this study has been published." in words_of(test)
    assert all("INCONCLUSIVE" in row[0] for row in rows_of(tables_of(test)["withheld"]))


def test_one_rater_alone_lets_no_judge_through(engine: Engine, sqlite_address: str) -> None:
    make_study(engine, replace(FEW, people=("Ada",)))
    tables = tables_of(publishing(sqlite_address))
    assert {row[1] for row in rows_of(tables["published"])[1:]} == {"the answers alone"}
    assert all("INCONCLUSIVE" in row[0] for row in rows_of(tables["withheld"]))
    assert "too few people: 1 of 2" in rows_of(tables["withheld"])[0][0]


def test_a_bundle_that_was_moved_away_is_said_to_be_gone(engine: Engine, sqlite_address: str, folder: Path) -> None:
    make_study(engine, FEW)
    test = press_publish(publishing(sqlite_address))
    (folder / f"{STUDY}-1").rename(folder / "elsewhere")
    assert "the folder is no longer there" in words_of(test.run())
    assert len(test.download_button) == 0
