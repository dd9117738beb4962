"""Citations and reference lists of an answer: a pure function of its text.

`parsed` reads a text, `sources_of` lists its sources in order, `positions_of` says which of them a citation means,
`canonical` tells addresses apart. Offsets are code points of the text, end exclusive. Nothing is changed or guessed
that the text does not say; every decision carries its reason in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from data.citations.code_spans import hidden
from data.citations.marks import found_marks
from data.citations.reader import Page
from data.citations.records import Beside, Mark, NotAMark, Parsed, Reference, Style
from data.citations.references import lists_of, with_beside
from data.citations.resolving import resolved, undefined_numbers, unused_numbers
from data.citations.sources import Listed, positions_of, sources_of
from data.citations.urls import canonical

__all__ = [
    "Beside",
    "Listed",
    "Mark",
    "NotAMark",
    "Parsed",
    "Reference",
    "Style",
    "canonical",
    "parsed",
    "positions_of",
    "sources_of",
]


def parsed(text: str, beside: Sequence[Beside] = ()) -> Parsed:
    """The citations and reference lists of an answer in Markdown or plain text, in time linear in its length.

    `beside` are the entries of a source list that came with the text: they count as a last list after its own.

    >>> [mark.numbers for mark in parsed("Tea is old [1][2, 4].").marks]
    [(1,), (2, 4)]
    """
    nowhere = hidden(text)
    lists = with_beside(lists_of(text, nowhere), beside, len(text))
    said = found_marks(Page(text, lists), nowhere)
    marks = resolved((item for item in said if isinstance(item, Mark)), lists.references)
    return Parsed(
        marks,
        tuple(item for item in said if isinstance(item, NotAMark)),
        lists.references,
        undefined_numbers(marks, lists.references),
        unused_numbers(marks, lists.references),
        _outside(lists.areas, len(text)),
    )


def _outside(areas: tuple[tuple[int, int], ...], length: int) -> tuple[tuple[int, int], ...]:
    """The spans between and around the areas."""
    starts = (0, *(end for _, end in areas))
    ends = (*(start for start, _ in areas), length)
    return tuple((start, end) for start, end in zip(starts, ends, strict=True) if start < end)
