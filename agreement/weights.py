"""How far apart two values of a scale are, for weighted kappa."""

from __future__ import annotations

from typing import Literal

import numpy as np

from agreement.frame import Floats
from agreement.scale import Scale

Weighting = Literal["unweighted", "linear", "quadratic"]


def disagreement(scale: Scale, weighting: Weighting) -> Floats:
    """K x K distances in [0, 1] between values, from the declared codes and their declared range R.

    Unweighted 1[i != j], linear |v_i - v_j| / R, quadratic (v_i - v_j)^2 / R^2; an agreement weight is 1 minus this.
    Source: Cohen 1968, "Weighted kappa".
    """
    codes = np.array(scale.codes)
    apart: Floats = np.abs(codes[:, None] - codes[None, :]) / (codes[-1] - codes[0])
    if weighting == "unweighted":
        return np.asarray(apart > 0, dtype=float)
    return apart if weighting == "linear" else np.square(apart)
