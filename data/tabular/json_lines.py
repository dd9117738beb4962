"""JSON lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from data.problems import Places, Problems
from data.tabular.cells import Cells
from data.tabular.encodings import encoding_of
from data.tabular.json_scanner import DECODER, Told
from data.tabular.lines import lines_of
from data.tabular.records import Found, Reading, Records
from data.tabular.soundness import sound


def json_line_records(path: Path, reading: Reading, problems: Problems) -> Records:
    """The records of a file with one JSON object a line; blank lines are passed over.

    Objects may leave fields out, so the file is read once for all names of fields, in the order they occur.
    """
    encoding = encoding_of(path, reading.encoding)
    offset = problems.places.add(path.name)
    quiet = Problems(Places())
    quiet.places.add(path.name)
    headings: dict[str, None] = {}
    for _, cells in _objects(path, encoding.name, 0, quiet):
        headings |= dict.fromkeys(cells)
    rows = sound(_objects(path, encoding.name, offset, problems), problems)
    notes = [encoding.note] if encoding.note else []
    return Records(tuple(headings), rows, Found("jsonl", encoding=encoding.name), notes)


def _objects(path: Path, encoding: str, offset: int, problems: Problems) -> Iterator[tuple[int, Cells]]:
    for place, line in lines_of(path, encoding, offset, problems):
        if line.strip():
            cells = json_object(place, line.rstrip(), problems)
            if cells is not None:
                yield place, cells
            elif problems.many:
                return


def json_object(place: int, line: str, problems: Problems) -> dict[str, Any] | None:
    """The JSON object of a line; None after adding what is wrong with it to the problems."""
    try:
        found = DECODER.decode(line)
    except Told as error:
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
