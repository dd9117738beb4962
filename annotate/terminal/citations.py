"""The citations of one text, for reading and for programs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

import typer

from data.publication.plain import Json, shown
from data.review.cited import Cited, CitedMark, CitedSource

_LONGEST = 80


def show(found: Cited) -> None:
    """Print the citations with their lines, what only looks like one, the sources, and what does not fit."""
    for line in _lines(found):
        typer.echo(line)


def plain(found: Cited) -> Json:
    """The same as a JSON document; `undefined` are places in `marks`, `unused` positions of sources."""
    marks: list[Json] = [
        {
            "start": one.start,
            "end": one.end,
            "text": one.words,
            "positions": None if one.positions is None else list(one.positions),
            "why": one.why,
            "decided_by": one.decided_by,
        }
        for one in found.marks
    ]
    sources: list[Json] = [
        {"position": one.position, "number": one.number, "title": one.title, "url": one.url, "why": one.why}
        for one in found.sources
    ]
    undefined: list[Json] = [found.marks.index(mark) for mark in found.undefined]
    unused: list[Json] = [source.position for source in found.unused]
    return {"marks": marks, "sources": sources, "undefined": undefined, "unused": unused}


def _lines(found: Cited) -> Iterator[str]:
    ends = list(accumulate(len(line) for line in found.text.splitlines(keepends=True)))
    numbers = [bisect_left(ends, mark.start + 1) + 1 for mark in found.marks]
    cites = [(number, mark) for number, mark in zip(numbers, found.marks, strict=True) if mark.positions is not None]
    alike = [(number, mark) for number, mark in zip(numbers, found.marks, strict=True) if mark.positions is None]
    yield _counted(len(cites), "citation")
    for number, mark in cites:
        yield f"  line {number}: {_short(mark.words)} cites {_positions(found, mark)} ({_why(mark)})"
    if alike:
        yield (
            "1 that only looks like a citation" if len(alike) == 1 else f"{len(alike):,} that only look like citations"
        )
    for number, mark in alike:
        yield f"  line {number}: {_short(mark.words)} is text ({_why(mark)})"
    yield _counted(len(found.sources), "source")
    for source in found.sources:
        yield f"  {source.position}: {_source(source)}"
    if found.undefined:
        yield f"cited but not listed: {', '.join(dict.fromkeys(_short(mark.words) for mark in found.undefined))}"
    if found.unused:
        yield f"listed but not cited: {', '.join(str(source.position) for source in found.unused)}"


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _positions(found: Cited, mark: CitedMark) -> str:
    listed = ", ".join(str(position) for position in mark.positions or () if position <= len(found.sources))
    missing = sum(position > len(found.sources) for position in mark.positions or ())
    lacking = {0: "", 1: "one that is not listed"}.get(missing, f"{missing} that are not listed")
    return " and ".join(filter(None, [listed, lacking])) or "nothing"


def _why(mark: CitedMark) -> str:
    return f"decided by {shown(mark.decided_by)}" if mark.decided_by else mark.why or ""


def _source(source: CitedSource) -> str:
    parts = [shown(part) for part in (source.title, source.url) if part]
    number = [] if source.number in (None, source.position) else [f"[{source.number}]"]
    odd = (source.why or "").partition("; ")[2]
    return " ".join([*number, *parts, *([f"({odd})"] if odd else [])]) or "without title or address"


def _short(words: str) -> str:
    return shown(words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…")
