"""Tables that this tool exported, whose cells it guarded against spreadsheets: the guard is taken off again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from data.guards import GUARD, unguarded
from data.tabular.cells import Cells
from data.tabular.records import Records

PACKAGE = "datapackage.json"
"""The data package beside exported tables; it says which files are guarded."""

_LARGEST = 10_000_000


def without_guard(records: Records, path: Path) -> Records:
    """The records as they were before an export guarded them; those of any other file as they are."""
    if not _is_guarded(path):
        return records
    records.notes.append(f"the apostrophe before texts was taken off, as {PACKAGE} says")
    return replace(records, rows=_rows(records.rows))


def _rows(rows: Iterator[tuple[int, Cells]]) -> Iterator[tuple[int, Cells]]:
    for place, cells in rows:
        yield place, {name: _text(cell) for name, cell in cells.items()}


def _text(cell: Any) -> Any:
    return unguarded(cell) if isinstance(cell, str) else cell


def _is_guarded(path: Path) -> bool:
    try:
        beside = path.with_name(PACKAGE)
        package = json.loads(beside.read_bytes()) if beside.stat().st_size <= _LARGEST else None
    except (OSError, ValueError, RecursionError):
        return False
    if not isinstance(package, dict) or not isinstance(package.get("guard"), dict):
        return False
    files = package.get("resources")
    listed = [file.get("path") for file in files if isinstance(file, dict)] if isinstance(files, list) else []
    return package["guard"].get("character") == GUARD and path.name in listed
