"""Reading the native format: JSONL, one row a line. The format is written down in docs/native-format.md."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from data.importing.files import lines_of
from data.importing.reading import Placed, placed
from data.importing.rows import ROWS
from data.problems import Problems


def read_native(path: Path, problems: Problems) -> Iterator[Placed]:
    """The rows of a file, in its order. What cannot be read becomes a problem and is left out."""
    offset = problems.places.add(path.name)
    for place, line in lines_of(path, offset, problems):
        fields = json_object(place, line, problems)
        if fields is None:
            continue
        kind = fields.pop("kind", None)
        if not isinstance(kind, str) or kind not in ROWS:
            said = "is missing" if kind is None else f"unknown kind {kind!r:.60}"
            problems.add(place, "kind", f"{said}; known: {', '.join(ROWS)}")
            continue
        row = placed(place, kind, fields, problems)
        if row is not None:
            yield row


def json_object(place: int, line: str, problems: Problems) -> dict[str, Any] | None:
    """The JSON object of a line; None after adding what is wrong with it to the problems."""
    try:
        found = _DECODER.decode(line)
    except _Told as error:
        problems.add(place, error.field, error.words)
    except json.JSONDecodeError as error:
        said = f"{error.msg.removesuffix(' at')} at character {error.pos + 1}"
        problems.add(place, None, f"is not JSON: {said}; each line holds one JSON object")
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets thousands deep
        problems.add(place, None, "holds a number or a nesting too large to read")
    else:
        if isinstance(found, dict):
            return found
        problems.add(place, None, "is not a JSON object; each line holds one, in braces")
    return None


class _Told(Exception):
    def __init__(self, field: str | None, words: str):
        self.field, self.words = field, words


def _no_constant(name: str) -> NoReturn:
    raise _Told(None, f"holds a bare {name}, which is not JSON; write null or leave the field out")


def _each_field_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Told(twice, "is given twice; keep one")
    return fields


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_each_field_once)
