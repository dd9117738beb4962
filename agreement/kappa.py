"""Cohen's kappa of two raters: unweighted, linear and quadratic."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided
from agreement.weights import Weighting, disagreement


def cohen_kappa(table: Floats, scale: Scale, weighting: Weighting = "unweighted") -> Estimate:
    """Agreement of two raters beyond what their own margins give by chance, in [-1, 1].

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    kappa = 1 - D_observed / D_expected, the same as (po - pe) / (1 - pe); the declared range cancels.
    Undefined without units, and when both raters used one and the same value only (pe = 1).
    Source: Cohen 1960, Cohen 1968.
    """
    value = float(kappa_values(table, disagreement(scale, weighting)))
    n = round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_kappa(table))


def kappa_values(tables: Floats, apart: Floats) -> Floats:
    """Kappa of each K x K table of a stack, with distances `apart`; NaN where undefined."""
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    observed = (tables * apart).sum(axis=(-1, -2)) * first.sum(axis=-1)
    expected = ((first @ apart) * second).sum(axis=-1)
    return np.clip(1.0 - divided(observed, expected), -1.0, 1.0)


def why_no_kappa(table: Floats) -> str:
    """The words for a table that has no kappa."""
    if not table.any():
        return NO_COMMON_UNIT
    return "both raters used one and the same value only: agreement by chance is certain (pe = 1)"
