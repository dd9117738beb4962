"""Down the lines of a reference list, entry by entry, to its end."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from data.citations.entry_signs import ANY_HEADING, HEADING, RULE, TABLE_ROW, Sign, bullet_at, sign_at
from data.citations.spans import Spans

_DEEPER = 2
"""Columns by which a line that belongs to the entry above is indented at least."""

_LONGEST_PARAGRAPH = 4_000
"""Code points of a paragraph in which a URL or a year is looked for."""

_URL = re.compile(r"https?://[^\W_]", re.IGNORECASE)
_YEAR_IN_BRACKETS = re.compile(r"\([^()\n]{0,40}(?<![0-9])(?:1[5-9]|20)[0-9]{2}[a-z]?(?![0-9])[^()\n]{0,40}\)")
_CITES = re.compile(r"\[\^?[0-9]{1,3}\]")
_INDENT = re.compile(r"[ \t]*")
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*(?:\n|$)")


@dataclass(frozen=True)
class Entry:
    """An entry from its number or bullet to its last word."""

    start: int
    end: int
    sign: Sign


@dataclass(frozen=True)
class _Line:
    start: int
    first: int
    """Where it begins, without indentation."""
    end: int

    @property
    def indent(self) -> int:
        return self.first - self.start


def entries_from(text: str, start: int, hidden: Spans) -> list[Entry]:
    """The entries of the list whose heading ends before `start`; none if no list follows."""
    walk = _Walk(text, hidden)
    while start < len(text):
        line = _line(text, start)
        if line.first == line.end:
            walk.after_blank = True
        elif not walk.takes(line):
            break
        else:
            walk.after_blank = False
        start = line.end + 1
    return walk.entries


def entry_from(text: str, start: int, sign: Sign) -> Entry:
    """An entry that stands without a heading: its line, and those that go on with it.

    A note goes on over lines that follow directly and are no entry; every entry over indented lines.
    """
    line = _line(text, start)
    entry = Entry(line.first, line.end, sign)
    after_blank, place = False, line.end + 1
    while place < len(text):
        following = _line(text, place)
        place = following.end + 1
        if following.first == following.end:
            after_blank = True
            continue
        deeper = following.indent >= line.indent + _DEEPER and (sign.kind == "note" or not after_blank)
        lazy = sign.kind == "note" and not after_blank and not _begins(text, following)
        if not deeper and not lazy:
            break
        after_blank = False
        entry = replace(entry, end=following.end)
    return replace(entry, end=_last_word(text, entry))


def _begins(text: str, line: _Line) -> bool:
    """Whether a line begins something of its own."""
    return bool(
        sign_at(text, line.start)
        or bullet_at(text, line.start)
        or ANY_HEADING.match(text, line.start)
        or HEADING.match(text, line.start)
        or RULE.match(text, line.start)
        or TABLE_ROW.match(text, line.start)
    )


class _Walk:
    def __init__(self, text: str, hidden: Spans) -> None:
        self.entries: list[Entry] = []
        self.after_blank = False
        self._text = text
        self._hidden = hidden
        self._indent = 0

    def takes(self, line: _Line) -> bool:
        """Whether the line belongs to the list; if so it is taken into it."""
        if self.entries and line.indent >= self._indent + _DEEPER:
            return self._goes_on(line)
        if self._in_code(line):
            return False
        if sign := sign_at(self._text, line.start):
            return self._opens(line, sign)
        if ANY_HEADING.match(self._text, line.start) or HEADING.match(self._text, line.start):
            return False
        if RULE.match(self._text, line.start) or TABLE_ROW.match(self._text, line.start):
            return not self.entries
        if sign := bullet_at(self._text, line.start):
            return self._bulleted(line, sign)
        return self._plain(line)

    def _in_code(self, line: _Line) -> bool:
        block = self._hidden.at(line.start)
        return block is not None and block.what == "a block of code"

    def _bulleted(self, line: _Line, sign: Sign) -> bool:
        if self._names_source(line.start, line.end):
            return self._opens(line, sign)
        return bool(self.entries) and not self.after_blank and self._goes_on(line)

    def _plain(self, line: _Line) -> bool:
        """A line without number or bullet: more of the entry above, or an entry of a list of paragraphs."""
        of_paragraphs = not self.entries or self.entries[-1].sign.kind == "paragraph"
        sign = Sign(line.first, "paragraph", None)
        if self.entries and not self.after_blank:
            return self._opens(line, sign) if of_paragraphs and self._another_url(line) else self._goes_on(line)
        longest = line.start + _LONGEST_PARAGRAPH
        stop = _PARAGRAPH_END.search(self._text, line.start, longest) if of_paragraphs else None
        end = stop.start() if stop else longest
        return of_paragraphs and self._names_source(line.start, end) and self._opens(line, sign)

    def _another_url(self, line: _Line) -> bool:
        """Whether both this line and the entry above hold a URL: then each line is an entry."""
        above = self.entries[-1]
        return bool(_URL.search(self._text, line.start, line.end) and _URL.search(self._text, above.start, above.end))

    def _names_source(self, start: int, end: int) -> bool:
        """Whether an entry without a number names a source: by a URL, or (citing none) by a year in round brackets."""
        if _URL.search(self._text, start, end):
            return True
        cites = _CITES.search(self._text, start, end) is not None
        return not cites and _YEAR_IN_BRACKETS.search(self._text, start, end) is not None

    def _opens(self, line: _Line, sign: Sign) -> bool:
        if not self.entries:
            self._indent = line.indent
        entry = Entry(line.first, line.end, sign)
        self.entries.append(replace(entry, end=_last_word(self._text, entry)))
        return True

    def _goes_on(self, line: _Line) -> bool:
        entry = replace(self.entries[-1], end=line.end)
        self.entries[-1] = replace(entry, end=_last_word(self._text, entry))
        return True


def _line(text: str, start: int) -> _Line:
    stop = text.find("\n", start)
    end = len(text) if stop < 0 else stop
    indent = _INDENT.match(text, start, end)
    first = indent.end() if indent else start
    return _Line(start, end if not text[first:end].strip() else first, end)


def _last_word(text: str, entry: Entry) -> int:
    """The end of the entry without white space after it, nor before its own content."""
    end = entry.end
    while end > entry.start and text[end - 1].isspace():
        end -= 1
    return max(end, min(entry.sign.content, entry.end))
