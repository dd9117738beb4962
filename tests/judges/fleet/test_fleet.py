"""Workers share a run through PostgreSQL: every unit once, whoever dies."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from judge_cases import current_labels, judge_for, judged_study, run, stored_outputs
from model_server import Behaviour, Rule, serving
from sqlalchemy import Engine, select

from data.engine import reading
from data.errors import InputError
from data.tables import JudgeRun
from judges.fleet.start import fleet_status, start_fleet
from judges.fleet.worker import Pulse, Worker
from judges.wishes import Wishes

pytestmark = pytest.mark.postgres

QUICK = Pulse(heartbeat=0.2, dead_after=1.0, sweep=0.2)


def work(engine: Engine, count: int = 1) -> None:
    """Let workers work until there is nothing to do."""

    async def together() -> None:
        await asyncio.gather(*(Worker(engine, jobs=4, pulse=QUICK, once=True).run() for _ in range(count)))

    asyncio.run(asyncio.wait_for(together(), 60))


def runs(engine: Engine) -> list[JudgeRun]:
    with reading(engine) as session:
        return list(session.scalars(select(JudgeRun)))


def test_a_fleet_gives_the_labels_of_one_run(store: Engine, undisturbed: Engine, tmp_path: Path) -> None:
    with serving() as server:
        judge = judge_for(tmp_path, server.url)
        started = start_fleet(store, judged_study(store), judge, Wishes())
        assert (started.units, started.jobs) == (60, 6)  # six sources, two answers on each
        assert server.log.calls == []
        work(store, count=2)
        doubled = server.log.doubled
        run(undisturbed, judged_study(undisturbed), judge)
    assert doubled == 0
    assert current_labels(store) == current_labels(undisturbed)
    assert stored_outputs(store) == stored_outputs(undisturbed)
    assert fleet_status(store, started.run_id, 60).jobs == {}


@pytest.mark.parametrize("question", ["confidence", "stance"])
def test_other_questions_have_a_job_for_each_answer(store: Engine, tmp_path: Path, question: str) -> None:
    with serving() as server:
        started = start_fleet(store, judged_study(store), judge_for(tmp_path, server.url, question), Wishes(samples=2))
        work(store)
    assert started.jobs == 8
    assert len(server.log.calls) == 8
    assert server.log.doubled == 4  # the same prompt, once for each repeat


def test_a_run_that_must_stop_is_stopped_for_all_workers(store: Engine, tmp_path: Path) -> None:
    with serving(Behaviour(rules=(Rule("insufficient_quota"),))) as server:
        started = start_fleet(store, judged_study(store), judge_for(tmp_path, server.url), Wishes())
        work(store)
        assert len(server.log.calls) <= 4  # one for each job under way
    (row,) = runs(store)
    assert row.id == started.run_id
    assert "the server refuses to go on" in (row.stopped or "")


def test_a_worker_without_the_key_says_so_and_asks_nothing(
    store: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with serving() as server:
        start_fleet(store, judged_study(store), judge_for(tmp_path, server.url), Wishes())
        work(store)
    assert server.log.calls == []
    assert "OPENAI_API_KEY" in (runs(store)[0].stopped or "")


def test_a_worker_asks_no_address_that_is_not_allowed_where_it_runs(
    store: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving() as server:
        start_fleet(store, judged_study(store), judge_for(tmp_path, server.url), Wishes())
        monkeypatch.setenv("COUNTERMARK_JUDGE_URLS", "https://models.example/v1")
        work(store)
    assert server.log.calls == []
    assert "COUNTERMARK_JUDGE_URLS" in (runs(store)[0].stopped or "")


def test_a_fleet_needs_postgresql(undisturbed: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="needs PostgreSQL"):
        start_fleet(undisturbed, judged_study(undisturbed), judge_for(tmp_path, "http://127.0.0.1:9/v1"), Wishes())
