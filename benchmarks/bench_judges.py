"""Calls per second of a judge run with everything stored, against the SDK's default client storing nothing.

The test server answers after 50 ms in a process of its own; both sides keep 64 requests under way and send the same
prompts. Run: ``python benchmarks/bench_judges.py [cells]``.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "lib")]

import judge_cases  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402
from sqlalchemy import Engine  # noqa: E402

from data import schema  # noqa: E402
from data.engine import open_engine, reading  # noqa: E402
from data.pending import pending_cells  # noqa: E402
from data.tables import Rater, Study  # noqa: E402
from judges.config import ModelJudge  # noqa: E402

Prompt = list[dict[str, str]]

CONCURRENCY = 64
STATEMENTS, SOURCES, WORDS = 10, 5, 1200  # about 8,000 characters a source


@contextlib.contextmanager
def server() -> Iterator[str]:
    command = [sys.executable, str(ROOT / "tests/lib/model_server.py"), "--latency", "0.05"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.kill()
    process.wait()


@dataclass(frozen=True)
class Speed:
    """Calls per second of wall time, and milliseconds of this process's processor time per call."""

    calls: int
    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.calls / self.wall:.0f} calls/s, {self.cpu / self.calls * 1000:.2f} ms of processor time per call"


def timed(work: Callable[[], int]) -> Speed:
    wall, cpu = time.perf_counter(), time.process_time()
    calls = work()
    return Speed(calls, time.perf_counter() - wall, time.process_time() - cpu)


def ours(engine: Engine, study: Study, judge: ModelJudge) -> int:
    report = judge_cases.run(engine, study, judge)
    assert report.progress.left == report.progress.failed == 0
    return report.progress.requests


async def crew(prompts: Sequence[Prompt], send: Callable[[Prompt], Awaitable[object]]) -> int:
    rest = iter(prompts)

    async def work() -> None:
        for prompt in rest:
            await send(prompt)

    await asyncio.gather(*(work() for _ in range(CONCURRENCY)))
    return len(prompts)


async def sdk_default(judge: ModelJudge, prompts: Sequence[Prompt]) -> int:
    async with AsyncOpenAI(base_url=judge.spec.base_url, api_key="key") as client:
        create: Any = client.chat.completions.create
        return await crew(prompts, lambda prompt: create(model="m", messages=prompt, temperature=0, max_tokens=1000))


async def our_client(judge: ModelJudge, prompts: Sequence[Prompt]) -> int:
    async with judge_cases.client_of(judge)() as client:
        return await crew(prompts, lambda prompt: client.send({"model": "m", "messages": prompt}))


def prompts_of(engine: Engine, study: Study, judge: ModelJudge) -> list[Prompt]:
    nobody = Rater(id=-1, study_id=study.id or 0, name="nobody", kind="judge", origin="run")
    with reading(engine) as session:
        cells = pending_cells(session, nobody, 0, 10_000).cells
    rendered = (judge.judged.render(cell, judge.template) for cell in cells)
    return [[dict(message) for message in messages] for messages in rendered]


def main(cells: int) -> None:
    with tempfile.TemporaryDirectory() as folder, server() as url:
        engine = open_engine(f"{folder}/bench.db")
        schema.upgrade(engine)
        study = judge_cases.judged_study(engine, cells // (STATEMENTS * SOURCES), STATEMENTS, SOURCES, WORDS)
        judge = judge_cases.judge_for(Path(folder), url, concurrency=CONCURRENCY, timeout=60.0)
        prompts = prompts_of(engine, study, judge)
        client = timed(lambda: asyncio.run(our_client(judge, prompts)))
        theirs = timed(lambda: asyncio.run(sdk_default(judge, prompts)))
        stored = timed(lambda: ours(engine, study, judge))
        ratio = stored.calls / stored.wall / (theirs.calls / theirs.wall)
        print(f"SDK default, nothing stored: {theirs}")
        print(f"our client, nothing stored:  {client}")
        print(f"judge run, all stored:       {stored}")
        print(f"judge run / SDK default:     {ratio:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
