"""Intraclass correlation of several raters who labelled the same units, from additive sums per cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from agreement.comparison import measured_groups
from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import CodedLabels, Floats, Ints
from agreement.jackknife import ATANH
from agreement.scale import Scale
from agreement.statistics import Form, Statistic
from agreement.tensors import Tables, divided, label_counts, runs_of


@dataclass(frozen=True)
class IccReport:
    """The six coefficients of Shrout & Fleiss by name, on the `units` that every one of the raters labelled.

    `left_out` counts units that some of them labelled and others did not: the formulas know no missing labels.
    """

    raters: tuple[str, ...]
    units: int
    left_out: int
    clusters: int
    coefficients: dict[str, Measured]


def icc(labels: CodedLabels, raters: Sequence[int]) -> IccReport:
    """Intraclass correlations of the declared codes, with cluster jackknife intervals on the atanh scale.

    At most 1; those of means of raters and (2,1) may fall below -1. Undefined in words: fewer than two raters or
    complete units, no variation, units too alike for the formula, a scale without order; and, for slots (positions
    that several people fill), the coefficients that ask which rater gave a label.
    Source: Shrout & Fleiss 1979, "Intraclass correlations: uses in assessing rater reliability".
    """
    given = label_counts(labels, raters).sum(axis=0)
    tables = complete_tables(labels, raters)
    slots = any(labels.raters[rater].slot for rater in raters)
    found = {name: measured_groups(statistic, tables, labels.scale)[0] for name, statistic in ICC.items()}
    units = int(tables.units.sum())
    return IccReport(
        raters=tuple(labels.raters[rater].name for rater in raters),
        units=units,
        left_out=int((given > 0).sum()) - units,
        clusters=len(tables.cluster),
        coefficients={name: _of_slots(name, value) if slots else value for name, value in found.items()},
    )


def complete_tables(labels: CodedLabels, raters: Sequence[int]) -> Tables:
    """R + 4 sums for each cluster over the units that all R raters labelled, additive.

    In order: the units n, their weights, for each rater the codes, the squared codes, and the squared sums of a unit's
    codes; all but n weighted. Codes are counted from the middle of the scale, which changes no coefficient.
    """
    unit = _complete(labels, raters)
    codes = np.array(labels.scale.codes) - (labels.scale.codes[0] + labels.scale.codes[-1]) / 2
    own = [labels.of(rater) for rater in raters]
    label = np.array([codes[one.code[np.searchsorted(one.unit, unit)]] for one in own]).reshape(len(own), len(unit))
    one = np.ones(len(unit))
    weight = one if labels.weight is None else labels.weight[unit]
    squares = np.square(label).sum(axis=0), np.square(label.sum(axis=0))
    clusters = runs_of(labels.cluster_of[unit])
    sums = [clusters.sums(row) for row in (one, weight, *(weight * label), *(weight * square for square in squares))]
    group = np.zeros(len(clusters.value), dtype=np.intp)
    return Tables(np.stack(sums, axis=1), group, clusters.value, clusters.length, 1)


def _complete(labels: CodedLabels, raters: Sequence[int]) -> Ints:
    given = label_counts(labels, raters).sum(axis=0)
    return np.flatnonzero((given == len(raters)) & (given > 0))


def _of_slots(name: str, found: Measured) -> Measured:
    if name in _ONE_WAY:
        return found
    words = "the raters are slots (positions, not people): who gave a label is not known"
    interval = Interval(None, None, ATANH, undefined="the value itself is undefined")
    return Measured(Estimate(None, found.estimate.n, words), interval, found.clusters)


@dataclass(frozen=True, eq=False)
class _MeanSquares:
    """Mean squares of an analysis of variance of n units by k raters, all times n k: between units, between raters,
    error, within units."""

    n: Floats
    k: int
    between: Floats
    raters: Floats
    error: Floats
    within: Floats


def _mean_squares(stack: Floats) -> _MeanSquares:
    """NaN where there are fewer than two units or raters. Times n k, sums of whole codes are exact, zeros too."""
    k, n = stack.shape[-1] - 4, stack[..., 0]
    sums = stack[..., 2:] * divided(n, stack[..., 1])[..., None]  # weights with mean 1 over these units
    by_rater, squares, squares_of_units = sums[..., :k], sums[..., k], sums[..., k + 1]
    square_of_all = np.square(by_rater.sum(axis=-1))
    between, total = n * squares_of_units - square_of_all, n * k * squares - square_of_all
    raters = k * np.square(by_rater).sum(axis=-1) - square_of_all
    sizes = (n - 1, np.full_like(n, k - 1), (n - 1) * (k - 1), n * (k - 1))
    parts = (between, raters, total - between - raters, total - between)
    crumb = _CRUMB * n * k * squares
    mean = [divided(np.where(part > crumb, part, 0.0), size) for part, size in zip(parts, sizes, strict=True)]
    return _MeanSquares(n, k, *mean)


_CRUMB = 1e-12
"""Sums of squares below this share of the greatest possible one are 0 but for rounding."""


_Part = Callable[[_MeanSquares], Floats]


def _values(stack: Floats, scale: Scale, part: _Part, whole: _Part) -> Floats:
    found = _mean_squares(stack)
    size = found.between + found.raters + found.error
    below = whole(found)
    return divided(part(found), np.where(below > _CRUMB * size, below, 0.0))


def _why(table: Floats) -> str:
    """The words for sums that have no coefficient."""
    k, n = len(table) - 4, table[0]
    if k < 2:
        return ("there is no rater", "only one rater exists")[k]
    if n < 2:
        return "no unit was labelled by every rater" if n == 0 else "only one unit was labelled by every rater"
    found = _mean_squares(table)
    if not (found.between or found.within):
        return "every rater gave every unit the same value"
    return "the units differ too little from each other for this formula"


def _absolute(found: _MeanSquares) -> Floats:
    """What raters who differ in level add to the spread of one unit's mean."""
    return divided(found.raters - found.error, found.n)


def _icc(name: str, reading: str, part: _Part, whole: _Part, form: Form = "open coefficient") -> Statistic:
    return Statistic(name, reading, partial(_values, part=part, whole=whole), _why, needs_order=True, form=form)


ICC: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        _icc(
            "icc_1_1",
            "ICC(1,1): one label, raters interchangeable",
            lambda ms: ms.between - ms.within,
            lambda ms: ms.between + (ms.k - 1) * ms.within,
            "coefficient",
        ),
        _icc(
            "icc_1_k",
            "ICC(1,k): the mean of all raters' labels, raters interchangeable",
            lambda ms: ms.between - ms.within,
            lambda ms: ms.between,
        ),
        _icc(
            "icc_2_1",
            "ICC(2,1): one label, raters a sample of raters, a rater's shift counts as disagreement",
            lambda ms: ms.between - ms.error,
            lambda ms: ms.between + (ms.k - 1) * ms.error + ms.k * _absolute(ms),
        ),
        _icc(
            "icc_2_k",
            "ICC(2,k): the mean of all raters' labels, raters a sample of raters, a shift counts as disagreement",
            lambda ms: ms.between - ms.error,
            lambda ms: ms.between + _absolute(ms),
        ),
        _icc(
            "icc_3_1",
            "ICC(3,1): one label of these very raters, blind to a rater's shift",
            lambda ms: ms.between - ms.error,
            lambda ms: ms.between + (ms.k - 1) * ms.error,
            "coefficient",
        ),
        _icc(
            "icc_3_k",
            "ICC(3,k): the mean of these very raters' labels, blind to a rater's shift (Cronbach's alpha)",
            lambda ms: ms.between - ms.error,
            lambda ms: ms.between,
        ),
    )
}
"""The coefficients by name, as statistics on the sums of `complete_tables`."""

_ONE_WAY = ("icc_1_1", "icc_1_k")
