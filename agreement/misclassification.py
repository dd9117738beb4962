"""Shares of K classes, corrected by the judge's confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agreement.corrected import Corrected, jackknife_interval, refused, within
from agreement.estimate import Estimate, Interval, Measured
from agreement.evidence import Evidence, confusion
from agreement.frame import Floats
from agreement.jackknife import Replicates, leaving_out
from agreement.measuring import measured
from agreement.tensors import divided

LEAST = 0.1  # below this the correction magnifies the sampling error more than tenfold
_SINGULAR = 1e-9


@dataclass(frozen=True)
class Confusion:
    """How the judge labels each of people's classes: `matrix[j][i]` = P(judge says j | people say i).

    `smallest` is its smallest singular value (1: never wrong, 0: two classes look the same), `condition` the ratio of
    the largest to it (None: infinite).
    """

    matrix: tuple[tuple[float, ...], ...]
    smallest: Measured
    condition: float | None


@dataclass(frozen=True, eq=False)
class Shares:
    """Corrected share of each class, in scale order, and the judge's own, `raw` (empty when it labelled nothing).

    `confusion` is None when a class is unseen. `projected` says so in words when the corrected shares were impossible
    and were moved to the nearest possible ones.
    """

    shares: tuple[Corrected, ...]
    raw: tuple[float, ...]
    confusion: Confusion | None
    projected: str | None = None


def corrected_shares(evidence: Evidence) -> Shares:
    """Shares of K classes as people would label them: theta = M^-1 p, M[j, i] = P(judge j | people i), p the judge's.

    Holds when the judge errs within each of people's classes as on the labelled sample, even where the classes have
    other shares; for a random sample of the judged units themselves `agreement.ppi` needs no such assumption.
    Shares outside [0, 1] are moved to the nearest possible ones (Euclidean distance). Intervals: cluster jackknife-t,
    cut to [0, 1]. Where the judge was always right about a class, which hides that its errors vary, the exact bound of
    that rate (each cluster with the class one trial) is squared and added on the sides it could move a share to.
    Refused in words: nothing judged or labelled, a class nobody used, a smallest singular value of M whose lower
    bound is not above 0.1 or is unknown (a class in one cluster only).
    Source: Buonaccorsi 2010, "Measurement error", chapter 2; projection: Duchi et al. 2008, figure 1.
    """
    known = evidence.used()
    judged = known.judged.sum(axis=0)
    raw = tuple(float(x) for x in judged / judged.sum()) if judged.any() else ()
    why = known.why_nothing()
    judge = None if why is not None else _confusion(known)
    why = why or _why_unclear(judge)
    if why is not None:
        return Shares(tuple(refused(known.n, why) for _ in judged), raw, judge)
    found = _replicates(known)
    values = np.array([each.value for each in found])
    nearest = onto_simplex(values)
    words = None if np.allclose(nearest, values, rtol=0, atol=1e-12) else _words(values)
    intervals = _intervals(known, found)
    shares = tuple(
        Corrected(Measured(Estimate(float(point), known.n), interval, known.labelled_clusters), each, words)
        for point, interval, each in zip(nearest, intervals, found, strict=True)
    )
    return Shares(shares, raw, judge, words)


def onto_simplex(values: Floats) -> Floats:
    """The nearest shares that are at least 0 and add up to 1.

    Source: Duchi, Shalev-Shwartz, Singer & Chandra 2008, "Efficient projections onto the l1-ball", figure 1.
    """
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(values) + 1)
    return np.asarray(np.maximum(values - excess[np.flatnonzero(falling > excess)[-1]], 0.0))


def _confusion(known: Evidence) -> Confusion:
    matrix = confusion(known.pairs.sum(axis=0))
    own = known.pairs[known.pairs.any(axis=(1, 2))]
    smallest = measured(leaving_out(own, _smallest), known.n, "", low=0.0)
    value = smallest.estimate.value or 0.0
    condition = float(np.linalg.cond(matrix)) if value > _SINGULAR else None
    return Confusion(tuple(tuple(map(float, row)) for row in matrix), smallest, condition)


def _smallest(pairs: Floats) -> Floats:
    """Smallest singular value of the confusion matrix of each K x K counts; NaN when a class is unused."""
    matrix = confusion(pairs)
    known = ~np.isnan(matrix).any(axis=(-1, -2))
    smallest = np.full(len(matrix), np.nan)
    smallest[known] = np.linalg.svd(matrix[known], compute_uv=False)[:, -1]
    return smallest


def _why_unclear(judge: Confusion | None) -> str | None:
    """Why the matrix cannot be inverted safely, or None."""
    if judge is None or judge.matrix == tuple(map(tuple, np.eye(len(judge.matrix)).tolist())):
        return None  # never wrong: nothing to magnify, and no variation that could give a lower bound
    value, interval = judge.smallest.estimate.value or 0.0, judge.smallest.interval
    if interval.low is None and value > LEAST:
        return f"how the judge confuses the classes is not known well enough: {interval.undefined}"
    low = interval.low or 0.0
    if low > LEAST:
        return None
    return (
        f"the judge tells the classes apart too badly: the smallest singular value of its confusion matrix is "
        f"{value:.2f}, with a lower bound of {low:.2f}, which must be above {LEAST:g}"
    )


def _replicates(known: Evidence) -> tuple[Replicates, ...]:
    """The corrected share of each class, and what it is without each cluster."""
    total = known.features.sum(axis=0)
    values = _shares(np.concatenate([total[None], total - known.features]), known.judged.shape[1])
    return tuple(Replicates(float(own[0]), known.cluster, own[1:]) for own in values.T)


def _shares(features: Floats, size: int) -> Floats:
    """M^-1 p of each stack of features; NaN where M has an unused class or cannot be inverted."""
    pairs = features[:, : size * size].reshape(-1, size, size)
    judged = features[:, size * size :]
    shares = divided(judged, np.broadcast_to(judged.sum(axis=1, keepdims=True), judged.shape))
    usable = np.nan_to_num(_smallest(pairs)) > _SINGULAR
    values = np.full(judged.shape, np.nan)
    values[usable] = np.linalg.solve(confusion(pairs[usable]), shares[usable][..., None])[..., 0]
    return values


def _intervals(known: Evidence, found: tuple[Replicates, ...]) -> list[Interval]:
    """One interval for each class, cut to [0, 1]."""
    size = len(found)
    shares = np.clip([each.value for each in found], 0.0, 1.0)
    inverse = np.linalg.inv(confusion(known.pairs.sum(axis=0)))
    moves = np.zeros((size, size, size))  # of the share of k, were the rate of i lower and the units called j instead
    for i in range(size):
        for j in range(size):
            moves[i, j] = shares[i] * known.never_wrong(i) * (inverse[:, i] - inverse[:, j])
    up, down = (np.sqrt(np.square(moved.max(axis=1)).sum(axis=0)) for moved in (moves, -moves))
    return [
        within(jackknife_interval(each, known.labelled_clusters, down[k], up[k]), 0.0, 1.0)
        for k, each in enumerate(found)
    ]


def _words(values: Floats) -> str:
    found = ", ".join(f"{value:.3f}" for value in values)
    return f"the correction gave {found}, which are no shares: moved to the nearest possible ones"
