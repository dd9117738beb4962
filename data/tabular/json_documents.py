"""JSON documents that hold a list of records, read record by record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.problems import Places, Problems
from data.tabular.encodings import encoding_of
from data.tabular.json_scanner import DEEPEST, Scanner, Told
from data.tabular.lines import MARK, errors_of
from data.tabular.records import Found, Reading, Records
from data.tabular.soundness import sound


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
    try:
        with _opened(path, encoding) as scanner:
            for place, record in enumerate(_items(scanner, under.split(".") if under else ()), start=offset + 1):
                if isinstance(record, dict):
                    yield place, record
                else:
                    problems.add(place, None, "is not a JSON object")
                    if problems.many:
                        return
            if scanner.upcoming():
                raise Told("something follows the end of the document")
    except Told as error:
        problems.add(place + 1, error.field, f"the file is not sound JSON here or soon after: {error}")
    except UnicodeDecodeError as error:
        problems.add(place + 1, None, f"the file is not {encoding.upper()} here or soon after: {error.reason}")


def _items(scanner: Scanner, names: Sequence[str]) -> Iterator[Any]:
    """The values of the list at a path of names; none where the path leads to no list."""
    match scanner.upcoming():
        case "[" if not names:
            yield from scanner.items()
        case "{" if names:
            for name in scanner.fields():
                if name == names[0]:
                    yield from _items(scanner, names[1:])
                else:
                    scanner.skip()
        case _:
            scanner.skip()


def _first_list(path: Path, encoding: str) -> str:
    """The path of the first list of objects that lies directly in the document, else of the first one deeper."""
    deeper: tuple[str, ...] | None = None
    try:
        with _opened(path, encoding) as scanner:
            for names in _lists(scanner):
                if len(names) < 2:
                    return ".".join(names)
                deeper = deeper or names
    except Told as error:
        raise InputError(f"is not sound JSON: {error}", file=path.name, field=error.field) from error
    except UnicodeDecodeError as error:
        raise InputError(f"is not {encoding.upper()}: {error.reason}", file=path.name) from error
    if deeper is None:
        raise InputError("holds no list of JSON objects", file=path.name, field="records")
    return ".".join(deeper)


def _lists(scanner: Scanner, *names: str) -> Iterator[tuple[str, ...]]:
    """The paths of the lists of objects that lie in no other list, in the document's order."""
    if scanner.upcoming() == "{" and len(names) < DEEPEST:
        for name in scanner.fields():
            yield from _lists(scanner, *names, name)
    elif scanner.takes("["):
        if scanner.upcoming() == "{":
            yield names
        for _ in scanner.rest_of_items():
            pass
    else:
        scanner.skip()


@contextmanager
def _opened(path: Path, encoding: str) -> Iterator[Scanner]:
    with path.open(encoding=encoding, errors=errors_of(encoding), newline="") as file:
        if file.read(1) != MARK:
            file.seek(0)
        yield Scanner(file)


def _under(path: str) -> str:
    return f"under '{path}'" if path else "in the list"
