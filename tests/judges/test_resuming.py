"""Runs that end in the middle: killed, interrupted, or dead between storing a reply and reading it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from judge_cases import NOW, current_labels, judge_for, judged_study, run, stored_outputs
from model_server import Behaviour, ModelServer, serving
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import open_engine, reading, writing
from data.outputs import Sending, Sent, begin_attempts, begin_run, cost_of, finish_attempts
from data.pending import pending_cells
from data.tables import Attempt, JudgeRun, Label, Rater
from judges.raters import judge_rater
from judges.runner import INTERRUPTED
from judges.spec import request_key

CONCURRENCY = 8
ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from pathlib import Path
from sqlalchemy import select
from data.engine import open_engine, reading
from data.tables import Study
from judge_cases import judge_for, run
engine = open_engine(sys.argv[1])
with reading(engine) as session:
    study = session.scalars(select(Study)).one()
report = run(engine, study, judge_for(Path(sys.argv[2]), sys.argv[3]))
print(report.stopped, report.progress.left)
"""


def start(database: str, folder: Path, server: ModelServer) -> subprocess.Popen[str]:
    """A judge run in a process of its own."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'lib'}"}
    command = [sys.executable, "-c", PROGRAM, database, str(folder), server.url]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def wait_for_calls(server: ModelServer, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.log.calls) < count:
        assert time.monotonic() < deadline, "the run never got so far"
        time.sleep(0.005)


@pytest.mark.load
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_after_kill_9_a_rerun_ends_as_if_nothing_had_happened(
    sqlite_address: str, undisturbed: Engine, tmp_path: Path, share: float
) -> None:
    engine = open_engine(sqlite_address)
    study = judged_study(engine, answers=8)
    requests = 2 * 54
    with serving(Behaviour(latency=0.05)) as server:
        process = start(sqlite_address, tmp_path, server)
        wait_for_calls(server, int(requests * share))
        process.kill()
        process.wait()
        killed_at = len(server.log.calls)
        report = run(engine, study, judge_for(tmp_path, server.url))
        doubled = server.log.doubled
        run(undisturbed, judged_study(undisturbed, answers=8), judge_for(tmp_path, server.url))
    assert killed_at < requests
    assert doubled <= CONCURRENCY
    assert report.progress.left == 0
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)
    with reading(engine) as session:
        unsure = cost_of(session, session.scalars(select(Rater)).one()).possibly_paid
        assert session.scalars(select(JudgeRun).order_by(col(JudgeRun.id))).first().ended_at is None
    assert doubled <= unsure <= CONCURRENCY


@pytest.mark.load
def test_ctrl_c_lets_the_requests_under_way_come_home(sqlite_address: str, tmp_path: Path) -> None:
    engine = open_engine(sqlite_address)
    study = judged_study(engine)
    with serving(Behaviour(latency=0.1)) as server:
        process = start(sqlite_address, tmp_path, server)
        wait_for_calls(server, 10)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert said.startswith(INTERRUPTED)
        assert (server.log.lost, len(stored_outputs(engine))) == (0, len(server.log.calls))
        assert run(engine, study, judge_for(tmp_path, server.url)).progress.left == 0
        assert server.log.doubled == 0


def test_a_reply_stored_and_never_read_is_read_and_not_paid_again(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=1, sources=1)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        body = {"choices": [{"message": {"content": '{"support": "full"}'}, "finish_reason": "stop"}]}
        with writing(engine) as session:
            rater = judge_rater(session, study, judge.spec)
            run_id = begin_run(session, rater, "support", {}, NOW).id or 0
            (cell,) = pending_cells(session, rater, 0, 9).cells
            key = request_key(judge.spec.sha, judge.judged.render(cell, judge.template))
            (attempt,) = begin_attempts(session, [Sending(run_id, key, {}, "text", NOW)])
            finish_attempts(session, [Sent(attempt, NOW, 5, json.dumps(body), 200)])
        report = run(engine, study, judge)
    assert (report.progress.done, server.log.calls) == (1, [])
    assert [row[2] for row in current_labels(engine)] == ["full"]


def test_a_page_of_a_proxy_stored_before_a_crash_is_no_reply(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=1, sources=1)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        with writing(engine) as session:
            rater = judge_rater(session, study, judge.spec)
            run_id = begin_run(session, rater, "support", {}, NOW).id or 0
            (cell,) = pending_cells(session, rater, 0, 9).cells
            key = request_key(judge.spec.sha, judge.judged.render(cell, judge.template))
            (attempt,) = begin_attempts(session, [Sending(run_id, key, {}, "text", NOW)])
            finish_attempts(session, [Sent(attempt, NOW, 5, "<html>", 200)])
        report = run(engine, study, judge)
    assert (report.progress.done, len(server.log.calls)) == (1, 1)


def test_a_label_lost_from_a_stored_output_is_written_without_a_call(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1)
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        run(engine, study, judge)
        whole = current_labels(engine)
        with writing(engine) as session:
            for label in session.scalars(select(Label)).all()[:4]:
                session.delete(label)
        calls = len(server.log.calls)
        report = run(engine, study, judge)
        assert len(server.log.calls) == calls
    assert report.progress.done == 4
    assert current_labels(engine) == whole


def test_another_parameter_makes_another_judge_that_pays_its_own_calls(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1)
    with serving() as server:
        run(engine, study, judge_for(tmp_path, server.url))
        run(engine, study, judge_for(tmp_path, server.url, parameters={"temperature": 1}))
    assert len(server.log.calls) == 30
    with reading(engine) as session:
        assert len(session.scalars(select(Rater)).all()) == 2
        assert len(session.scalars(select(Attempt)).all()) == 30
