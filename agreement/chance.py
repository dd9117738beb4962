"""Agreement of two raters beyond other ideas of chance: Brennan-Prediger, Scott's pi, Gwet's AC1 and AC2."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate
from agreement.frame import Floats
from agreement.kappa import kappa_values, why_no_kappa
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided
from agreement.weights import Weighting, disagreement


def brennan_prediger(table: Floats, scale: Scale, weighting: Weighting = "unweighted") -> Estimate:
    """Agreement beyond what raters who draw from all K declared values alike would have; of two values PABAK.

    `table[i, j]` counts units that got value i from the first rater and j from the second. pe = sum w_ij / K^2, so an
    unused value of the scale counts. From -1 / (K - 1) to 1; weighted ones can be below -1. Undefined without units.
    Source: Brennan & Prediger 1981; Byrt, Bishop & Carlin 1993 (PABAK).
    """
    return _estimate(brennan_prediger_values(table, disagreement(scale, weighting)), table)


def scott_pi(table: Floats) -> Estimate:
    """Agreement beyond what both raters would have by drawing from the mean of their margins, in [-1, 1].

    `table` as for `brennan_prediger`. pe = sum pi_k^2, pi_k = (a_k + b_k) / 2. Undefined without units, and when both
    raters used one and the same value only (pe = 1).
    Source: Scott 1955, "Reliability of content analysis".
    """
    value, n = float(scott_pi_values(table)), round(float(table.sum()))
    return Estimate(value, n) if np.isfinite(value) else Estimate(None, n, why_no_kappa(table))


def gwet_ac(table: Floats, scale: Scale, weighting: Weighting = "unweighted") -> Estimate:
    """Gwet's AC1 (unweighted) or AC2 of two raters: beyond chance on the units that are hard to rate; at most 1.

    `table` as for `brennan_prediger`. pe = T_w / (K (K - 1)) sum pi_k (1 - pi_k), with T_w the sum of all agreement
    weights and pi_k the mean of the margins, over all K declared values. AC1 is not below -1; AC2 can be.
    Undefined without units; raters who use one value only agree fully.
    Source: Gwet 2008 (AC1); Gwet 2014, "Handbook of inter-rater reliability" (AC2).
    """
    return _estimate(gwet_ac_values(table, disagreement(scale, weighting)), table)


def brennan_prediger_values(tables: Floats, apart: Floats) -> Floats:
    """Brennan-Prediger of each K x K table of a stack, with distances `apart`; NaN for an empty table."""
    return np.asarray(1.0 - _distance(tables, apart) / apart.mean())


def scott_pi_values(tables: Floats) -> Floats:
    """Scott's pi of each K x K table of a stack; NaN where undefined."""
    # Kappa of the labels written down in both orders, where each rater has the mean of the two margins.
    return kappa_values(tables + np.swapaxes(tables, -1, -2), 1.0 - np.eye(tables.shape[-1]))


def gwet_ac_values(tables: Floats, apart: Floats) -> Floats:
    """AC1 or AC2 of each K x K table of a stack, with distances `apart`; NaN for an empty table."""
    size = len(apart)
    labels = tables.sum(axis=-1) + tables.sum(axis=-2)
    of_both = labels.sum(axis=-1)
    mixed = divided((labels * (of_both[..., None] - labels)).sum(axis=-1), np.square(of_both))
    by_chance = (1.0 - apart).sum() / (size * (size - 1)) * mixed
    return np.asarray(1.0 - _distance(tables, apart) / (1.0 - by_chance))


def _distance(tables: Floats, apart: Floats) -> Floats:
    """Mean distance of the two labels of a unit: 1 - pa."""
    return divided((tables * apart).sum(axis=(-1, -2)), tables.sum(axis=(-1, -2)))


def _estimate(value: Floats, table: Floats) -> Estimate:
    n = round(float(table.sum()))
    return Estimate(float(value), n) if np.isfinite(value) else Estimate(None, n, NO_COMMON_UNIT)
