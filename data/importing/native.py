"""Reading the native format: JSONL, one row a line. The format is written down in docs/native-format.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data.importing.files import lines_of
from data.importing.reading import Placed, placed
from data.importing.rows import ROWS
from data.problems import Problems
from data.tabular.json_lines import json_object


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
