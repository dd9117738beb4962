"""What a table of an export is: its columns with types and meaning, its key, and what it points to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from data.exporting.records import Fields, Records

Type = Literal["string", "integer", "number", "boolean", "datetime", "spans", "positions"]
"""Spans are lists of [start, end], and what may follow; positions a list of whole numbers."""


@dataclass(frozen=True)
class Column:
    """`needed`: no row is without it. `values` are the only ones there are; empty: any."""

    name: str
    means: str
    type: Type = "string"
    needed: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Link:
    """Columns that hold the key of a row of another table: ours, and theirs in the same order."""

    columns: tuple[str, ...]
    table: str
    theirs: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """`rows` reads the table's records anew at each call, as fields by column; those left out are missing."""

    name: str
    means: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: Callable[[Records], Iterator[Fields]]
    links: tuple[Link, ...] = ()

    def cells(self, records: Records) -> Iterator[tuple[Any, ...]]:
        """The rows in the order of the columns, None where a value is missing."""
        names = [column.name for column in self.columns]
        return (tuple([fields.get(name) for name in names]) for fields in self.rows(records))
