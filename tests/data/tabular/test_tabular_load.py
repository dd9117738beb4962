"""Files of any size are read in memory that does not grow with them, in time that grows as they do."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from growth import grows_within
from openpyxl import Workbook

from data.problems import Places, Problems
from data.tabular import records_of

ROWS = {"csv": 12_000, "jsonl": 12_000, "json": 12_000, "parquet": 12_000, "xlsx": 2_000}
"""Rows of the shorter file; the longer one has five times as many."""

TIMES = 5


def rows(count: int) -> Iterator[tuple[str, str, str]]:
    value = "Because it says só. " * 4
    return ((f"a{number // 20}/{number % 20}", f"rater {number % 3}", value) for number in range(count))


HEADINGS = ("unit", "rater", "value")


def table(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(HEADINGS) + "\n")
        file.writelines(",".join(row) + "\n" for row in rows(count))


def lines(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(dict(zip(HEADINGS, row, strict=True))) + "\n" for row in rows(count))


def document(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write('{"about": "load", "records": [{}')
        file.writelines(",\n" + json.dumps(dict(zip(HEADINGS, row, strict=True))) for row in rows(count))
        file.write("]}")


def parquet(path: Path, count: int) -> None:
    columns = dict(zip(HEADINGS, map(list, zip(*rows(count), strict=True)), strict=True))
    pq.write_table(pa.table(columns), path, row_group_size=5_000)


def workbook(path: Path, count: int) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("s")
    for row in (HEADINGS, *rows(count)):
        sheet.append(row)
    book.save(path)


WRITERS: dict[str, Callable[[Path, int], None]] = {
    "csv": table, "jsonl": lines, "json": document, "parquet": parquet, "xlsx": workbook,
}  # fmt: skip


def files(folder: Path, form: str) -> tuple[Path, Path]:
    short, long = folder / f"short.{form}", folder / f"long.{form}"
    WRITERS[form](short, ROWS[form])
    WRITERS[form](long, TIMES * ROWS[form])
    return short, long


def count(path: Path) -> int:
    """The records of a file, none of which is kept."""
    problems = Problems(Places())
    found = sum(1 for _ in records_of(path, problems).rows)
    assert problems.found == []
    return found


def peak(path: Path) -> int:
    """Bytes in use at most while a file is read, of Python and of Arrow."""
    gc.collect()
    before = pa.total_allocated_bytes()
    tracemalloc.start()
    try:
        problems = Problems(Places())
        arrow = max(pa.total_allocated_bytes() - before for _ in records_of(path, problems).rows)
        return tracemalloc.get_traced_memory()[1] + arrow
    finally:
        tracemalloc.stop()


@pytest.mark.load
@pytest.mark.parametrize("form", [form for form in WRITERS if form != "xlsx"])
def test_memory_does_not_grow_with_the_file(form: str, tmp_path: Path) -> None:
    short, long = files(tmp_path, form)
    count(short)
    assert peak(long) < 1.5 * peak(short)


@pytest.mark.load
def test_a_row_of_a_sheet_leaves_little_behind(tmp_path: Path) -> None:
    """openpyxl keeps an empty element for each row; a sheet has at most 1,048,576."""
    short, long = files(tmp_path, "xlsx")
    count(short)
    assert peak(long) - peak(short) < 250 * (TIMES - 1) * ROWS["xlsx"]


@pytest.mark.load
@pytest.mark.parametrize("form", WRITERS)
def test_time_grows_with_the_file_and_no_faster(form: str, tmp_path: Path) -> None:
    short, long = files(tmp_path, form)
    assert (count(short), count(long)) == (ROWS[form] + (form == "json"), TIMES * ROWS[form] + (form == "json"))
    assert grows_within(1.5 * TIMES, lambda: count(short), lambda: count(long))


@pytest.mark.load
@pytest.mark.parametrize("mark", ['"', "[", '{"a":', "\\ud83d", "Total,1\n", "\r", "=,"])
@pytest.mark.parametrize("name", ["t.csv", "t.json", "t.jsonl"])
def test_no_repetition_makes_reading_slow(mark: str, name: str, tmp_path: Path) -> None:
    short, long = tmp_path / f"short-{name}", tmp_path / f"long-{name}"
    start = {"t.csv": "a,b\n", "t.json": '[{"a": "', "t.jsonl": '{"a": "'}[name]
    short.write_text(start + 100_000 * mark)
    long.write_text(start + 500_000 * mark)
    assert grows_within(1.5 * TIMES, lambda: attempt(short), lambda: attempt(long))


def attempt(path: Path) -> None:
    list(records_of(path, Problems(Places())).rows)
