"""Raised numbers: `word.¹`, `<sup>1, 2</sup>`, `^1^`; and powers and units, which cite nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from data.citations.numbering import SUPERSCRIPTS, Numbers, numbers_in, superscript_numbers
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark

_DIGITS = rf"[{SUPERSCRIPTS}]{{1,9}}+"
_RUN = re.compile(rf"{_DIGITS}(?:[ \u202f\u2009]?[,;˒⁻–-][ \u202f\u2009]?{_DIGITS})*")
_ELEMENT = re.compile(r"<sup>([^<>\[\]]{1,400})</sup>", re.IGNORECASE)
_CARETS = re.compile(r"\^([0-9][0-9,; \t–-]{0,200})\^")
_WORD = re.compile(r"[^\W\d_]+\Z")
_LONGEST_WORD = 40
_UNITS = re.compile(r"(?:metres?|meters?|foot|feet|inch(?:es)?|miles?|yards?|seconds?|sec)\Z", re.IGNORECASE)
_CLOSING = frozenset(("Po", "Pe", "Pf", "Pd", "Pi", "Pc"))


def raised(page: Page, start: int, after_mark: bool) -> Said:
    """What a raised number is; `after_mark`: it follows a citation directly."""
    text = page.text
    if text[start] == "<":
        found, numbers = _read(_ELEMENT.match(text, start), numbers_in)
    elif text[start] == "^":
        found, numbers = _read(_CARETS.match(text, start), numbers_in)
    else:
        found, numbers = _read(_RUN.match(text, start), superscript_numbers)
    if found is None or not any(map(str.isdigit, found[0])):
        return None
    why = numbers.why or _other_meaning(page, start, after_mark, numbers.values)
    if why:
        return NotAMark(start, found.end(), why)
    why = "a raised number after a word or a punctuation mark cites the entry so numbered"
    return Mark(start, found.end(), "superscript", numbers.values, (), why)


def _read(found: re.Match[str] | None, numbers: Callable[[str], Numbers]) -> tuple[re.Match[str] | None, Numbers]:
    if found is None:
        return None, Numbers(())
    return found, numbers(found[1] if found.re.groups else found[0])


def _other_meaning(page: Page, start: int, after_mark: bool, numbers: tuple[int, ...]) -> str:
    """What the raised number is instead of a citation; empty if nothing speaks against it."""
    if page.unknown_long(numbers) or (0 in numbers and 0 not in page.numbers):
        return "a number that no entry has and nobody would cite"
    if after_mark:
        return ""
    before = page.text[start - 1 : start]
    word = _WORD.search(page.text, max(start - _LONGEST_WORD, 0), start)
    if word is not None:
        return "a power or a unit: it follows a letter or a unit of measure" if _is_unit(word[0]) else ""
    if before and (unicodedata.category(before) in _CLOSING or before in "*_>`|"):
        return ""
    return "a power, or a number on its own: no word and no punctuation mark stands before it"


def _is_unit(word: str) -> bool:
    return len(word) == 1 or (len(word) == 2 and word.islower()) or _UNITS.fullmatch(word) is not None
