"""Reports into the rows of the native format: an answer's text alone gives its sources, statements and citations."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from data.citations import Beside, Listed, Parsed, canonical, parsed, positions_of, sources_of
from data.segmentation import Piece, citing_pieces, segments, statements_in

MOST_NUMBERS_TOLD = 20


@dataclass(frozen=True)
class GivenSource:
    """A source that came with a report, not in its text. `number` None: its place in the list, from 1."""

    url: str | None
    title: str | None = None
    text: str | None = None
    number: int | None = None


@dataclass(frozen=True)
class Report:
    """One system's whole reply to a query, as it came.

    `key` names the answer, `query` the query. `sources` None: what the text itself lists and links is all there is.
    """

    key: str
    query: str
    query_text: str
    system: str
    text: str
    query_type: str = "other"
    sources: tuple[GivenSource, ...] | None = None


class RowFields(NamedTuple):
    """The fields of one row of the native format, not checked yet."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class ReportRows:
    """The rows of one report, the query first; `notes` say what a person should know about them."""

    rows: tuple[RowFields, ...]
    notes: tuple[str, ...]


def query_key(text: str) -> str:
    """A key for a query that has only its text, so that the answers of several systems share it."""
    return f"q-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"


def rows_of_report(report: Report) -> ReportRows:
    """The query, sources, answer, statements and citations of a report.

    A report that lists its sources itself is read by that list, and `report.sources` lend their texts and titles to the
    same pages. One that does not is read by `report.sources`: a number means the source of that number. Sources are
    called by the answer's key and their position: `KEY.S1`. A number that no source has is kept as a citation of a
    position the list lacks.
    """
    read = _read(report)
    return ReportRows(tuple(_rows(read)), tuple(_notes(read)))


@dataclass(frozen=True)
class _Read:
    """A report with what its text says.

    `beside`: it is read by the sources that came with it. `pieces` are its statements; for each mark `homes` says which
    of them it belongs to, and `positions` which sources it cites.
    """

    report: Report
    parsed: Parsed
    beside: bool
    pieces: tuple[Piece, ...]
    homes: tuple[int | None, ...]
    positions: tuple[tuple[int, ...], ...]


def _read(report: Report) -> _Read:
    given = _beside(report.sources or ())
    found = parsed(report.text, given)
    beside = bool(given)
    if given and len(found.references) > len(given) and _lists_its_sources(plain := parsed(report.text)):
        found, beside = plain, False
    covering = segments(report.text, found)
    pieces = statements_in(covering)
    homes = citing_pieces(found.marks, pieces, covering)
    return _Read(report, found, beside, pieces, homes, positions_of(found))


def _lists_its_sources(plain: Parsed) -> bool:
    """Whether the text has a list that its citations mean: notes that no number leads to are none."""
    return bool(plain.references) and (not plain.undefined or any(mark.entries for mark in plain.marks))


def _beside(sources: Sequence[GivenSource]) -> list[Beside]:
    return [
        Beside(place if source.number is None else source.number, source.title, source.url)
        for place, source in enumerate(sources, start=1)
    ]


def _rows(read: _Read) -> Iterator[RowFields]:
    report, sources = read.report, list(_sources(read))
    yield RowFields("query", {"key": report.query, "text": report.query_text, "type": report.query_type})
    for key, source, given in sources:
        yield RowFields("source", {"key": key} | _source(source, given))
    yield answer_row(report, [key for key, _, _ in sources])
    yield from _statements(read)


def answer_row(report: Report, sources: list[str]) -> RowFields:
    """The row of the answer itself, which lists these sources."""
    said = {"key": report.key, "query": report.query, "system": report.system, "text": report.text}
    return RowFields("answer", said | {"sources": sources})


def _source(source: Listed, given: GivenSource | None) -> dict[str, Any]:
    title = source.title or (given and given.title)
    text = given.text if given else None
    fields: dict[str, Any] = {"status": "not fetched" if text is None else "ok" if text.strip() else "empty"}
    fields |= {"text": text} if fields["status"] == "ok" else {}
    fields |= {"url": source.url} if source.url else {}
    return fields | ({"title": title} if title else {})


def _sources(read: _Read) -> Iterator[tuple[str, Listed, GivenSource | None]]:
    """Each source of the list by its key, with the one of `report.sources` that it is."""
    given = read.report.sources or ()
    pages = {canonical(source.url): source for source in reversed(given) if source.url}
    first = len(read.parsed.references) - (len(given) if read.beside else 0)
    for source in sources_of(read.parsed):
        key = f"{read.report.key}.S{source.position}"
        if source.entry is not None and source.entry >= first:
            yield key, source, given[source.entry - first]
        else:
            yield key, source, pages.get(source.canonical or "")


def _statements(read: _Read) -> Iterator[RowFields]:
    cited: dict[int | None, dict[int, None]] = defaultdict(dict)
    for home, positions in zip(read.homes, read.positions, strict=True):
        cited[home].update(dict.fromkeys(positions))
    answer, text = read.report.key, read.report.text
    for place, piece in enumerate(read.pieces):
        start, end = piece.start, piece.end
        where = {"answer": answer, "position": place + 1}
        yield RowFields("statement", where | {"text": text[start:end], "start": start, "end": end})
        for source in cited.get(place, ()):
            yield RowFields("citation", {"answer": answer, "statement": place + 1, "source": source})


def _notes(read: _Read) -> Iterator[str]:
    answer = f"answer '{read.report.key}'"
    if not read.pieces:
        yield f"{answer} has no statement"
    if undefined := read.parsed.undefined:
        shown = ", ".join(map(str, undefined[:MOST_NUMBERS_TOLD]))
        more = f" and {len(undefined) - MOST_NUMBERS_TOLD} more" if len(undefined) > MOST_NUMBERS_TOLD else ""
        yield f"{answer} cites numbers that its source list lacks: {shown}{more}"
    if homeless := read.homes.count(None):
        yield f"{answer}: citations in headings and where else nothing is stated: {homeless}"
    if read.report.sources and not read.beside:
        listed = {source.canonical for source in sources_of(read.parsed)}
        unlisted = sum(not source.url or canonical(source.url) not in listed for source in read.report.sources)
        if unlisted:
            yield f"{answer} lists its sources itself; {unlisted} that came with it are not among them: left out"
