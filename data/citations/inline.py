"""Code spans, comments, images, mathematics and HTML tags within lines: nothing in them is a citation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from data.citations.spans import Hidden, Places, Spans
from data.citations.syntax import BRACKETED, TARGET
from data.citations.urls import url_at

_OPENER = re.compile(r"\\.|https?://|`+|<!--|!\[|\$\$?|</?[a-z]", re.IGNORECASE)
_BACKTICKS = re.compile(r"`+")
_DOLLARS = re.compile(r"\\.|\$\$?")
_BLANK_LINE = re.compile(r"\n(?=[^\S\n]*+\n)")
_BLOCK_START = re.compile(r"\n(?=[^\S\n]*+(?:\n|#{1,6}\s|[-*+>|]|\d{1,9}[.)]\s))")
_TAG = re.compile(r"</?[a-z][a-z0-9-]{0,30}+(?:[\s/][^<>]*+)?>", re.IGNORECASE)
_READ_TAG = re.compile(r"</?(?:a|sup)[\s/>]", re.IGNORECASE)
_RAW_TAG = re.compile(r"<(code|pre|script|style|kbd|samp|math)[\s>]", re.IGNORECASE)


def inline_spans(text: str, blocks: Spans) -> Iterator[Hidden]:
    """The hidden spans outside blocks of code, in order; what opens first wins."""
    return _Inline(text).spans(blocks)


class _Inline:
    def __init__(self, text: str) -> None:
        self._text = text
        self._backticks: dict[int, list[int]] = defaultdict(list)
        for run in _BACKTICKS.finditer(text):
            self._backticks[len(run[0])].append(run.start())
        dollars = [found for found in _DOLLARS.finditer(text) if found[0][0] == "$"] if "$" in text else []
        self._closing = {
            "$": Places([found.start() for found in dollars if found[0] == "$" and self._may_close(found.start())]),
            "$$": Places([found.start() for found in dollars if found[0] == "$$"]),
        }
        self._paragraphs = Places([found.start() for found in _BLANK_LINE.finditer(text)])
        self._block_starts = Places([found.start() for found in _BLOCK_START.finditer(text)] if "`" in text else [])
        self._closers_missing: set[str] = set()

    def spans(self, blocks: Spans) -> Iterator[Hidden]:
        place = 0
        while found := _OPENER.search(self._text, place):
            block = blocks.at(found.start())
            if block is not None:
                place = block.end
                continue
            span = self._opened(found)
            if span is not None and span.what:
                yield span
            place = found.end() if span is None else span.end

    def _opened(self, found: re.Match[str]) -> Hidden | None:
        """What begins here; a span that is not hidden, but to be passed over whole, is called nothing."""
        start, sign = found.start(), found[0].lower()
        if sign[0] == "`":
            return self._code_span(start, len(sign))
        if sign[0] == "$":
            return self._mathematics(start, sign)
        if sign == "<!--":
            return self._until("-->", start, "a comment")
        if sign == "![":
            return self._image(start)
        if sign[0] == "<":
            return self._tag(start)
        end = url_at(self._text, start, len(self._text)) if sign[0] == "h" else None
        return None if end is None else Hidden(start, end, "")

    def _code_span(self, start: int, length: int) -> Hidden | None:
        close = Places(self._backticks[length]).after(start, len(self._text))
        if close >= self._block_starts.after(start, len(self._text)):
            return None
        return Hidden(start, close + length, "code")

    def _may_close(self, place: int) -> bool:
        before, after = self._text[place - 1 : place], self._text[place + 1 : place + 2]
        return bool(before.strip()) and not after.isdigit()

    def _mathematics(self, start: int, sign: str) -> Hidden | None:
        """A formula between dollar signs; a dollar before a digit or a space is money."""
        inside = start + len(sign)
        first = self._text[inside : inside + 1]
        if sign == "$" and (not first.strip() or first.isdigit()):
            return None
        close = self._closing[sign].after(inside, len(self._text))
        if close >= self._paragraphs.after(start, len(self._text)):
            return None
        return Hidden(start, close + len(sign), "a formula")

    def _until(self, closer: str, start: int, what: str) -> Hidden | None:
        """The span up to the closer; once a closer is missing it is not looked for again."""
        if closer in self._closers_missing:
            return None
        close = re.compile(re.escape(closer), re.IGNORECASE).search(self._text, start)
        if close is None:
            self._closers_missing.add(closer)
            return None
        return Hidden(start, close.end(), what)

    def _image(self, start: int) -> Hidden | None:
        alternative = BRACKETED.match(self._text, start + 1)
        target = TARGET.match(self._text, alternative.end()) if alternative else None
        return Hidden(start, target.end(), "an image") if target else None

    def _tag(self, start: int) -> Hidden | None:
        raw = _RAW_TAG.match(self._text, start)
        whole = self._until(f"</{raw[1].lower()}>", start, "code") if raw else None
        if whole is not None:
            return whole
        tag = _TAG.match(self._text, start)
        if tag is None or _READ_TAG.match(self._text, start):
            return None
        return Hidden(start, tag.end(), "an HTML tag")
