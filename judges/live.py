"""Asking live: a bounded crew that sends requests one by one and waits for each reply."""

from __future__ import annotations

import asyncio

from judges.agenda import Agenda
from judges.asking import Asker
from judges.client import Client
from judges.errors import RunStopped
from judges.run import Run
from judges.writer import Writer


async def ask_live(run: Run, client: Client, writer: Writer) -> None:
    """Send every request of a run, as many at once as the judge allows."""
    agenda, asker = Agenda(2 * run.judge.concurrency), run.asker(client, writer)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_fill(run, agenda, writer))
        # The first request goes alone: what it teaches about the endpoint is then paid for once.
        if await _ask_next(run, asker, agenda):
            for _ in range(run.judge.concurrency):
                tasks.create_task(_ask_until_empty(run, asker, agenda))


async def _fill(run: Run, agenda: Agenda, writer: Writer) -> None:
    await run.plan(writer, agenda.put)
    agenda.close()


async def _ask_until_empty(run: Run, asker: Asker, agenda: Agenda) -> None:
    while await _ask_next(run, asker, agenda):
        pass


async def _ask_next(run: Run, asker: Asker, agenda: Agenda) -> bool:
    """Ask the next request; False when there is none any more. A stopped run lets the rest fall."""
    item = await agenda.get()
    if item is None:
        return False
    if not run.stop.is_set():
        try:
            await asker.ask(item)
        except RunStopped as why:
            run.halt(str(why))
        run.progress.requests = asker.requests
    agenda.done(item)
    return True
