"""What the parser finds in an answer. Offsets are code points of the text, `end` exclusive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Style = Literal[
    "bracket",
    "footnote",
    "link",
    "number link",
    "reference link",
    "lenticular",
    "oai",
    "superscript",
    "author-date",
    "bare url",
]


@dataclass(frozen=True)
class Mark:
    """One citation as it stands in the text: a list `[1, 2]` or range `[1-3]` is one mark with several numbers.

    `numbers` are in the order written, each once; `urls` are those the mark itself leads to, as written. `entries` are
    the places in `Parsed.references` that the mark means. `why` says in words why it counts as a citation.
    """

    start: int
    end: int
    style: Style
    numbers: tuple[int, ...]
    urls: tuple[str, ...]
    why: str
    entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class NotAMark:
    """What looks like a citation but is text, and why in words."""

    start: int
    end: int
    why: str


@dataclass(frozen=True)
class Reference:
    """An entry of a reference list: `start:end` in the text; `listing` counts the lists of the text from 0.

    An entry of a list kept beside the text takes no place: it is empty, and stands at the text's end.
    `url` is as written, `canonical` what it is told apart by (see `urls.canonical`). None: the entry has none.
    """

    start: int
    end: int
    number: int | None
    title: str | None
    url: str | None
    canonical: str | None
    listing: int = 0


@dataclass(frozen=True)
class Beside:
    """An entry of a source list that is kept beside the text, not in it; `url` as written."""

    number: int
    title: str | None
    url: str | None


@dataclass(frozen=True)
class Parsed:
    """The citations of an answer, its reference lists, and how they fit.

    `undefined`: numbers that are cited but that no entry has and no link carries. `unused`: numbers of entries that no
    mark cites. Both rising. `body`: the spans outside reference lists and their headings, in order, none empty.
    """

    marks: tuple[Mark, ...]
    rejected: tuple[NotAMark, ...]
    references: tuple[Reference, ...]
    undefined: tuple[int, ...]
    unused: tuple[int, ...]
    body: tuple[tuple[int, int], ...]
