"""Label files in the formats the command line reads."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

HEADINGS = ("item_id", "rater_id", "rater_kind", "task", "label")

Line = Sequence[object]


def lines(values: Mapping[str, str], task: str = "colour", judges: Sequence[str] = ()) -> list[Line]:
    """Rows of `HEADINGS`: `values[rater]` has one character for each unit u0, u1, …, a dash where there is no row."""
    return [
        (f"u{number}", rater, "judge" if rater in judges else "human", task, value)
        for rater, given in values.items()
        for number, value in enumerate(given)
        if value != "-"
    ]


def csv_file(folder: Path, rows: Sequence[Line], headings: Sequence[str] = HEADINGS, name: str = "labels.csv") -> Path:
    """A CSV (TSV by its name) file of the rows."""
    path = folder / name
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t" if name.endswith(".tsv") else ",")
        writer.writerows([headings, *rows])
    return path


def jsonl_file(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    """A file with one JSON object a line."""
    path = folder / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def parquet_file(folder: Path, columns: Mapping[str, Sequence[Any]]) -> Path:
    """A Parquet file of the columns."""
    path = folder / "labels.parquet"
    pd.DataFrame(columns).to_parquet(path)
    return path
