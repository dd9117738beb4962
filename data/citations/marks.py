"""All citations of a text: one pass from left to right, then what only the whole text can settle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from data.citations.author_date import Authors, author_date
from data.citations.brackets import bracket, joined
from data.citations.footnotes import footnote
from data.citations.lenticular import lenticular
from data.citations.links import anchor, bare_url, chat_reference, link
from data.citations.numbering import SUPERSCRIPTS
from data.citations.raised import raised
from data.citations.reader import Page, Said
from data.citations.records import Mark, NotAMark
from data.citations.spans import Hidden, Spans
from data.citations.syntax import is_escaped

_OPENER = re.compile(
    rf"\[(?!\[\[\[)|［|【|<(?=a\s|sup>|https?:)|\^(?=[0-9])|\((?=[^()\[\]])|[{SUPERSCRIPTS}]|:contentReference\[|https?://",
    re.IGNORECASE,
)
"""Where a citation can begin. Links are followed three brackets deep: none begins with four."""

_PLAIN = re.compile(r"\[[0-9]{1,9}\](?![(\[])")
_NUMBER = re.compile(r"\[\^?[0-9][0-9,;–\- ]{0,40}\]|【[0-9][^【】\n]{0,40}】")


def found_marks(page: Page, hidden: Spans) -> list[Mark | NotAMark]:
    """Every citation outside reference lists and what only looks like one, in the order of the text."""
    said = _Scan(page, hidden).said()
    return list(_zeros_settled(page, list(_ranges_joined(page.text, said))))


class _Scan:
    def __init__(self, page: Page, hidden: Spans) -> None:
        self._page = page
        self._hidden = hidden
        self._lists = Spans([Hidden(start, end, "a reference list") for start, end in page.lists.areas])
        self._authors = Authors(page.text, page.lists.references)
        self._mark_end = -1
        self._index_end = -1

    def said(self) -> Iterator[Mark | NotAMark]:
        place = 0
        while opener := _OPENER.search(self._page.text, place):
            start = opener.start()
            if listed := self._lists.at(start):
                place = listed.end
                continue
            said = self._of_hidden(start) if self._hidden.at(start) else self._of(start, opener[0])
            if said is not None:
                yield said
            place = opener.end() if said is None else said.end

    def _of_hidden(self, start: int) -> Said:
        """What would be a citation, if it did not stand where none can."""
        span = self._hidden.at(start)
        found = _NUMBER.match(self._page.text, start)
        if span is None or found is None or found.end() > span.end:
            return None
        return NotAMark(start, found.end(), f"in {span.what}, where nothing is cited")

    def _of(self, start: int, opener: str) -> Said:
        said = self._read(start, opener)
        if isinstance(said, Mark):
            self._mark_end = said.end
        return said

    def _read(self, start: int, opener: str) -> Said:
        page = self._page
        if opener in "[［":
            return self._square(start)
        if opener == "(":
            return author_date(page, self._authors, start) if self._authors else None
        if opener == "【":
            return lenticular(page, start)
        if opener == "<":
            return anchor(page, start) or raised(page, start, self._mark_end == start)
        if opener[0] == ":":
            return chat_reference(page, start)
        if opener[0] in "hH":
            return bare_url(page, start)
        return raised(page, start, self._mark_end == start)

    def _square(self, start: int) -> Said:
        if is_escaped(self._page.text, start):
            return None
        plain = _PLAIN.match(self._page.text, start)
        said = None if plain else link(self._page, start) or footnote(self._page, start)
        if said is not None:
            return said
        said = bracket(self._page, start, self._index_end == start)
        if isinstance(said, NotAMark) and "index" in said.why:
            self._index_end = said.end
        return said


def _ranges_joined(text: str, said: Iterable[Mark | NotAMark]) -> Iterator[Mark | NotAMark]:
    """`[1]–[3]` as one mark."""
    before: Mark | NotAMark | None = None
    for item in said:
        both = None
        if isinstance(before, Mark) and isinstance(item, Mark) and before.style == item.style == "bracket":
            both = joined(text, before, item)
        if before is not None and both is None:
            yield before
        before = both or item
    if before is not None:
        yield before


def _zeros_settled(page: Page, said: Sequence[Mark | NotAMark]) -> Iterator[Mark | NotAMark]:
    """Brackets with a zero, which cite only where the text cites from zero."""
    brackets = [item for item in said if isinstance(item, Mark) and item.style == "bracket"]
    cites = bool(page.lists.references) or any(0 not in mark.numbers for mark in brackets)
    from_zero = 0 in page.numbers or (cites and any(mark.numbers == (0,) for mark in brackets))
    for item in said:
        if not isinstance(item, Mark) or item.style != "bracket" or 0 not in item.numbers or from_zero:
            yield item
        else:
            yield NotAMark(
                item.start, item.end, "an index, an interval or a class of characters: nothing is cited from zero"
            )
