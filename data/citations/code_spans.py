"""Where nothing can be cited: code, comments, images, mathematics and the insides of HTML tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import merge

from data.citations.inline import inline_spans
from data.citations.spans import Hidden, Spans

_FENCE = re.compile(
    r"^[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?+(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\n]*+)", re.MULTILINE
)
_INDENTED = re.compile(r"^(?: {4}| {0,3}\t)[^\n]*\S", re.MULTILINE)
_LINE = re.compile(r"^(?P<indent>[ \t]*+)(?P<item>(?:[-*+•]|\d{1,9}[.)])[ \t])?+(?=\S)[^\n]*+", re.MULTILINE)


def hidden(text: str) -> Spans:
    """The spans of the text in which nothing can be cited."""
    fences = list(_fences(text))
    blocks = sorted([*fences, *_indented(text, Spans(fences))], key=lambda span: span.start)
    return Spans(list(_together(blocks, inline_spans(text, Spans(blocks)))))


def _fences(text: str) -> Iterator[Hidden]:
    """Fenced code; a fence that nobody closes runs to the end."""
    opened: re.Match[str] | None = None
    for found in _FENCE.finditer(text):
        if opened is None:
            if "`" not in found["info"] or found["fence"][0] == "~":
                opened = found
        elif found["fence"].startswith(opened["fence"]) and not found["info"].strip():
            yield Hidden(opened.start(), found.end(), "a block of code")
            opened = None
    if opened is not None:
        yield Hidden(opened.start(), len(text), "a block of code")


def _indented(text: str, fences: Spans) -> Iterator[Hidden]:
    """Lines of indented code: after a blank line or more code, where no list item is open above."""
    if not _INDENTED.search(text):
        return
    in_list, in_code, previous = False, False, -1
    for line in _LINE.finditer(text):
        after_blank = previous + 1 < line.start() or line.start() == 0
        previous = line.end()
        if fences.at(line.start()):
            in_code = False
            continue
        deep = len(line["indent"].expandtabs(4)) >= 4
        in_code = deep and not in_list and (in_code or after_blank)
        if in_code:
            yield Hidden(line.start(), line.end(), "a block of code")
        elif line["item"]:
            in_list = True
        elif after_blank and not line["indent"]:
            in_list = False


def _together(blocks: Sequence[Hidden], inline: Iterator[Hidden]) -> Iterator[Hidden]:
    """Both kinds in order; what begins inside an earlier span is part of it."""
    end = 0
    for span in merge(blocks, inline, key=lambda span: span.start):
        if span.end > end:
            yield Hidden(max(span.start, end), span.end, span.what)
            end = span.end
