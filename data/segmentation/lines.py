"""Lines of a text and what stands before their content: quote marks, indentation, list marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data.segmentation.kinds import Piece

_LINE = re.compile(r"[^\r\n]*")
_BREAK = re.compile(r"\r\n|[\r\n]")
_QUOTES = re.compile(r"(?:[ \t]*>)*")
_SPACE = re.compile(r"\s*")
_BLANK = re.compile(r"(?:[ \t]*+(?:\r\n|[\r\n]))+")
_MARK = "|".join(
    (
        r"[-*+◦▪‣–—](?=[ \t])|[•●]",
        r"(?P<number>\d{1,3})(?:[.)](?=[ \tA-Z])|、)",
        r"[A-Za-z]\)(?=[ \t])",
        r"\((?:\d{1,2}|[a-z])\)(?=[ \t])",
    )
)
_MARKS = re.compile(rf"(?:(?:{_MARK})[ \t]*)+(?:\[[ xX]\][ \t]+)?")
_BULLET = re.compile(r"[-*+◦▪‣–—•●]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that holds something; its content begins at `content` and ends at `end`, without surrounding space.

    `quotes` counts the quote marks before it, `indent` the columns between them and its list mark or content.
    `mark` is the kind of list mark it has; `number` the number of its list mark, where that is one.
    """

    start: int
    content: int
    end: int
    quotes: int
    indent: int
    mark: str | None = None
    number: int | None = None

    @property
    def span(self) -> Piece:
        """The place of its content."""
        return Piece(self.content, self.end)


def lines_of(text: str, cuts: Sequence[int] = ()) -> Iterator[Line | None]:
    """The lines of a text in order, None for blank ones; a line is also cut at every offset of `cuts`."""
    at, edges = 0, iter([*cuts, len(text)])
    edge = next(edges)
    while at < len(text):
        while edge <= at:
            edge = next(edges)
        blank = _BLANK.match(text, at)
        if blank:
            yield None
            at = blank.end()
            continue
        end = _LINE.match(text, at, edge).end()  # type: ignore[union-attr]  # it matches anything
        yield _line(text, at, end)
        stop = _BREAK.match(text, end)
        at = stop.end() if stop and end < edge else end


def _line(text: str, start: int, end: int) -> Line | None:
    while end > start and text[end - 1].isspace():
        end -= 1
    quotes = _reach(_QUOTES, text, start, end)
    begin = _reach(_SPACE, text, quotes, end)
    if begin == end:
        return None
    marks = _MARKS.match(text, begin, end)
    content = _reach(_SPACE, text, marks.end(), end) if marks else begin
    depth, indent = text.count(">", start, quotes), len(text[quotes:begin].expandtabs(4))
    if not marks or content == end:
        return Line(start, begin, end, depth, indent)
    mark = "bullet" if _BULLET.match(text, begin) else "number"
    number = marks["number"] if mark == "number" else None
    return Line(start, content, end, depth, indent, mark, int(number) if number else None)


def _reach(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    return pattern.match(text, start, end).end()  # type: ignore[union-attr]  # each of them matches the empty text
