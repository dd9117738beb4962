"""A database that fails for a moment: the worker goes on, and nothing stays undone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from judge_cases import current_labels, judge_for, judged_study, run, stored_outputs
from model_server import serving
from sqlalchemy import Engine, select

from data.engine import reading
from data.errors import StoreError
from data.tables import JudgeRun
from judges import writer
from judges.fleet import sweep
from judges.fleet.start import start_fleet
from judges.fleet.worker import Pulse, Worker
from judges.wishes import Wishes

pytestmark = pytest.mark.postgres


def failing_once(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, at: int) -> list[int]:
    """Let the database fail at the `at`-th use of a function; the uses so far."""
    whole: Callable[..., Any] = getattr(module, name)
    uses: list[int] = []

    def sometimes(*given: Any) -> Any:
        uses.append(1)
        if len(uses) == at:
            raise StoreError("not saved; your input is still here")
        return whole(*given)

    monkeypatch.setattr(module, name, sometimes)
    return uses


def work_until_ended(engine: Engine) -> None:
    """One worker, until no run is open any more."""

    def open_runs() -> Sequence[JudgeRun]:
        with reading(engine) as session:
            return session.scalars(select(JudgeRun).where(JudgeRun.ended_at.is_(None))).all()  # type: ignore[union-attr]

    async def together() -> None:
        pulse = Pulse(heartbeat=0.2, dead_after=1.0, sweep=0.2)
        worker = asyncio.create_task(Worker(engine, jobs=4, pulse=pulse).run())
        while await asyncio.to_thread(open_runs):
            assert not worker.done()
            await asyncio.sleep(0.1)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)

    asyncio.run(asyncio.wait_for(together(), 30))


@pytest.mark.parametrize(
    ("module", "name", "at"),
    [(writer, "begin_attempts", 3), (writer, "store_results", 1), (sweep, "parts_of", 1), (sweep, "counts", 2)],
)
def test_a_database_that_fails_once_delays_the_run_and_no_more(
    store: Engine, undisturbed: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, at: int
) -> None:
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        start_fleet(store, judged_study(store), judge, Wishes())
        uses = failing_once(monkeypatch, module, name, at)
        work_until_ended(store)
        assert len(uses) > at
        run(undisturbed, judged_study(undisturbed), judge)
    assert current_labels(store) == current_labels(undisturbed)
    assert stored_outputs(store) == stored_outputs(undisturbed)
