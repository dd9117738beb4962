"""How well a judge finds each value: sensitivity, specificity, precision and F1 against a reference rater."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from agreement.estimate import Estimate, Measured
from agreement.frame import CodedLabels, Floats
from agreement.jackknife import leaving_out, plain_interval
from agreement.ratio import share_of
from agreement.scale import Scale
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import divided, pair_tables

_Values = Callable[[Floats], Floats]
"""Tables of counts (... x K x K, judge x reference) to one figure for each value of the scale (... x K)."""


@dataclass(frozen=True)
class ClassFigures:
    """How a judge finds one value of the scale where the reference gave it.

    `tpr` (recall, sensitivity): share of the units where the reference gave it that the judge gave it too.
    `tnr` (specificity): share of the other units where the judge did not give it either.
    `precision`: share of the units where the judge gave it that have it from the reference.
    `f1`: harmonic mean of precision and recall. `prevalence`: share of units where the reference gave it.
    """

    value: str
    tpr: Measured
    tnr: Measured
    precision: Measured
    f1: Measured
    prevalence: Measured


@dataclass(frozen=True)
class ClassReport:
    """A judge against a reference: each value in scale order, and plain means over all values of the scale (macro).

    A mean is undefined where the figure of one value is: none is left out or taken as 0 in silence.
    """

    judge: str
    reference: str
    units: int
    clusters: int
    classes: tuple[ClassFigures, ...]
    macro_tpr: Measured
    macro_precision: Measured
    macro_f1: Measured


def class_report(labels: CodedLabels, judge: int, reference: int) -> ClassReport:
    """The figures of a judge against a reference rater, both by position in `labels.raters`.

    `agreement.majority.majority` makes such a rater of several. The units that both labelled count, with their weights.
    Shares have Wilson's interval on the clusters they rest on, F1 and the means one by the cluster jackknife.
    Source: Manning, Raghavan & Schütze 2008, "Introduction to information retrieval", chapters 8 and 13.
    """
    tables = pair_tables(labels, [(judge, reference)])
    counts, scale = tables.counts, labels.scale
    return ClassReport(
        judge=labels.raters[judge].name,
        reference=labels.raters[reference].name,
        units=int(tables.units.sum()),
        clusters=len(tables.cluster),
        classes=tuple(_class(counts, k, scale) for k in range(len(scale.values))),
        macro_tpr=_macro(counts, scale, _tpr, _NEVER_IN_REFERENCE),
        macro_precision=_macro(counts, scale, _precision, _NEVER_BY_JUDGE),
        macro_f1=_macro(counts, scale, _f1, _NEVER),
    )


_NEVER_IN_REFERENCE = "the reference gave {} to no unit that both labelled"
_NEVER_BY_JUDGE = "the judge gave {} to no unit that both labelled"
_NEVER = "neither the judge nor the reference gave {} to a unit that both labelled"
_ALWAYS_IN_REFERENCE = "the reference gave {} to every unit that both labelled"


def _class(counts: Floats, k: int, scale: Scale) -> ClassFigures:
    total, hits = counts.sum(axis=(-1, -2)), counts[:, k, k]
    by_judge, by_reference = counts[:, k, :].sum(axis=-1), counts[:, :, k].sum(axis=-1)

    def share(part: Floats, whole: Floats, nothing: str) -> Measured:
        return share_of(part, whole, _words(counts, nothing, scale.values[k]))

    return ClassFigures(
        value=scale.values[k],
        tpr=share(hits, by_reference, _NEVER_IN_REFERENCE),
        tnr=share(total - by_judge - by_reference + hits, total - by_reference, _ALWAYS_IN_REFERENCE),
        precision=share(hits, by_judge, _NEVER_BY_JUDGE),
        f1=_jackknifed(counts, lambda tables: _f1(tables)[..., k], _words(counts, _NEVER, scale.values[k])),
        prevalence=share(by_reference, total, ""),
    )


def _words(counts: Floats, pattern: str, value: str) -> str:
    return pattern.format(repr(value)) if counts.any() else NO_COMMON_UNIT


def _macro(counts: Floats, scale: Scale, of: _Values, pattern: str) -> Measured:
    lacking = [value for value, figure in zip(scale.values, of(counts.sum(axis=0)), strict=True) if np.isnan(figure)]
    words = _words(counts, pattern, lacking[0]) if lacking else ""
    return _jackknifed(counts, lambda tables: of(tables).mean(axis=-1), words)


def _jackknifed(counts: Floats, statistic: _Values, undefined: str) -> Measured:
    """A figure in [0, 1] of the summed counts; `undefined` says why where it is NaN."""
    found, n = leaving_out(counts, statistic), max(round(float(counts.sum())), len(counts))  # as in `share_of`
    estimate = Estimate(None, n, undefined) if np.isnan(found.value) else Estimate(found.value, n)
    return Measured(estimate, plain_interval(found, 0.0, 1.0), len(counts))


def _hits(tables: Floats) -> Floats:
    return np.diagonal(tables, axis1=-2, axis2=-1)


def _tpr(tables: Floats) -> Floats:
    return divided(_hits(tables), tables.sum(axis=-2))


def _precision(tables: Floats) -> Floats:
    return divided(_hits(tables), tables.sum(axis=-1))


def _f1(tables: Floats) -> Floats:
    """2 hits / (given by the judge + given by the reference): 0 where a value is given, and never by both."""
    return divided(2 * _hits(tables), tables.sum(axis=-1) + tables.sum(axis=-2))
