"""Reading files of records: time beside the plain reader of each form, and whether time and memory grow with the file.

Every file is read in a process of its own, whose peak memory is the operating system's figure. The plain readers tell
no encoding, delimiter or place, check no cell, and those of JSON and Parquet hold the whole file.

    python benchmarks/bench_tabular.py [--mb 10 100] [--forms csv json jsonl parquet xlsx]
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

HEADINGS = ("item_id", "rater_id", "rater_kind", "task", "label", "justification")
BYTES_A_ROW = {"csv": 190, "jsonl": 270, "json": 270, "parquet": 190, "xlsx": 500}
"""Of xlsx unpacked; Parquet is told by its rows as CSV, since it packs this file well."""

Row = tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    """Processor seconds, records and peak megabytes of one reading."""

    seconds: float
    records: int
    peak: float


def rows(count: int) -> Iterator[Row]:
    why = "Because the source says só, in “words” of usual length. " * 2
    for number in range(count):
        unit = f"answer-{number // 20}/{number % 20}/1"
        yield unit, f"annotator {number % 7}", "human", "support", ("full", "partial", "none")[number % 3], why


def objects(count: int) -> Iterator[str]:
    return (json.dumps(dict(zip(HEADINGS, row, strict=True)), ensure_ascii=False) for row in rows(count))


def write_csv(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEADINGS])
        csv.writer(file).writerows(rows(count))


def write_jsonl(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in objects(count))


def write_json(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        file.writelines(("," if number else "") + line + "\n" for number, line in enumerate(objects(count)))
        file.write("]")


def write_parquet(path: Path, count: int) -> None:
    schema = pa.schema([(name, pa.string()) for name in HEADINGS])
    left = rows(count)
    with pq.ParquetWriter(path, schema) as writer:
        while group := list(islice(left, 50_000)):
            writer.write_table(pa.table([list(column) for column in zip(*group, strict=True)], schema=schema))


def write_xlsx(path: Path, count: int) -> None:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("labels")
    for row in (HEADINGS, *rows(count)):
        sheet.append(row)
    book.save(path)


WRITERS: dict[str, Callable[[Path, int], None]] = {
    "csv": write_csv, "jsonl": write_jsonl, "json": write_json, "parquet": write_parquet, "xlsx": write_xlsx,
}  # fmt: skip


def plain_csv(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.DictReader(file))


def plain_jsonl(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return sum(1 for line in file if json.loads(line))


def plain_json(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return len(json.load(file))


def plain_parquet(path: Path) -> int:
    return len(pq.read_table(path).to_pylist())


def plain_xlsx(path: Path) -> int:
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    return sum(1 for _ in book.worksheets[0].iter_rows(values_only=True)) - 1


PLAIN: dict[str, Callable[[Path], int]] = {
    "csv": plain_csv, "jsonl": plain_jsonl, "json": plain_json, "parquet": plain_parquet, "xlsx": plain_xlsx,
}  # fmt: skip
NAMES = {"csv": "csv.DictReader", "jsonl": "json.loads", "json": "json.load", "parquet": "pyarrow", "xlsx": "openpyxl"}


def ours(path: Path) -> int:
    from data.problems import Places, Problems
    from data.tabular import records_of

    problems = Problems(Places())
    found = sum(1 for _ in records_of(path, problems).rows)
    problems.refuse_if_any()
    return found


def run(who: str, form: str, path: Path) -> dict[str, Any]:
    """In a process of its own: one reading, or the writing of the file."""
    if who == "writer":  # here, since a process counts the memory of the one that started it as its own
        WRITERS[form](path, int(float(path.stem) * 1e6 / BYTES_A_ROW[form]))
        return {"seconds": 0.0, "records": 0, "peak": 0.0}
    reader = ours if who == "ours" else PLAIN[form]
    start = time.process_time()
    records = reader(path)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": time.process_time() - start, "records": records, "peak": peak}


def measured(who: str, form: str, path: Path) -> Measured:
    command = [sys.executable, __file__, "--run", who, form, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return Measured(**json.loads(done.stdout))


def compare(form: str, sizes: list[float]) -> None:
    """Print one line for each size of a form, and how the last compares with the first."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder, f"{size}.{form}")
            measured("writer", form, path)
            mine, peer = measured("ours", form, path), measured("peer", form, path)
            assert mine.records == peer.records
            path.unlink()
            found.append(mine)
            print(
                f"{form:<8}{size:>6,.0f} MB {mine.records:>10,} records  {mine.seconds:6.1f} s "
                f"{mine.records / mine.seconds:>9,.0f}/s  {mine.peak:5.0f} MB   {NAMES[form]:<15}{peer.seconds:6.1f} s "
                f"{peer.peak:6.0f} MB   time, ours / peer {mine.seconds / peer.seconds:.1f}",
                flush=True,
            )
    first, last = found[0], found[-1]
    a_record = (last.seconds / last.records) / (first.seconds / first.records)
    print(f"{form:<8}last / first: time a record {a_record:.2f}, peak memory {last.peak / first.peak:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", nargs="+", type=float, default=[5.0, 50.0])
    parser.add_argument("--forms", nargs="+", choices=WRITERS, default=list(WRITERS))
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        who, form, path = given.run
        print(json.dumps(run(who, form, Path(path))))
        return
    for form in given.forms:
        compare(form, given.mb)


if __name__ == "__main__":
    main()
