"""The tables of a bundle as files: CSV that no spreadsheet takes for formulas, and Parquet."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from data.errors import InputError
from data.frames import TYPES, typed
from data.guards import FORMULA_STARTS, GUARD

_ARROW = {"str": pa.string(), "Int64": pa.int64(), "bool": pa.bool_()}
_ROWS_IN_GROUP = 100_000


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """UTF-8 CSV as RFC 4180 has it, with one head line; a missing cell is empty, true and false are words.

    A text that a spreadsheet could take for a formula, an empty text, and one that begins with an apostrophe
    get an apostrophe in front; `read_csv` takes it off again.
    """
    texts = [column for column in frame.columns if TYPES.get(column, "str") == "str"]
    guarded = frame.assign(**{column: _guarded(frame[column]) for column in texts})
    with path.open("w", encoding="utf-8", newline="") as file:
        guarded.to_csv(file, index=False, lineterminator="\r\n", na_rep="", quoting=csv.QUOTE_MINIMAL)


def read_csv(path: Path) -> pd.DataFrame:
    """A table that `write_csv` wrote, with its missing cells, texts and types. InputError when it is none."""
    try:
        cells = pd.read_csv(path, dtype="str", keep_default_na=False, na_values=[""], encoding="utf-8")
        return typed(cells.apply(_unguarded).assign(**_truths(cells)))
    except (ValueError, TypeError, OSError) as error:
        raise InputError(f"not a table of a bundle: {error}", file=path.name) from error


def write_parquet(frame: pd.DataFrame, path: Path) -> None:
    """The table with plain types; no metadata of the program that wrote the frame."""
    schema = pa.schema([(column, _ARROW[TYPES.get(column, "str")]) for column in frame.columns])
    table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False).replace_schema_metadata(None)
    pq.write_table(table, path, compression="zstd", row_group_size=_ROWS_IN_GROUP, store_schema=False)


def read_parquet(path: Path) -> pd.DataFrame:
    """A table that `write_parquet` wrote. InputError when it is none."""
    try:
        return typed(pq.read_table(path).to_pandas())
    except (pa.ArrowException, ValueError, TypeError, OSError) as error:
        raise InputError(f"not a table of a bundle: {error}", file=path.name) from error


def _guarded(texts: pd.Series) -> pd.Series:
    risky = texts.str.startswith(FORMULA_STARTS, na=False) | (texts == "")
    return texts.mask(risky, GUARD + texts) if risky.any() else texts


def _unguarded(texts: pd.Series) -> pd.Series:
    guarded = texts.str.startswith(GUARD, na=False)
    return texts.mask(guarded, texts.str.slice(1)) if guarded.any() else texts


def _truths(cells: pd.DataFrame) -> dict[str, pd.Series]:
    """The true-or-false columns; ValueError on a cell that is neither word."""
    found = {}
    for column in cells.columns:
        if TYPES.get(column) == "bool":
            if not cells[column].isin(["True", "False"]).all():
                raise ValueError(f"column {column} holds something else than True and False")
            found[column] = cells[column] == "True"
    return found
