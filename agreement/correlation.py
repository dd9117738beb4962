"""Correlation of two raters, from their table of counts: Pearson, Spearman, Kendall, Matthews, Lin."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.kappa import kappa_values, why_no_kappa
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided
from agreement.weights import disagreement

# Identical or exactly opposed raters may miss 1 by rounding; the gate must see that the value is at its bound.
_AT_BOUND = 1e-12


def pearson(table: Floats, scale: Scale) -> Estimate:
    """Product-moment correlation of the declared codes of two raters, in [-1, 1]; of two values it is phi.

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    Undefined without units and when a rater is constant. It ignores a shift or stretch between the raters.
    """
    return _estimate(pearson_values(table, scale), table)


def spearman(table: Floats) -> Estimate:
    """Pearson correlation of the raters' mid-ranks (ties get their mean rank), in [-1, 1].

    `table` and undefined cases as for `pearson`; only the order of the values counts.
    """
    return _estimate(spearman_values(table), table)


def kendall(table: Floats) -> Estimate:
    """Kendall's tau-b: how much oftener two units are in the same order than in opposite ones, ties allowed for.

    In [-1, 1]; `table` and undefined cases as for `pearson`; only the order of the values counts.
    (C - D) / sqrt((n0 - n1)(n0 - n2)): concordant and discordant pairs of units, n0 all of them, n1 and n2 tied ones.
    Source: Kendall 1945, "The treatment of ties in ranking problems".
    """
    return _estimate(kendall_values(table), table)


def matthews(table: Floats) -> Estimate:
    """Matthews correlation, in [-1, 1]: of two values phi, of K values Gorodkin's R_K, which needs no order.

    `table` and undefined cases as for `pearson`. With s units and margins a and b:
    (s sum n_kk - sum a_k b_k) / sqrt((s^2 - sum a_k^2)(s^2 - sum b_k^2)).
    Source: Matthews 1975; Gorodkin 2004, "Comparing two K-category assignments".
    """
    return _estimate(matthews_values(table), table)


def concordance(table: Floats, scale: Scale) -> Estimate:
    """Lin's concordance correlation of the declared codes, with population moments, in [-1, 1].

    2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2). `table` as for `pearson`, whose size it never exceeds: the gap is a
    shift or stretch between the raters. It is the same number as quadratic kappa, and undefined where that is.
    Source: Lin 1989, "A concordance correlation coefficient to evaluate reproducibility".
    """
    value, n = float(concordance_values(table, scale)), round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_kappa(table))


def pearson_values(tables: Floats, scale: Scale) -> Floats:
    """Pearson of each K x K table of a stack; NaN where undefined."""
    codes = np.array(scale.codes)
    return _correlation(tables, codes, codes)


def spearman_values(tables: Floats) -> Floats:
    """Spearman of each K x K table of a stack; NaN where undefined."""
    return _correlation(tables, _mid_ranks(tables.sum(axis=-1)), _mid_ranks(tables.sum(axis=-2)))


def kendall_values(tables: Floats) -> Floats:
    """Kendall's tau-b of each K x K table of a stack; NaN where undefined."""
    # Looking from each unit only at those the first rater put lower, no pair is counted twice.
    lower = _before(tables, -2)
    in_order, against = _before(lower, -1), _after(lower, -1)
    score = (tables * (in_order - against)).sum(axis=(-1, -2))
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    return _of_varied(tables, 2.0 * score, _unlike(first, first), _unlike(second, second))


def matthews_values(tables: Floats) -> Floats:
    """Matthews correlation of each K x K table of a stack; NaN where undefined."""
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    total = first.sum(axis=-1)
    unequal = total - np.trace(tables, axis1=-2, axis2=-1)
    return _of_varied(tables, _unlike(first, second) - total * unequal, _unlike(first, first), _unlike(second, second))


def concordance_values(tables: Floats, scale: Scale) -> Floats:
    """Lin's concordance of each K x K table of a stack; NaN where undefined."""
    # The mean squared difference over what independent labels would have: s_x^2 + s_y^2 + (mean x - mean y)^2.
    return kappa_values(tables, disagreement(scale, "quadratic"))


def why_no_correlation(table: Floats) -> str:
    """The words for a table that has no correlation."""
    return "a rater gave the same value to every unit" if table.any() else NO_COMMON_UNIT


def _estimate(value: Floats, table: Floats) -> Estimate:
    n = round(float(table.sum()))
    return Estimate(float(value), n) if np.isfinite(value) else Estimate(None, n, why_no_correlation(table))


def _mid_ranks(margin: Floats) -> Floats:
    """Mid-rank of each value, up to a constant: labels below plus half of its own."""
    return np.cumsum(margin, axis=-1) - margin / 2


def _before(tables: Floats, axis: int) -> Floats:
    """Sum of the cells before each one along an axis."""
    return np.asarray(np.cumsum(tables, axis=axis) - tables)


def _after(tables: Floats, axis: int) -> Floats:
    """Sum of the cells after each one along an axis."""
    return np.asarray(tables.sum(axis=axis, keepdims=True) - np.cumsum(tables, axis=axis))


def _unlike(first: Floats, second: Floats) -> Floats:
    """Pairs of a label of each margin whose values are unlike: n^2 - sum a_k b_k, without its cancellation."""
    return np.asarray((first * (second.sum(axis=-1, keepdims=True) - second)).sum(axis=-1))


def _correlation(tables: Floats, x: Floats, y: Floats) -> Floats:
    """Correlation when value i counts x[..., i] for the first rater and y[..., i] for the second."""
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    x, y = _centred(x, first), _centred(y, second)
    joint = ((x[..., None, :] @ tables)[..., 0, :] * y).sum(axis=-1)
    return _of_varied(tables, joint, (first * x * x).sum(axis=-1), (second * y * y).sum(axis=-1))


def _of_varied(tables: Floats, joint: Floats, own: Floats, other: Floats) -> Floats:
    """joint / sqrt(own * other), the variation of both raters over that of each; NaN where a rater is constant."""
    # Counting used values is exact where a sum of squares may leave a rounding crumb instead of 0.
    varied = (tables.any(axis=-1).sum(axis=-1) > 1) & (tables.any(axis=-2).sum(axis=-1) > 1)
    value = divided(joint, np.where(varied, np.sqrt(own * other), 0.0))
    return np.where(np.abs(value) > 1 - _AT_BOUND, np.sign(value), value)


def _centred(score: Floats, margin: Floats) -> Floats:
    total = margin.sum(axis=-1)
    mean = (score * margin).sum(axis=-1) / np.where(total > 0, total, 1.0)
    return np.asarray(score - mean[..., None])
