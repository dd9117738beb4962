"""Spans of a text, and which of them holds a place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Hidden:
    """A span in which nothing can be cited, and what it is (`code`, `a comment`, ...)."""

    start: int
    end: int
    what: str


class Spans:
    """Hidden spans in order that do not overlap."""

    def __init__(self, spans: Sequence[Hidden]) -> None:
        self._spans = spans
        self._starts = [span.start for span in spans]

    def at(self, place: int) -> Hidden | None:
        """The span that holds the place."""
        index = bisect_right(self._starts, place) - 1
        if index < 0 or place >= self._spans[index].end:
            return None
        return self._spans[index]


class Places:
    """Rising places in a text, to ask for the next one."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places

    def after(self, place: int, otherwise: int) -> int:
        """The first place beyond this one, or `otherwise` where there is none."""
        index = bisect_right(self._places, place)
        return self._places[index] if index < len(self._places) else otherwise
