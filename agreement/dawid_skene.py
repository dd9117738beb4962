"""Dawid and Skene's consensus: the likely true value of each unit, and how each rater errs, found together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from agreement.estimate import Estimate
from agreement.frame import CodedLabels, Floats, Ints
from agreement.reference import with_reference
from agreement.tensors import divided, label_counts

NAME = "Dawid-Skene consensus"
MOST_ITERATIONS = 1_000
TOLERANCE = 1e-9
"""The steps end when the log likelihood per label grows by less than this."""

_FEWEST = 3
_SAME = 1e-9  # posteriors closer than this are tied


@dataclass(frozen=True)
class Confusion:
    """How one rater labels: `rows[k][l]` is the probability of label l where the truth is value k.

    A row is None where no unit that the rater labelled can have this true value.
    """

    rater: str
    rows: tuple[tuple[float, ...] | None, ...]


@dataclass(frozen=True, eq=False)
class Consensus:
    """The consensus of a set of raters after `iterations` steps; `converged` False: they were stopped before the end.

    `posterior[i, k]` is the probability that `unit[i]` (a unit with a label; units rise) is truly of value k,
    `prevalence[k]` the share of units that are. `log_likelihood`, in nats, is that of all labels; it is undefined, and
    all else empty, for fewer than three raters with labels. `labels` are the given ones with the consensus as one more
    rater at position `rater`: the likeliest value of each unit, no label where two are equally likely.
    """

    labels: CodedLabels
    rater: int
    unit: Ints
    posterior: Floats
    prevalence: tuple[float, ...]
    confusion: tuple[Confusion, ...]
    log_likelihood: Estimate
    iterations: int
    converged: bool


def dawid_skene(labels: CodedLabels, raters: Sequence[int], most_iterations: int = MOST_ITERATIONS) -> Consensus:
    """The consensus of raters, given by position in `labels.raters`, by expectation maximisation.

    Each rater has a confusion matrix of their own; given the truth, raters err independently. It starts from the shares
    of each unit's labels, so that values keep their meaning, and adds no smoothing. Every unit counts once, whatever
    its weight. With fewer than three raters nothing tells which of them errs, and there is no consensus.
    ValueError when `most_iterations` is below 1.
    Source: Dawid & Skene 1979, "Maximum likelihood estimation of observer error-rates using the EM algorithm",
    equations 2.3 to 2.5.
    """
    if most_iterations < 1:
        raise ValueError(f"most_iterations must be at least 1, not {most_iterations}")
    given = _given(labels, raters)
    present = len(np.unique(given.rater))
    if present < _FEWEST:
        return _no_consensus(labels, given, f"{present} raters gave labels; it takes {_FEWEST} to tell which one errs")
    fit, iterations, converged = _Fit(given.shares, -np.inf), 0, False
    while iterations < most_iterations and not converged:
        model = _maximised(given, fit.posterior)
        before, fit = fit, _expected(given, model)
        converged = fit.log_likelihood - before.log_likelihood < TOLERANCE * len(given.code)
        iterations += 1
    return Consensus(
        labels=_with_consensus(labels, given.unit_of, fit.posterior),
        rater=len(labels.raters),
        unit=given.unit_of,
        posterior=fit.posterior,
        prevalence=tuple(map(float, model.prevalence)),
        confusion=tuple(_confusion(labels.raters[r].name, model.rows[g]) for g, r in enumerate(raters)),
        log_likelihood=Estimate(fit.log_likelihood, len(given.unit_of)),
        iterations=iterations,
        converged=converged,
    )


@dataclass(frozen=True, eq=False)
class _Given:
    """The labels one by one: rater `rater[i]` of `raters` gave `code[i]` to the unit at `place[i]` of `unit_of`.

    `shares[u, k]` is the share of the labels of unit u that say k.
    """

    raters: int
    rater: Ints
    place: Ints
    code: Ints
    unit_of: Ints
    shares: Floats


@dataclass(frozen=True, eq=False)
class _Model:
    """`prevalence[k]`; `rows[r, k, l]`: probability that rater r labels l where the truth is k, NaN where unknown."""

    prevalence: Floats
    rows: Floats


@dataclass(frozen=True, eq=False)
class _Fit:
    posterior: Floats
    log_likelihood: float


def _given(labels: CodedLabels, raters: Sequence[int]) -> _Given:
    own = [labels.of(rater) for rater in raters]
    nothing = np.empty(0, dtype=np.intp)
    unit = np.concatenate([nothing, *(one.unit for one in own)])
    counts = label_counts(labels, raters).T.astype(float)
    unit_of = np.flatnonzero(counts.any(axis=1))
    counts = counts[unit_of]
    return _Given(
        raters=len(raters),
        rater=np.repeat(np.arange(len(raters)), [len(one.unit) for one in own]),
        place=np.searchsorted(unit_of, unit),
        code=np.concatenate([nothing, *(one.code for one in own)]),
        unit_of=unit_of,
        shares=counts / counts.sum(axis=1, keepdims=True),
    )


def _maximised(given: _Given, posterior: Floats) -> _Model:
    """The model that fits posteriors best."""
    size = posterior.shape[1]
    cell = given.rater * size + given.code
    weight = posterior[given.place]
    joint = np.empty((given.raters, size, size))
    for k in range(size):
        joint[:, k] = np.bincount(cell, weight[:, k], minlength=given.raters * size).reshape(-1, size)
    whole = np.broadcast_to(joint.sum(axis=-1, keepdims=True), joint.shape)
    return _Model(posterior.mean(axis=0), divided(joint, whole))


def _expected(given: _Given, model: _Model) -> _Fit:
    """Posteriors under a model, in logarithms: products of many probabilities would vanish."""
    with np.errstate(divide="ignore"):
        # A value that none of a rater's units can have stays impossible: log 0.
        log_rows, log_prevalence = np.log(np.nan_to_num(model.rows)), np.log(model.prevalence)
    of_label = log_rows[given.rater, :, given.code]
    units, size = given.shares.shape
    joint = np.tile(log_prevalence, (units, 1))
    for k in range(size):
        joint[:, k] += np.bincount(given.place, of_label[:, k], minlength=units)
    whole = logsumexp(joint, axis=1, keepdims=True)
    return _Fit(np.exp(joint - whole), float(whole.sum()))


def _confusion(rater: str, rows: Floats) -> Confusion:
    return Confusion(rater, tuple(None if np.isnan(row).any() else tuple(map(float, row)) for row in rows))


def _with_consensus(labels: CodedLabels, unit: Ints, posterior: Floats) -> CodedLabels:
    greatest = posterior.max(axis=1, keepdims=True)
    alone: NDArray[np.bool_] = (posterior > greatest - _SAME).sum(axis=1) == 1
    return with_reference(labels, NAME, unit[alone], posterior[alone].argmax(axis=1).astype(np.int16))


def _no_consensus(labels: CodedLabels, given: _Given, why: str) -> Consensus:
    nothing = np.empty((0, len(labels.scale.values)))
    return Consensus(
        labels=_with_consensus(labels, np.empty(0, dtype=np.intp), nothing),
        rater=len(labels.raters),
        unit=np.empty(0, dtype=np.intp),
        posterior=nothing,
        prevalence=(),
        confusion=(),
        log_likelihood=Estimate(None, len(given.unit_of), why),
        iterations=0,
        converged=False,
    )
