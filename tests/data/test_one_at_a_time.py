import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import Engine

from data.engine import open_engine
from data.one_at_a_time import one_at_a_time

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys, time
from data.engine import open_engine
from data.one_at_a_time import one_at_a_time
with one_at_a_time(open_engine(sys.argv[1]), "work") as mine:
    print(mine, flush=True)
    time.sleep(60)
"""


def test_the_second_may_not_and_other_work_may(engine: Engine) -> None:
    ours = (one_at_a_time(engine, work) for work in ("work", "work", "other work"))
    with next(ours) as first, next(ours) as second, next(ours) as other:
        assert (first, second, other) == (True, False, True)
    with one_at_a_time(engine, "work") as again:
        assert again


def test_another_database_is_other_work(sqlite_address: str, undisturbed: Engine) -> None:
    with one_at_a_time(open_engine(sqlite_address), "work") as one, one_at_a_time(undisturbed, "work") as other:
        assert (one, other) == (True, True)


def test_a_killed_process_lets_go(address: str, engine: Engine) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, address], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    with one_at_a_time(engine, "work") as mine:
        assert not mine
    process.send_signal(signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 10
    while True:
        with one_at_a_time(engine, "work") as mine:
            if mine:
                return
        assert time.monotonic() < deadline
        time.sleep(0.05)
