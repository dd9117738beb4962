"""Source lists that come beside reports: addresses, entries `[3] address`, or objects."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

from data.citations.entries import described
from data.citations.entry_signs import sign_at
from data.importing.reports import GivenSource

LONGEST_TITLE = 300
"""Characters beyond which words without an address are the source's text, not its title."""

_KNOWN = "must be a list of addresses or of objects with url, title and text, or one address a line"


class NoSources(ValueError):
    """Why something cannot be read as a list of sources, in words."""


def given_sources(said: object) -> tuple[GivenSource, ...] | None:
    """The sources that a cell or field says; None if it says nothing. NoSources if it cannot be read."""
    if said is None or (isinstance(said, str) and not said.strip()):
        return None
    found = listed(said) if isinstance(said, str) else said
    if not isinstance(found, Sequence) or isinstance(found, str | bytes):
        raise NoSources(_KNOWN)
    return tuple(_source(place, item) for place, item in enumerate(found, start=1))


def listed(text: str) -> list[Any]:
    """A list written into a cell (as JSON, or as Python writes it), else the lines of the cell."""
    for read in (json.loads, ast.literal_eval) if text.strip().startswith("[") else ():
        try:
            found = read(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(found, list) and not any(isinstance(item, int) for item in found):
            return found
    return [line for line in text.splitlines() if line.strip()]


def _source(place: int, item: object) -> GivenSource:
    if isinstance(item, str):
        return source_of_entry(item)
    if not isinstance(item, Mapping):
        raise NoSources(f"entry {place} is neither an address nor an object; the list {_KNOWN}")
    for name in ("url", "title", "text"):
        if not isinstance(item.get(name), str | None):
            raise NoSources(f"the {name} of entry {place} is not text")
    return GivenSource(item.get("url") or None, item.get("title") or None, item.get("text"), _number(place, item))


def _number(place: int, item: Mapping[str, Any]) -> int | None:
    number = item.get("number")
    if number is None or (isinstance(number, int) and not isinstance(number, bool) and number >= 0):
        return number
    raise NoSources(f"the number of entry {place} is not a whole number")


def source_of_entry(entry: str) -> GivenSource:
    """The source that an entry names in its first paragraph, with the number it carries; what follows is its text.

    >>> source_of_entry("[3] Tea: https://leaf.example/tea")
    GivenSource(url='https://leaf.example/tea', title='Tea', text=None, number=3)
    """
    first, _, text = entry.strip().partition("\n\n")
    sign = sign_at(first, 0)
    content, number = (first, None) if sign is None else (first[sign.content :], sign.number)
    found = described(content)
    if found.url is None and len(content) > LONGEST_TITLE:
        return GivenSource(None, None, "\n\n".join(filter(None, [content, text])), number)
    return GivenSource(found.url, found.title, text or None, number)
