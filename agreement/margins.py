"""What the margins of a table do to a kappa: its maximum, and Byrt's prevalence and bias index."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.kappa import why_no_kappa
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided

TWO_VALUES_ONLY = "the index exists for two values only"


@dataclass(frozen=True)
class Margins:
    """Beside a kappa: the most that its margins allow, and how uneven and how different they are."""

    kappa_max: Estimate
    prevalence_index: Estimate
    bias_index: Estimate


def margins_of(table: Floats) -> Margins:
    """All three of a table; `table[i, j]` counts units that got value i from the first rater and j from the second."""
    return Margins(kappa_max(table), prevalence_index(table), bias_index(table))


def kappa_max(table: Floats) -> Estimate:
    """The greatest unweighted kappa that two raters with these margins can reach, in [0, 1].

    (sum min(a_i, b_i) - pe) / (1 - pe), a and b the margins as shares. `table` as for `margins_of`. Undefined as kappa.
    Source: Cohen 1960, "A coefficient of agreement for nominal scales".
    """
    first, second, unlike = table.sum(axis=1), table.sum(axis=0), 1.0 - np.eye(len(table))
    unavoidable = table.sum() * np.abs(first - second).sum() / 2
    value = float(1.0 - divided(unavoidable, ((first @ unlike) * second).sum()))
    n = round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_kappa(table))


def prevalence_index(table: Floats) -> Estimate:
    """How uneven two values are, |n11 - n22| / N, in [0, 1]: at equal agreement kappa falls as it rises.

    `table` as for `margins_of`. Undefined for more than two values, and without units.
    Source: Byrt, Bishop & Carlin 1993, "Bias, prevalence and kappa".
    """
    return _share_of_two(table, table[0, 0] - table[1, 1])


def bias_index(table: Floats) -> Estimate:
    """How differently two raters use two values, |n12 - n21| / N, in [0, 1]. Undefined as `prevalence_index`.

    Source: Byrt, Bishop & Carlin 1993, "Bias, prevalence and kappa".
    """
    return _share_of_two(table, table[0, 1] - table[1, 0])


def _share_of_two(table: Floats, difference: float) -> Estimate:
    total = float(table.sum())
    if len(table) > 2 or not total:
        return Estimate(None, round(total), TWO_VALUES_ONLY if len(table) > 2 else NO_COMMON_UNIT)
    return Estimate(abs(float(difference)) / total, round(total))
