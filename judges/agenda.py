"""What a crew has to ask next, in order: the first request on each document alone, so that its beginning is cached."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from judges.requests import Item


class Agenda:
    """A queue with room for about `room` requests, filled by one task and emptied by many.

    Requests that share a long beginning are put together: the first is offered at once, the others when it is done.
    A server that keeps what it has read then reads the document once.
    """

    def __init__(self, room: int):
        self._room = room
        self._ready: deque[Item] = deque()
        self._followers: dict[str, Sequence[Item]] = {}
        self._getters: deque[asyncio.Future[None]] = deque()
        self._space = asyncio.Event()
        self._closed = False

    async def put(self, together: Sequence[Item]) -> None:
        """Add requests that share their beginning; waits while there is no room."""
        while len(self._ready) >= self._room:
            self._space.clear()
            await self._space.wait()
        first, *others = together
        if others:
            self._followers[first.key] = others
        self._ready.append(first)
        self._wake(1)

    async def get(self) -> Item | None:
        """The next request; None when there will be none any more."""
        while not self._ready:
            if self._closed and not self._followers:
                return None
            getter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._getters.append(getter)
            await getter
        item = self._ready.popleft()
        if len(self._ready) < self._room:
            self._space.set()
        return item

    def done(self, item: Item) -> None:
        """A request is settled, or left pending: those that waited for it come next."""
        others = self._followers.pop(item.key, ())
        self._ready.extendleft(reversed(others))
        self._wake(len(self._getters) if self._closed else len(others))

    def close(self) -> None:
        """Nothing more will be put."""
        self._closed = True
        self._wake(len(self._getters))

    def _wake(self, count: int) -> None:
        for _ in range(min(count, len(self._getters))):
            getter = self._getters.popleft()
            if not getter.done():
                getter.set_result(None)
