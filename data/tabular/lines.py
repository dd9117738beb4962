"""The lines of text files, whatever their encoding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from data.problems import Problems

LONGEST_LINE = 1 << 25
"""In characters; a longer one is no table's, and would fill the memory."""

MARK = "\ufeff"
"""The byte order mark, passed over at the start of a file."""

_WIDE = ("utf-16", "utf-32")
_UNDECODED = re.compile("[\ud800-\udfff]")


def lines_of(path: Path, encoding: str, offset: int, problems: Problems) -> Iterator[tuple[int, str]]:
    """The lines with their ends, each with its place. A line that is not of the encoding is a problem.

    In such a line U+FFFD stands for what could not be decoded. The encoding must be known.
    """
    place = offset
    with path.open(encoding=encoding, errors=errors_of(encoding), newline="") as file:
        try:
            while line := file.readline(LONGEST_LINE):
                place += 1
                if len(line) == LONGEST_LINE and not line.endswith("\n"):
                    problems.add(place, None, f"is longer than {LONGEST_LINE:,} characters")
                    return
                if place == offset + 1:
                    line = line.removeprefix(MARK)
                if not line.isascii() and (found := _UNDECODED.search(line)):
                    problems.add(place, None, _undecoded(line, found.start(), encoding))
                    line = _UNDECODED.sub("\ufffd", line)
                yield place, line
        except UnicodeDecodeError:
            problems.add(place + 1, None, f"is not {encoding.upper()}; save the file as UTF-8, or name its encoding")


def errors_of(encoding: str) -> str:
    """How bytes that are not of the encoding are kept until someone says where they stand: as lone surrogates."""
    return "surrogatepass" if encoding.startswith(_WIDE) else "surrogateescape"


def _undecoded(line: str, start: int, encoding: str) -> str:
    if encoding.startswith(_WIDE):
        return f"holds half of a character (character {start + 1}); correct the text"
    byte = len(line[:start].encode(encoding, "surrogateescape")) + 1
    return f"is not {encoding.upper()} (byte {byte}); save the file as UTF-8, or name its encoding"
