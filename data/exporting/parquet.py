"""Tables as Parquet with a schema of their own, which pandas and Hugging Face's datasets read as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from data.exporting.columns import Table, Type

_ARROW: Mapping[Type, pa.DataType] = {
    "string": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "datetime": pa.timestamp("us", tz="UTC"),
    "spans": pa.list_(pa.list_(pa.int64())),
    "positions": pa.list_(pa.int64()),
}
_ROWS_AT_ONCE = 50_000
_CHARACTERS_AT_ONCE = 16_000_000


def schema_of(table: Table) -> pa.Schema:
    """The types of a table's columns, each with its meaning as metadata."""
    return pa.schema(
        pa.field(column.name, _ARROW[column.type], not column.needed, {"description": column.means})
        for column in table.columns
    )


def write_parquet(table: Table, rows: Iterator[tuple[Any, ...]], path: Path) -> int:
    """The table in row groups that fit in little memory; how many rows."""
    schema, count = schema_of(table), 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in _groups(rows):
            columns = [
                pa.array(cells, field.type) for cells, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_batch(pa.record_batch(columns, schema=schema))
            count += len(group)
    return count


def _groups(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    group: list[tuple[Any, ...]] = []
    characters = 0
    for row in rows:
        group.append(row)
        characters += sum([len(cell) for cell in row if isinstance(cell, str)])
        if len(group) >= _ROWS_AT_ONCE or characters >= _CHARACTERS_AT_ONCE:
            yield group
            group, characters = [], 0
    if group:
        yield group
