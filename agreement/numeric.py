"""Agreement of raters who give plain numbers instead of the values of a scale, such as a judge's score .137."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import pandas as pd

from agreement.comparison import Comparison, Mean, Pair
from agreement.estimate import Estimate, Measured
from agreement.frame import MissingCount, RaterCount
from agreement.jackknife import LEVEL, Values
from agreement.moments import MOMENTS, PairNumbers, moment_tables, stacked
from agreement.number_labels import ANY_NUMBER, NumberLabels, number_labels, why_not_read
from agreement.out_of_scale import OutOfScale
from agreement.panel import Newcomer, Pairing, Panel, panel_of
from agreement.ranks import RANKS
from agreement.report import human_pairs, judge_with_humans
from agreement.statistics import Statistic

NUMERIC: dict[str, Statistic] = {**MOMENTS, **{name: rank.statistic for name, rank in RANKS.items()}}
"""The statistics of two raters who give numbers, by name."""


@dataclass(frozen=True)
class NumericReading:
    """What the numbers of a report mean, in words."""

    statistics: Mapping[str, str]
    pairing: Pairing
    pairing_reason: str
    minimum_overlap: int
    pooled: str
    judge_compared_with: str
    interval: str
    runs: str


@dataclass(frozen=True)
class NumberRange:
    """The least, mean and greatest number of one rater."""

    rater: str
    low: float
    mean: float
    high: float


@dataclass(frozen=True)
class NumericPair:
    """Two raters on the units that both gave a number."""

    first: str
    second: str
    units: int
    clusters: int
    statistics: Mapping[str, Measured]


@dataclass(frozen=True)
class NumericHumans:
    """How far people agree: `units` have numbers of two or more humans.

    `mean[s]` is the mean of statistic s over all pairs of humans; `pooled[s]` is s of the units of all pairs put one
    below the other, each in both orders, and `mean` is the same where tables are pooled. `pairs` lists the pairs that
    share a unit (none when pooled). `left_out` are humans who share too little to enter any of these yet.
    """

    raters: tuple[str, ...]
    left_out: tuple[Newcomer, ...]
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    pooled: Mapping[str, Measured]
    pairs: tuple[NumericPair, ...]


@dataclass(frozen=True)
class NumericJudge:
    """How far one judge agrees with the humans: `units` have a number of the judge and of a human.

    `mean` and `pooled` as for people, over the pairs of the judge and each human, the judge first; `difference[s]` is
    `mean[s]` minus that of people, paired by cluster.
    """

    judge: str
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    difference: Mapping[str, Measured]
    pooled: Mapping[str, Measured]
    pairs: tuple[NumericPair, ...]


@dataclass(frozen=True)
class NumericReport:
    """Agreement in plain numbers. `not_numbers` are values that are none: kept aside, never read as a number."""

    reading: NumericReading
    units: int
    clusters: int
    raters: tuple[RaterCount, ...]
    ranges: tuple[NumberRange, ...]
    missing: tuple[MissingCount, ...]
    not_numbers: tuple[OutOfScale, ...]
    rows_of_other_runs: int
    human_human: NumericHumans
    judges: tuple[NumericJudge, ...]


def numeric_report(frame: pd.DataFrame, pairing: Pairing | None = None, overlap: int | None = None) -> NumericReport:
    """Pearson, Lin's concordance, Spearman, Kendall's tau-b, MAE and RMSE of a long frame whose values are numbers.

    Columns, `pairing` and `overlap` as for `agreement.report.report`, without `weight`. A value is a number, or a text
    that is one (`"0.5"`, `"1e3"`); whatever else is listed and not read. Spearman ranks all units anew for every
    cluster left out, so its time grows with clusters times different pairs of numbers.
    ValueError on unequal weights and on a frame that breaks its contract.
    """
    numbers = number_labels(frame)
    labels = numbers.labels
    panel = panel_of(labels, pairing, overlap)
    humans = _of_humans(numbers, panel)
    return NumericReport(
        reading=_reading(panel),
        units=len(labels.unit_names),
        clusters=len(labels.cluster_names),
        raters=labels.raters,
        ranges=_ranges(numbers),
        missing=labels.missing,
        not_numbers=tuple(replace(odd, hint=why_not_read(odd.value)) for odd in labels.out_of_scale),
        rows_of_other_runs=labels.rows_of_other_runs,
        human_human=_human_report(humans, panel),
        judges=tuple(_judge_report(numbers, judge, panel, humans) for judge in labels.of_kind("judge")),
    )


@dataclass(frozen=True, eq=False)
class _Side:
    """Pairs of raters: `compared` has their sums, `rows` their numbers, both by group."""

    compared: Comparison
    rows: Sequence[PairNumbers]

    @cached_property
    def values(self) -> dict[str, Values]:
        """Each statistic of each group, and without each of its clusters."""
        tables = self.compared.tables
        sums = {name: statistic.values(tables, ANY_NUMBER) for name, statistic in MOMENTS.items()}
        return sums | {name: rank.values(self.rows, tables) for name, rank in RANKS.items()}

    @cached_property
    def means(self) -> dict[str, Mean]:
        """The mean of each statistic over the groups."""
        if self.compared.nobody is not None:
            return {name: self.compared.mean(statistic) for name, statistic in NUMERIC.items()}
        return {name: self.compared.mean_of(statistic, self.values[name]) for name, statistic in NUMERIC.items()}

    def measured(self) -> dict[str, Measured]:
        """The means with their intervals."""
        return {name: mean.measured() for name, mean in self.means.items()}

    def pair_reports(self) -> tuple[NumericPair, ...]:
        """A report of each pair that shares a unit; none when pooled."""
        if self.compared.nobody is not None:
            return ()
        pairs = enumerate(self.compared.pairs or ())
        return tuple(self._pair(group, pair) for group, pair in pairs if len(self.rows[group].first))

    def _pair(self, group: int, pair: Pair) -> NumericPair:
        raters, tables = self.compared.labels.raters, self.compared.tables
        units = len(self.rows[group].first)
        measured = {}
        for name, statistic in NUMERIC.items():
            found = self.values[name].of_group(group)
            words = statistic.why(tables.totals[group])
            estimate = Estimate(None, units, words) if np.isnan(found.value) else Estimate(found.value, units)
            measured[name] = Mean(statistic, estimate, found).measured()
        first, second = (raters[rater].name for rater in pair)
        return NumericPair(first, second, units, int(tables.clusters_of_group[group]), measured)


@dataclass(frozen=True, eq=False)
class _Sides:
    """The same pairs, as the panel has them and pooled."""

    own: _Side
    pooled: _Side


def _sides(compared: Comparison, rows: Sequence[PairNumbers], together: PairNumbers) -> _Sides:
    pooled = _Side(replace(compared, pairs=None, tables=moment_tables([together])), [together])
    if compared.pairs is None:
        return _Sides(pooled, pooled)
    return _Sides(_Side(replace(compared, tables=moment_tables(rows)), rows), pooled)


def _of_humans(numbers: NumberLabels, panel: Panel) -> _Sides:
    """Every pair of humans of the panel; pooled, each pair in both orders, as people may swap places."""
    compared = human_pairs(numbers.labels, panel)
    rows = [] if compared.nobody else [numbers.pair(a, b) for a, b in combinations(panel.humans, 2)]
    return _sides(compared, rows, stacked(rows).both_orders())


def _of_judge(numbers: NumberLabels, judge: int, panel: Panel) -> _Sides:
    """The judge with every human of the panel."""
    rows = [numbers.pair(judge, human) for human in panel.humans]
    return _sides(judge_with_humans(numbers.labels, judge, panel), rows, stacked(rows))


def _human_report(humans: _Sides, panel: Panel) -> NumericHumans:
    compared = humans.own.compared
    return NumericHumans(
        raters=tuple(compared.labels.raters[human].name for human in panel.humans),
        left_out=panel.left_out,
        units=compared.n,
        clusters=compared.clusters,
        mean=humans.own.measured(),
        pooled=humans.pooled.measured(),
        pairs=humans.own.pair_reports(),
    )


def _judge_report(numbers: NumberLabels, judge: int, panel: Panel, humans: _Sides) -> NumericJudge:
    sides = _of_judge(numbers, judge, panel)
    return NumericJudge(
        judge=numbers.labels.raters[judge].name,
        units=sides.own.compared.n,
        clusters=sides.own.compared.clusters,
        mean=sides.own.measured(),
        difference={name: mean.minus(humans.own.means[name]) for name, mean in sides.own.means.items()},
        pooled=sides.pooled.measured(),
        pairs=sides.own.pair_reports(),
    )


def _ranges(numbers: NumberLabels) -> tuple[NumberRange, ...]:
    given = ((rater.name, numbers.of(place)) for place, rater in enumerate(numbers.labels.raters))
    return tuple(
        NumberRange(name, float(own.min()), float(own.mean()), float(own.max())) for name, own in given if len(own)
    )


def _reading(panel: Panel) -> NumericReading:
    return NumericReading(
        statistics={name: statistic.reading for name, statistic in NUMERIC.items()},
        pairing=panel.pairing,
        pairing_reason=panel.reason,
        minimum_overlap=panel.overlap,
        pooled="the units of all pairs one below the other, then one statistic: people in both orders, a judge first",
        judge_compared_with="each human, then averaged over humans (not with the mean of the humans)",
        interval=(
            f"two-sided {LEVEL:.0%}, cluster jackknife-t on the atanh scale; errors: cluster jackknife-t; "
            "differences: cluster jackknife-t, paired by cluster"
        ),
        runs="run 0 only; repeats do not enter",
    )
