"""Percent agreement: the plain share of equal labels."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.tensors import divided

NO_COMMON_UNIT = "no unit was labelled by both raters"


def percent_agreement(table: Floats) -> Estimate:
    """Share of units with the same label from both raters, in [0, 1] (not corrected for chance).

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    Undefined without units.
    """
    value = float(share_values(table))
    n = round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, NO_COMMON_UNIT)


def share_values(tables: Floats) -> Floats:
    """Percent agreement of each K x K table of a stack; NaN for an empty table."""
    return divided(np.trace(tables, axis1=-2, axis2=-1), tables.sum(axis=(-1, -2)))
