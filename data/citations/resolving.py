"""Which entries a citation means, and which numbers are left over."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from data.citations.records import Mark, Reference


class _Entries:
    """The entries of all lists, by number."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self._places: dict[int, list[int]] = defaultdict(list)
        self._starts: dict[int, list[int]] = defaultdict(list)
        self._listings: dict[int, list[int]] = defaultdict(list)
        for place, entry in enumerate(references):
            if entry.number is not None:
                self._places[entry.number].append(place)
                self._starts[entry.number].append(entry.start)
                self._listings[entry.number].append(entry.listing)

    def meant(self, number: int, start: int) -> int | None:
        """The place of the entry that a number at this place means.

        Where several lists have the number, it means the first list after it that has it, else the last one before;
        where that list has it more than once, its first entry.
        """
        places = self._places.get(number)
        if places is None:
            return None
        after = min(bisect_right(self._starts[number], start), len(places) - 1)
        listings = self._listings[number]
        return places[bisect_left(listings, listings[after])]


def resolved(marks: Iterable[Mark], references: Sequence[Reference]) -> tuple[Mark, ...]:
    """The marks with the entries their numbers mean; a mark that leads to a page itself means that page."""
    if not references:
        return tuple(marks)
    entries = _Entries(references)
    return tuple(mark if mark.entries or mark.urls else _with_entries(mark, entries) for mark in marks)


def _with_entries(mark: Mark, entries: _Entries) -> Mark:
    found = [entries.meant(number, mark.start) for number in mark.numbers]
    return replace(mark, entries=tuple(place for place in found if place is not None))


def undefined_numbers(marks: Iterable[Mark], references: Sequence[Reference]) -> tuple[int, ...]:
    """The cited numbers, rising, that no entry has and no link carries."""
    known = {entry.number for entry in references if entry.number is not None}
    cited: set[int] = set()
    for mark in marks:
        (known if mark.urls else cited).update(mark.numbers)
    return tuple(sorted(cited.difference(known)))


def unused_numbers(marks: Iterable[Mark], references: Sequence[Reference]) -> tuple[int, ...]:
    """The numbers of entries, rising, that no mark cites."""
    cited = {number for mark in marks for number in mark.numbers}
    return tuple(sorted({entry.number for entry in references if entry.number is not None} - cited))
