"""Pearson and Spearman correlation of two raters, from their table of counts."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided

# Identical or exactly opposed raters may miss 1 by rounding; the gate must see that the value is at its bound.
_AT_BOUND = 1e-12


def pearson(table: Floats, scale: Scale) -> Estimate:
    """Product-moment correlation of the declared codes of two raters, in [-1, 1].

    `table[i, j]` counts units that got value i from the first rater and j from the second.
    Undefined without units and when a rater is constant. It ignores a shift or stretch between the raters.
    """
    return _estimate(float(pearson_values(table, scale)), table)


def spearman(table: Floats) -> Estimate:
    """Pearson correlation of the raters' mid-ranks (ties get their mean rank), in [-1, 1].

    `table` and undefined cases as for `pearson`; only the order of the values counts.
    """
    return _estimate(float(spearman_values(table)), table)


def pearson_values(tables: Floats, scale: Scale) -> Floats:
    """Pearson of each K x K table of a stack; NaN where undefined."""
    codes = np.broadcast_to(np.array(scale.codes), tables.shape[:-1])
    return _correlation(tables, codes, codes)


def spearman_values(tables: Floats) -> Floats:
    """Spearman of each K x K table of a stack; NaN where undefined."""
    return _correlation(tables, _mid_ranks(tables.sum(axis=-1)), _mid_ranks(tables.sum(axis=-2)))


def why_no_correlation(table: Floats) -> str:
    """The words for a table that has no correlation."""
    return "a rater gave the same value to every unit" if table.any() else NO_COMMON_UNIT


def _estimate(value: float, table: Floats) -> Estimate:
    n = round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_correlation(table))


def _mid_ranks(margin: Floats) -> Floats:
    """Mid-rank of each value, up to a constant: labels below plus half of its own."""
    return np.cumsum(margin, axis=-1) - margin / 2


def _correlation(tables: Floats, x: Floats, y: Floats) -> Floats:
    """Correlation when value i counts x[..., i] for the first rater and y[..., i] for the second."""
    first, second = tables.sum(axis=-1), tables.sum(axis=-2)
    x, y = _centred(x, first), _centred(y, second)
    joint = ((x[..., None, :] @ tables)[..., 0, :] * y).sum(axis=-1)
    spread = np.sqrt((first * x * x).sum(axis=-1) * (second * y * y).sum(axis=-1))
    # Counting used values is exact where a sum of squares may leave a rounding crumb instead of 0.
    varied = ((first > 0).sum(axis=-1) > 1) & ((second > 0).sum(axis=-1) > 1)
    value = divided(joint, np.where(varied, spread, 0.0))
    return np.where(np.abs(value) > 1 - _AT_BOUND, np.sign(value), value)


def _centred(score: Floats, margin: Floats) -> Floats:
    total = margin.sum(axis=-1)
    mean = (score * margin).sum(axis=-1) / np.where(total > 0, total, 1.0)
    return np.asarray(score - mean[..., None])
