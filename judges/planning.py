"""Planning a run: which requests are still to be sent, and which labels need no request at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from data.engine import reading, writing
from data.judge_labels import label_dues
from data.outputs import PaidReply, Result, outputs_of, paid_replies
from data.tables import Rater
from judges.completion import completion_of
from judges.judged import Cell, Judged, Page
from judges.requests import Item, Requests
from judges.writer import Settled, Writer

_KEYS_AT_ONCE = 500


@dataclass(frozen=True)
class Known:
    """What the record already holds of some requests, by key; `statuses` are those of the units labelled from it."""

    outputs: Mapping[str, Result]
    replies: Mapping[str, PaidReply]
    statuses: Sequence[str]


@dataclass
class Planner:
    """Walks through a judge's pending units, page by page, and offers the requests that must be sent.

    `failed_too` asks again what has failed before. `on_known` is told the statuses of units that needed no request.
    """

    engine: Engine
    rater: Rater
    requests: Requests
    failed_too: bool
    writer: Writer
    clock: Callable[[], datetime]
    on_known: Callable[[Sequence[str]], None]

    async def fill(self, put: Callable[[Sequence[Item]], Awaitable[None]], stop: asyncio.Event) -> None:
        """Put every request to be sent, those on one document together."""
        after: int | None = 0
        while after is not None and not stop.is_set():
            page = await self._next_page(after, self._judged.page_size)
            for items in _chunks(await asyncio.to_thread(self.requests.items, page.cells)):
                for together in self.requests.together(await self._opened(items)):
                    await put(together)
            after = page.last

    async def part(self, after: int, last: int) -> list[list[Item]]:
        """The requests to be sent for the one document, answer or pair between two places; none if it is done."""
        page = await self._next_page(after, 1)
        if page.last is None or page.last > last:
            return []
        return self.requests.together(await self._opened(self.requests.items(page.cells)))

    async def _next_page(self, after: int, limit: int) -> Page[Cell]:
        def read() -> Page[Cell]:
            with reading(self.engine) as session:
                return self._judged.page(session, self.rater, after, limit, self.failed_too, self.requests.sample)

        return await self.writer.in_thread(read)

    async def _opened(self, items: Sequence[Item]) -> list[Item]:
        """Label what is known, join what is under way, and open the rest: the requests to be sent."""
        async with self.writer.settling:
            fresh = [item for item in items if not self._joined(item)]
            known = await self.writer.in_thread(lambda: self._label_known(fresh))
            self.on_known(known.statuses)
            waiting = [item for item in fresh if item.key not in known.outputs]
            self.writer.open_items |= {item.key: item for item in waiting}
            return [item for item in waiting if not self._recovered(item, known.replies.get(item.key))]

    def _joined(self, item: Item) -> bool:
        """Whether the same request is under way, whose labels will then be these units' too."""
        under_way = self.writer.open_items.get(item.key)
        if under_way is not None:
            under_way.dues.extend(item.dues)
        return under_way is not None

    def _recovered(self, item: Item, reply: PaidReply | None) -> bool:
        """Whether the reply was stored, and only never read, when an earlier run ended."""
        said = None if reply is None else completion_of(reply.raw)
        if reply is None or said is None:
            return False
        self.writer.settle(Settled(item, reply.attempt_id, said))
        return True

    def _label_known(self, items: Sequence[Item]) -> Known:
        keys = [item.key for item in items]
        with writing(self.engine) as session:
            # Pieces of a source may be looked up in different calls: the call with the last one sees to the unit.
            dues = [due for item in items for due in item.dues if due.keys[-1] == item.key]
            outputs = outputs_of(session, {*keys, *(key for due in dues for key in due.keys)})
            if self.failed_too:
                outputs = {key: output for key, output in outputs.items() if output.status == "ok"}
            dues = [due for due in dues if outputs.keys() >= set(due.keys)]
            version, order = self._judged.question.version, self._judged.order
            labels = label_dues(session, self.rater, version, dues, order, self.clock())
            return Known(outputs, paid_replies(session, keys), [label.status for label in labels])

    @property
    def _judged(self) -> Judged[Any]:
        return self.requests.judge.judged


def _chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), _KEYS_AT_ONCE):
        yield items[start : start + _KEYS_AT_ONCE]
