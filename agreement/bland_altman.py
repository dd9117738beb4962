"""Bland and Altman's limits of agreement: by how much two raters differ, and whether that grows with the value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from agreement.estimate import Measured
from agreement.frame import Floats, Ints
from agreement.jackknife import leaving_out
from agreement.measuring import measured, unmeasured
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.significance import T_TEST, Significance, t_test, untested
from agreement.statistics import NO_ORDER
from agreement.tensors import Tables, divided

WIDTH = 1.96
"""Limits of agreement lie this many standard deviations around the bias: 95 % of normal differences (1986: 2)."""

ONE_UNIT = "one unit has no standard deviation"
ONE_MEAN = "every unit has the same mean of the two: no line can be drawn"


@dataclass(frozen=True)
class BlandAltman:
    """Differences, first minus second, of `n` units in `clusters`, in the units of the scale's codes.

    `bias` is their mean, `deviation` their standard deviation (n - 1), `lower` and `upper` the limits of agreement,
    bias -+ 1.96 deviations. `slope` is the proportional bias: by how much the difference grows when the mean of the two
    grows by 1; `proportional` tests whether it is 0. Labels of few values are not normal: the limits are then a
    summary, not the range of 95 % of the differences. Intervals and the test hold for units nested in clusters.
    """

    n: int
    clusters: int
    bias: Measured
    deviation: Measured
    lower: Measured
    upper: Measured
    slope: Measured
    proportional: Significance


def bland_altman(tables: Tables, scale: Scale) -> BlandAltman:
    """Limits of agreement of the labels of one pair of raters, or of a judge with all humans pooled, in declared codes.

    All figures are undefined on a nominal scale of more than two values. ValueError on tables of several groups.
    Source: Bland & Altman 1986, "Statistical methods for assessing agreement"; 1999 for the regression.
    """
    if tables.groups != 1:
        raise ValueError(f"tables of {tables.groups} groups; take one pair of raters, or pool the groups first")
    n = int(tables.units.sum())
    if scale.level == "nominal" and len(scale.values) > 2:
        return _undefined(n, NO_ORDER)
    codes = np.array(scale.codes)
    apart, middle = codes[:, None] - codes[None, :], (codes[:, None] + codes[None, :]) / 2
    powers = _powers(apart.ravel(), middle.ravel())
    return _of(tables.counts.reshape(len(tables.counts), powers.shape[0]) @ powers, n)


def bland_altman_of_numbers(
    first: Sequence[float], second: Sequence[float], cluster: Sequence[object] | None = None
) -> BlandAltman:
    """Limits of agreement of plain numbers: `first[i]` and `second[i]` are those of unit i, which lies in `cluster[i]`.

    Without `cluster` every unit is its own. A unit with NaN on either side is left out. ValueError on infinite numbers,
    unequal lengths, and a missing cluster.
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    place = _places(range(len(a)) if cluster is None else cluster)
    if not a.shape == b.shape == place.shape:
        raise ValueError(f"first, second and cluster differ in length: {len(a)}, {len(b)}, {len(place)}")
    for name, numbers in (("first", a), ("second", b)):
        if np.isinf(numbers).any():
            raise ValueError(f"{name}[{int(np.argmax(np.isinf(numbers)))}] is infinite; a missing number is NaN")
    some = ~(np.isnan(a) | np.isnan(b))
    return _of_units(a[some], b[some], np.unique(place[some], return_inverse=True)[1])


def _places(cluster: Sequence[object]) -> Ints:
    """The number of each unit's cluster."""
    place = pd.factorize(np.asarray(cluster, dtype=object))[0]
    if (place < 0).any():
        raise ValueError(f"cluster[{int(np.argmax(place < 0))}] is missing; give every unit one")
    return place.astype(np.intp)


def _of_units(a: Floats, b: Floats, place: Ints) -> BlandAltman:
    if not len(a):
        return _undefined(0, NO_COMMON_UNIT)
    centre = (a.mean() + b.mean()) / 2  # squares of large numbers would swallow their differences
    middle = (a - centre + b - centre) / 2
    rounding = _ROUNDING * max(np.abs(a).max(), np.abs(b).max())
    powers = _powers(a - b, np.where(np.abs(middle) > rounding, middle, 0.0))
    sums = np.zeros((place.max() + 1, powers.shape[1]))
    np.add.at(sums, place, powers)
    return _of(sums, len(a))


def _powers(apart: Floats, middle: Floats) -> Floats:
    """What is summed over units: 1, d, m, d^2, m^2, d m, for differences d and means m."""
    return np.column_stack([np.ones_like(apart), apart, middle, apart**2, middle**2, apart * middle])


def _of(sums: Floats, n: int) -> BlandAltman:
    """`sums[c]` are the powers summed over the units of cluster c."""
    if not n:
        return _undefined(0, NO_COMMON_UNIT)
    slope = leaving_out(sums, _slope)
    sloped = measured(slope, n, ONE_MEAN)
    return BlandAltman(
        n=n,
        clusters=len(sums),
        bias=measured(leaving_out(sums, _bias), n, NO_COMMON_UNIT),
        deviation=measured(leaving_out(sums, _deviation), n, ONE_UNIT, low=0.0),
        lower=measured(leaving_out(sums, _lower), n, ONE_UNIT),
        upper=measured(leaving_out(sums, _upper), n, ONE_UNIT),
        slope=sloped,
        proportional=untested(T_TEST, ONE_MEAN) if sloped.estimate.value is None else t_test(slope),
    )


def _bias(stack: Floats) -> Floats:
    return divided(stack[:, 1], stack[:, 0])


def _deviation(stack: Floats) -> Floats:
    n, d, squares = stack[:, 0], stack[:, 1], stack[:, 3]
    spread = squares - divided(d**2, n)
    return np.sqrt(divided(np.where(spread > _ROUNDING * squares, spread, 0.0), np.where(n > 1, n - 1, 0.0)))


def _lower(stack: Floats) -> Floats:
    return _bias(stack) - WIDTH * _deviation(stack)


def _upper(stack: Floats) -> Floats:
    return _bias(stack) + WIDTH * _deviation(stack)


def _slope(stack: Floats) -> Floats:
    """Covariance of difference and mean over the variance of the mean."""
    n, d, m, _, mm, dm = stack.T
    spread = n * mm - m * m
    return divided(n * dm - d * m, np.where(spread > _ROUNDING * n * mm, spread, 0.0))


_ROUNDING = 1e-12  # a variance that is a smaller part of its sum of squares is rounding only


def _undefined(n: int, why: str) -> BlandAltman:
    nothing = unmeasured(n, why)
    return BlandAltman(n, 0, nothing, nothing, nothing, nothing, nothing, untested(T_TEST, why))
