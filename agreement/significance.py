"""Tests: whether a value differs from a fixed one, several from nothing, a coin from a fair one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, chdtrc, fdtrc, stdtr

from agreement.frame import Floats
from agreement.jackknife import NO_VARIATION, Replicates, why_no_error

T_TEST = "cluster jackknife t-test"
WALD = "Wald F-test on the covariance of the cluster jackknife"
CHI_SQUARE = "chi-square, units taken as independent"
SIGN = "exact sign test, cases taken as independent"
_SAME = 1e-10  # standard errors below this are rounding only
_SINGULAR = 1e-8  # the least spread of a covariance that has an inverse, as a part of the largest


@dataclass(frozen=True)
class Significance:
    """A two-sided test, or `undefined` in words.

    `p` in [0, 1] comes from `statistic` with `freedom` degrees of freedom; for an F-test `freedom_of_error` are those
    of its denominator. `method` names the test and what it takes as independent.
    """

    statistic: float | None
    freedom: int | None
    p: float | None
    method: str
    freedom_of_error: int | None = None
    undefined: str | None = None

    def __post_init__(self) -> None:
        if (self.p is None) == (self.undefined is None):
            raise ValueError("a test has either a p-value or words that say why there is none")


def untested(method: str, why: str) -> Significance:
    """A test that cannot be made."""
    return Significance(None, None, None, method, undefined=why)


def t_test(found: Replicates, null: float = 0.0, freedom: int | None = None) -> Significance:
    """Whether a value differs from `null`: (value - null) / jackknife error, t with clusters - 1 degrees of freedom.

    `freedom` replaces clusters - 1. Undefined where the error is: for one cluster, an undefined left-out value, no
    variation.
    """
    why = why_no_error(found) or (NO_VARIATION if found.error < _SAME else None)
    if why is not None:
        return untested(T_TEST, why)
    t = (found.value - null) / found.error
    degrees = len(found.cluster) - 1 if freedom is None else freedom
    return Significance(float(t), degrees, float(2 * stdtr(degrees, -abs(t))), T_TEST)


def wald_test(values: Floats, left_out: Floats) -> Significance:
    """Whether any of m values differs from 0; `left_out[c]` are the m values without cluster c.

    W = d' V^-1 d with V the jackknife covariance, F = W (C - m) / (m (C - 1)) on m and C - m degrees of freedom; for
    m = 1 the square of the t-test. Undefined with no value, with C <= m clusters, where a value is undefined, and where
    V has no inverse. Source: Korn & Graubard 1990, "Simultaneous testing of regression coefficients", adjusted F.
    """
    clusters, m = left_out.shape
    why = _why_no_wald(values, left_out)
    if why is not None:
        return untested(WALD, why)
    apart = (left_out - left_out.mean(axis=0)) * np.sqrt((clusters - 1) / clusters)
    _, spread, axes = np.linalg.svd(apart, full_matrices=False)  # V = axes' spread^2 axes
    if spread[-1] < max(_SAME, _SINGULAR * spread[0]):
        return untested(WALD, "the clusters vary too little to tell the values apart (singular covariance)")
    wald = np.square(axes @ values / spread).sum()
    f = wald * (clusters - m) / (m * (clusters - 1))
    return Significance(float(f), m, float(fdtrc(m, clusters - m, f)), WALD, clusters - m)


def _why_no_wald(values: Floats, left_out: Floats) -> str | None:
    clusters, m = left_out.shape
    if m == 0:
        return "there is nothing to compare"
    if clusters <= m:
        return f"too few clusters: {clusters}, and comparing {m} values at once needs more than {m}"
    if np.isnan(values).any() or np.isnan(left_out).any():
        return "a value is undefined, or is without one of the clusters"
    return None


def chi_square(statistic: float, freedom: int) -> Significance:
    """A statistic that is chi-square for many independent units."""
    return Significance(statistic, freedom, float(chdtrc(freedom, statistic)), CHI_SQUARE)


def sign_test(one: int, other: int) -> Significance:
    """Whether two outcomes are equally likely, from their counts; `statistic` is the first count.

    p = min(1, 2 P(X <= the smaller)), X binomial with chance 1/2. Undefined without an outcome.
    """
    if one + other == 0:
        return untested(SIGN, "neither of the two outcomes occurred")
    return Significance(float(one), None, min(1.0, float(2 * bdtr(min(one, other), one + other, 0.5))), SIGN)
