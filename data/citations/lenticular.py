"""Lenticular brackets: `【1†source】`, `【1:2†source】`, `【1】`; not the headings of Chinese and Japanese texts."""

from __future__ import annotations

import re

from data.citations.numbering import numbers_in
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark

_LENTICULAR = re.compile(r"【(?:[0-9]{1,9}:)?(?P<numbers>[^【】†\n]{1,400})(?P<dagger>†[^【】\n]{0,400})?】")


def lenticular(page: Page, start: int) -> Said:
    """What lenticular brackets hold: the numbers before the first dagger, or words."""
    found = _LENTICULAR.match(page.text, start)
    if found is None:
        return None
    numbers = numbers_in(found["numbers"])
    if numbers.why:
        return NotAMark(start, found.end(), "words in lenticular brackets: a heading, a date or emphasis")
    if page.unknown_long(numbers.values) or (0 in numbers.values and not found["dagger"] and 0 not in page.numbers):
        return NotAMark(start, found.end(), "a year or a count in lenticular brackets, no source")
    why = "a number in lenticular brackets cites the entry so numbered"
    return Mark(start, found.end(), "lenticular", numbers.values, (), why)
