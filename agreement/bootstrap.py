"""Intervals by drawing clusters anew; clusters with equal counts are drawn together, which changes only the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from scipy.special import ndtr, ndtri

from agreement.comparison import Comparison
from agreement.estimate import Estimate, Interval
from agreement.frame import Floats, Ints
from agreement.jackknife import LEVEL, NO_VARIATION, SAME, Replicates, leaving_out, why_no_error
from agreement.scale import Scale
from agreement.statistics import Statistic
from agreement.tensors import Tables

REPLICATES = 2_000
_AT_ONCE = 2**22  # numbers held for one chunk of replicates
_IN_CACHE = 2**16  # numbers drawn at a time
_SLOWER = 16  # drawing how many clusters of one kind there are costs about as much as drawing so many clusters singly


@dataclass(frozen=True, eq=False)
class Draws:
    """How replicates are drawn: `rng` is a seeded generator, which moves on with every use."""

    rng: np.random.Generator
    replicates: int = REPLICATES

    def __post_init__(self) -> None:
        if self.replicates < 1:
            raise ValueError(f"a bootstrap needs at least one replicate, got {self.replicates}")


@dataclass(frozen=True)
class Resampled:
    """Two intervals from the same replicates.

    `dropped` is the share of replicates in which the statistic is undefined, its `n` how many were drawn; the
    intervals rest on the others. BCa corrects bias and skewness, with the acceleration of the jackknife.
    """

    percentile: Interval
    bca: Interval
    dropped: Estimate


@dataclass(frozen=True, eq=False)
class Clusters:
    """Clusters to draw from, those with equal features as one row: cluster c has `features[kind[c]]`."""

    features: Floats
    kind: Ints

    @cached_property
    def multiplicity(self) -> Ints:
        """How many clusters there are of each kind."""
        return np.bincount(self.kind, minlength=len(self.features))

    @property
    def few_kinds(self) -> bool:
        """Whether it is faster to draw counts of kinds than single clusters."""
        return len(self.features) * _SLOWER < len(self.kind)

    def drawn(self, count: int, rng: np.random.Generator) -> Floats:
        """`count` replicates x kinds: how often each kind is among as many clusters drawn with replacement.

        Multinomial(C, multiplicity / C), which is what drawing C of the C clusters gives.
        """
        clusters = len(self.kind)
        if self.few_kinds:
            return rng.multinomial(clusters, self.multiplicity / clusters, size=count).astype(float)
        drawn = np.empty((count, len(self.features)))
        block = max(1, _IN_CACHE // clusters)
        for start in range(0, count, block):
            rows = drawn[start : start + block]
            rows[:] = self._drawn_singly(len(rows), rng)
        return drawn

    def _drawn_singly(self, count: int, rng: np.random.Generator) -> Ints:
        clusters, kinds = len(self.kind), len(self.features)
        cell = self.kind[rng.integers(0, clusters, (count, clusters))] + kinds * np.arange(count)[:, None]
        return np.bincount(cell.ravel(), minlength=count * kinds).reshape(count, kinds)

    def summed(self, drawn: Floats) -> Floats:
        """Features summed over the clusters of each replicate: replicates x shape of a cluster's features."""
        total = drawn @ self.features.reshape(len(self.features), -1)
        return np.asarray(total.reshape(len(drawn), *self.features.shape[1:]))

    @property
    def chunk(self) -> int:
        """How many replicates fit into memory at once."""
        return max(1, _AT_ONCE // (len(self.features) + self.features.size // len(self.features)))


def collapsed(features: Floats) -> Clusters:
    """Clusters from their additive features, `features[c]` (any shape) those of cluster c."""
    rows = np.ascontiguousarray(features.reshape(len(features), -1), dtype=np.float64)
    # The key brings equal rows side by side; whether neighbours are equal is read off the rows themselves.
    order = np.argsort(_keys(rows), kind="stable")
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    kind = np.empty(len(rows), dtype=np.intp)
    kind[order] = np.cumsum(new) - 1
    return Clusters(features[order[new]], kind)


def _keys(rows: Floats) -> Ints:
    """A number for each row: equal for equal rows, and seldom for others (multilinear hashing modulo 2^64)."""
    bits = rows.view(np.uint64)
    odd = np.random.default_rng(0).integers(0, 2**64, rows.shape[1], dtype=np.uint64) | np.uint64(1)
    # Small whole numbers have no low bits, and a product would keep it that way.
    return np.asarray((bits ^ (bits >> np.uint64(32))) @ odd)


def side_by_side(*tables: Tables) -> Floats:
    """Features of clusters that are drawn jointly: clusters x all groups x shape of a table, clusters rising.

    Where a group has no table of a cluster, that cluster adds nothing to it.
    """
    cluster = np.unique(np.concatenate([one.cluster for one in tables]))
    features = np.zeros((len(cluster), sum(one.groups for one in tables), *tables[0].counts.shape[1:]))
    first = 0
    for one in tables:
        features[np.searchsorted(cluster, one.cluster), first + one.group] = one.counts
        first += one.groups
    return features


def redrawn(features: Floats, statistic: Callable[[Floats], Floats], draws: Draws) -> Floats:
    """The statistic of each replicate, NaN where undefined; arguments as for `cluster_bootstrap`."""
    clusters = collapsed(features)
    counts = (min(clusters.chunk, draws.replicates - done) for done in range(0, draws.replicates, clusters.chunk))
    return np.concatenate([statistic(clusters.summed(clusters.drawn(count, draws.rng))) for count in counts])


def cluster_bootstrap(features: Floats, statistic: Callable[[Floats], Floats], draws: Draws) -> Resampled:
    """Intervals of a statistic of summed features.

    `features[c]` (any shape) are the additive features of cluster c; `statistic` maps a stack of summed features to
    one value each, NaN where undefined.
    """
    return _drawn_around(leaving_out(features, statistic), features, statistic, draws)


def bootstrap_mean(compared: Comparison, statistic: Statistic, draws: Draws) -> Resampled:
    """Intervals of the mean of a statistic over the pairs of a comparison; a cluster is drawn for all pairs at once."""
    mean = partial(_mean_of_groups, statistic, compared.labels.scale)
    return _drawn_around(compared.mean(statistic).found, side_by_side(compared.tables), mean, draws)


def bootstrap_difference(a: Comparison, b: Comparison, statistic: Statistic, draws: Draws) -> Resampled:
    """Intervals of the mean of a minus that of b, paired: each replicate draws the same clusters for both.

    Undefined also when one of the two stays the same without any one of the clusters: its own variation is not seen.
    ValueError when the labels of the two were coded from different frames.
    """
    a.check_same_clusters(b)
    mean, pairs = partial(_mean_of_groups, statistic, a.labels.scale), a.tables.groups
    first, second = a.mean(statistic).found, b.mean(statistic).found
    return _drawn_around(
        first.minus(second),
        side_by_side(a.tables, b.tables),
        lambda totals: mean(totals[:, :pairs]) - mean(totals[:, pairs:]),
        draws,
        _why_still(first) or _why_still(second),
    )


def resampled(found: Replicates, values: Floats, level: float = LEVEL, why: str | None = None) -> Resampled:
    """Intervals from a statistic's value in each replicate (NaN: undefined) and without each cluster.

    Undefined for the reasons of `agreement.jackknife.plain_interval`, for `why` if given, with fewer replicates than
    put one in each tail, and where nearly all have one value; BCa also where all of them lie on one side of the
    statistic's value.
    """
    kept = values[~np.isnan(values)]
    dropped = Estimate(1 - len(kept) / len(values), len(values)) if len(values) else Estimate(None, 0, _NOTHING_DRAWN)
    why = why_no_error(found) or why or _why_still(found) or _why_few(len(kept), level)
    percentile, bca = (f"cluster {kind} bootstrap, {len(values):,} replicates" for kind in ("percentile", "BCa"))
    if why is not None:
        return Resampled(Interval(None, None, percentile, level, why), Interval(None, None, bca, level, why), dropped)
    return Resampled(_between(kept, _tails(level), percentile, level), _bca(found, kept, bca, level), dropped)


_NOTHING_DRAWN = "nothing was drawn, because the value itself is undefined"
_NO_REPLICATE = "the value is undefined in every replicate"
_ONE_SIDE = "all replicates lie on one side of the value, so its bias cannot be corrected"
_ONE_VALUE = "nearly all replicates have the same value: there is no variation to judge by"


def _drawn_around(
    found: Replicates,
    features: Floats,
    statistic: Callable[[Floats], Floats],
    draws: Draws,
    why: str | None = None,
) -> Resampled:
    """Replicates drawn and read off; nothing is drawn for a value that is undefined."""
    values = np.empty(0) if np.isnan(found.value) else redrawn(features, statistic, draws)
    return resampled(found, values, why=why)


def _mean_of_groups(statistic: Statistic, scale: Scale, totals: Floats) -> Floats:
    """The mean over groups for each replicate; NaN when a group is undefined."""
    return np.asarray(statistic.of(totals, scale).mean(axis=-1))


def _why_still(found: Replicates) -> str | None:
    """The words when no cluster makes a difference, as at the bounds of a statistic."""
    still = len(found.left_out) > 0 and np.ptp(found.left_out) < SAME
    return NO_VARIATION if still else None


def _why_few(kept: int, level: float) -> str | None:
    """The words when the tails of the interval would hold less than one replicate each."""
    least = round(2 / (1 - level))
    if kept >= least:
        return None
    return f"fewer than {least} replicates have a value: too few for the tails" if kept else _NO_REPLICATE


def _tails(level: float) -> Floats:
    return np.array([(1 - level) / 2, (1 + level) / 2])


def _between(kept: Floats, shares: Floats, method: str, level: float) -> Interval:
    """From one quantile of the replicates to another, never of zero width."""
    low, high = np.quantile(kept, shares)
    if high - low < SAME:
        return Interval(None, None, method, level, _ONE_VALUE)
    return Interval(float(low), float(high), method, level)


def _bca(found: Replicates, kept: Floats, method: str, level: float) -> Interval:
    """Bias-corrected and accelerated: quantiles shifted by z0 and stretched by the acceleration a.

    z0 = inverse normal of the share of replicates below the value (half of those that equal it), a = sum d^3 /
    (6 (sum d^2)^1.5) with d = mean of the left-out values minus each of them; a tail with normal quantile z moves to
    normal(z0 + (z0 + z) / (1 - a (z0 + z))).
    Source: Efron & Tibshirani 1993, "An introduction to the bootstrap", equations 14.9, 14.10, 14.14 and 14.15.
    """
    below = ((kept < found.value - SAME).mean() + (kept <= found.value + SAME).mean()) / 2
    if below in (0.0, 1.0):
        return Interval(None, None, method, level, _ONE_SIDE)
    apart = found.left_out.mean() - found.left_out
    acceleration = np.sum(apart**3) / (6 * np.sum(apart**2) ** 1.5)
    shift = ndtri(below)
    z = shift + ndtri(_tails(level))
    return _between(kept, ndtr(shift + z / (1 - acceleration * z)), method, level)
