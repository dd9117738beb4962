"""The demo's texts as they were written: one TOML file a topic, with the true labels beside each statement.

A source marks the passages that settle a cell as ``{a|Sentence.}``. An answer's body has one statement a line::

    1 pro Fa N Pb x | Tools stand idle most of the time [1].

that is relevance, stance (``-`` outside debates), then a cell for each listed source: ``F`` full or ``P`` partial with
the passages that show it, ``N`` none, ``x`` unreadable; and the statement. An empty line begins a new paragraph.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.tables.content import SOURCE_STATUSES

FOLDER = Path(__file__).parent / "authoring"

SYSTEMS: Mapping[str, str] = {"Tern Deep": "tern", "Halyard": "halyard", "Quillfinder": "quill"}
"""The invented systems, and how the keys of their answers end."""

_PASSAGE = re.compile(r"\{([a-z])\|([^{}]*)\}")
_MARK = re.compile(r"\[(\d+)\]")
_CELL = re.compile(r"N|x|[FP][a-z]+")
_VALUES = {"F": "full", "P": "partial", "N": "none"}
_STANCES = ("pro", "con", "neutral")


@dataclass(frozen=True)
class Span:
    """Code points `start` to `end` (exclusive) of a text."""

    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """A document; `passages` are the marked places of its text, by letter. `text` is None unless `status` is ok."""

    key: str
    url: str
    title: str
    status: str
    text: str | None
    passages: Mapping[str, Span]


@dataclass(frozen=True)
class Cell:
    """What a source truly says about a statement, and the passages that show it; `value` None: it is unreadable."""

    value: str | None
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Statement:
    """A piece of an answer's text with its true labels; `cells[j]` is about the answer's source j + 1."""

    text: str
    place: Span
    relevance: str
    stance: str | None
    cells: tuple[Cell, ...]
    cites: tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """A system's reply, with the confidence it truly shows."""

    key: str
    query: str
    system: str
    text: str
    sources: tuple[str, ...]
    confidence: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Query:
    """What was asked."""

    key: str
    text: str
    type: str
    bias: str | None = None
    mirror: str | None = None


@dataclass(frozen=True)
class Topic:
    """What one file holds: a query, or two that ask for opposite sides, with sources and answers."""

    queries: tuple[Query, ...]
    sources: tuple[Source, ...]
    answers: tuple[Answer, ...]


def topics(folder: Path = FOLDER) -> tuple[Topic, ...]:
    """Every topic, in the order of file names; InputError names the file and what is wrong in it."""
    return tuple(_topic(path) for path in sorted(folder.glob("*.toml")))


def _topic(path: Path) -> Topic:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        queries = tuple(Query(**row) for row in found["queries"])
        sources = tuple(_source(**row) for row in found["sources"])
        known = {source.key: source for source in sources}
        types = {query.key: query.type for query in queries}
        return Topic(queries, sources, tuple(_answer(row, types, known) for row in found["answers"]))
    except (tomllib.TOMLDecodeError, TypeError, KeyError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", file=path.name) from error


def _source(key: str, url: str, title: str, status: str, text: str | None = None) -> Source:
    if status not in SOURCE_STATUSES or (status == "ok") != (text is not None):
        raise ValueError(f"source {key}: status {status!r} does not fit its text")
    plain, passages = _plain((text or "").strip())
    return Source(key, url, title, status, plain if text else None, passages)


@dataclass
class _Unmarked:
    text: str = ""
    passages: dict[str, Span] = field(default_factory=dict)


def _plain(marked: str) -> tuple[str, Mapping[str, Span]]:
    """The text without the marks of its passages, and where these now stand."""
    done, at = _Unmarked(), 0
    for mark in _PASSAGE.finditer(marked):
        done.text += marked[at : mark.start()]
        letter, passage = mark.groups()
        if letter in done.passages:
            raise ValueError(f"passage {letter!r} is marked twice: {passage!r}")
        done.passages[letter] = Span(len(done.text), len(done.text) + len(passage))
        done.text += passage
        at = mark.end()
    done.text += marked[at:]
    return done.text, done.passages


def _answer(row: Mapping[str, Any], types: Mapping[str, str], known: Mapping[str, Source]) -> Answer:
    key = f"{row['query']}-{SYSTEMS[row['system']]}"
    listed = tuple(known[name] for name in row["sources"])
    try:
        lines = tuple(_lines(row["body"].strip()))
        statements = tuple(_statement(line, listed, types[row["query"]]) for line in lines)
    except ValueError as error:
        raise ValueError(f"answer {key}: {error}") from error
    text = "".join(line.before + line.text for line in lines)
    return Answer(key, row["query"], row["system"], text, tuple(row["sources"]), str(row["confidence"]), statements)


@dataclass(frozen=True)
class _Line:
    """A line of a body: its `codes`, its statement, and what stands between this and the one before."""

    codes: tuple[str, ...]
    text: str
    before: str
    start: int


def _lines(body: str) -> Iterator[_Line]:
    at, before = 0, ""
    for line in body.splitlines():
        if not line.strip():
            before = "\n\n"
            continue
        codes, _, text = line.partition(" | ")
        yield _Line(tuple(codes.split()), text, before, at + len(before))
        at, before = at + len(before) + len(text), " "


def _statement(line: _Line, listed: tuple[Source, ...], query_type: str) -> Statement:
    relevance, stance, *cells = line.codes
    if relevance not in ("0", "1") or (stance in _STANCES) != (query_type == "debate") or len(cells) != len(listed):
        raise ValueError(f"{' '.join(line.codes)!r} does not fit a {query_type} query with {len(listed)} sources")
    return Statement(
        text=line.text,
        place=Span(line.start, line.start + len(line.text)),
        relevance=relevance,
        stance=stance if query_type == "debate" else None,
        cells=tuple(_cell(code, source) for code, source in zip(cells, listed, strict=True)),
        cites=tuple(dict.fromkeys(int(number) for number in _MARK.findall(line.text))),
    )


def _cell(code: str, source: Source) -> Cell:
    if not _CELL.fullmatch(code) or (code == "x") != (source.text is None):
        raise ValueError(f"cell {code!r} does not fit source {source.key} ({source.status})")
    if code == "x":
        return Cell(None)
    return Cell(_VALUES[code[0]], tuple(source.passages[letter] for letter in code[1:]))
