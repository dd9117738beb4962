"""Asking in bulk: requests in files, answered within a day, for which servers charge less."""

from __future__ import annotations

import asyncio
import hashlib
import json
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from data.bulk import OpenBulk, UnderWay, attempts_under_way, ended, intend_bulk, open_bulks, submitted
from data.engine import reading, writing
from data.outputs import Sending
from judges.asking import Asker, Tries, sent_of
from judges.bulk_door import ENDPOINT, BulkDoor, Line
from judges.client import Client, Reply
from judges.errors import RunStopped
from judges.outcome import Outcome, outcome_of
from judges.requests import Item
from judges.run import Run
from judges.tokens import tokens_of_messages
from judges.writer import Settled, Writer

MOST_REQUESTS = 50_000
MOST_BYTES = 190_000_000
"""What the interface takes in one file, with some room in the bytes."""

_NEVER_TAKEN = "the server never took it"
_LINES_AT_ONCE = 500
_LONGEST_PAUSE = 60.0
_LOOKS = 3
"""How often the server is asked for a bulk it may not list yet."""

OpenDoor = Callable[[], AbstractAsyncContextManager[BulkDoor]]


@dataclass(frozen=True)
class InBulk:
    """A way to send the requests of a run. `pause` are the seconds between two looks at first; it doubles to a minute.

    Bulks that a killed run left at the server are taken up again. The first request is asked live: what it teaches
    about the endpoint would otherwise cost a whole file.
    """

    door: OpenDoor
    pause: float = 5.0
    most_requests: int = MOST_REQUESTS

    async def __call__(self, run: Run, client: Client, writer: Writer) -> None:
        """Send everything, and wait for everything."""
        with TemporaryDirectory(prefix="countermark-") as folder:
            async with self.door() as door:
                job = _Job(run, door, writer, run.asker(client, writer), self, Path(folder))
                try:
                    await job.whole()
                except RunStopped as why:
                    run.halt(str(why))


@dataclass
class _Job:
    run: Run
    door: BulkDoor
    writer: Writer
    asker: Asker
    way: InBulk
    folder: Path
    items: dict[str, Item] = field(default_factory=dict)
    tries: dict[str, Tries] = field(default_factory=dict)
    open: dict[str, OpenBulk] = field(default_factory=dict)
    under_way: set[str] = field(default_factory=set)
    sendings: list[Sending] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    size: int = 0
    taught: bool = False

    async def whole(self) -> None:
        """Take up what is under way, hand over the rest, and ask again for what came to nothing."""
        await self._take_up()
        await self.run.plan(self.writer, self._put)
        await self._hand_over()
        pause = self.way.pause
        while self.open and not self.run.stop.is_set():
            before = len(self.open)
            for remote in list(self.open):
                await self._look(remote)
            pause = min(_LONGEST_PAUSE, 2 * pause) if len(self.open) == before else self.way.pause
            await self._hand_over()
            if self.open:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.run.stop.wait(), pause)
        if self.open:
            self.run.stopped = f"{self.run.stopped}; {len(self.open)} bulks are under way and not lost"

    async def _take_up(self) -> None:
        """Find the bulks of earlier runs at the server. An intent the server knows nothing of has come to nothing."""
        for bulk in await self.writer.in_thread(self._open_bulks):
            remote = bulk.remote or await self._found(bulk.token)
            if remote is None:
                await self._end(bulk, _NEVER_TAKEN)
                continue
            await self._note_submitted(bulk, remote)
            self.under_way |= (await self._attempts(bulk)).keys()

    async def _found(self, token: str) -> str | None:
        for look in range(_LOOKS):
            await asyncio.sleep(look * self.way.pause)
            if remote := await self.door.find(token):
                return remote
        return None

    async def _put(self, together: Sequence[Item]) -> None:
        for item in together:
            self.items[item.key] = item
            if item.key in self.under_way or self.run.stop.is_set():
                continue
            if not self.taught:
                self.taught = True
                await self.asker.ask(item)
                await self.writer.flush()  # else a crash while files are handed over would pay for it again
                self.run.progress.requests = self.asker.requests
                continue
            await self._add(item)

    async def _add(self, item: Item) -> None:
        wording = self.asker.endpoint.worded(self.asker.render(item), self.asker.parameters)
        line = {"custom_id": item.key, "method": "POST", "url": ENDPOINT, "body": wording.body}
        written = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        if len(self.lines) >= self.way.most_requests or self.size + len(written) > MOST_BYTES:
            await self._hand_over()
        self.lines.append(written)
        self.size += len(written)
        now = self.run.clock()
        self.sendings.append(Sending(self.run.run_id, item.key, wording.parameters, wording.structured, now))

    async def _hand_over(self) -> None:
        """Hand over the requests gathered, after the intent is stored."""
        if not self.lines or self.run.stop.is_set():
            return
        content, sendings = b"".join(self.lines), self.sendings
        self.lines, self.sendings, self.size = [], [], 0
        file = self.folder / "requests.jsonl"
        file.write_bytes(content)
        bulk = await self.writer.in_thread(lambda: self._intend(sendings, hashlib.sha256(content).hexdigest()))
        self.run.progress.requests += len(sendings)
        await self._note_submitted(bulk, await self.door.submit(file, bulk.token))

    async def _look(self, remote: str) -> None:
        """Read the results of a bulk that has ended; requests without one are asked again."""
        state = await self.door.state(remote)
        if not state.ended:
            return
        bulk = self.open.pop(remote)
        waiting = await self._attempts(bulk)
        for file in state.files:
            await self._read(file, waiting)
        await self.writer.flush()
        await self._end(bulk, state.error)
        for key, sent in waiting.items():
            await self._again(key, sent, Reply(0, error="no line of the results is about it"), Outcome("again"))

    async def _read(self, file: str, waiting: dict[str, UnderWay]) -> None:
        """Settle what a file of results is about, and take it off those waiting."""
        count = 0
        async for line in self.door.results(file):
            sent = waiting.pop(line.key, None)
            if sent is None:
                continue
            await self._settle(line, sent)
            count += 1
            if count % _LINES_AT_ONCE == 0:
                await self.writer.flush()

    async def _settle(self, line: Line, sent: UnderWay) -> None:
        outcome, item = outcome_of(line.reply), self.items.get(line.key)
        tokens = 0 if item is None else tokens_of_messages(self.asker.render(item))
        self.writer.end(sent_of(sent.attempt_id, line.reply, outcome, tokens, self.run.clock()))
        if outcome.kind != "completion":
            await self._again(line.key, sent, line.reply, outcome)
            return
        self.asker.answered()
        if item is not None:  # else its units have been labelled, or are gone: nobody waits for the reply
            self.writer.settle(Settled(item, sent.attempt_id, outcome.completion))

    async def _again(self, key: str, sent: UnderWay, reply: Reply, outcome: Outcome) -> None:
        """Ask again what came to nothing, or settle it as failed when it was asked often enough."""
        item = self.items.get(key)
        if item is None:
            return
        tries = self.tries.setdefault(key, Tries(self.run.judge.attempts))
        if not self.asker.learnt(outcome, sent.parameters):
            status = self.asker.failure_of(outcome, reply, tries)
            if status is not None:
                self.writer.settle(Settled(item, sent.attempt_id, None, status))
                return
        await self._add(item)

    async def _attempts(self, bulk: OpenBulk) -> dict[str, UnderWay]:
        def read() -> dict[str, UnderWay]:
            with reading(self.run.engine) as session:
                return attempts_under_way(session, bulk.bulk_id)

        return await self.writer.in_thread(read)

    async def _note_submitted(self, bulk: OpenBulk, remote: str) -> None:
        def write() -> None:
            with writing(self.run.engine) as session:
                submitted(session, bulk.bulk_id, remote)

        await self.writer.in_thread(write)
        self.open[remote] = bulk

    async def _end(self, bulk: OpenBulk, error: str | None) -> None:
        def write() -> None:
            with writing(self.run.engine) as session:
                ended(session, bulk.bulk_id, self.run.clock(), error)

        await self.writer.in_thread(write)

    def _open_bulks(self) -> list[OpenBulk]:
        with reading(self.run.engine) as session:
            return open_bulks(session, self.run.rater)

    def _intend(self, sendings: Sequence[Sending], sha256: str) -> OpenBulk:
        with writing(self.run.engine) as session:
            return intend_bulk(session, sendings, uuid.uuid4().hex, sha256, self.run.clock())
