"""The hand-checked snippets of tests/data/citations/corpus, with the places of their slices worked out."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[1] / "data" / "citations" / "corpus"
UNCHECKED = "unchecked"
NONE = "none"  # how the corpus writes that an entry has no number, URL or title


class Unsound(ValueError):
    """A snippet that contradicts its own text."""


@dataclass(frozen=True)
class ExpectedMark:
    start: int
    end: int
    style: str
    numbers: tuple[int, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True)
class ExpectedText:
    """A slice that looks like a citation and is none; `trap` names the kind of trap."""

    start: int
    end: int
    trap: str
    why: str


@dataclass(frozen=True)
class ExpectedReference:
    """An entry of a reference list; a field is UNCHECKED where the corpus says nothing."""

    number: int | str | None
    url: str | None
    canonical: str | None
    title: str | None


@dataclass(frozen=True)
class Snippet:
    """`undefined` and `unused` are None where the corpus says nothing."""

    name: str
    text: str
    marks: tuple[ExpectedMark, ...]
    not_marks: tuple[ExpectedText, ...]
    references: tuple[ExpectedReference, ...]
    undefined: tuple[int, ...] | None
    unused: tuple[int, ...] | None


def snippets() -> Iterator[Snippet]:
    """Every snippet of every file, in the order of the file names."""
    for path in sorted(CORPUS.glob("*.toml")):
        yield from map(snippet_of, tomllib.loads(path.read_text(encoding="utf-8"))["snippet"])


def snippet_of(row: dict[str, Any]) -> Snippet:
    """The snippet a table of the corpus describes; Unsound where a slice is not in the text."""
    text = row["text"]
    return Snippet(
        row["name"],
        text,
        tuple(_marks(text, row.get("marks", []))),
        tuple(_not_marks(text, row.get("not_marks", []))),
        tuple(map(_reference, row.get("references", []))),
        _numbers(row, "undefined"),
        _numbers(row, "unused"),
    )


def _marks(text: str, rows: list[dict[str, Any]]) -> Iterator[ExpectedMark]:
    behind = 0
    for row in rows:
        start = _nth(text, row["text"], row["nth"]) if "nth" in row else text.find(row["text"], behind)
        if start < behind:
            raise Unsound(f"{row['text']!r} does not follow the mark before it in {text!r}")
        behind = start + len(row["text"])
        yield ExpectedMark(start, behind, row["style"], tuple(row.get("numbers", ())), tuple(row.get("urls", ())))


def _not_marks(text: str, rows: list[dict[str, Any]]) -> Iterator[ExpectedText]:
    for row in rows:
        start = _nth(text, row["text"], row.get("nth", 1))
        yield ExpectedText(start, start + len(row["text"]), row["trap"], row["why"])


def _nth(text: str, part: str, nth: int) -> int:
    """Where the nth occurrence of a part starts, counted from 1."""
    start = -1
    for _ in range(nth):
        start = text.find(part, start + 1)
        if start < 0:
            raise Unsound(f"{part!r} does not occur {nth} times in {text!r}")
    return start


def _reference(row: dict[str, Any]) -> ExpectedReference:
    number, url, canonical, title = (_field(row, key) for key in ("number", "url", "canonical", "title"))
    return ExpectedReference(number, url, canonical, title)


def _field(row: dict[str, Any], key: str) -> Any:
    value = row.get(key, UNCHECKED)
    return None if value == NONE else value


def _numbers(row: dict[str, Any], key: str) -> tuple[int, ...] | None:
    return tuple(row[key]) if key in row else None
