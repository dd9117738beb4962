"""The blocks of a Markdown or plain text, found line by line in one pass.

Markdown is read as reports write it, not as the standard has it, where the two differ: indented text is text and no
code, a dash line under a whole sentence is a rule and no heading, rows of a table need no head, a fence named
``markdown`` around a report is transparent, and a paragraph ends where block quotes begin or end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from data.citations import Parsed
from data.segmentation.kinds import Kind, Piece
from data.segmentation.lines import Line, lines_of
from data.segmentation.signs import BOLD_HEADING, CAPTION, cites, ends_a_sentence

_HEADING = re.compile(r"#{1,6}(?:[ \t]+|$)|#{2,6}(?=[^#\s])")
_FENCE = re.compile(r"(?P<fence>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<language>\S*)")
_DELIMITER = re.compile(r"(?=[^-]*-)(?=[^|]*\|)[ \t|:-]+")
_UNDERLINE = re.compile(r"={2,}|-{2,}")
_RULE = re.compile(r"[-*_ \t]+")


@dataclass(frozen=True, slots=True)
class Block:
    """A block and the places of its lines' contents, in order."""

    kind: Kind
    lines: tuple[Piece, ...]


def blocks(muted: str, parsed: Parsed) -> list[Block]:
    """The blocks of a muted text in order; blank lines, list marks and quote marks stand between them."""
    return _Scan(muted, parsed).blocks()


class _Scan:
    """One pass over the lines: `open` are those of the block being read, `found` the blocks before it."""

    def __init__(self, muted: str, parsed: Parsed) -> None:
        self.text = muted
        self.lists = _outside(parsed.body, len(muted))
        self.lines = list(lines_of(muted, sorted({edge for gap in self.lists for edge in (gap.start, gap.end)})))
        self.at = 0
        self.list_at = 0
        self.wrapped: str | None = None
        self.open: list[Line] = []
        self.found: list[Block] = []

    def blocks(self) -> list[Block]:
        rules = (self.fence, self.heading, self.underline, self.rule, self.reference, self.table, self.paragraph)
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line is None:
                self.close()
            else:
                any(rule(line) for rule in rules)
        self.close()
        return self.found

    def content(self, line: Line) -> str:
        return self.text[line.content : line.end]

    def add(self, kind: Kind, *lines: Piece) -> bool:
        self.close()
        self.found.append(Block(kind, lines))
        return True

    def close(self) -> None:
        """End the paragraph being read."""
        if self.open:
            lines, self.open = self.open, []
            self.found.append(Block(self.kind(lines), tuple(line.span for line in lines)))

    def kind(self, lines: list[Line]) -> Kind:
        """What a paragraph is."""
        first, content = lines[0], self.content(lines[0])
        if first.mark:
            return "list item"
        if len(lines) == 1 and BOLD_HEADING.fullmatch(content) and not ends_a_sentence(content) and not cites(content):
            return "heading"
        if CAPTION.match(content):
            return "caption"
        continues = first.indent >= 2 and self.found and self.found[-1].kind == "list item"
        return "quote" if first.quotes else "list item" if continues else "statement"

    def fence(self, line: Line) -> bool:
        fence = _FENCE.match(self.content(line))
        if not fence:
            return False
        if self.wrapped and fence["fence"] == self.wrapped and not fence["language"]:
            self.wrapped = None
            return self.add("markup", line.span)
        if fence["language"].lower() in ("markdown", "md"):
            self.wrapped = fence["fence"]
            return self.add("markup", line.span)
        return self.add("code", Piece(line.content, self.end_of_fence(fence["fence"], line)))

    def end_of_fence(self, fence: str, opening: Line) -> int:
        """Where the closing fence ends; the end of the text, or of the block quote, when there is none."""
        last = opening
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line and line.quotes < opening.quotes:
                break
            self.at += 1
            last = line or last
            content = self.content(line) if line else ""
            if len(content) >= len(fence) and set(content) == {fence[0]}:
                break
        return last.end

    def heading(self, line: Line) -> bool:
        content = self.content(line)
        mark = _HEADING.match(content)
        if not mark:
            return False
        title = content.rstrip("#").rstrip() or content
        start = mark.end() if mark.end() < len(title) else 0
        return self.add("heading", Piece(line.content + start, line.content + len(title)))

    def underline(self, line: Line) -> bool:
        """A line of signs under a line of text makes it a heading, unless it is a whole sentence."""
        if len(self.open) != 1 or self.open[0].mark or not _UNDERLINE.fullmatch(self.content(line)):
            return False
        title = self.open[0]
        if self.content(line)[0] == "-" and ends_a_sentence(self.content(title)):
            return False
        self.open = []
        self.add("heading", title.span)
        return self.add("markup", line.span)

    def rule(self, line: Line) -> bool:
        start = self.begin(line)
        content = self.text[start : line.end]
        signs = set(content) - {" ", "\t"}
        if not _RULE.fullmatch(content) or len(signs) != 1 or content.count(signs.pop()) < 3:
            return False
        return self.add("markup", Piece(start, line.end))

    def reference(self, line: Line) -> bool:
        """A line in a reference list is an entry or a part of one."""
        while self.list_at < len(self.lists) and self.lists[self.list_at].end <= line.content:
            self.list_at += 1
        inside = self.list_at < len(self.lists) and self.lists[self.list_at].start <= line.content
        return inside and self.add("reference entry", line.span)

    def table(self, line: Line) -> bool:
        """A row with a line of dashes under it begins a table; a row in bars on both sides is one anywhere."""
        content = self.content(line)
        if "|" not in content:
            return False
        under = self.lines[self.at] if self.at < len(self.lines) else None
        if under and _DELIMITER.fullmatch(self.content(under)):
            self.add("table header", line.span)
            self.add("markup", under.span)
            self.at += 1
            self.rows(line.quotes)
            return True
        return len(content) > 1 and content[0] == content[-1] == "|" and self.add("table row", line.span)

    def rows(self, quotes: int) -> None:
        """The lines under a table's head, up to the first that has no bar."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line is None or line.quotes != quotes or "|" not in self.content(line):
                return
            self.at += 1
            self.add("table row", line.span)

    def paragraph(self, line: Line) -> bool:
        if self.open and (line.quotes != self.open[-1].quotes or self.interrupts(line)):
            self.close()
        if self.open and line.mark:  # a number that happens to begin a line of running text
            line = Line(line.start, self.begin(line), line.end, line.quotes, line.indent)
        self.open.append(line)
        return True

    def begin(self, line: Line) -> int:
        """Where a line's content begins if its list mark is none."""
        before = self.text[line.start : line.content]
        return line.start + len(before) - len(before.lstrip("> \t"))

    def interrupts(self, line: Line) -> bool:
        """Whether a line with a list mark begins an item although no blank line is before it."""
        item = self.open[0]
        if line.mark == "bullet" or line.number == 1:
            return True
        return line.mark == "number" and item.mark is not None and (item.mark == "number" or line.indent <= item.indent)


def _outside(body: tuple[tuple[int, int], ...], length: int) -> tuple[Piece, ...]:
    """The stretches between the spans of the body."""
    edges = [0, *(edge for span in body for edge in span), length]
    gaps = (Piece(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True))
    return tuple(gap for gap in gaps if gap.start < gap.end)
