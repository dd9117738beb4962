"""Parquet files are read batch by batch, with the types they have."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tabular_files import file_of, read

from data.errors import InputError


def parquet(folder: Path, columns: dict[str, Any], rows: int = 1_000) -> Path:
    path = folder / "t.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=rows)
    return path


def test_values_are_as_json_would_hold_them(tmp_path: Path) -> None:
    columns = {
        "text": ["N/A", None], "number": [1, None], "part": [0.5, None], "yes": [True, None],
        "list": [[1.0], []], "object": [{"a": date(2026, 1, 2)}, None], "day": [date(2026, 1, 2), None],
        "time": [datetime(2026, 1, 2, 3, tzinfo=UTC), None], "decimal": [Decimal("0.10"), None], "bytes": [b"x", None],
        "word": pa.array(["a", None]).dictionary_encode(),
    }  # fmt: skip
    found = read(parquet(tmp_path, columns))
    assert found.headings == tuple(columns)
    assert found.cells == [
        ("N/A", 1, 0.5, True, [1.0], {"a": "2026-01-02"}, "2026-01-02", "2026-01-02T03:00:00+00:00", "0.10", "x", "a"),
        (None, None, None, None, [], None, None, None, None, None, None),
    ]
    assert [place for place, _ in found.rows] == ["t.parquet, row 1", "t.parquet, row 2"]
    assert (found.found.form, found.notes, found.problems) == ("parquet", (), ())


def test_decimals_that_are_all_whole_are_whole_numbers_which_is_said(tmp_path: Path) -> None:
    columns = {"whole": [1.0, None, float("nan")], "half": [1.0, 2.5, 3.0], "none": pa.array([None] * 3, pa.float64())}
    found = read(parquet(tmp_path, columns, rows=1))
    assert found.notes == ("column whole: decimals that are all whole numbers, read as whole numbers",)
    assert found.cells == [(1, 1.0, None), (None, 2.5, None), (None, 3.0, None)]


def test_one_decimal_in_the_last_row_group_is_enough(tmp_path: Path) -> None:
    numbers = [*map(float, range(10_000)), 0.5]
    found = read(parquet(tmp_path, {"a.b": numbers, "large": [2.0**53] * 10_001}, rows=4_000))
    assert (found.notes, found.cells[0], found.cells[-1]) == ((), (0.0, 2.0**53), (0.5, 2.0**53))
    assert found.rows[-1][0] == "t.parquet, row 10001"


def test_a_name_that_stands_twice_is_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.Table.from_arrays([pa.array([1.0]), pa.array([2.0])], names=["a", "a"]), path)
    assert read(path).headings == ("a", "a")


def test_a_file_without_rows_has_its_headings(tmp_path: Path) -> None:
    found = read(parquet(tmp_path, {"a": pa.array([], pa.string())}))
    assert (found.headings, found.rows) == (("a",), ())


def test_texts_that_cannot_be_kept_are_problems_with_their_row(tmp_path: Path) -> None:
    found = read(parquet(tmp_path, {"a": ["x", "nul \0"], "b": [1, 2]}))
    assert found.problems == ("t.parquet, field 'a': row 2: holds a NUL character; take it out",)


@pytest.mark.parametrize(
    "column", [pa.array([b"\xff"]), pa.array([2**62], pa.timestamp("us"))], ids=["no text", "no date"]
)
def test_values_that_cannot_be_read_are_refused(column: pa.Array, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"t\.parquet: cannot be read after row \d: "):
        read(parquet(tmp_path, {"a": column}))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"t\.parquet: is no Parquet file: "):
        read(file_of(tmp_path, "no", "t.parquet"))
    path = parquet(tmp_path, {"a": ["x"]})
    with pytest.raises(InputError, match="is no Parquet file"):
        read(file_of(tmp_path, path.read_bytes()[:-20], "u.parquet"))


def test_a_damaged_page_is_refused(tmp_path: Path) -> None:
    path = parquet(tmp_path, {"a": [f"text {number}" for number in range(5_000)]})
    content = bytearray(path.read_bytes())
    content[100:400] = bytes(300)
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"t\.parquet: "):
        read(path)


def test_times_of_an_unknown_zone_are_refused_in_words(tmp_path: Path) -> None:
    times = pa.array([0], pa.timestamp("us", tz="Nowhere/Land"))
    pq.write_table(pa.table({"at": times}), tmp_path / "t.parquet")
    with pytest.raises(InputError, match=r"t\.parquet: cannot be read after row 0: .*Nowhere/Land"):
        read(tmp_path / "t.parquet")
