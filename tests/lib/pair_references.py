"""Every coefficient of a pair of raters from its unit labels, by other libraries or straight from the definition.

None of these goes through a table of counts. A reference takes both raters' codes, unit by unit, and the scale; it is
called only where the statistic is defined.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau
from sklearn.metrics import matthews_corrcoef, mean_absolute_error, root_mean_squared_error
from statsmodels.stats.inter_rater import fleiss_kappa

from agreement.scale import Scale

Codes = NDArray[np.float64]
Reference = Callable[[Codes, Codes, Scale], float]


def columns(table: np.ndarray, codes: tuple[float, ...]) -> tuple[Codes, Codes]:
    """The labels of both raters, one entry for each unit of a count table."""
    first, second = np.nonzero(table)
    times = table[first, second].astype(int)
    return np.repeat(np.array(codes)[first], times), np.repeat(np.array(codes)[second], times)


def _given(a: Codes, b: Codes, scale: Scale) -> np.ndarray:
    """How often each unit got each value: units x values, r_uk."""
    return sum((labels[:, None] == np.array(scale.codes)).astype(float) for labels in (a, b))


def _weight(x: float, y: float, scale: Scale, power: int) -> float:
    """Agreement weight of two codes; power 0 is no weight at all."""
    return float(x == y) if power == 0 else 1 - abs(x - y) ** power / (scale.codes[-1] - scale.codes[0]) ** power


def _seen(a: Codes, b: Codes, scale: Scale, power: int) -> float:
    """pa = mean over units of sum_k r_uk (r*_uk - 1) / (r_u (r_u - 1)), with r* = W r_u and r_u = 2."""
    w = np.array([[_weight(x, y, scale, power) for y in scale.codes] for x in scale.codes])
    r = _given(a, b, scale)
    return float(np.mean((r * (r @ w - 1)).sum(axis=1) / 2))


def gwet(power: int) -> Reference:
    """AC1 (power 0) or AC2 as in the handbook of Gwet 2014, from r_uk."""

    def value(a: Codes, b: Codes, scale: Scale) -> float:
        share = (_given(a, b, scale) / 2).mean(axis=0)
        size = len(share)
        total = sum(_weight(x, y, scale, power) for x in scale.codes for y in scale.codes)
        chance = total / (size * (size - 1)) * (share * (1 - share)).sum()
        return float((_seen(a, b, scale, power) - chance) / (1 - chance))

    return value


def brennan_prediger_quadratic(a: Codes, b: Codes, scale: Scale) -> float:
    """With pe the mean of all K^2 weights."""
    chance = np.mean([_weight(x, y, scale, 2) for x in scale.codes for y in scale.codes])
    return float((_seen(a, b, scale, 2) - chance) / (1 - chance))


def concordance(a: Codes, b: Codes, scale: Scale) -> float:
    """Lin's formula with population moments."""
    return float(2 * np.cov(a, b, ddof=0)[0, 1] / (np.var(a) + np.var(b) + (np.mean(a) - np.mean(b)) ** 2))


REFERENCES: dict[str, Reference] = {
    "scott_pi": lambda a, b, scale: fleiss_kappa(_given(a, b, scale), method="fleiss"),
    "brennan_prediger": lambda a, b, scale: fleiss_kappa(_given(a, b, scale), method="randolph"),
    "brennan_prediger_quadratic": brennan_prediger_quadratic,
    "ac1": gwet(0),
    "ac2_linear": gwet(1),
    "ac2_quadratic": gwet(2),
    "kendall": lambda a, b, scale: kendalltau(a, b).statistic,
    "ccc": concordance,
    "mcc": lambda a, b, scale: matthews_corrcoef(a.astype(str), b.astype(str)),
    "mae": lambda a, b, scale: mean_absolute_error(a, b),
    "rmse": lambda a, b, scale: root_mean_squared_error(a, b),
}
"""By the names of `agreement.statistics.STATISTICS`."""
