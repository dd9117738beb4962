"""Krippendorff's alpha from coincidence matrices: any number of raters, missing labels allowed."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.scale import Level, Scale
from agreement.tensors import divided
from agreement.weights import disagreement


def krippendorff_alpha(coincidences: Floats, scale: Scale, level: Level) -> Estimate:
    """Agreement of all raters beyond chance, in [-1, 1].

    `coincidences[c, k]` is Krippendorff's matrix, both orders of each pair counted (see
    `agreement.tensors.coincidence_tables`); `n` of the estimate is the number of pairable labels.
    alpha = 1 - (n - 1) sum o_ck d_ck / sum n_c n_k d_ck. Distances: nominal 1[c != k], interval the squared
    difference of declared codes, ordinal the squared difference of mid-cumulative counts, ratio
    ((c - k) / (c + k))^2 of declared codes.
    Undefined when no unit has two labels, when only one value was used, and at ratio level for codes below 0.
    Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability".
    """
    value = float(alpha_values(coincidences, scale, level))
    n = round(float(coincidences.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_alpha(coincidences))


def alpha_values(coincidences: Floats, scale: Scale, level: Level) -> Floats:
    """Alpha of each K x K coincidence matrix of a stack; NaN where undefined."""
    margin = coincidences.sum(axis=-1)
    apart = _distances(margin, scale, level)
    observed = (coincidences * apart).sum(axis=(-1, -2))
    expected = ((margin[..., None, :] @ apart)[..., 0, :] * margin).sum(axis=-1)
    return np.clip(1.0 - divided((margin.sum(axis=-1) - 1.0) * observed, expected), -1.0, 1.0)


def why_no_alpha(coincidences: Floats) -> str:
    """The words for a coincidence matrix (or the table of a pair) that has no alpha."""
    used = np.count_nonzero(coincidences.any(axis=0) | coincidences.any(axis=1))
    return ("no unit has two labels", "only one value was used", "a ratio needs codes of 0 or more")[min(int(used), 2)]


def _distances(margin: Floats, scale: Scale, level: Level) -> Floats:
    """d_ck; for the ordinal level each margin of the stack has its own."""
    if level == "ratio":
        return _ratio_distances(np.array(scale.codes))
    if level != "ordinal":
        return disagreement(scale, "unweighted" if level == "nominal" else "quadratic")
    middle = np.cumsum(margin, axis=-1) - margin / 2
    return np.square(middle[..., :, None] - middle[..., None, :])


def _ratio_distances(codes: Floats) -> Floats:
    """((c - k) / (c + k))^2, 0 for equal codes (0 and 0 too); NaN when a code is below 0."""
    if codes[0] < 0:
        return np.full((len(codes), len(codes)), np.nan)
    apart, level = codes[:, None] - codes, codes[:, None] + codes
    return np.square(apart / np.where(level > 0, level, 1.0))
