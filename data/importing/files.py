"""Reading files: their hash, and their lines as text."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator
from pathlib import Path

from data.errors import InputError
from data.problems import Problems

_BLOCK = 1 << 20


def refuse_pipe(path: Path) -> None:
    """InputError for what is neither a file nor a folder.

    A file is read more than once, which a pipe cannot be: it would look empty the second time.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError("is not a regular file; write it to one first", file=str(path))


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


def digest_of(path: Path) -> str:
    """What tells a file or folder from others: its bytes, of a folder the names and bytes of all files in it."""
    if not path.is_dir():
        return sha256_of(path)
    digest = hashlib.sha256()
    for file in sorted(file for file in path.rglob("*") if file.is_file()):
        digest.update(f"{sha256_of(file)} {file.relative_to(path).as_posix()}\n".encode("utf-8", "surrogateescape"))
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
