"""Parquet files, read batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from data.errors import InputError
from data.problems import Problems
from data.tabular.cells import Cells, plain
from data.tabular.records import Found, Records
from data.tabular.soundness import sound

_ROWS = 10_000
"""Rows in memory at a time."""

UNREADABLE = (pa.ArrowException, OSError, UnicodeDecodeError, OverflowError, KeyError)
"""What pyarrow raises on a file that is none of its own, is damaged, or holds values Python has no type for.

KeyError: times of a zone this machine does not know.
"""

_LARGEST_WHOLE = 2.0**53
"""Up to here decimals tell every whole number."""


def parquet_records(path: Path, problems: Problems) -> Records:
    """The records of a Parquet file.

    A column of decimals that are all whole numbers is read as whole numbers, and told: that is what a data frame makes
    of whole numbers where some are missing.
    """
    offset = problems.places.add(path.name, word="row")
    try:
        with pq.ParquetFile(path, memory_map=True) as file:
            headings = tuple(file.schema_arrow.names)
            whole = _whole_columns(file, headings)
    except UNREADABLE as error:
        raise InputError(f"is no Parquet file: {error}", file=path.name) from error
    notes = [f"column {name}: decimals that are all whole numbers, read as whole numbers" for name in whole]
    return Records(headings, sound(_rows(path, headings, whole, offset), problems), Found("parquet"), notes)


def _whole_columns(file: pq.ParquetFile, headings: tuple[str, ...]) -> tuple[str, ...]:
    """The columns of decimals in which every number is whole, and at least one is there."""
    types = dict(zip(headings, file.schema_arrow.types, strict=True))
    names = [name for name in types if pa.types.is_floating(types[name]) and headings.count(name) == 1]
    candidates, filled = dict.fromkeys(names), set[str]()
    for batch in file.iter_batches(_ROWS, columns=names) if names else ():
        for name in tuple(candidates):
            found = _numbers(batch[name]).drop_null()
            filled |= {name} if len(found) else set()
            if not _all_whole(found):
                del candidates[name]
    return tuple(name for name in candidates if name in filled)


def _numbers(column: pa.Array) -> pa.Array:
    """A column of decimals, in which what is no number is missing."""
    numbers = column.cast(pa.float64())
    return pc.if_else(pc.is_nan(numbers), pa.scalar(None, pa.float64()), numbers)


def _all_whole(numbers: pa.Array) -> bool:
    within = pc.less(pc.abs(numbers), _LARGEST_WHOLE)
    return bool(pc.all(pc.and_(pc.equal(pc.floor(numbers), numbers), within), min_count=0).as_py())


def _rows(path: Path, headings: tuple[str, ...], whole: tuple[str, ...], offset: int) -> Iterator[tuple[int, Cells]]:
    place = offset
    try:
        with pq.ParquetFile(path, memory_map=True) as file:
            for batch in file.iter_batches(_ROWS):
                columns = [
                    (_numbers(column).cast(pa.int64()) if name in whole else column).to_pylist()
                    for name, column in zip(headings, batch.columns, strict=True)
                ]
                for cells in zip(*columns, strict=True):
                    place += 1
                    yield place, dict(zip(headings, map(plain, cells), strict=True))
    except UNREADABLE as error:
        raise InputError(f"cannot be read after row {place - offset:,}: {error}", file=path.name) from error
