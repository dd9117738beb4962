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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "lib")]

import judge_cases  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402
from sqlalchemy import Engine  # noqa: E402

from data import schema  # noqa: E402
from data.engine import open_engine, reading  # noqa: E402
from data.pending import SupportCell, pending_cells  # noqa: E402
from data.tables import Rater, Study  # noqa: E402
from judges.config import ModelJudge  # noqa: E402

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


def ours(engine: Engine, study: Study, judge: ModelJudge) -> float:
    started = time.perf_counter()
    report = judge_cases.run(engine, study, judge)
    assert report.progress.left == report.progress.failed == 0
    return report.progress.requests / (time.perf_counter() - started)


async def sdk_default(judge: ModelJudge, cells: list[SupportCell]) -> float:
    client = AsyncOpenAI(base_url=judge.spec.base_url, api_key="key")
    rest = iter(cells)

    async def work() -> None:
        for cell in rest:
            messages = [dict(message) for message in judge.judged.render(cell, judge.template)]
            await client.chat.completions.create(model="m", messages=messages, temperature=0, max_tokens=1000)  # type: ignore[arg-type]

    started = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(CONCURRENCY)))
    return len(cells) / (time.perf_counter() - started)


def main(cells: int) -> None:
    with tempfile.TemporaryDirectory() as folder, server() as url:
        engine = open_engine(f"{folder}/bench.db")
        schema.upgrade(engine)
        answers = cells // (STATEMENTS * SOURCES)
        study = judge_cases.judged_study(engine, answers, STATEMENTS, SOURCES, WORDS)
        judge = judge_cases.judge_for(Path(folder), url, concurrency=CONCURRENCY, timeout=60.0)
        with reading(engine) as session:
            nobody = Rater(id=-1, study_id=study.id, name="nobody", kind="judge", origin="run")
            page = pending_cells(session, nobody, 0, 10_000)
        theirs = asyncio.run(sdk_default(judge, list(page.cells[: cells // 2])))
        with_storage = ours(engine, study, judge)
        print(f"SDK default, nothing stored: {theirs:.0f} calls/s")
        print(f"judge run, all stored:       {with_storage:.0f} calls/s ({with_storage / theirs:.1f} times)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
