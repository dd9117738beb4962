"""In which encoding a text file is written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from charset_normalizer import from_bytes

from data.errors import InputError

_BLOCK = 1 << 20
_SAMPLE = 1 << 18
"""Bytes of lines beyond ASCII that are looked at where a file is not UTF-8."""

_FEWEST_ZEROS = 4
"""A stray NUL or two are a fault of a text that is something else."""

_START = 1 << 12
_SHOWN = 4

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; that of UTF-32 starts like that of UTF-16."""

_NOT_WESTERN = re.compile(
    rb"[\xc0-\xff]{3}|[A-Za-z][\xa1-\xb6\xb8-\xbf][A-Za-z]|[a-z][\x8a\x8c\x8e\x9f\xc0-\xd6\xd8-\xde]"
)
"""Bytes as they follow each other in other scripts and alphabets, but hardly in Western European words."""


_NOT_OF_TEXTS = ("idna", "punycode", "undefined")
"""What Python calls encodings, but no file is written in."""

_EITHER_ORDER = ("utf-16", "utf-32")


@dataclass(frozen=True)
class Encoding:
    """The name Python has for an encoding, and a sentence where it was guessed."""

    name: str
    note: str | None = None


def encoding_of(path: Path, said: str | None) -> Encoding:
    """The encoding that is said, or told by the mark at the start of the file, or by its bytes.

    Text without a mark is UTF-8 if all of it is, or most lines beyond ASCII are: the others are problems for whoever
    reads on. InputError for a name that is no encoding, and where none can be told.
    """
    with path.open("rb") as file:
        name = told_by_start(file.read(_START))
        if said is not None:
            return Encoding(_ordered(_known(said), name))
        if name is not None:
            return Encoding(name)
        file.seek(0)
        if _is_utf_8(file):
            return Encoding("utf-8")
        file.seek(0)
        return _guessed(b"".join(_beyond_ascii(file)), path.name)


def told_by_start(start: bytes) -> str | None:
    """The encoding that the first bytes of a text tell, by a mark or by their zeros."""
    return next((name for mark, name in _MARKS if start.startswith(mark)), None) or _unmarked_utf_16(start)


def _known(said: str) -> str:
    try:
        TextIOWrapper(BytesIO(), encoding=said)  # refuses codecs that are not of text, such as base64
        name = codecs.lookup(said).name
    except (LookupError, ValueError):
        name = "undefined"
    if name in _NOT_OF_TEXTS:
        raise InputError(f"'{said}' is no encoding; for example utf-8, utf-16, cp1252", field="encoding")
    return {"utf-8-sig": "utf-8"}.get(name, name)


def _ordered(said: str, told: str | None) -> str:
    """The encoding with its order of bytes: as the file tells it, else the one nearly all programs write."""
    if said not in _EITHER_ORDER:
        return said
    return told if told is not None and told.startswith(said) else f"{said}-le"


def _unmarked_utf_16(start: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of ASCII characters is zero."""
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) < max(_FEWEST_ZEROS, len(start) / 10) or min(even, odd) * 8 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_utf_8(file: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _beyond_ascii(file: BinaryIO) -> Iterator[bytes]:
    """Lines that are not ASCII, until there are enough of them."""
    taken = 0
    while taken < _SAMPLE and (line := file.readline(_SAMPLE)):
        if not line.isascii():
            taken += len(line)
            yield line


def _guessed(sample: bytes, name: str) -> Encoding:
    lines = sample.splitlines()
    if 2 * sum(map(_decodes, lines)) >= len(lines):
        return Encoding("utf-8")
    if _decodes(sample, "cp1252") and not _NOT_WESTERN.search(sample):
        return Encoding("cp1252", "the text is not UTF-8 and was read as cp1252 (Western European)")
    likely = [match.encoding for match in from_bytes(sample)]
    if not likely:
        raise InputError("its encoding cannot be told; name it, or save the file as UTF-8", file=name, field="encoding")
    others = f"; it could also be {', '.join(likely[1:_SHOWN])}" if likely[1:] else ""
    return Encoding(likely[0], f"the text is not UTF-8 and was read as {likely[0]}, which is a guess{others}")


def _decodes(text: bytes, encoding: str = "utf-8") -> bool:
    try:
        text.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
