"""Labels that do not fit in memory: tables from a Parquet file read in pieces, and the memory that takes.

Run: python benchmarks/bench_streaming.py [--labels 100000000]. Five raters, five values, a tenth of the labels missing,
answers of 20 statements. The file is written first, in a temporary folder, and is not part of the time.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from agreement.comparison import measured_groups
from agreement.scale import Scale
from agreement.statistics import ALPHAS, STATISTICS
from agreement.streaming import beside, of_all, of_pairs, streamed

SCALE = Scale(("1", "2", "3", "4", "5"), "ordinal", (1.0, 2.0, 3.0, 4.0, 5.0))
RATERS = ("human-1", "human-2", "human-3", "human-4", "judge")
STATEMENTS, BUNDLES, UNITS_AT_ONCE = 20, 1_000, 200_000


def piece(first: int, units: int) -> pd.DataFrame:
    rng = np.random.default_rng(first)
    unit = np.repeat(np.arange(first, first + units), len(RATERS))
    rater = np.tile(np.arange(len(RATERS)), units)
    truth = np.repeat(rng.integers(0, 5, units), len(RATERS))
    value = np.where(rng.random(len(unit)) < 0.6, truth, rng.integers(0, 5, len(unit)))
    frame = pd.DataFrame(
        {
            "unit": unit,
            "cluster": unit // STATEMENTS,
            "rater": pd.Categorical.from_codes(rater, list(RATERS)),
            "rater_kind": pd.Categorical.from_codes((rater == 4).astype(int), ["human", "judge"]),
            "value": pd.Categorical.from_codes(value, list(SCALE.values)),
        }
    )
    return frame[rng.random(len(frame)) >= 0.1]


def write(path: Path, labels: int) -> int:
    units = round(labels / 0.9 / len(RATERS) / STATEMENTS) * STATEMENTS
    written, writer = 0, None
    for first in range(0, units, UNITS_AT_ONCE):
        table = pa.Table.from_pandas(piece(first, min(UNITS_AT_ONCE, units - first)), preserve_index=False)
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
        written += len(table)
    if writer is not None:
        writer.close()
    return written


def pieces(path: Path) -> Iterator[pd.DataFrame]:
    file = pq.ParquetFile(path)
    for group in range(file.num_row_groups):  # iter_batches holds on to what it has read
        yield file.read_row_group(group).to_pandas()


def peak() -> float:
    """Peak resident memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(path: Path, labels: int) -> None:
    start, before = perf_counter(), peak()
    both = streamed(pieces(path), SCALE, beside(of_all(RATERS), of_pairs([(RATERS[0], "judge")])), BUNDLES)
    seconds = perf_counter() - start
    assert both.labels == labels
    for group, statistic in enumerate((ALPHAS["alpha_ordinal"], STATISTICS["kappa_quadratic"])):
        found = measured_groups(statistic, both.tables, SCALE)[group]
        print(f"  {statistic.name:<20}{found.estimate.value:.6f} [{found.interval.low:.6f}, {found.interval.high:.6f}]")
    print(f"  {labels:,} labels, read once: {seconds:.1f} s, {labels / seconds:,.0f} labels/s")
    print(f"  peak memory {peak():,.0f} MiB, {before:,.0f} MiB before reading (writing the file included)")


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--labels", type=int, nargs="*", default=[1_000_000, 5_000_000])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "labels.parquet"
        for labels in given.parse_args().labels:
            measure(path, write(path, labels))


if __name__ == "__main__":
    main()
