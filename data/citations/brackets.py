"""Numbers in square brackets: `[1]`, `[1, 2]`, `[1–4]`, `［1］`, and what only looks like them."""

from __future__ import annotations

import re

from data.citations.numbering import DASHES, numbers_in
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark

_BRACKET = re.compile(r"\[(?P<inner>[^\[\]［］]{1,2000})\]|［(?P<wide>[^\[\]［］]{1,2000})］")
_DIGIT = re.compile(r"[0-9０-９]")
_NAME = re.compile(r"[$\w'’.-]+\Z")
_LONGEST_NAME = 64
_CHEMISTRY_BEFORE = (" ", "(", "\u00a0")
_FIELD_OR_VALUE = re.compile(r"[ \t]?=|\.[a-z]")
_INTERVAL = re.compile(r"\b(?:intervals?|(?:the|a) (?:range|scale))(?:\s+(?:of|from))?\Z", re.IGNORECASE)
_TWO = re.compile(r".\s*[0-9]+\s*,\s*[0-9]+\s*.")
_LONGEST_INTRODUCTION = 32
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“”", "「": "」", "『": "』", "`": "`"}
_JOINER = re.compile(rf"[{DASHES}]")


def bracket(page: Page, start: int, after_index: bool) -> Said:
    """What a square bracket is; `after_index`: it follows the index of an array directly."""
    found = _BRACKET.match(page.text, start)
    if found is None:
        return None
    if after_index or _is_index(page.text, found.start(), found.end()):
        return NotAMark(
            start, found.end(), "the index of an array: it follows the name of a variable, or is given a value"
        )
    inner = found["inner"] or found["wide"]
    if not _DIGIT.search(inner):
        return None
    numbers = numbers_in(inner)
    why = numbers.why or _other_meaning(page, start, found.end(), numbers.values)
    if why:
        return NotAMark(start, found.end(), why)
    return Mark(
        start, found.end(), "bracket", numbers.values, (), "numbers in square brackets cite the entries so numbered"
    )


def joined(text: str, first: Mark, second: Mark) -> Mark | None:
    """`[1]–[3]` as one mark: two numbers in brackets with only a dash between, rising."""
    if not _JOINER.fullmatch(text, first.end, second.start) or len(first.numbers) != 1 or len(second.numbers) != 1:
        return None
    numbers = numbers_in(f"{first.numbers[0]}-{second.numbers[0]}").values
    if not numbers:
        return None
    return Mark(
        first.start, second.end, "bracket", numbers, (), "a dash between two numbers in brackets cites the range"
    )


def _is_index(text: str, start: int, end: int) -> bool:
    """Whether a variable stands right before the bracket, or a value or a field right after it."""
    if _FIELD_OR_VALUE.match(text, end):
        return True
    before = text[start - 1 : start]
    if not before.isalnum():
        return False
    name = text[max(start - _LONGEST_NAME, 0) : start]
    found = _NAME.search(name) if "_" in name or "$" in name or before.islower() else None
    return found is not None and _is_variable(found[0])


def _is_variable(name: str) -> bool:
    """A single small letter on its own (not that of `it's` or `e.g`), a name with an underscore or after a dollar."""
    after_dollar = name[0] == "$" and not name[1].isdigit()
    return (len(name) == 1 and name.islower()) or after_dollar or "_" in name


def _other_meaning(page: Page, start: int, end: int, numbers: tuple[int, ...]) -> str:
    """What the bracket is instead of a citation; empty if nothing speaks against it."""
    text = page.text
    before, after = text[start - 1 : start], text[end : end + 1]
    if after and after in _QUOTES.get(before, ""):
        return "between quotation marks: the sign itself is meant"
    if before in _CHEMISTRY_BEFORE and after.isalpha() and after.islower():
        return "part of a name, as in chemistry: a lower-case letter follows directly"
    introduction = text[max(start - _LONGEST_INTRODUCTION, 0) : start].rstrip()
    if introduction.endswith(("∈", "=")) or (_TWO.fullmatch(text, start, end) and _INTERVAL.search(introduction)):
        return "an interval: so it is named before the bracket"
    if page.unknown_long(numbers):
        return "a year or an amount: a number of four digits or more that no entry has"
    return ""
