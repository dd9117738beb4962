"""Cutting a source that is too long for one request into pieces that overlap a little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_OVERLAP = 20
"""One part in so many of a piece is said again in the next, so that no sentence is seen by halves only."""

_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?。！？]\s*"), re.compile(r"\s"))
"""Where a piece may end, best first."""


@lru_cache(maxsize=4)
def pieces_of(text: str, longest: int) -> tuple[str, ...]:
    """The text in pieces of at most `longest` characters, in order; all of it is in them.

    A piece ends at a paragraph, else at a line, a sentence or a word, if there is such an end in its last quarter.

    >>> pieces_of("One day. Two days. Three days.", 20)
    ('One day. Two days. ', ' Three days.')
    """
    return tuple(_pieces(text, longest))


def _pieces(text: str, longest: int) -> Iterator[str]:
    start = 0
    while len(text) - start > longest:
        end = _end(text, start, start + longest)
        yield text[start:end]
        start = max(start + 1, end - longest // _OVERLAP)
    yield text[start:]


def _end(text: str, start: int, most: int) -> int:
    for kind in _BREAKS:
        ends = [found.end() for found in kind.finditer(text, most - (most - start) // 4, most)]
        if ends:
            return ends[-1]
    return most
