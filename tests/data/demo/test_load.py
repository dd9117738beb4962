"""The demo study in a database: loaded through the importer, with every verdict of the gate on show."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import col, select

from agreement.policy import default_policy
from data.demo import DEMO, load_demo
from data.demo.build import BATCHES, files
from data.engine import open_engine, reading, writing
from data.figures import Figures, figures
from data.queue import Place, next_place
from data.raters import rater_named
from data.snapshot import snapshot
from data.studies import study_named
from data.tables import Batch, Label, Rater

pytestmark = pytest.mark.whole

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
OSPREY, WREN = "recorded judge Osprey", "recorded judge Wren"


@pytest.fixture(scope="module")
def built() -> Mapping[str, str]:
    return files()


@pytest.fixture(scope="module")
def demo(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A database with the demo study, loaded once for all tests that change nothing in it but their own."""
    engine = open_engine(str(shutil.copy(migrated_file, tmp_path_factory.mktemp("demo") / "demo.db")))
    load_demo(engine, NOW)
    return engine


@pytest.fixture(scope="module")
def found(demo: Engine) -> Figures:
    with reading(demo) as session:
        return figures(snapshot(session, study_named(session, DEMO)), default_policy())


def test_the_files_are_the_same_bytes_each_time_they_are_built(built: Mapping[str, str]) -> None:
    assert files() == built


def test_the_study_says_that_it_is_invented(demo: Engine) -> None:
    with reading(demo) as session:
        study = study_named(session, DEMO)
        raters = session.exec(select(Rater).where(Rater.study_id == study.id)).all()
        assert "Invented" in str(study.notice)
        assert {rater.name for rater in raters if not rater.simulated} == set()


def test_loading_it_again_changes_nothing(demo: Engine) -> None:
    assert all(report.same_file for report in load_demo(demo, NOW))


def test_the_gate_gives_every_verdict_it_was_tuned_for(found: Figures) -> None:
    verdicts = {
        (question, verdict.judge): verdict.decision.status
        for question, room in found.questions.items()
        for verdict in room.verdicts
    }
    assert verdicts == {
        ("support", OSPREY): "VALIDATED",
        ("support", WREN): "NOT VALIDATED",
        ("support", "people"): "VALIDATED",
        ("relevance", OSPREY): "VALIDATED",
        ("relevance", WREN): "CAVEAT",
        ("relevance", "people"): "VALIDATED",
        ("confidence", OSPREY): "CAVEAT",
        ("confidence", WREN): "INCONCLUSIVE",
        ("confidence", "people"): "VALIDATED",
        ("stance", OSPREY): "INCONCLUSIVE",
        ("stance", WREN): "INCONCLUSIVE",
        ("stance", "people"): "INCONCLUSIVE",
    }


def test_osprey_is_good_at_support_by_the_bounds_and_wren_is_bad(found: Figures) -> None:
    osprey = found.questions["support"].verdict(OSPREY).evidence
    assert osprey.judge_human.interval.low is not None
    assert osprey.judge_human.interval.low > 0.60
    assert osprey.difference.interval.low is not None
    assert osprey.difference.interval.low > -0.10
    wren = found.questions["support"].verdict(WREN).evidence
    assert wren.judge_human.interval.high is not None
    assert wren.judge_human.interval.high <= 0.50


def test_the_scorecard_shows_published_caveat_and_withheld_figures(found: Figures) -> None:
    published = {(row.metric, row.labelled_by, row.status) for row in found.metrics}
    assert {status for _, _, status in published} == {"VALIDATED", "CAVEAT"}
    assert {row.labelled_by for row in found.withheld} >= {OSPREY, WREN, "people"}


def test_some_answers_wait_for_labels_and_are_counted(found: Figures) -> None:
    by_people = [row for row in found.metrics if row.metric == "unsupported" and row.labelled_by == "people"]
    assert any(system.figure.excluded for row in by_people for system in row.systems)


def test_a_newcomer_is_given_a_task_in_every_batch(demo: Engine) -> None:
    with writing(demo) as session:
        study = study_named(session, DEMO)
        newcomer = rater_named(session, study, "Newcomer", "human", "app")
        for batch in session.exec(select(Batch).where(Batch.study_id == study.id)).all():
            assert isinstance(next_place(session, batch, newcomer, NOW), Place), batch.name
        assert len(BATCHES) == 3


def test_simulated_people_mark_evidence_in_the_text_of_the_source(demo: Engine) -> None:
    with reading(demo) as session:
        marked = session.exec(select(Label).where(col(Label.value) == "full")).all()
        assert sum(bool(label.evidence) for label in marked) > 100


def test_the_files_are_written_from_the_command_line_without_a_warning(
    built: Mapping[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-W", "error", "-m", "data.demo", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == built


def test_without_a_folder_the_command_says_how_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["data.demo"])
    with pytest.raises(SystemExit, match=r"^usage: "):
        runpy.run_module("data.demo", run_name="__main__")
