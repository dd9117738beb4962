"""Which cells can be kept: what both databases and every file can hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from data.problems import Problems
from data.tabular.cells import Cells
from data.tabular.json_scanner import DEEPEST

_HALF = re.compile("[\ud800-\udfff]")


def sound(records: Iterator[tuple[int, Cells]], problems: Problems) -> Iterator[tuple[int, Cells]]:
    """The records all of whose cells can be kept; the others are problems. Ends when there are many problems."""
    for place, cells in records:
        faults = list(faults_of(cells))
        for heading, words in faults:
            problems.add(place, heading.encode("utf-8", "backslashreplace").decode(), words)
        if not faults:
            yield place, cells
        if problems.many:
            return


def faults_of(cells: Cells) -> Iterator[tuple[str, str]]:
    """The headings of cells that no database or file can hold, each with what is wrong.

    >>> list(faults_of({"a": "x", "b": ["nul \\0"]}))
    [('b', 'holds a NUL character; take it out')]
    """
    if _is_plain_text(cells):
        return
    for heading, cell in cells.items():
        words = _fault(heading, 0) or _fault(cell, 0)
        if words is not None:
            yield heading, words


def _is_plain_text(cells: Cells) -> bool:
    """Whether all cells are texts that can be kept: told at once, since most records of a table are."""
    try:
        text = "".join((*cells, *cells.values()))
        return "\0" not in text and (text.isascii() or bool(text.encode()))
    except (TypeError, UnicodeEncodeError):
        return False


def _fault(cell: Any, depth: int) -> str | None:
    if isinstance(cell, str):
        if "\0" in cell:
            return "holds a NUL character; take it out"
        if not cell.isascii() and (found := _HALF.search(cell)):
            if "\udc80" <= found.group() <= "\udcff":
                return "holds bytes that are no text in the file's encoding; correct it, or name the encoding"
            return "holds half of a character (a lone surrogate such as \\ud83d); correct the text"
    elif isinstance(cell, dict | list):
        if depth == DEEPEST:
            return f"holds more than {DEEPEST} brackets within each other"
        parts = (*cell, *cell.values()) if isinstance(cell, dict) else cell
        return next((words for part in parts if (words := _fault(part, depth + 1))), None)
    return None
