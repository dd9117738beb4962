"""How far the labels of two raters lie apart, in the declared codes: mean absolute and root mean squared error."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided


def mean_absolute_error(table: Floats, scale: Scale) -> Estimate:
    """Mean of |v_i - v_j| over units, v the declared codes; from 0 to their range. Less is better.

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    Undefined without units. Not corrected for chance.
    """
    return _estimate(mae_values(table, scale), table)


def root_mean_squared_error(table: Floats, scale: Scale) -> Estimate:
    """Root of the mean of (v_i - v_j)^2 over units: from the mean absolute error to the range of the codes.

    `table` and the undefined case as for `mean_absolute_error`. Less is better.
    """
    return _estimate(rmse_values(table, scale), table)


def mae_values(tables: Floats, scale: Scale) -> Floats:
    """Mean absolute error of each K x K table of a stack; NaN for an empty table."""
    return _mean(tables, np.abs(_apart(scale)))


def rmse_values(tables: Floats, scale: Scale) -> Floats:
    """Root mean squared error of each K x K table of a stack; NaN for an empty table."""
    return np.sqrt(_mean(tables, np.square(_apart(scale))))


def _apart(scale: Scale) -> Floats:
    codes = np.array(scale.codes)
    return np.asarray(codes[:, None] - codes)


def _mean(tables: Floats, of_cell: Floats) -> Floats:
    return divided((tables * of_cell).sum(axis=(-1, -2)), tables.sum(axis=(-1, -2)))


def _estimate(value: Floats, table: Floats) -> Estimate:
    n = round(float(table.sum()))
    return Estimate(float(value), n) if np.isfinite(value) else Estimate(None, n, NO_COMMON_UNIT)
