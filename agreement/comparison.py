"""Pairs of raters measured: each pair, their mean, and the difference of two such means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import CodedLabels, Floats, Ints
from agreement.jackknife import PLAIN, Replicates, Values
from agreement.margins import Margins, margins_of
from agreement.scale import Scale
from agreement.statistics import STATISTICS, Statistic
from agreement.tensors import Tables

Pair = tuple[int, int]


@dataclass(frozen=True)
class PairReport:
    """Two raters: `table[i][j]` counts units that `first` gave value i and `second` value j, in scale order.

    `margins` says what their use of the values does to an unweighted kappa.
    """

    first: str
    second: str
    units: int
    clusters: int
    table: tuple[tuple[float, ...], ...]
    margins: Margins
    statistics: dict[str, Measured]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Pairs of raters with their tables; `pairs` None: all pairs pooled in one group.

    `n` counts the distinct units the pairs rest on. `nobody` says why there is no pair at all.
    """

    labels: CodedLabels
    pairs: tuple[Pair, ...] | None
    tables: Tables
    n: int
    nobody: str | None = None

    @property
    def clusters(self) -> int:
        """Distinct clusters the pairs rest on."""
        return len(np.unique(self.tables.cluster))

    def check_same_clusters(self, other: Comparison) -> None:
        """ValueError when another comparison numbers its clusters differently, as labels of different frames do."""
        if not np.array_equal(self.labels.cluster_names, other.labels.cluster_names):
            raise ValueError("the two comparisons are of different clusters; code the labels of both from one frame")

    def mean(self, statistic: Statistic) -> Mean:
        """The mean of a statistic over the pairs; undefined in words when one of them is."""
        if self.nobody is not None:
            return Mean(statistic, Estimate(None, self.n, self.nobody), _NOTHING)
        return self.mean_of(statistic, statistic.values(self.tables, self.labels.scale))

    def mean_of(self, statistic: Statistic, values: Values) -> Mean:
        """The same from the values of the pairs, for a statistic that no table holds."""
        if np.isnan(values.total).any():
            return Mean(statistic, Estimate(None, self.n, self._words(statistic, values.total)), _NOTHING)
        found = values.mean()
        return Mean(statistic, Estimate(found.value, self.n), found)

    def _words(self, statistic: Statistic, total: Floats) -> str:
        undefined = np.flatnonzero(np.isnan(total))
        words = statistic.words(self.tables.totals[undefined[0]], self.labels.scale)
        if self.pairs is None or statistic.senseless_on(self.labels.scale):
            return words
        first, second = (self.labels.raters[rater].name for rater in self.pairs[undefined[0]])
        others = f" (and {len(undefined) - 1} more of {len(total)} pairs)" if len(undefined) > 1 else ""
        return f"{first} and {second}: {words}{others}"

    def pair_reports(self, names: Iterable[str]) -> tuple[PairReport, ...]:
        """A report of each pair that shares a unit, with the named statistics; none when pooled."""
        if self.pairs is None or self.nobody is not None:
            return ()
        measured = {name: measured_groups(STATISTICS[name], self.tables, self.labels.scale) for name in names}
        units, clusters = self.tables.units_of_group, self.tables.clusters_of_group
        return tuple(
            PairReport(
                self.labels.raters[first].name,
                self.labels.raters[second].name,
                int(units[group]),
                int(clusters[group]),
                rows_of(self.tables.totals[group]),
                margins_of(self.tables.totals[group]),
                {name: groups[group] for name, groups in measured.items()},
            )
            for group, (first, second) in enumerate(self.pairs)
            if units[group]
        )


_NOTHING = Replicates(float("nan"), np.empty(0, dtype=np.intp), np.empty(0))


@dataclass(frozen=True, eq=False)
class Mean:
    """A mean over pairs with what its interval and its differences need."""

    statistic: Statistic
    estimate: Estimate
    found: Replicates

    def measured(self) -> Measured:
        """With its interval."""
        return Measured(self.estimate, self.statistic.interval(self.found, self.estimate.n), len(self.found.cluster))

    def minus(self, other: Mean) -> Measured:
        """This mean minus another of the same statistic, paired by cluster; n is that of this mean."""
        for side in (self, other):
            if side.estimate.undefined is not None:
                words = side.estimate.undefined
                interval = Interval(None, None, PLAIN, undefined="the value itself is undefined")
                return Measured(Estimate(None, self.estimate.n, words), interval, 0)
        found = self.found.minus(other.found)
        interval = self.statistic.difference(self.found, other.found)
        return Measured(Estimate(found.value, self.estimate.n), interval, len(found.cluster))


def measured_groups(statistic: Statistic, tables: Tables, scale: Scale) -> list[Measured]:
    """The statistic of each group with its interval; n counts the group's units."""
    values = statistic.values(tables, scale)
    return [
        _measured(statistic, values.of_group(group), int(n), statistic.words(tables.totals[group], scale))
        for group, n in enumerate(tables.units_of_group)
    ]


def _measured(statistic: Statistic, found: Replicates, n: int, words: str) -> Measured:
    estimate = Estimate(None, n, words) if np.isnan(found.value) else Estimate(found.value, n)
    return Measured(estimate, statistic.interval(found, n), len(found.cluster))


def rows_of(table: Floats) -> tuple[tuple[float, ...], ...]:
    """A table as plain rows."""
    return tuple(tuple(float(cell) for cell in row) for row in table)


def units_with(labels: CodedLabels, raters: Sequence[int]) -> Ints:
    """How many of the raters labelled each unit."""
    return np.bincount(
        np.concatenate([labels.of(rater).unit for rater in raters] or [np.empty(0, dtype=np.intp)]),
        minlength=len(labels.cluster_of),
    )
