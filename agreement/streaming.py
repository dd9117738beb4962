"""Tables of labels that do not fit in memory: added up frame by frame, or made of counts a database has grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agreement.frame import CodedLabels, Floats, Ints, MissingCount, check_columns, coded
from agreement.out_of_scale import OutOfScale
from agreement.scale import Scale
from agreement.tensors import Tables, coincidence_tables, pair_tables

TablesOf = Callable[[CodedLabels], Tables]


@dataclass(frozen=True, eq=False)
class Streamed:
    """Summed tables with what was counted on the way: labels on the scale, those without a value, those outside it."""

    tables: Tables
    labels: int
    missing: tuple[MissingCount, ...]
    out_of_scale: tuple[OutOfScale, ...]


def streamed(frames: Iterable[pd.DataFrame], scale: Scale, tables_of: TablesOf, bundles: int | None = None) -> Streamed:
    """The tables of labels that come as one long frame after the other (columns: see `agreement.frame.coded`).

    `tables_of` makes the tables of some labels: `of_pairs`, `of_all`, both with `beside`, or any function whose tables
    add. The rows of a
    cluster stand together; they may reach over the end of a frame. Memory grows with the clusters, not with the labels.
    With `bundles` it does not grow at all: clusters are put by a hash of their names into so many bundles, and an
    interval leaves out a bundle at a time. Take several hundred of them or more.
    ValueError when a cluster comes back after others, when frames have weights (their mean is known at the end only),
    and where `coded` refuses a frame. Source of the bundles: Kott 2001, "The delete-a-group jackknife".
    """
    found = _Sums(bundles)
    for frame in _whole_clusters(frames):
        found.add(coded(frame, scale), tables_of)
    return Streamed(found.tables(len(scale.values)), found.labels, found.missing(), found.out_of_scale())


def of_pairs(pairs: Sequence[tuple[str, str]]) -> TablesOf:
    """Tables of named pairs of raters, one group each (see `pair_tables`); a pair may be absent from some frames."""

    def tables(labels: CodedLabels) -> Tables:
        place = {rater.name: at for at, rater in enumerate(labels.raters)}
        present = [at for at, pair in enumerate(pairs) if place.keys() >= set(pair)]
        found = pair_tables(labels, [(place[pairs[at][0]], place[pairs[at][1]]) for at in present])
        return replace(found, group=np.array(present, dtype=np.intp)[found.group], groups=len(pairs))

    return tables


def of_all(raters: Iterable[str]) -> TablesOf:
    """Krippendorff's coincidence matrix of the named raters together (see `coincidence_tables`)."""
    names = frozenset(raters)
    return lambda labels: coincidence_tables(
        labels, [at for at, rater in enumerate(labels.raters) if rater.name in names]
    )


def beside(*parts: TablesOf) -> TablesOf:
    """Several kinds of K x K tables from one reading: the groups of each come behind those of the one before."""

    def tables(labels: CodedLabels) -> Tables:
        found = [part(labels) for part in parts]
        before = np.cumsum([0, *(each.groups for each in found)])
        shifted = [replace(each, group=each.group + at) for each, at in zip(found, before[:-1], strict=True)]
        return replace(_joined(shifted), groups=int(before[-1]))

    return tables


def counted_tables(counts: pd.DataFrame, scale: Scale) -> Tables:
    """Tables of one pair of raters from counts, as a database groups them.

    Columns: `cluster`, `first` and `second` (labels of the two raters), `units` (how many units of the cluster got
    these two). Clusters are numbered by name. ValueError when a label is not on the scale, or a count not above 0.
    """
    code = {label: scale.index(label) for label in scale.labels}
    first, second = (counts[side].map(code) for side in ("first", "second"))
    for side, found in (("first", first), ("second", second)):
        if found.isna().any():
            raise ValueError(f"{side} holds {counts[side][found.isna()].iloc[0]!r}, which is no label of the scale")
    if not (counts["units"] > 0).all():
        raise ValueError("units must be counts above 0")
    names, cluster = np.unique(counts["cluster"].astype(str).to_numpy(dtype=object), return_inverse=True)
    table = np.zeros((len(names), len(scale.values), len(scale.values)))
    np.add.at(table, (cluster, first.astype(int), second.astype(int)), counts["units"].to_numpy(dtype=float))
    units = table.sum(axis=(1, 2)).astype(np.intp)
    return Tables(table, np.zeros(len(names), dtype=np.intp), np.arange(len(names)), units, 1)


def _whole_clusters(frames: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """The same rows, cut so that no cluster is in two frames."""
    rest, seen = pd.DataFrame(), np.empty(0, dtype=np.uint64)
    for frame in frames:
        check_columns(frame)
        if "weight" in frame.columns:
            raise ValueError("labels with weights cannot be streamed; read them as one frame")
        rows = pd.concat([rest, frame], ignore_index=True) if len(rest) else frame
        cut = _start_of_last_cluster(rows)
        if cut:
            seen = _without_return(rows.iloc[:cut], seen)
            yield rows.iloc[:cut]
        rest = rows.iloc[cut:]
    if len(rest):
        _without_return(rest, seen)
        yield rest


def _start_of_last_cluster(rows: pd.DataFrame) -> int:
    if not len(rows):
        return 0
    others = np.flatnonzero((rows["cluster"] != rows["cluster"].iloc[-1]).to_numpy())
    return int(others[-1]) + 1 if len(others) else 0


def _without_return(rows: pd.DataFrame, seen: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hashes of all clusters so far; ValueError when one of these was there before."""
    names = rows["cluster"].drop_duplicates()
    hashes = _hashes(names)
    again = np.isin(hashes, seen)
    if again.any():
        raise ValueError(f"cluster {names[again].iloc[0]!r} comes back after others; sort the labels by cluster")
    return np.concatenate([seen, hashes])


def _hashes(names: Iterable[object]) -> NDArray[np.uint64]:
    return pd.util.hash_array(np.array([str(name) for name in names], dtype=object), categorize=False)


@dataclass
class _Sums:
    """Sums so far. Without bundles the clusters of each frame are new ones, and go behind those before."""

    bundles: int | None
    parts: list[Tables] = field(default_factory=list)
    clusters: int = 0
    labels: int = 0
    without: dict[tuple[str, str], MissingCount] = field(default_factory=dict)
    outside: dict[tuple[str, str], OutOfScale] = field(default_factory=dict)

    def add(self, labels: CodedLabels, tables_of: TablesOf) -> None:
        found = tables_of(labels)
        names = labels.cluster_names
        place = self.clusters + np.arange(len(names)) if self.bundles is None else _bundle(names, self.bundles)
        self.parts.append(replace(found, cluster=place[found.cluster]))
        if self.bundles is not None:
            self.parts = [_added(self.parts)]
        self.clusters += len(names)
        self.labels += len(labels.code)
        for gap in labels.missing:
            known = self.without.get((gap.kind, gap.reason))
            self.without[gap.kind, gap.reason] = replace(gap, count=gap.count + known.count) if known else gap
        for row in labels.out_of_scale:
            before = self.outside.get((row.rater, row.value))
            self.outside[row.rater, row.value] = _with(before, row) if before else row

    def tables(self, size: int) -> Tables:
        if not self.parts:
            empty = np.empty(0, dtype=np.intp)
            return Tables(np.empty((0, size, size)), empty, empty, empty, 0)
        return _added(self.parts)

    def missing(self) -> tuple[MissingCount, ...]:
        return tuple(self.without[key] for key in sorted(self.without))

    def out_of_scale(self) -> tuple[OutOfScale, ...]:
        return tuple(self.outside[key] for key in sorted(self.outside))


def _with(before: OutOfScale, more: OutOfScale) -> OutOfScale:
    example = min(before.example_unit, more.example_unit)
    return replace(before, count=before.count + more.count, example_unit=example)


def _bundle(names: NDArray[np.object_], bundles: int) -> Ints:
    return (_hashes(names) % np.uint64(bundles)).astype(np.intp)


def _added(parts: Sequence[Tables]) -> Tables:
    """One set of tables: those of the same group and cluster are summed, and sorted by group, then cluster."""
    found = _joined(parts)
    width = int(found.cluster.max(initial=0)) + 1
    key, place = np.unique(found.group * width + found.cluster, return_inverse=True)
    total: Floats = np.zeros((len(key), *found.counts.shape[1:]))
    np.add.at(total, place, found.counts)
    summed = np.bincount(place, found.units, minlength=len(key)).astype(np.intp)
    return Tables(total, key // width, key % width, summed, found.groups)


def _joined(parts: Sequence[Tables]) -> Tables:
    """All tables one after the other, with the groups of the first."""
    counts, group, cluster, units = (
        np.concatenate(columns)
        for columns in zip(*((t.counts, t.group, t.cluster, t.units) for t in parts), strict=True)
    )
    return Tables(counts, group, cluster, units, parts[0].groups)
