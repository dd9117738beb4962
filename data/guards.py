"""Cells that no spreadsheet takes for a formula, as OWASP advises against CSV injection."""

from __future__ import annotations

GUARD = "'"
"""Stands before a text that a spreadsheet could take for a formula, which begins with one of FORMULA_STARTS."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", GUARD)


def guarded(text: str) -> str:
    """The text with an apostrophe before a start that could make it a formula, and an empty text as an apostrophe:
    an empty cell is a missing one.

    >>> guarded("=1+1"), guarded("fine"), guarded("")
    ("'=1+1", 'fine', "'")
    """
    return GUARD + text if not text or text.startswith(FORMULA_STARTS) else text


def unguarded(text: str) -> str:
    """The text that was guarded."""
    return text.removeprefix(GUARD)
