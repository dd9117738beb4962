"""Agreement of several raters beyond chance, from panel tables; missing labels allowed.

A panel table (see `agreement.together.panel_tables`) has K + 1 + R rows: K of agreement A, one of shares, R of margins.
Every coefficient is 1 - D_o / D_e, the distance seen over the distance expected by chance: the same as
(pa - pe) / (1 - pe), and exactly 1 where all agree. They differ in what they take for chance.
"""

from __future__ import annotations

import numpy as np

from agreement.frame import Floats
from agreement.tensors import divided


def agreement_values(stack: Floats, apart: Floats) -> Floats:
    """Mean over units of the agreement of their pairs of labels, 1 - D_o, for each table of a stack.

    `apart[k, l]` is the distance of two values, in [0, 1]. NaN where no unit has two labels.
    Source: Gwet 2014, "Handbook of inter-rater reliability", p_a of section 3.
    """
    return np.asarray(1.0 - _observed(stack, apart))


def fleiss_values(stack: Floats, apart: Floats) -> Floats:
    """Fleiss' kappa: chance from the shares pi of the values over all rated units, D_e = sum d_kl pi_k pi_l.

    Units with one label enter pi, not D_o. NaN without a pair of labels, and where only one value was used.
    Source: Fleiss 1971; with missing labels and weights Gwet 2014.
    """
    shares = _shares(stack, len(apart))
    return _beyond(stack, apart, _meeting(shares, apart))


def conger_values(stack: Floats, apart: Floats) -> Floats:
    """Conger's kappa: chance from each rater's own margins p_g, D_e the mean of sum d_kl p_gk p_hl over raters g != h.

    Raters without a label do not count. NaN as for `fleiss_values`. Equals Cohen's kappa for two raters without gaps.
    Source: Conger 1980; with missing labels and weights Gwet 2014.
    """
    margins = stack[..., len(apart) + 1 :, :]
    given = margins.sum(axis=-1)
    own = margins / np.where(given > 0, given, 1.0)[..., None]
    raters = (given > 0).sum(axis=-1)
    of_two = _meeting(own.sum(axis=-2), apart) - _meeting(own, apart).sum(axis=-1)
    return _beyond(stack, apart, divided(of_two, raters * (raters - 1.0)))


def gwet_values(stack: Floats, apart: Floats) -> Floats:
    """Gwet's AC1, or AC2 with weights: pe = T / (K (K - 1)) sum pi_k (1 - pi_k), T the sum of the weights 1 - d_kl.

    NaN without a pair of labels. Source: Gwet 2008 (AC1), Gwet 2014 (AC2).
    """
    size = len(apart)
    shares = _shares(stack, size)
    chance = (size**2 - apart.sum()) / (size * (size - 1)) * (shares * (1 - shares)).sum(axis=-1)
    return _beyond(stack, apart, 1.0 - chance)


def free_marginal_values(stack: Floats, apart: Floats) -> Floats:
    """Brennan-Prediger's coefficient (Randolph's kappa): every declared value is equally likely by chance.

    D_e = sum d_kl / K^2, without weights 1 - 1 / K. NaN without a pair of labels.
    Source: Brennan & Prediger 1981; Randolph 2005; weights Gwet 2014.
    """
    return _beyond(stack, apart, np.full(stack.shape[:-2], apart.mean()))


def why_no_kappa(table: Floats) -> str:
    """The words for a panel table without Fleiss' or Conger's kappa."""
    return _ONE_VALUE if table[: table.shape[-1]].any() else NO_PAIR


NO_PAIR = "no unit has two labels"
_ONE_VALUE = "only one value was used: agreement by chance is certain (pe = 1)"


def _observed(stack: Floats, apart: Floats) -> Floats:
    """Distance of the pairs of labels of a unit, the mean over units."""
    pairs = stack[..., : len(apart), :]
    return divided((pairs * apart).sum(axis=(-1, -2)), pairs.sum(axis=(-1, -2)))


def _shares(stack: Floats, size: int) -> Floats:
    row = stack[..., size, :]
    total = row.sum(axis=-1, keepdims=True)
    return np.asarray(row / np.where(total > 0, total, 1.0))


def _meeting(shares: Floats, apart: Floats) -> Floats:
    """Expected distance of two labels drawn with these shares."""
    return np.asarray(((shares @ apart) * shares).sum(axis=-1))


def _beyond(stack: Floats, apart: Floats, expected: Floats) -> Floats:
    """1 - D_o / D_e; NaN where chance alone gives perfect agreement."""
    return np.asarray(1.0 - divided(_observed(stack, apart), expected))
