"""p-values of several tests read together: Holm, Benjamini-Hochberg, Benjamini-Yekutieli."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from agreement.frame import Floats

Correction = Literal["holm", "benjamini-hochberg", "benjamini-yekutieli"]


@dataclass(frozen=True)
class Adjusted:
    """Adjusted p-values of m tests, in the order they were given.

    `p[i]` is at most 1 and at least the raw value; `rejected[i]` says whether it is at most `level`. Both are None
    where the test had no p-value; such a test does not count towards m.
    """

    correction: Correction
    level: float
    p: tuple[float | None, ...]
    rejected: tuple[bool | None, ...]


def adjusted(p: Sequence[float | None], correction: Correction, level: float = 0.05) -> Adjusted:
    """p-values corrected for how many tests there are.

    Holm keeps the chance of any false rejection at `level`, however the tests depend on each other. Benjamini-Hochberg
    keeps the expected share of false ones among the rejections there, for independent or positively dependent tests;
    Benjamini-Yekutieli for any tests. ValueError for an unknown correction, a p-value outside
    [0, 1], a level outside (0, 1).
    Source: Holm 1979; Benjamini & Hochberg 1995; Benjamini & Yekutieli 2001, theorem 1.3.
    """
    if correction not in _CORRECTIONS:
        raise ValueError(f"no correction {correction!r}; there are {', '.join(_CORRECTIONS)}")
    if not 0 < level < 1:
        raise ValueError(f"the level must lie between 0 and 1, got {level}")
    for position, value in enumerate(p):
        if value is not None and not 0 <= value <= 1:
            raise ValueError(f"p-value {position} is {value}, outside 0 to 1; a test without a p-value is None")
    present = np.array([i for i, value in enumerate(p) if value is not None], dtype=np.intp)
    raw = np.array([value for value in p if value is not None], dtype=float)
    order = np.argsort(raw, kind="stable")
    found: list[float | None] = [None] * len(p)
    for position, value in zip(present[order].tolist(), _CORRECTIONS[correction](raw[order]).tolist(), strict=True):
        found[position] = value
    return Adjusted(correction, level, tuple(found), tuple(None if q is None else q <= level for q in found))


def _holm(rising: Floats) -> Floats:
    """p_(i) (m - i + 1), never below that of a smaller p-value."""
    left = np.arange(len(rising), 0, -1)
    return np.asarray(np.minimum(np.maximum.accumulate(rising * left), 1.0))


def _benjamini_hochberg(rising: Floats) -> Floats:
    """p_(i) m / i, never above that of a larger p-value."""
    ratio = rising * len(rising) / np.arange(1, len(rising) + 1)
    return np.asarray(np.minimum.accumulate(ratio[::-1])[::-1])


def _benjamini_yekutieli(rising: Floats) -> Floats:
    """Benjamini-Hochberg times 1 + 1/2 + ... + 1/m."""
    harmonic = (1 / np.arange(1, len(rising) + 1)).sum()
    return np.asarray(np.minimum(_benjamini_hochberg(rising) * harmonic, 1.0))


_CORRECTIONS: dict[Correction, Callable[[Floats], Floats]] = {
    "holm": _holm,
    "benjamini-hochberg": _benjamini_hochberg,
    "benjamini-yekutieli": _benjamini_yekutieli,
}
