"""Tables as text: CSV, TSV, JSON and JSON lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from data.exporting.cells import json_text, texts_of
from data.exporting.columns import Table

Rows = Iterator[tuple[Any, ...]]


def write_csv(table: Table, rows: Rows, path: Path) -> int:
    """CSV as RFC 4180 has it; how many rows. See `_write_delimited`."""
    return _write_delimited(table, rows, path, ",")


def write_tsv(table: Table, rows: Rows, path: Path) -> int:
    """The same with tabs between the cells."""
    return _write_delimited(table, rows, path, "\t")


def _write_delimited(table: Table, rows: Rows, path: Path, delimiter: str) -> int:
    """UTF-8 with one head line. A missing cell is empty, truths are words, and no text is a formula."""
    texts, count = texts_of(table.columns), 0
    with path.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, delimiter=delimiter, lineterminator="\r\n").writerow
        write([column.name for column in table.columns])
        for count, row in enumerate(rows, 1):  # noqa: B007  # counted on the way
            write(["" if cell is None else text(cell) for text, cell in zip(texts, row, strict=True)])
    return count


def write_json(table: Table, rows: Rows, path: Path) -> int:
    """One JSON list of objects with every column; how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for count, line in enumerate(_objects(table, rows), 1):
            file.write(f"{'[' if count == 1 else ','}\n{line}")
        file.write("\n]\n" if count else "[]\n")
    return count


def write_jsonl(table: Table, rows: Rows, path: Path) -> int:
    """One JSON object with every column a line; how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for count, line in enumerate(_objects(table, rows), 1):  # noqa: B007  # counted on the way
            file.write(f"{line}\n")
    return count


def _objects(table: Table, rows: Rows) -> Iterator[str]:
    names = [column.name for column in table.columns]
    return (json_text(dict(zip(names, row, strict=True))) for row in rows)
