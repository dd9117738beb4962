"""Numbers as a citation writes them: `1`, `1, 2`, `1–4`, `3 and 5`, `2, p. 7`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST_RANGE = 100
"""Numbers of the longest range that a person would cite."""

MOST_NUMBERS = 500
"""Numbers of the longest list."""

DASHES = "-\u2010\u2011\u2012–—\u2212"
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

_BLANK = "[\\s\u200b\u2060\ufeff]"
_GAP = rf"{_BLANK}{{0,8}}+"
_DIGITS = "[0-9０-９]{1,9}+"
_ITEM = rf"{_DIGITS}(?:{_GAP}[{DASHES}]{_GAP}{_DIGITS})?"
_SEPARATOR = rf"(?:{_GAP}[,;，、；&]{_GAP}(?:and{_BLANK}{_GAP})?|{_BLANK}{_GAP}and{_BLANK}{_GAP})"
_PAGE = rf"{_GAP}[,;，]{_GAP}(?:pp?|pages?)\b\.?{_GAP}[0-9]{{1,9}}(?:{_GAP}[{DASHES}]{_GAP}[0-9]{{1,9}})?"
_LIST = re.compile(rf"{_GAP}(?P<items>{_ITEM}(?:{_SEPARATOR}{_ITEM})*)(?:{_PAGE})?{_GAP}")
_ITEMS = re.compile(rf"({_DIGITS})(?:{_GAP}[{DASHES}]{_GAP}({_DIGITS}))?")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_PLAIN = str.maketrans(SUPERSCRIPTS + "⁻˒", "0123456789-,")


@dataclass(frozen=True)
class Numbers:
    """The numbers of one citation in the order written, each once; or why the text is none (`why`)."""

    values: tuple[int, ...]
    why: str = ""


def numbers_in(inner: str) -> Numbers:
    """The numbers that the inside of a citation's brackets names; no values and a reason where it names none.

    >>> numbers_in("8–10, 3").values
    (8, 9, 10, 3)
    """
    if inner.isascii() and inner.isdigit() and len(inner) < 10:
        return Numbers((int(inner),))
    found = _LIST.fullmatch(inner)
    if found is None or _PARAGRAPH.search(inner):
        return Numbers((), "what stands in it is not only whole numbers, lists and ranges")
    ranges = [_range(first, last) for first, last in _ITEMS.findall(found["items"])]
    if not all(ranges):
        return Numbers((), "its range falls")
    if any(len(numbers) > LONGEST_RANGE for numbers in ranges) or sum(map(len, ranges)) > MOST_NUMBERS:
        return Numbers((), f"it would cite more than {LONGEST_RANGE} sources at once")
    return Numbers(tuple(dict.fromkeys(number for numbers in ranges for number in numbers)))


def superscript_numbers(inner: str) -> Numbers:
    """As `numbers_in`, of raised digits.

    >>> superscript_numbers("¹²,³").values
    (12, 3)
    """
    return numbers_in(inner.translate(_PLAIN))


def is_long(numbers: Iterable[int]) -> bool:
    """Whether a number has four digits or more: a year, a count, an amount, unless an entry has it."""
    return any(number > 999 for number in numbers)


def _range(first: str, last: str) -> range:
    """The numbers of an item; empty where the range does not rise."""
    low = int(first)
    if not last:
        return range(low, low + 1)
    high = int(last)
    return range(low, high + 1) if high > low else range(0)
