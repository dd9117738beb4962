"""The records of label files, whatever their format: headings, and cells as the texts the file holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from data.errors import InputError
from data.importing.files import lines_of
from data.importing.label_csv import table_records
from data.importing.native import json_object
from data.problems import Places, Problems

ENDINGS = (".csv", ".tsv", ".jsonl", ".parquet")
"""The endings of label files, in any case."""

Cells = Mapping[str, Any]
"""The cells of a record by heading: texts, numbers, true or false, None where there is none."""


@dataclass(frozen=True)
class Records:
    """The headings of a file, each with the number it occurs, and its records with their places."""

    headings: tuple[str, ...]
    rows: Iterator[tuple[int, Cells]]
    notes: tuple[str, ...] = ()


def records_of(path: Path, problems: Problems) -> Records:
    """The records of a file, by its ending. What cannot be read becomes a problem; InputError when nothing can."""
    try:
        match path.suffix.lower():
            case ".jsonl":
                return _of_lines(path, problems)
            case ".parquet":
                return _of_parquet(path, problems)
            case _:
                return _of_table(path, problems)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def text_of(cell: object) -> str | None:
    """A cell as the text its file holds; None for an empty one, and for what is no single value.

    >>> text_of("N/A"), text_of(1), text_of(1.0), text_of(True), text_of("")
    ('N/A', '1', '1.0', 'true', None)
    """
    if isinstance(cell, str):
        return cell or None
    return json.dumps(cell) if isinstance(cell, int | float) and cell == cell else None


def _of_table(path: Path, problems: Problems) -> Records:
    offset = problems.places.add(path.name)
    rows = table_records(path, offset, problems)
    _, headings = next(rows, (0, []))
    return Records(tuple(headings), _table_rows(rows, headings, problems))


def _table_rows(
    rows: Iterator[tuple[int, list[str]]], headings: list[str], problems: Problems
) -> Iterator[tuple[int, Cells]]:
    for place, cells in rows:
        if len(cells) == len(headings):
            yield place, dict(zip(headings, cells, strict=True))
        else:
            problems.add(place, None, f"has {len(cells)} cells, the first line names {len(headings)} columns")


def _of_lines(path: Path, problems: Problems) -> Records:
    """JSON lines may leave fields out, so all are read once for their headings."""
    first = Problems(Places())
    first.places.add(path.name)
    headings: dict[str, None] = {}
    for _, cells in _json_rows(path, 0, first):
        headings |= dict.fromkeys(cells)
    return Records(tuple(headings), _json_rows(path, problems.places.add(path.name), problems))


def _json_rows(path: Path, offset: int, problems: Problems) -> Iterator[tuple[int, Cells]]:
    for place, line in lines_of(path, offset, problems):
        cells = json_object(place, line, problems)
        if cells is not None:
            yield place, cells


def _of_parquet(path: Path, problems: Problems) -> Records:
    offset = problems.places.add(path.name, word="row")
    try:
        table = pq.read_table(path, memory_map=True)
    except pa.ArrowException as error:
        raise InputError(f"is no Parquet file: {error}", file=path.name) from error
    whole = [name for name in dict.fromkeys(table.column_names) if _is_whole(table, name)]
    for name in whole:
        table = table.set_column(table.column_names.index(name), name, table[name].cast(pa.int64()))
    notes = tuple(f"column {name}: decimals that are all whole numbers, read as whole numbers" for name in whole)
    return Records(tuple(table.column_names), _parquet_rows(table, offset), notes)


def _is_whole(table: pa.Table, name: str) -> bool:
    """Whole numbers in a column of decimals: what a data frame makes of whole numbers where some are missing."""
    if table.column_names.count(name) > 1 or not pa.types.is_floating(table[name].type):
        return False
    found = table[name].drop_null()
    return len(found) > 0 and bool(
        pc.all(pc.and_(pc.equal(pc.floor(found), found), pc.less(pc.abs(found), 2**53))).as_py()
    )


def _parquet_rows(table: pa.Table, offset: int) -> Iterator[tuple[int, Cells]]:
    place = offset
    for batch in table.to_batches(max_chunksize=10_000):
        for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            place += 1
            yield place, dict(zip(table.column_names, cells, strict=True))
