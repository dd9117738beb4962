"""Cohen's kappa of two raters: unweighted, linear, quadratic, and with weights of one's own."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided
from agreement.weights import Weighting, disagreement

ONE_VALUE = "both raters used one and the same value only: agreement by chance is certain (pe = 1)"
NOT_APART = "the weights tell none of the values used apart: agreement by chance is certain (pe = 1)"
_CRUMB = 1e-12  # full disagreement may miss -1 by rounding


def cohen_kappa(table: Floats, scale: Scale, weighting: Weighting = "unweighted") -> Estimate:
    """Agreement of two raters beyond what their own margins give by chance, in [-1, 1].

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    kappa = 1 - D_observed / D_expected, the same as (po - pe) / (1 - pe); the declared range cancels.
    Undefined without units, and when both raters used one and the same value only (pe = 1).
    Source: Cohen 1960, Cohen 1968.
    """
    return weighted_kappa(table, disagreement(scale, weighting))


def weighted_kappa(table: Floats, apart: Floats) -> Estimate:
    """Cohen's kappa with distances of one's own, at most 1; below -1 where distances jump.

    `table` as for `cohen_kappa`; `apart[i, j]` is the distance of value i of the first rater and j of the second
    (see `agreement.weights.declared_disagreement`). Undefined without units, and when the margins leave no distance.
    Source: Cohen 1968, "Weighted kappa".
    """
    value = float(kappa_values(table, apart))
    n = round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_kappa(table))


def kappa_values(tables: Floats, apart: Floats) -> Floats:
    """Kappa of each K x K table of a stack, with distances `apart`; NaN where undefined."""
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    observed = (tables * apart).sum(axis=(-1, -2)) * first.sum(axis=-1)
    expected = ((first @ apart) * second).sum(axis=-1)
    kappa = 1.0 - divided(observed, expected)
    return np.where(np.abs(kappa + 1.0) < _CRUMB, -1.0, kappa)


def why_no_kappa(table: Floats) -> str:
    """The words for a table that has no kappa."""
    if not table.any():
        return NO_COMMON_UNIT
    return ONE_VALUE if np.count_nonzero(table) == np.count_nonzero(np.diag(table)) == 1 else NOT_APART
