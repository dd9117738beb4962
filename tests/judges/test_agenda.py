import asyncio
from collections.abc import Coroutine
from typing import Any

from judges.agenda import Agenda
from judges.requests import Item


def items(*keys: str) -> list[Item]:
    return [Item(key, None) for key in keys]


def done(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 5))


async def taken(agenda: Agenda, count: int) -> list[str | None]:
    found = [await agenda.get() for _ in range(count)]
    return [None if item is None else item.key for item in found]


def test_the_first_on_a_document_goes_alone_and_the_others_follow_it() -> None:
    async def work() -> None:
        agenda = Agenda(10)
        first, *_ = document = items("a1", "a2", "a3")
        await agenda.put(document)
        await agenda.put(items("b1"))
        assert await taken(agenda, 2) == ["a1", "b1"]
        agenda.done(first)
        assert await taken(agenda, 2) == ["a2", "a3"]

    done(work())


def test_who_waits_gets_the_followers_and_then_hears_of_the_end() -> None:
    async def work() -> None:
        agenda = Agenda(10)
        first, *_ = document = items("a1", "a2", "a3")
        await agenda.put(document)
        agenda.close()
        assert await taken(agenda, 1) == ["a1"]
        crew = [asyncio.create_task(agenda.get()) for _ in range(4)]
        await asyncio.sleep(0)
        agenda.done(first)
        found = [item.key for item in await asyncio.gather(*crew) if item]
        assert found == ["a2", "a3"]

    done(work())


def test_an_empty_agenda_ends_when_it_is_closed() -> None:
    async def work() -> None:
        agenda = Agenda(10)
        crew = [asyncio.create_task(agenda.get()) for _ in range(3)]
        await asyncio.sleep(0)
        agenda.close()
        assert await asyncio.gather(*crew) == [None] * 3

    done(work())


def test_whoever_fills_it_waits_for_room() -> None:
    async def work() -> None:
        agenda = Agenda(2)
        for key in "ab":
            await agenda.put(items(key))
        third = asyncio.create_task(agenda.put(items("c")))
        await asyncio.sleep(0.01)
        assert not third.done()
        assert await taken(agenda, 1) == ["a"]
        await asyncio.wait_for(third, 1)
        assert await taken(agenda, 2) == ["b", "c"]

    done(work())
