"""Slices: how far a judge agrees with the humans within one part of the data, and whether the rest differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

import numpy as np
import pandas as pd

from agreement.comparison import Comparison
from agreement.difference import only_units
from agreement.estimate import Measured
from agreement.frame import CodedLabels, Ints
from agreement.jackknife import plain_interval
from agreement.multiplicity import Correction, adjusted
from agreement.panel import ENOUGH_CLUSTERS, Pairing, Panel, panel_of
from agreement.report import judge_with_humans
from agreement.significance import T_TEST, Significance, t_test, untested
from agreement.statistics import Statistic
from agreement.tensors import Tables

SliceVerdict = Literal["differs", "no difference seen", "insufficient"]

LEVEL_OF_SLICES = 0.05
_WIDEST = {"share": 1.0, "coefficient": 2.0}
"""How far two values of a statistic of this form can lie apart."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A column that parts units into slices: unit u lies in `values[of_unit[u]]`, or in none where that is -1.

    The slices of a `gated` cut decide on a judge; others are looked at in search of something.
    """

    name: str
    values: tuple[str, ...]
    of_unit: Ints
    gated: bool


@dataclass(frozen=True)
class SliceReport:
    """One judge within one slice, for example system = "Orion".

    `measured` is the mean over humans of the statistic of judge and human within the slice, `rest` that of all other
    units of the cut with the same humans, `difference` the first minus the second, paired by cluster, with as many
    degrees of freedom as the side of fewer clusters allows. `p` is the p-value of `test` adjusted over the slices of
    this judge: by Holm over gated slices, by Benjamini-Hochberg over the others. `insufficient` says why it is None.
    """

    judge: str
    name: str
    value: str
    gated: bool
    measured: Measured
    rest: Measured
    difference: Measured
    test: Significance
    correction: Correction
    p: float | None
    verdict: SliceVerdict
    insufficient: str | None


def cut(frame: pd.DataFrame, labels: CodedLabels, column: str, name: str, gated: bool) -> Cut:
    """The slices a column of a long frame makes; `labels` are that frame's, `name` the column in words.

    ValueError when the frame has no such column, or one unit lies in two slices.
    """
    if column not in frame.columns:
        raise ValueError(f"the frame has no column {column} to cut by")
    code, values = pd.factorize(frame[column].astype(str).where(frame[column].notna()), sort=True)
    unit = pd.Index(labels.unit_names).get_indexer(pd.Index(frame["unit"].astype(str)))
    of_unit = np.full(len(labels.unit_names), -1, dtype=np.intp)
    of_unit[unit[code >= 0]] = code[code >= 0]
    wrong = (code >= 0) & (of_unit[unit] != code)
    if wrong.any():
        raise ValueError(f"unit {frame['unit'][wrong].iloc[0]!r} lies in two slices of {column}")
    return Cut(name, tuple(values), of_unit, gated)


def slices(labels: CodedLabels, cuts: Sequence[Cut], statistic: Statistic, pairing: Pairing) -> tuple[SliceReport, ...]:
    """Every slice of every cut for each judge, in the order of judges, cuts and values.

    A cut with fewer than two slices has none. Under 10 clusters on either side a slice is "insufficient": it is shown
    and never tested. `pairing` is that of the report; which humans enter the mean is decided anew within each slice.
    """
    parts = [part for by in cuts for part in _parts(labels, by, pairing)]
    return tuple(
        report
        for judge in labels.of_kind("judge")
        for report in _reports(labels.raters[judge].name, _compared(judge, parts, statistic))
    )


@dataclass(frozen=True, eq=False)
class _Part:
    """The labels of one slice and those of all slices of its cut, with the panel of the slice."""

    cut: Cut
    value: str
    own: CodedLabels
    all: CodedLabels
    panel: Panel


@dataclass(frozen=True, eq=False)
class _Found:
    """One judge in one slice before its p-value is adjusted."""

    part: _Part
    measured: Measured
    rest: Measured
    difference: Measured
    test: Significance
    insufficient: str | None


def _parts(labels: CodedLabels, by: Cut, pairing: Pairing) -> list[_Part]:
    if len(by.values) < 2:
        return []
    everything = only_units(labels, by.of_unit >= 0)
    owns = ((value, only_units(labels, by.of_unit == code)) for code, value in enumerate(by.values))
    return [_Part(by, value, own, everything, _panel(own, pairing)) for value, own in owns]


def _panel(own: CodedLabels, pairing: Pairing) -> Panel:
    """The panel of a slice, of those who labelled in it."""
    panel = panel_of(own, pairing)
    return replace(panel, humans=tuple(human for human in panel.humans if len(own.of(human).unit)))


def _compared(judge: int, parts: Sequence[_Part], statistic: Statistic) -> list[_Found]:
    wholes: dict[tuple[str, tuple[int, ...], Pairing], Comparison] = {}
    found = []
    for part in parts:
        key = part.cut.name, part.panel.humans, part.panel.pairing
        if key not in wholes:
            wholes[key] = judge_with_humans(part.all, judge, part.panel)
        own, whole = judge_with_humans(part.own, judge, part.panel), wholes[key]
        rest = Comparison(part.all, whole.pairs, _without(whole.tables, own.tables), whole.n - own.n, whole.nobody)
        found.append(_against(part, own, rest, statistic))
    return found


def _against(part: _Part, own: Comparison, rest: Comparison, statistic: Statistic) -> _Found:
    a, b = own.mean(statistic), rest.mean(statistic)
    fewer = min(own.clusters, rest.clusters)
    difference = a.minus(b)
    test = untested(T_TEST, difference.estimate.undefined or difference.interval.undefined or "")
    if difference.interval.low is not None:
        # The side of fewer clusters decides how well the error is known; clusters of both sides would be too many.
        both, widest = a.found.minus(b.found), _WIDEST.get(statistic.form, inf)
        interval = plain_interval(both, -widest, widest, freedom=fewer - 1)
        difference = replace(difference, interval=interval)
        test = t_test(both, freedom=fewer - 1)
    few = f"too few clusters: {fewer} of {ENOUGH_CLUSTERS}" if fewer < ENOUGH_CLUSTERS else None
    return _Found(part, a.measured(), b.measured(), difference, test, few or test.undefined)


def _without(whole: Tables, part: Tables) -> Tables:
    """The tables of a whole without those of a part of its units."""
    clusters = whole.cluster.max(initial=0) + 1
    at = np.searchsorted(whole.group * clusters + whole.cluster, part.group * clusters + part.cluster)
    counts, units = whole.counts.copy(), whole.units.copy()
    counts[at] -= part.counts
    units[at] -= part.units
    some = units > 0
    return Tables(counts[some], whole.group[some], whole.cluster[some], units[some], whole.groups)


def _reports(judge: str, found: Sequence[_Found]) -> Iterator[SliceReport]:
    """The slices of one judge, their p-values adjusted within those that are gated and those that are not."""
    for_gate, for_search = (
        adjusted(
            [None if one.insufficient or one.part.cut.gated != gated else one.test.p for one in found],
            "holm" if gated else "benjamini-hochberg",
            LEVEL_OF_SLICES,
        )
        for gated in (True, False)
    )
    for k, one in enumerate(found):
        family = for_gate if one.part.cut.gated else for_search
        seen: SliceVerdict = "differs" if family.rejected[k] else "no difference seen"
        yield SliceReport(
            judge=judge,
            name=one.part.cut.name,
            value=one.part.value,
            gated=one.part.cut.gated,
            measured=one.measured,
            rest=one.rest,
            difference=one.difference,
            test=one.test,
            correction=family.correction,
            p=family.p[k],
            verdict="insufficient" if one.insufficient else seen,
            insufficient=one.insufficient,
        )
