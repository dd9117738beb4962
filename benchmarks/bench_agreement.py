"""Speed and memory of the agreement statistics beside scikit-learn, krippendorff and a bootstrap loop.

Run: python benchmarks/bench_agreement.py. Everything is measured in one run on one thread, so the ratios mean
something on a busy machine too. Five values, a tenth of the labels missing, answers of 20 statements.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import krippendorff
import numpy as np
import pandas as pd
from sklearn.metrics import cohen_kappa_score

from agreement.bootstrap import Draws, Resampled, cluster_bootstrap
from agreement.estimate import Interval
from agreement.frame import CodedLabels
from agreement.report import report
from agreement.scale import Scale
from agreement.statistics import ALPHAS, STATISTICS
from agreement.tensors import coincidence_tables, pair_tables

SCALE = Scale(("1", "2", "3", "4", "5"), "ordinal", (1.0, 2.0, 3.0, 4.0, 5.0))
RATERS, STATEMENTS, REPLICATES = 5, 20, 2_000
SIZES = (100, 10_000, 1_000_000)
QUADRATIC = STATISTICS["kappa_quadratic"]


@dataclass(frozen=True)
class Study:
    """The same labels in our coded form and as a raters x units matrix of codes (NaN: no label)."""

    labels: CodedLabels
    matrix: np.ndarray


def study(units: int) -> Study:
    rng = np.random.default_rng(units)
    truth = rng.integers(0, 5, units)
    codes = np.where(rng.random((RATERS, units)) < 0.6, truth, rng.integers(0, 5, (RATERS, units))).astype(np.int16)
    given = rng.random((RATERS, units)) >= 0.1
    rater, unit = np.nonzero(given)
    cluster_of = np.arange(units) // STATEMENTS if units > 100 else np.arange(units) // 10
    labels = CodedLabels(
        scale=SCALE,
        raters=(),
        unit_names=np.arange(units).astype(object),
        cluster_names=np.unique(cluster_of).astype(object),
        cluster_of=cluster_of,
        weight=None,
        unit=unit,
        code=codes[given],
        start=np.searchsorted(rater, np.arange(RATERS + 1)),
        missing=(),
        out_of_scale=(),
        rows_of_other_runs=0,
    )
    return Study(labels, np.where(given, codes + 1.0, np.nan))


def seconds(call: Callable[..., object], *given: object) -> float:
    """Best time of a call within a second or so (a slow call runs once)."""
    best, spent = float("inf"), 0.0
    while spent < 1.0:
        start = perf_counter()
        call(*given)
        took = perf_counter() - start
        best, spent = min(best, took), spent + took
    return best


def peak(call: Callable[..., object], *given: object) -> float:
    """Peak MiB allocated during a call."""
    tracemalloc.start()
    call(*given)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found / 2**20


def row(name: str, ours: float, theirs: float, unit: str = "ms") -> None:
    factor = 1000 if unit == "ms" else 1
    print(f"  {name:<50}{ours * factor:>12.3f}{theirs * factor:>14.3f} {unit:<4}{theirs / ours:>10.1f} x")


def our_kappa(one: Study) -> float:
    return float(QUADRATIC.of(pair_tables(one.labels, [(0, 1)]).totals, SCALE)[0])


def their_kappa(a: np.ndarray, b: np.ndarray) -> float:
    return float(cohen_kappa_score(a, b, labels=[1, 2, 3, 4, 5], weights="quadratic"))


def shared(one: Study) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    both = ~np.isnan(one.matrix[:2]).any(axis=0)
    first, second = one.matrix[:2, both].astype(int)
    return first, second, one.labels.cluster_of[both]


def our_alpha(one: Study) -> float:
    return float(ALPHAS["alpha_ordinal"].of(coincidence_tables(one.labels, range(RATERS)).totals, SCALE)[0])


def their_alpha(one: Study) -> float:
    return float(krippendorff.alpha(one.matrix, level_of_measurement="ordinal", value_domain=[1, 2, 3, 4, 5]))


def our_interval(one: Study) -> Interval:
    values = QUADRATIC.values(pair_tables(one.labels, [(0, 1)]), SCALE)
    return QUADRATIC.interval(values.mean(), len(one.labels.cluster_of))


def our_bootstrap(one: Study) -> Resampled:
    tables = pair_tables(one.labels, [(0, 1)])
    draws = Draws(np.random.default_rng(0), REPLICATES)
    return cluster_bootstrap(tables.counts, lambda totals: QUADRATIC.of(totals, SCALE), draws)


def one_replicate(first: np.ndarray, second: np.ndarray, cluster: np.ndarray, rng: np.random.Generator) -> float:
    """What a bootstrap loop over scikit-learn does each time: draw clusters, gather their units, take kappa."""
    start = np.searchsorted(cluster, np.arange(cluster[-1] + 2))
    drawn = rng.integers(0, cluster[-1] + 1, cluster[-1] + 1)
    length = start[drawn + 1] - start[drawn]
    unit = np.repeat(start[drawn], length) + np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
    return their_kappa(first[unit], second[unit])


def bootstrap_loop(one: Study) -> float:
    """Seconds of the whole loop, from as many replicates as fit in two seconds."""
    first, second, cluster = shared(one)
    rng = np.random.default_rng(0)
    start, done = perf_counter(), 0
    while done < 3 or perf_counter() - start < 2:
        one_replicate(first, second, cluster, rng)
        done += 1
    return (perf_counter() - start) / done * REPLICATES


def long_frame(units: int) -> pd.DataFrame:
    one = study(units)
    rater = np.repeat(["human-1", "human-2", "judge"], [units] * 3)
    value = one.matrix[:3].ravel()
    text = np.array(["1", "2", "3", "4", "5"], dtype=object)
    return pd.DataFrame(
        {
            "unit": np.tile([f"unit-{u}" for u in range(units)], 3),
            "cluster": np.tile([f"answer-{u // STATEMENTS}" for u in range(units)], 3),
            "rater": rater,
            "rater_kind": np.where(rater == "judge", "judge", "human"),
            "value": np.where(np.isnan(value), None, text[np.nan_to_num(value, nan=1.0).astype(int) - 1]),
        }
    )


def main() -> None:
    studies = {size: study(size) for size in SIZES}
    large = studies[SIZES[-1]]
    print(f"{'from integer codes':<52}{'ours':>12}{'theirs':>14}")
    for size, one in studies.items():
        pair = shared(one)[:2]
        row(f"quadratic kappa, N = {size:,} (scikit-learn)", seconds(our_kappa, one), seconds(their_kappa, *pair))
    for size, one in studies.items():
        row(f"alpha, 5 raters, N = {size:,} (krippendorff)", seconds(our_alpha, one), seconds(their_alpha, one))
    row("peak memory of that alpha, N = 1,000,000", peak(our_alpha, large), peak(their_alpha, large), "MiB")
    print(f"{'95 % interval of quadratic kappa':<52}{'ours':>12}{f'{REPLICATES} x loop':>14}")
    for size, one in studies.items():
        answers, loop = len(one.labels.cluster_names), bootstrap_loop(one)
        row(f"jackknife, N = {size:,} in {answers:,} answers", seconds(our_interval, one), loop)
        row(f"{REPLICATES:,} replicates, N = {size:,} in {answers:,} answers", seconds(our_bootstrap, one), loop)
    print("from a long pandas frame, two humans and a judge")
    for size in (10_000, 200_000):
        frame = long_frame(size)
        print(f"  whole report, {len(frame):,} rows {seconds(report, frame, SCALE, 'kappa_quadratic'):>31.2f} s")


if __name__ == "__main__":
    main()
