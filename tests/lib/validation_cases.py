"""Tables and labels for tests of the validation methods."""

from __future__ import annotations

import numpy as np
import pandas as pd

from agreement.tensors import Tables


def tables_of(*clusters: object) -> Tables:
    """One group of tables, one K x K table of counts for each cluster."""
    counts = np.array(clusters, dtype=float)
    order, units = np.arange(len(counts)), counts.sum(axis=(1, 2)).astype(np.intp)
    return Tables(counts, np.zeros(len(counts), dtype=np.intp), order.astype(np.intp), units, 1)


def one_unit_each(table: object) -> Tables:
    """The table with every unit a cluster of its own."""
    counts = np.asarray(table)
    cells = np.repeat(np.arange(counts.size), counts.astype(int).ravel())
    return tables_of(*np.eye(counts.size)[cells].reshape(-1, *counts.shape))


def random_tables(seed: int, size: int = 3, clusters: int = 12, units: int = 8, lean: float = 0.0) -> Tables:
    """Two raters who see one truth through noise; each cluster has a share of its own of every value.

    `lean` is the chance that the first goes one value up.
    """
    rng = np.random.default_rng(seed)
    counts = np.zeros((clusters, size, size))
    for cluster in range(clusters):
        truth = rng.choice(size, units, p=rng.dirichlet(np.ones(size)))
        first, second = (np.where(rng.random(units) < 0.6, truth, rng.integers(0, size, units)) for _ in range(2))
        first = np.minimum(first + (rng.random(units) < lean), size - 1)
        np.add.at(counts[cluster], (first, second), 1)
    return tables_of(*counts)


def long_frame(values: dict[str, list[str | None]], clusters: list[str], judges: tuple[str, ...] = ()) -> pd.DataFrame:
    """Long frame of each rater's values, unit by unit; None is no label."""
    return pd.DataFrame(
        [
            {
                "unit": f"u{unit:04}",
                "cluster": clusters[unit],
                "rater": rater,
                "rater_kind": "judge" if rater in judges else "human",
                "value": value,
            }
            for rater, given in values.items()
            for unit, value in enumerate(given)
        ]
    )
