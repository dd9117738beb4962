"""What an answer's text is made of, and which of it becomes statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "statement",  # a sentence of running text
    "list item",  # a sentence of a list item
    "quote",  # a sentence of a block quote
    "table row",  # a row under the head of a table, whole
    "caption",  # a sentence of a figure's or table's caption
    "heading",
    "table header",
    "code",  # a fenced block with its fences
    "reference entry",  # a line of a reference list
    "citation",  # a block of nothing but citation marks, links or addresses
    "markup",  # signs that say nothing: list marks, quote marks, rules, images, lonely punctuation
    "space",
]

SAID: frozenset[Kind] = frozenset({"statement", "list item", "quote", "table row", "caption"})
"""The kinds that become statements; every other kind is left out by rule."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: code points from `start` up to, not including, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a text and what it is."""

    start: int
    end: int
    kind: Kind
