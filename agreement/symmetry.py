"""Systematic disagreement of two raters: do both use the values equally often, and does neither judge higher?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from agreement.estimate import Measured
from agreement.frame import Floats, Ints
from agreement.jackknife import Replicates
from agreement.measuring import measured, unmeasured
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.significance import CHI_SQUARE, WALD, Significance, chi_square, untested, wald_test
from agreement.statistics import NO_ORDER
from agreement.tensors import Tables, divided

NO_DISAGREEMENT = "no unit got two different values: there is nothing to compare"


@dataclass(frozen=True)
class Shift:
    """Share of one value among the labels of the first and of the second rater, and the first minus the second."""

    value: str
    first: float
    second: float
    difference: Measured


@dataclass(frozen=True)
class Symmetry:
    """Systematic disagreement of a first rater with a second one, over `n` units in `clusters`.

    `above_minus_below` is P(first above second) - P(first below second) in [-1, 1]. `shifts` has one entry for each
    value, in scale order. `homogeneity` tests whether both use the values equally often, `symmetry` whether for every
    two values i, j the first says i and the second j as often as the reverse; both hold for labels nested in clusters
    and are the ones to show. `stuart_maxwell` and `bowker` ask the same of units taken as independent: their p is too
    small where units are nested.
    """

    n: int
    clusters: int
    above_minus_below: Measured
    shifts: tuple[Shift, ...]
    homogeneity: Significance
    symmetry: Significance
    stuart_maxwell: Significance
    bowker: Significance


def symmetry(tables: Tables, scale: Scale) -> Symmetry:
    """Systematic disagreement in the tables of one pair of raters, or of a judge with all humans pooled.

    Pooled, a unit counts once for each human (`agreement.tensors.Tables.pooled`). ValueError on several groups.
    """
    if tables.groups != 1:
        raise ValueError(f"tables of {tables.groups} groups; take one pair of raters, or pool the groups first")
    table = tables.totals[0]
    return Symmetry(
        n=int(tables.units.sum()),
        clusters=len(tables.cluster),
        above_minus_below=cumulative_bias(tables, scale),
        shifts=_shifts(tables, scale),
        homogeneity=_robust(tables, lambda stack: margin_shifts(stack)[..., _contrasts(table)]),
        symmetry=_robust(tables, lambda stack: _skew(stack)[..., *_disagreed(table)]),
        stuart_maxwell=stuart_maxwell(table),
        bowker=bowker(table),
    )


def cumulative_bias(tables: Tables, scale: Scale) -> Measured:
    """P(first above second) - P(first below second), of one group of tables, in [-1, 1].

    Undefined without a common unit and on a nominal scale of more than two values, which has no order.
    """
    n = int(tables.units.sum())
    if scale.level == "nominal" and len(scale.values) > 2:
        return unmeasured(n, NO_ORDER)
    return measured(replicates(tables, bias_values), n, NO_COMMON_UNIT, -1.0, 1.0)


def bias_values(stack: Floats) -> Floats:
    """P(first above) - P(first below) of each K x K table of a stack; NaN for an empty table."""
    shares = _shares(stack)
    return np.asarray(np.tril(shares, -1).sum(axis=(-1, -2)) - np.triu(shares, 1).sum(axis=(-1, -2)))


def margin_shifts(stack: Floats) -> Floats:
    """Share of each value among the first rater's labels minus that among the second's, for a stack of tables."""
    shares = _shares(stack)
    return np.asarray(shares.sum(axis=-1) - shares.sum(axis=-2))


def replicates(tables: Tables, statistic: Callable[[Floats], Floats]) -> Replicates:
    """A statistic of a stack of tables for the one group of `tables`, and without each cluster."""
    return Replicates(float(statistic(tables.totals)[0]), tables.cluster, statistic(tables.rest))


def stuart_maxwell(table: Floats) -> Significance:
    """The Stuart-Maxwell test of equal margins: d' S^-1 d with d the row sums minus the column sums.

    S[i, i] = n_i. + n_.i - 2 n_ii and S[i, j] = -(n_ij + n_ji), over values that were disagreed on; of each set of
    values linked by disagreements one is left out, as its difference follows from the others. Units taken as
    independent. Undefined without a disagreement. Source: Stuart 1955; Maxwell 1970.
    """
    some = _contrasts(table)
    if not len(some):
        return untested(CHI_SQUARE, NO_DISAGREEMENT)
    apart = table.sum(axis=1) - table.sum(axis=0)
    covariance = np.diag(table.sum(axis=1) + table.sum(axis=0)) - table - table.T
    statistic = apart[some] @ np.linalg.solve(covariance[np.ix_(some, some)], apart[some])
    return chi_square(float(statistic), len(some))


def bowker(table: Floats) -> Significance:
    """Bowker's test of symmetry: sum of (n_ij - n_ji)^2 / (n_ij + n_ji) over every two values that were disagreed on.

    As many degrees of freedom as there are such pairs of values. Units taken as independent. Undefined without a
    disagreement. Source: Bowker 1948, "A test for symmetry in contingency tables".
    """
    one, other = _disagreed(table)
    if not len(one):
        return untested(CHI_SQUARE, NO_DISAGREEMENT)
    up, down = table[one, other], table[other, one]
    return chi_square(float((np.square(up - down) / (up + down)).sum()), len(one))


def _shifts(tables: Tables, scale: Scale) -> tuple[Shift, ...]:
    table, n = tables.totals[0], int(tables.units.sum())
    if not table.any():
        return ()
    first, second = table.sum(axis=1) / table.sum(), table.sum(axis=0) / table.sum()
    apart, left_out = margin_shifts(table), margin_shifts(tables.rest)
    return tuple(
        Shift(
            value,
            float(first[k]),
            float(second[k]),
            measured(Replicates(float(apart[k]), tables.cluster, left_out[:, k]), n, NO_COMMON_UNIT, -1.0, 1.0),
        )
        for k, value in enumerate(scale.values)
    )


def _robust(tables: Tables, contrasts: Callable[[Floats], Floats]) -> Significance:
    """Whether all of some contrasts of the table are 0."""
    values = contrasts(tables.totals)[0]
    return wald_test(values, contrasts(tables.rest)) if len(values) else untested(WALD, NO_DISAGREEMENT)


def _shares(stack: Floats) -> Floats:
    """Each table of a stack divided by its total."""
    return divided(stack, np.broadcast_to(stack.sum(axis=(-1, -2), keepdims=True), stack.shape))


def _skew(stack: Floats) -> Floats:
    """P(i, j) - P(j, i) of each table of a stack."""
    shares = _shares(stack)
    return shares - np.swapaxes(shares, -1, -2)


def _disagreed(table: Floats) -> tuple[Ints, Ints]:
    """Every two values i < j that some unit got from the two raters."""
    one, other = np.nonzero(np.triu(table + table.T, 1))
    return one, other


def _contrasts(table: Floats) -> Ints:
    """Values whose margins are compared: of each set linked by disagreements, all but the first.

    Values nobody used, and values nobody disagreed on, are linked to none.
    """
    _, link = connected_components(table, directed=False)
    return np.setdiff1d(np.arange(len(table)), np.unique(link, return_index=True)[1])
