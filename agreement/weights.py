"""How far apart two values of a scale are, for weighted coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from agreement.frame import Floats
from agreement.scale import Scale

Weighting = Literal["unweighted", "linear", "quadratic"]
WeightKind = Literal["agreement", "disagreement"]


def disagreement(scale: Scale, weighting: Weighting) -> Floats:
    """K x K distances in [0, 1] between values, from the declared codes and their declared range R.

    Unweighted 1[i != j], linear |v_i - v_j| / R, quadratic (v_i - v_j)^2 / R^2; an agreement weight is 1 minus this.
    ValueError on another weighting. Source: Cohen 1968, "Weighted kappa".
    """
    if weighting not in get_args(Weighting):
        raise ValueError(f"no weighting {weighting!r}; there are {', '.join(get_args(Weighting))}")
    codes = np.array(scale.codes)
    apart: Floats = np.abs(codes[:, None] - codes[None, :]) / (codes[-1] - codes[0])
    if weighting == "unweighted":
        return np.asarray(apart > 0, dtype=float)
    return apart if weighting == "linear" else np.square(apart)


def declared_disagreement(scale: Scale, weights: Sequence[Sequence[float]] | Floats, kind: WeightKind) -> Floats:
    """K x K distances between values from weights of one's own, `weights[i][j]` in the order of the scale.

    Disagreement weights are distances as they are: 0 on the diagonal, 0 or more elsewhere; they need not be symmetric,
    and their unit does not matter. Agreement weights are 1 on the diagonal, from 0 to 1 elsewhere: distance is 1 minus
    them. ValueError names the first weight that is none, and refuses weights that tell no two values apart.
    Source: Cohen 1968, "Weighted kappa" (disagreement); Fleiss, Cohen & Everitt 1969 (agreement).
    """
    if kind not in get_args(WeightKind):
        raise ValueError(f"weights are of {' or '.join(get_args(WeightKind))}, not {kind!r}")
    given, size = np.array(weights, dtype=float), len(scale.values)
    if given.shape != (size, size):
        raise ValueError(f"a scale of {size} values needs {size} x {size} weights, got {_shape(given)}")
    same, most = (0.0, np.inf) if kind == "disagreement" else (1.0, 1.0)
    _refuse(scale, given, ~np.isfinite(given), "a finite number")
    _refuse(scale, given, np.diag(np.diag(given) != same), f"{same:g}, because the values are the same")
    _refuse(scale, given, (given < 0) | (given > most), "0 or more" if kind == "disagreement" else "from 0 to 1")
    apart: Floats = given if kind == "disagreement" else 1.0 - given
    if not apart.any():
        raise ValueError("the weights tell no two values apart")
    return apart


def _shape(given: Floats) -> str:
    return " x ".join(map(str, given.shape)) or "one number"


def _refuse(scale: Scale, given: Floats, wrong: NDArray[np.bool_], allowed: str) -> None:
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise ValueError(
            f"the weight of {scale.values[i]!r} and {scale.values[j]!r} must be {allowed}, not {given[i, j]:g}"
        )
