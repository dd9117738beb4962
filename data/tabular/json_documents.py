"""JSON documents that hold a list of records, read record by record."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import ijson

from data.errors import InputError
from data.problems import Places, Problems
from data.tabular.encodings import encoding_of
from data.tabular.lines import MARK
from data.tabular.records import Found, Reading, Records
from data.tabular.soundness import sound

_LONE_SURROGATE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_BLOCK = 1 << 20
_DEEPEST = 100
"""Brackets within brackets. Each level costs memory as long as the path to it, so a hostile file must be stopped."""

_CONSTANT = re.compile(r"-?(NaN|Infinity)")


def document_records(path: Path, reading: Reading, problems: Problems) -> Records:
    """The records of the list under the path that is said, or of the first list of objects.

    Objects and lists within a record stay as they are. The file is read once before, for all names of fields.
    InputError when there is no such list.
    """
    encoding = encoding_of(path, reading.encoding)
    under = reading.records if reading.records is not None else _first_list(path, encoding.name)
    offset = problems.places.add(path.name, word="record")
    quiet = Problems(Places())
    quiet.places.add(path.name, word="record")
    headings: dict[str, None] = {}
    for _, cells in objects_of(path, under, encoding.name, 0, quiet):
        headings |= dict.fromkeys(cells)
    if not headings and not quiet.found:
        raise InputError(f"there are no records {_under(under)}", file=path.name, field="records")
    rows = sound(objects_of(path, under, encoding.name, offset, problems), problems)
    notes = [encoding.note] if encoding.note else []
    return Records(tuple(headings), rows, Found("json", encoding=encoding.name, records=under), notes)


def objects_of(
    path: Path, under: str, encoding: str, offset: int, problems: Problems
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of the list under a dotted path of a document, counted from 1; what is none is a problem."""
    place = offset
    prefix = f"{under}.item" if under else "item"
    with _opened(path, encoding) as file:
        # The fast backend puts a question mark in the place of half a character: such files are read by the exact one.
        backend = ijson.get_backend("python") if _has_half_characters(path, encoding) else ijson
        try:
            events = backend.parse(_not_too_deep(backend.basic_parse(file, use_float=True)))
            for place, record in enumerate(backend.items(events, prefix), start=offset + 1):
                if isinstance(record, dict):
                    yield place, record
                else:
                    problems.add(place, None, "is not a JSON object")
        except (ijson.JSONError, UnicodeDecodeError) as error:
            problems.add(place + 1, None, f"the file is not sound JSON here or soon after: {_words(error)}")


def _first_list(path: Path, encoding: str) -> str:
    """The path of the first list of objects that lies directly in the document, else of the first one deeper."""
    deeper = None
    before = ("", "")
    with _opened(path, encoding) as file:
        try:
            for prefix, event, _ in ijson.parse(_not_too_deep(ijson.basic_parse(file, use_float=True))):
                if (prefix, event) == ("", "start_array"):
                    return ""
                if event == "start_map" and before[1] == "start_array" and before[0].count("item") == 0:
                    if "." not in before[0]:
                        return before[0]
                    deeper = deeper or before[0]
                before = (prefix, event)
        except (ijson.JSONError, UnicodeDecodeError) as error:
            raise InputError(f"is not sound JSON: {_words(error)}", file=path.name) from error
    if deeper is None:
        raise InputError("holds no list of JSON objects", file=path.name, field="records")
    return deeper


def _under(path: str) -> str:
    return f"under '{path}'" if path else "in the list"


@contextmanager
def _opened(path: Path, encoding: str) -> Iterator[BinaryIO]:
    """The bytes of a text file as UTF-8 without a mark."""
    with path.open("rb") as file:
        mark = MARK.encode(encoding, "replace")
        if file.read(len(mark)) != mark:
            file.seek(0)
        recoded = file if encoding == "utf-8" else codecs.EncodedFile(file, "utf-8", encoding)
        yield cast(BinaryIO, recoded)


def _not_too_deep(events: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    depth = 0
    for event in events:
        if event[0].startswith("start_"):
            depth += 1
            if depth > _DEEPEST:
                raise ijson.JSONError(f"more than {_DEEPEST} brackets within each other")
        elif event[0].startswith("end_"):
            depth -= 1
        yield event


def _words(error: Exception) -> str:
    """What the parser says; it hands out bytes where it quotes bytes that are no text."""
    said = error.args[0] if error.args else ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(error)
    first, *shown = text.strip().split("\n")
    if len(shown) == 2 and (constant := _CONSTANT.match(shown[0], shown[1].find("^"))):
        return f"a bare {constant.group()} is not JSON; write null or leave the field out"
    return first


def _has_half_characters(path: Path, encoding: str) -> bool:
    """Whether the file may hold half of a surrogate pair. (An escaped backslash before a u can be taken for one.)"""
    rest = b""
    with _opened(path, encoding) as file:
        while block := file.read(_BLOCK):
            if _LONE_SURROGATE.search(rest + block):
                return True
            rest = block[-11:]
    return False
