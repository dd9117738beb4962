"""kill -9 in the middle of every question, with repeats and long sources in pieces, live and in bulk."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bulk_cases import in_bulk
from judge_cases import current_labels, judge_for, run, stored_outputs
from model_batches import BatchBehaviour
from model_server import Behaviour, ModelServer, serving
from report_study import report_study
from sqlalchemy import Engine

from data.engine import open_engine
from judges.questions import JUDGED

pytestmark = pytest.mark.load

ROOT = Path(__file__).parents[2]
CONCURRENCY = 4
SAMPLES = 3
LONGEST = {"support": 1000, "citation_accuracy": 1000}
"""Characters of a piece, where the question is about a source."""

PROGRAM = """
import sys
from pathlib import Path
from sqlalchemy import select
from bulk_cases import in_bulk
from data.engine import open_engine, reading
from data.tables import Study
from judge_cases import judge_for, run
way, database, folder, url, question, longest = sys.argv[1:]
engine = open_engine(database)
with reading(engine) as session:
    study = session.scalars(select(Study)).one()
judge = judge_for(Path(folder), url, question, longest=int(longest) or None, concurrency=4)
(run if way == "run" else in_bulk)(engine, study, judge, samples=3)
"""


def wait_until(happened: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while not happened() and process.poll() is None:
        assert time.monotonic() < deadline, "the run never got so far"
        time.sleep(0.002)


def killed(way: str, address: str, folder: Path, server: ModelServer, question: str, when: Callable[[], bool]) -> None:
    """A run in a process of its own, killed as soon as something has happened."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'lib'}"}
    longest = str(LONGEST.get(question, 0))
    command = [sys.executable, "-c", PROGRAM, way, address, str(folder), server.url, question, longest]
    process = subprocess.Popen(command, env=environment)
    wait_until(when, process)
    process.kill()
    process.wait()


@pytest.mark.parametrize("question", sorted(JUDGED))
def test_a_live_run_killed_again_and_again_ends_as_if_nothing_had_happened(
    sqlite_address: str, undisturbed: Engine, tmp_path: Path, question: str
) -> None:
    engine = open_engine(sqlite_address)
    study = report_study(engine)
    with serving(Behaviour(latency=0.03)) as server:
        judge = judge_for(tmp_path, server.url, question, longest=LONGEST.get(question), concurrency=CONCURRENCY)
        requests = run(undisturbed, report_study(undisturbed), judge, samples=SAMPLES).progress.requests
        repeated = server.log.doubled  # a prompt is the same in each repeat
        server.log.calls.clear()
        for share in (0.1, 0.5, 0.9):
            enough = int(requests * share)
            killed("run", sqlite_address, tmp_path, server, question, lambda: len(server.log.calls) > enough)  # noqa: B023
        report = run(engine, study, judge, samples=SAMPLES)
        assert server.log.doubled - repeated <= 3 * CONCURRENCY
    assert report.progress.left == report.progress.total - report.progress.done
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)


@pytest.mark.parametrize("question", sorted(JUDGED))
def test_a_bulk_killed_again_and_again_is_paid_once(
    sqlite_address: str, undisturbed: Engine, tmp_path: Path, question: str
) -> None:
    engine = open_engine(sqlite_address)
    study = report_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, question, longest=LONGEST.get(question), concurrency=CONCURRENCY)
        run(undisturbed, report_study(undisturbed), judge, samples=SAMPLES)
        repeated = server.log.doubled
        server.log.calls.clear()
        server.batches.behaviour = BatchBehaviour(seconds=0.3)
        for moment in (
            lambda: len(server.batches.files) > 0,
            lambda: len(server.batches.made) > 0,
            lambda: any(made.results for made in server.batches.made),
        ):
            killed("bulk", sqlite_address, tmp_path, server, question, moment)
        in_bulk(engine, study, judge, samples=SAMPLES)
        assert server.log.doubled == repeated
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)
