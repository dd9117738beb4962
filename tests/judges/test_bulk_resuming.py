"""A process in bulk killed at every step: what was handed over is found again, and nothing is paid for twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bulk_cases import in_bulk
from judge_cases import current_labels, judge_for, judged_study, run, stored_outputs
from model_batches import BatchBehaviour
from model_server import ModelServer, serving
from sqlalchemy import Engine, select

from data.engine import open_engine, reading
from data.tables import Attempt

pytestmark = pytest.mark.load

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from pathlib import Path
from bulk_cases import in_bulk
from judge_cases import judge_for
from sqlalchemy import select
from data.engine import open_engine, reading
from data.tables import Study
engine = open_engine(sys.argv[1])
with reading(engine) as session:
    study = session.scalars(select(Study)).one()
in_bulk(engine, study, judge_for(Path(sys.argv[2]), sys.argv[3]), most=20)
"""


def start(database: str, folder: Path, server: ModelServer) -> subprocess.Popen[bytes]:
    """A bulk run in a process of its own."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'lib'}"}
    return subprocess.Popen([sys.executable, "-c", PROGRAM, database, str(folder), server.url], env=environment)


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "the run never got so far"
        time.sleep(0.002)


def uploaded(server: ModelServer) -> bool:
    return len(server.batches.files) == 1


def made(server: ModelServer) -> bool:
    return len(server.batches.made) == 1


def half_made(server: ModelServer) -> bool:
    return len(server.batches.made) == 2


def worked_through(server: ModelServer) -> bool:
    return any(batch.results for batch in server.batches.made)


@pytest.mark.parametrize("moment", [uploaded, made, half_made, worked_through])
def test_after_kill_9_a_rerun_ends_as_if_nothing_had_happened(
    sqlite_address: str, undisturbed: Engine, tmp_path: Path, moment: Callable[[ModelServer], bool]
) -> None:
    engine = open_engine(sqlite_address)
    study = judged_study(engine)
    with serving() as server:
        server.batches.behaviour = BatchBehaviour(seconds=0.3)
        judge = judge_for(tmp_path, server.url)
        process = start(sqlite_address, tmp_path, server)
        wait_until(lambda: moment(server))
        process.send_signal(signal.SIGKILL)
        process.wait()
        report = in_bulk(engine, study, judge, most=20)
        doubled = server.log.doubled
        run(undisturbed, judged_study(undisturbed), judge)
    assert (report.stopped, report.progress.left, doubled) == (None, 0, 0)
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)
    with reading(engine) as session:
        assert set(session.scalars(select(Attempt.state))) == {"done"}
