"""Reading files: their hash, and their lines as text."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator
from pathlib import Path

from data.errors import InputError
from data.problems import Problems

_BLOCK = 1 << 20


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal. InputError when it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
    return digest.hexdigest()


def lines_of(path: Path, offset: int, problems: Problems) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, each with its place; a byte order mark is passed over.

    A line that is not UTF-8 is a problem, and left out.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            try:
                text = line.decode("utf-8").strip("\r\n")
            except UnicodeDecodeError as error:
                problems.add(offset + number, None, f"is not UTF-8 (byte {error.start + 1}); save the file as UTF-8")
                continue
            if text.strip():
                yield offset + number, text
