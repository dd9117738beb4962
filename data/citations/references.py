"""The reference lists of a text: which spans they take, and their entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from data.citations.entries import described
from data.citations.entry_signs import HEADING, Sign, lone_sign_at
from data.citations.entry_walk import Entry, entries_from, entry_from
from data.citations.records import Beside, Reference
from data.citations.spans import Hidden, Spans
from data.citations.urls import canonical

_LONE_LINE = re.compile(r"^(?=[ \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)?\\?\[)", re.MULTILINE)


@dataclass(frozen=True)
class Lists:
    """All reference lists of a text.

    `areas` are the spans of the lists with their headings, in order. `labels` and `notes` lead from what a definition
    is called (see `label_key`) to its place among the references.
    """

    references: tuple[Reference, ...]
    areas: tuple[tuple[int, int], ...]
    labels: dict[str, int]
    notes: dict[str, int]


@dataclass(frozen=True)
class _Area:
    """A list: where it begins (at its heading, if it has one), and its entries."""

    start: int
    entries: tuple[Entry, ...]

    @property
    def end(self) -> int:
        return self.entries[-1].end


def label_key(label: str) -> str:
    """What labels are compared by: no matter the case and the spaces."""
    return " ".join(label.split()).casefold()


def lists_of(text: str, hidden: Spans) -> Lists:
    """The reference lists of a text: those under a heading, definitions, and lines `[n] ... URL` on their own."""
    headed = list(_headed(text, hidden))
    areas = list(_joined(text, sorted([*headed, *_lone(text, hidden, headed)], key=lambda area: area.start)))
    entries = [(entry, listing) for listing, area in enumerate(areas) for entry in area.entries]
    return Lists(
        tuple(_reference(text, entry, listing) for entry, listing in entries),
        tuple((area.start, area.end) for area in areas),
        _named([entry.sign for entry, _ in entries], "label"),
        _named([entry.sign for entry, _ in entries], "note"),
    )


def with_beside(lists: Lists, beside: Sequence[Beside], end: int) -> Lists:
    """The lists, and after them the entries kept beside the text, which ends at `end`."""
    listing = len(lists.areas)
    urls = [None if entry.url is None else canonical(entry.url) for entry in beside]
    added = (
        Reference(end, end, entry.number, entry.title, entry.url, url, listing)
        for entry, url in zip(beside, urls, strict=True)
    )
    return replace(lists, references=(*lists.references, *added))


def _reference(text: str, entry: Entry, listing: int) -> Reference:
    found = described(text[entry.sign.content : entry.end])
    address = None if found.url is None else canonical(found.url)
    return Reference(entry.start, entry.end, entry.sign.number, found.title, found.url, address, listing)


def _named(signs: Sequence[Sign], kind: str) -> dict[str, int]:
    """The place of the first definition of each name."""
    names: dict[str, int] = {}
    for place, sign in enumerate(signs):
        if sign.kind == kind:
            names.setdefault(label_key(sign.name), place)
    return names


def _headed(text: str, hidden: Spans) -> Iterator[_Area]:
    place = 0
    while heading := HEADING.search(text, place):
        place = heading.end()
        entries = [] if hidden.at(heading.start()) else entries_from(text, heading.end() + 1, hidden)
        if entries and (not heading["notes"] or _tells_source(text, entries[0])):
            yield _Area(heading.start(), tuple(entries))
            place = entries[-1].end


def _tells_source(text: str, entry: Entry) -> bool:
    """Whether an entry has a number and a URL: what is called notes is a list of sources only if it begins so."""
    return entry.sign.number is not None and described(text[entry.sign.content : entry.end]).url is not None


def _lone(text: str, hidden: Spans, headed: Sequence[_Area]) -> Iterator[_Area]:
    """Each entry outside the lists under headings."""
    taken = Spans([Hidden(area.start, area.end, "a reference list") for area in headed])
    place = 0
    while line := _LONE_LINE.search(text, place):
        place = line.start() + 1
        if hidden.at(line.start()) or taken.at(line.start()):
            continue
        sign = lone_sign_at(text, line.start())
        if sign is not None:
            entry = entry_from(text, line.start(), sign)
            yield _Area(entry.start, (entry,))
            place = entry.end


def _joined(text: str, areas: Sequence[_Area]) -> Iterator[_Area]:
    """Lists with nothing between them are one."""
    group: list[_Area] = []
    for area in areas:
        if group and (area.start < area.entries[0].start or text[group[-1].end : area.start].strip()):
            yield _one(group)
            group = []
        group.append(area)
    if group:
        yield _one(group)


def _one(group: Sequence[_Area]) -> _Area:
    return _Area(group[0].start, tuple(entry for area in group for entry in area.entries))
