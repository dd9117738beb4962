"""Count tables per cluster, from which every coefficient and interval is computed.

Tables are additive: those of two batches, chunks or machines may simply be added, and leaving a
cluster out is a subtraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agreement.frame import CodedLabels, Codes, Floats, Ints


@dataclass(frozen=True, eq=False)
class Tables:
    """K x K counts per cluster, for one or more groups (a group: a pair of raters, or all of them pooled).

    `counts[t]` (T x K x K) belongs to `group[t]` (below `groups`) and `cluster[t]`; it rests on `units[t]` units.
    Sorted by group, then cluster; clusters without a common unit have no table.
    """

    counts: Floats
    group: Ints
    cluster: Ints
    units: Ints
    groups: int

    @cached_property
    def totals(self) -> Floats:
        """Tables summed over clusters, groups x K x K."""
        total = np.zeros((self.groups, *self.counts.shape[1:]))
        present, start = np.unique(self.group, return_index=True)
        if len(present):
            total[present] = np.add.reduceat(self.counts, start, axis=0)
        return total

    @cached_property
    def rest(self) -> Floats:
        """For each table, its group's total without it: T x K x K.

        A cell that only the table itself fills is exactly 0 afterwards, with fractional weights too.
        """
        return np.asarray(self.totals[self.group] - self.counts)

    @property
    def units_of_group(self) -> Ints:
        """Units each group rests on."""
        return np.bincount(self.group, self.units, minlength=self.groups).astype(np.intp)

    @property
    def clusters_of_group(self) -> Ints:
        """Clusters each group rests on."""
        return np.bincount(self.group, minlength=self.groups)

    def pooled(self) -> Tables:
        """One group: the tables of all groups added, cluster by cluster. A unit counts once in every group it is in."""
        cluster, place = np.unique(self.cluster, return_inverse=True)
        counts = np.zeros((len(cluster), *self.counts.shape[1:]))
        np.add.at(counts, place, self.counts)
        units = np.bincount(place, self.units, minlength=len(cluster)).astype(np.intp)
        return Tables(counts, np.zeros(len(cluster), dtype=np.intp), cluster, units, 1)

    def symmetric(self) -> Tables:
        """Tables that treat the two raters alike: half of each table and half of its transpose."""
        counts = (self.counts + self.counts.transpose(0, 2, 1)) / 2
        return Tables(counts, self.group, self.cluster, self.units, self.groups)


def divided(part: Floats, whole: Floats) -> Floats:
    """part / whole element by element; NaN where the whole is 0."""
    quotient: Floats = np.divide(part, whole, out=np.full(np.shape(whole), np.nan), where=whole != 0)
    return quotient


def pair_tables(labels: CodedLabels, pairs: Sequence[tuple[int, int]]) -> Tables:
    """One group for each pair of raters: `counts[t, i, j]` units got value i from the first, j from the second."""
    size = len(labels.scale.values)
    first, at = -1, np.empty(0, dtype=np.int16)
    found: list[Tables] = []
    for a, b in pairs:
        if a != first:
            first, at = a, _by_unit(labels, a)
        other = labels.of(b)
        both = at[other.unit] >= 0
        found.append(_counted(labels, other.unit[both], at[other.unit[both]], other.code[both]))
    return _grouped(found, size)


def coincidence_tables(labels: CodedLabels, raters: Sequence[int]) -> Tables:
    """Krippendorff's coincidence matrix of a set of raters, one table for each cluster.

    A unit with r >= 2 labels adds each ordered pair of them with weight 1 / (r - 1); others add nothing.
    Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C.
    """
    given = label_counts(labels, raters)
    total = given.sum(axis=0)
    pairable = total >= 2
    weight = pairable / np.maximum(total - 1.0, 1.0)
    if labels.weight is not None:
        weight *= labels.weight
    runs = runs_of(labels.cluster_of)
    counts = pairs_within_units(given, weight, runs)
    units = runs.sums(pairable.astype(float)).astype(np.intp)
    some = units > 0
    return Tables(counts[some], np.zeros(some.sum(), dtype=np.intp), runs.value[some], units[some], 1)


def label_counts(labels: CodedLabels, raters: Sequence[int]) -> Codes:
    """How many of the raters gave each value: values x units."""
    size, units = len(labels.scale.values), len(labels.cluster_of)
    given = np.zeros(size * units, dtype=np.int16)
    for rater in raters:
        own = labels.of(rater)
        given[own.code * np.intp(units) + own.unit] += 1  # a rater labels a unit once, so no index occurs twice
    return given.reshape(size, units)


@dataclass(frozen=True, eq=False)
class Runs:
    """Stretches of equal values in a sorted array."""

    value: Ints
    start: Ints
    length: Ints

    def sums(self, x: Floats) -> Floats:
        """Sum of x over each stretch."""
        return np.add.reduceat(x, self.start) if len(self.start) else np.empty(0)


def runs_of(ordered: Ints) -> Runs:
    """The stretches of an array that never falls."""
    start = np.flatnonzero(np.diff(ordered, prepend=-1))
    return Runs(ordered[start], start, np.diff(start, append=len(ordered)))


def pairs_within_units(given: Codes, weight: Floats, clusters: Runs) -> Floats:
    """Ordered pairs of labels of one unit, summed in each cluster: entry [c, i, j] counts those with values i and j.

    `given[k, u]` labels of unit u have value k; each pair in unit u counts `weight[u]`.
    """
    size = len(given)
    counts = np.empty((len(clusters.start), size, size))
    for i in range(size):
        weighted = given[i] * weight
        for j in range(i, size):
            counts[:, i, j] = counts[:, j, i] = clusters.sums(weighted * (given[j] - int(i == j)))
    return counts


def _by_unit(labels: CodedLabels, rater: int) -> Codes:
    """The rater's code of every unit, -1 where there is none."""
    own = labels.of(rater)
    codes = np.full(len(labels.cluster_of), -1, dtype=np.int16)
    codes[own.unit] = own.code
    return codes


def _counted(labels: CodedLabels, unit: Ints, a: Codes, b: Codes) -> Tables:
    """Tables of one pair; `unit` rises, so its clusters lie in stretches."""
    size = len(labels.scale.values)
    runs = runs_of(labels.cluster_of[unit])
    place = np.repeat(np.arange(len(runs.start)), runs.length)
    cell = (place * size + a) * size + b
    weight = None if labels.weight is None else labels.weight[unit]
    counts = np.bincount(cell, weight, minlength=len(runs.start) * size * size).astype(float)
    shape = (len(runs.start), size, size)
    return Tables(counts.reshape(shape), np.zeros(shape[0], dtype=np.intp), runs.value, runs.length, 1)


def _grouped(found: Sequence[Tables], size: int) -> Tables:
    """One-group tables side by side, each as a group of its own."""
    if not found:
        empty = np.empty(0, dtype=np.intp)
        return Tables(np.empty((0, size, size)), empty, empty, empty, 0)
    group: NDArray[np.intp] = np.repeat(np.arange(len(found)), [len(tables.cluster) for tables in found])
    counts, cluster, units = (
        np.concatenate(parts)
        for parts in zip(*((tables.counts, tables.cluster, tables.units) for tables in found), strict=True)
    )
    return Tables(counts, group, cluster, units, len(found))
