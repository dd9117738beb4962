"""Which cells can be kept: what both databases and every file can hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from data.problems import Problems
from data.tabular.cells import Cells

_HALF = re.compile("[\ud800-\udfff]")


def sound(records: Iterator[tuple[int, Cells]], problems: Problems) -> Iterator[tuple[int, Cells]]:
    """The records all of whose cells can be kept; the others are problems. Ends when there are many problems."""
    for place, cells in records:
        faults = list(faults_of(cells))
        for heading, words in faults:
            problems.add(place, heading, words)
        if not faults:
            yield place, cells
        if problems.many:
            return


def faults_of(cells: Cells) -> Iterator[tuple[str, str]]:
    """The headings of cells that no database or file can hold, each with what is wrong.

    >>> list(faults_of({"a": "x", "b": ["nul \\0"]}))
    [('b', 'holds a NUL character; take it out')]
    """
    for heading, cell in cells.items():
        words = _fault(cell)
        if words is None and heading:
            words = _fault(heading)
        if words is not None:
            yield heading, words


def _fault(cell: Any) -> str | None:
    if isinstance(cell, str):
        if "\0" in cell:
            return "holds a NUL character; take it out"
        if not cell.isascii() and _HALF.search(cell):
            return "holds half of a character (a lone surrogate such as \\ud83d); correct the text"
        return None
    if isinstance(cell, dict):
        return next(filter(None, map(_fault, (*cell, *cell.values()))), None)
    if isinstance(cell, list):
        return next(filter(None, map(_fault, cell)), None)
    return None
