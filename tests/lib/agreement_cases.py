"""Frames and tables for tests of the agreement package."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.scale import Level, Scale, equally_spaced

Matrix = Sequence[Sequence[object]]


def letters(size: int, level: Level = "ordinal") -> Scale:
    """A scale whose values are not in alphabetical order: e, d, c, b, a."""
    return equally_spaced(tuple("edcba"[:size]), level)


def numbers(low: int, high: int, level: Level = "ordinal") -> Scale:
    """A scale of whole numbers whose codes are the numbers."""
    return Scale(tuple(str(k) for k in range(low, high + 1)), level, tuple(float(k) for k in range(low, high + 1)))


def frame_of(
    matrix: Matrix, raters: Sequence[str] | None = None, clusters: Sequence[str] | None = None, judge: str = ""
) -> pd.DataFrame:
    """Long frame of a units x raters matrix; None is no label. Each unit is a cluster unless told otherwise."""
    names = raters or [f"r{k}" for k in range(len(matrix[0]))]
    return pd.DataFrame(
        [
            {
                "unit": f"u{row:04}",
                "cluster": clusters[row] if clusters else f"c{row:04}",
                "rater": name,
                "rater_kind": "judge" if name == judge else "human",
                "value": None if value is None else str(value),
            }
            for row, line in enumerate(matrix)
            for name, value in zip(names, line, strict=True)
        ]
    )


def random_frame(seed: int, size: int, units: int = 40, raters: int = 3, missing: float = 0.15) -> pd.DataFrame:
    """Raters see one truth through noise, units in clusters of four, labels missing; the last rater is a judge."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, size, units)
    values = letters(size).values
    matrix = [
        [
            None if rng.random() < missing else values[truth[unit] if rng.random() < 0.6 else rng.integers(0, size)]
            for _ in range(raters)
        ]
        for unit in range(units)
    ]
    names = [f"h{k}" for k in range(raters - 1)] + ["judge"]
    return frame_of(matrix, names, [f"c{unit // 4:03}" for unit in range(units)], judge="judge")


def pair_counts(size: int) -> st.SearchStrategy[np.ndarray]:
    """K x K tables of counts, often with empty rows and columns."""
    return arrays(float, (size, size), elements=st.sampled_from([0.0, 0.0, 1.0, 2.0, 5.0, 30.0]))
