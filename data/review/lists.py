"""The source list of an answer in the record, and which places of it the marks in the answer's text mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from data.citations import Beside, Listed, Parsed, canonical, parsed, positions_of, sources_of


@dataclass(frozen=True)
class ListedSource:
    """A source at its place in the answer's list, counted from 1."""

    position: int
    key: str
    title: str | None
    url: str | None
    status: str

    @property
    def page(self) -> str | None:
        """The address by which sources are told apart."""
        return canonical(self.url) if self.url else None


def readings(text: str, listed: Sequence[ListedSource]) -> tuple[Parsed, ...]:
    """The ways to read a text whose sources are these, the likelier first.

    By its own list, where that is this one and its numbers lead into it. Else its numbers may count a list that came
    with it: this one, perhaps without the text's own entries before it and the pages behind it that the text links.
    """
    plain = parsed(text)
    own = (plain,) if _is_own(sources_of(plain), listed) else ()
    if own and (not plain.undefined or any(mark.entries for mark in plain.marks)):
        return own
    linked = {canonical(url) for mark in plain.marks for url in mark.urls}
    end = len(listed)
    while end and listed[end - 1].page in linked:
        end -= 1
    stretches = dict.fromkeys((first, last) for first in (0, len(plain.references)) for last in (len(listed), end))
    return (*own, *(parsed(text, _beside(listed[first:last])) for first, last in stretches))


def _beside(listed: Sequence[ListedSource]) -> list[Beside]:
    return [Beside(number, source.title, source.url) for number, source in enumerate(listed, start=1)]


def positions_in(read: Parsed, listed: Sequence[ListedSource]) -> tuple[tuple[int, ...], ...]:
    """For each mark of one of the `readings` the places in the answer's list that it means, in its order, each once.

    What the list does not have gets places behind its end: first pages that are only linked, then numbers.
    """
    sources = sources_of(read)
    places = {} if _is_own(sources, listed) else _places(read, sources, listed)
    return tuple(
        tuple(dict.fromkeys(places.get(position, position) for position in meant)) for meant in positions_of(read)
    )


def _is_own(sources: Sequence[Listed], listed: Sequence[ListedSource]) -> bool:
    return [source.canonical for source in sources] == [source.page for source in listed]


def _places(read: Parsed, sources: Sequence[Listed], listed: Sequence[ListedSource]) -> dict[int, int]:
    """The place in the answer's list of each source that was read by it, and of each number nothing was found for."""
    first = sum(entry.start < entry.end for entry in read.references)  # those kept beside the text take no place in it
    known = {source.page: source.position for source in reversed(listed) if source.page}
    places, behind = {}, len(listed)
    for source in sources:
        if source.entry is not None and source.entry >= first:
            places[source.position] = listed[source.entry - first].position
        elif source.canonical in known:
            places[source.position] = known[source.canonical]
        else:
            behind += 1
            places[source.position] = behind
    for rank in range(1, len(read.undefined) + 1):
        places[len(sources) + rank] = behind + rank
    return places
