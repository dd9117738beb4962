"""Footnote signs: `[^1]`, `[^1_3]` (turn 1, source 3), `[^name]`."""

from __future__ import annotations

import re

from data.citations.entry_signs import note_number
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark
from data.citations.references import label_key

_NOTE = re.compile(r"\[\^(?P<label>[^\[\]\s]{1,100})\]")


def footnote(page: Page, start: int) -> Said:
    """A footnote sign: with a number it always cites, with a name where the name's definition holds a URL."""
    found = _NOTE.match(page.text, start)
    if found is None:
        return None
    number, place = note_number(found["label"]), page.lists.notes.get(label_key(found["label"]))
    entries = () if place is None else (place,)
    if number is not None:
        return Mark(start, found.end(), "footnote", (number,), (), "a footnote sign with a number", entries)
    url = None if place is None else page.reference(place).url
    if url is None:
        return NotAMark(start, found.end(), "a caret in brackets without a definition that holds a URL")
    return Mark(start, found.end(), "footnote", (), (url,), "a footnote sign whose definition holds a URL", entries)
