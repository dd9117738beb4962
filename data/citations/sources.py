"""The sources an answer lists, in order, and which of them its citations mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from data.citations.records import Mark, Parsed, Reference
from data.citations.urls import canonical


@dataclass(frozen=True)
class Listed:
    """A source of the answer; positions count from 1.

    `url` is as first written. `why` says in words how it comes to be listed, and what is odd about it.
    """

    position: int
    number: int | None
    url: str | None
    canonical: str | None
    title: str | None
    why: str
    entry: int | None = None
    """Its place in `Parsed.references`; None: only links name it."""


def sources_of(parsed: Parsed) -> tuple[Listed, ...]:
    """The answer's sources in order, each entry and each page that is only linked once.

    First the entries, list by list: those with a number in the order of the numbers, the others as they stand. Then the
    pages that only numbers with a link lead to, by number; then those that only links lead to, as they first appear.
    Numbers need not begin at 1 nor be without gaps: a source's position is its place here.
    """
    entries = sorted(enumerate(parsed.references), key=_order)
    listed = [_of_entry(place, entry) for place, entry in entries]
    listed += _of_links(parsed.marks, listed)
    return tuple(_told(replace(source, position=position) for position, source in enumerate(listed, 1)))


def positions_of(parsed: Parsed) -> tuple[tuple[int, ...], ...]:
    """For each mark the positions in `sources_of` that it cites, in the order it names them, each once.

    A number that no entry has and no link carries has a position that the list lacks: the numbers in `Parsed.undefined`
    follow after the list in their order.
    """
    ways = _Ways(sources_of(parsed), parsed.undefined)
    return tuple(ways.positions(mark) for mark in parsed.marks)


def _order(placed: tuple[int, Reference]) -> tuple[int, bool, int, int]:
    place, entry = placed
    return entry.listing, entry.number is None, entry.number or 0, place


def _of_entry(place: int, entry: Reference) -> Listed:
    why = "an entry of a reference list"
    return Listed(0, entry.number, entry.url, entry.canonical, entry.title, why, place)


def _of_links(marks: Sequence[Mark], listed: Sequence[Listed]) -> Iterator[Listed]:
    """The pages that marks lead to and no entry has; a page is listed under every number that leads to it."""
    known = {(source.number, source.canonical) for source in listed}
    pages = {source.canonical for source in listed}
    linked = [(number, url) for mark in marks for url in mark.urls for number in mark.numbers]
    for number, url in sorted(linked, key=lambda named: named[0]):
        page = canonical(url)
        if (number, page) not in known:
            known.add((number, page))
            pages.add(page)
            yield Listed(0, number, url, page, None, "a number with a link leads to it")
    for url in (url for mark in marks if not mark.numbers for url in mark.urls):
        page = canonical(url)
        if page not in pages:
            pages.add(page)
            yield Listed(0, None, url, page, None, "a link leads to it")


def _told(sources: Iterator[Listed]) -> Iterator[Listed]:
    """The sources with what is odd: one page under several numbers, one number for several pages."""
    listed = list(sources)
    numbers: dict[str, set[int]] = defaultdict(set)
    pages: dict[int, set[str | None]] = defaultdict(set)
    for source in listed:
        if source.number is not None:
            pages[source.number].add(source.canonical)
            if source.canonical is not None:
                numbers[source.canonical].add(source.number)
    for source in listed:
        shared = numbers[source.canonical] if source.canonical else set()
        odd = [f"the same page as {_and(sorted(shared - {source.number}))}"] if len(shared) > 1 else []
        if source.number is not None and len(pages[source.number]) > 1:
            odd.append(f"number {source.number} names {len(pages[source.number])} sources")
        yield replace(source, why="; ".join([source.why, *odd]))


def _and(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers[:5]) + (" and more" if len(numbers) > 5 else "")


class _Ways:
    """The ways from a citation to positions."""

    def __init__(self, listed: Sequence[Listed], undefined: Sequence[int]) -> None:
        self._by_entry: dict[int, int] = {}
        self._numbers: dict[int, int | None] = {}
        self._by_page: dict[tuple[int | None, str], int] = {}
        self._by_number: dict[int, int] = {number: len(listed) + rank for rank, number in enumerate(undefined, 1)}
        for source in listed:
            if source.entry is not None:
                self._by_entry[source.entry] = source.position
                self._numbers[source.entry] = source.number
            if source.canonical is not None:
                self._by_page.setdefault((source.number, source.canonical), source.position)
                self._by_page.setdefault((None, source.canonical), source.position)
            if source.number is not None:
                self._by_number.setdefault(source.number, source.position)

    def positions(self, mark: Mark) -> tuple[int, ...]:
        if mark.urls and not mark.entries:
            found = [self._by_page[number, canonical(url)] for url in mark.urls for number in mark.numbers or (None,)]
        elif mark.numbers:
            entries = {self._numbers[entry]: self._by_entry[entry] for entry in mark.entries}
            found = [entries[number] if number in entries else self._by_number[number] for number in mark.numbers]
        else:
            found = [self._by_entry[entry] for entry in mark.entries]
        return tuple(dict.fromkeys(found))
