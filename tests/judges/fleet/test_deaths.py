"""Workers that are killed, and jobs that are forgotten: nothing is lost, nothing stored twice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from judge_cases import KEY, current_labels, judge_for, judged_study, run, stored_outputs
from model_server import Behaviour, ModelServer, serving
from sqlalchemy import Engine, select, text

from data.engine import reading
from data.tables import JudgeRun, Study
from judges.config import ModelJudge
from judges.fleet.start import start_fleet
from judges.wishes import Wishes

pytestmark = [pytest.mark.postgres, pytest.mark.load]

ROOT = Path(__file__).parents[3]

PROGRAM = """
import sys
from data.engine import open_engine
from judges.fleet.worker import Pulse, run_worker
run_worker(open_engine(sys.argv[1]), jobs=2, pulse=Pulse(heartbeat=0.2, dead_after=1.0, sweep=0.2))
"""

MOST_UNDER_WAY = 8
"""Requests the judge allows at once in each worker."""


@pytest.fixture
def fleet(store: Engine) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Starts workers, each in a process of its own; those still there at the end are killed."""
    started: list[subprocess.Popen[bytes]] = []
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENAI_API_KEY": KEY}

    address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def worker() -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen([sys.executable, "-c", PROGRAM, address], env=environment))
        return started[-1]

    yield worker
    for process in started:
        process.kill()
        process.wait()


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 90
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.05)


def ended(engine: Engine) -> bool:
    with reading(engine) as session:
        return all(row.ended_at is not None for row in session.scalars(select(JudgeRun)))


def finished_like(engine: Engine, undisturbed: Engine, judge: ModelJudge) -> None:
    run(undisturbed, judged_study(undisturbed), judge)
    assert current_labels(engine) == current_labels(undisturbed)
    assert stored_outputs(engine) == stored_outputs(undisturbed)


def begun(engine: Engine, judge: ModelJudge) -> Study:
    study = judged_study(engine)
    start_fleet(engine, study, judge, Wishes())
    return study


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_worker_killed_at_any_time_is_taken_over(
    store: Engine,
    undisturbed: Engine,
    tmp_path: Path,
    fleet: Callable[[], subprocess.Popen[bytes]],
    share: float,
) -> None:
    with serving(Behaviour(latency=0.1)) as server:
        judge = judge_for(tmp_path, server.url)
        begun(store, judge)
        first = fleet()
        wait_until(lambda: len(server.log.calls) >= 54 * share)
        first.kill()
        first.wait()
        fleet()
        wait_until(lambda: ended(store))
        doubled = server.log.doubled
        finished_like(store, undisturbed, judge)
    assert doubled <= MOST_UNDER_WAY


def test_a_killed_worker_struck_off_the_list_is_recovered_too(
    store: Engine, undisturbed: Engine, tmp_path: Path, fleet: Callable[[], subprocess.Popen[bytes]]
) -> None:
    with serving(Behaviour(latency=0.1)) as server:
        judge = judge_for(tmp_path, server.url)
        begun(store, judge)
        first = fleet()
        wait_until(lambda: len(server.log.calls) >= 20)
        first.kill()
        first.wait()
        with store.begin() as connection:
            connection.execute(text("DELETE FROM procrastinate_workers"))
        fleet()
        wait_until(lambda: ended(store))
        finished_like(store, undisturbed, judge)


def test_parts_whose_jobs_are_gone_get_new_ones(
    store: Engine, undisturbed: Engine, tmp_path: Path, fleet: Callable[[], subprocess.Popen[bytes]]
) -> None:
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        begun(store, judge)
        with store.begin() as connection:
            connection.execute(text("DELETE FROM procrastinate_jobs"))
        fleet()
        wait_until(lambda: ended(store))
        assert server.log.doubled == 0
        finished_like(store, undisturbed, judge)


def test_a_worker_asked_to_stop_ends_its_jobs_first(
    store: Engine, tmp_path: Path, fleet: Callable[[], subprocess.Popen[bytes]]
) -> None:
    with serving(Behaviour(latency=0.1)) as server:
        begun(store, judge_for(tmp_path, server.url))
        worker = fleet()
        wait_until(lambda: len(server.log.calls) >= 10)
        worker.terminate()
        assert worker.wait(timeout=30) == 0
        assert server.log.lost == 0
        assert len(stored_outputs(store)) == len(server.log.calls) < 54


def test_a_lost_database_connection_loses_nothing(
    store: Engine, undisturbed: Engine, tmp_path: Path, fleet: Callable[[], subprocess.Popen[bytes]]
) -> None:
    with serving(Behaviour(latency=0.1)) as server:
        judge = judge_for(tmp_path, server.url)
        begun(store, judge)
        first = fleet()
        wait_until(lambda: len(server.log.calls) >= 20)
        with store.begin() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            )
        time.sleep(1)
        if first.poll() is not None:  # a worker may die of it; another one takes over
            fleet()
        wait_until(lambda: ended(store))
        doubled = server.log.doubled
        finished_like(store, undisturbed, judge)
    assert doubled <= 2 * MOST_UNDER_WAY


def calls_in(server: ModelServer, seconds: float) -> int:
    before = len(server.log.calls)
    time.sleep(seconds)
    return len(server.log.calls) - before


def test_two_workers_do_nearly_twice_the_work_of_one(
    store: Engine, tmp_path: Path, fleet: Callable[[], subprocess.Popen[bytes]]
) -> None:
    with serving(Behaviour(latency=1.0)) as server:
        study = judged_study(store, answers=40, statements=10, sources=3)
        start_fleet(store, study, judge_for(tmp_path, server.url), Wishes())
        fleet()
        wait_until(lambda: len(server.log.calls) >= 16)
        one = calls_in(server, 6.0)
        fleet()
        at = len(server.log.calls)
        wait_until(lambda: server.most_at_once > MOST_UNDER_WAY and len(server.log.calls) > at + 16)
        # A busy machine slows single windows, never speeds one up: the best of a few tells what two can do.
        two = max(calls_in(server, 6.0) for _ in range(4))
    assert two >= 1.8 * one
