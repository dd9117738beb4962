"""Metrics of a system: means over its answers, pooled figures, and differences paired by query."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt
from statistics import fmean, stdev

import numpy as np
from scipy.special import ndtri, stdtrit

from agreement.deeptrace import METRICS, AnswerMetrics
from agreement.estimate import Estimate, Interval, Measured
from agreement.jackknife import LEVEL, Replicates, share_interval
from agreement.metric import MetricValue

T_INTERVAL = "t"
WILSON = "Wilson"
EXACT = "exact one-sided bound"

NO_VALUE = "no answer has a value"
ONE_ONLY = "fewer than 2 {units}: variation cannot be seen"
ALL_SAME = "all {units} have the same value: there is no variation to judge by"
UNLABELLED = "cells unlabelled"

_ROUNDING = 1e-12  # values closer than this differ by rounding only


@dataclass(frozen=True)
class SystemMetric:
    """One metric of one system.

    `mean` is the mean over the answers with a value, clustered by answer (the paper's figure); `pooled` is the
    sum of parts over the sum of wholes. `low` and `high` are the means of the answers' own bounds: they
    differ from the mean only where the policy allows unknown labels. `excluded` counts the answers without
    a value by reason; with the n of the mean they make `answers`.
    """

    system: str
    metric: str
    mean: Measured
    pooled: Measured
    low: float | None
    high: float | None
    answers: int
    excluded: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SystemDifference:
    """Mean over queries of `first` minus `second`, on the queries where both have a value.

    `dropped` counts the queries where only one of the two has a value.
    """

    metric: str
    first: str
    second: str
    mean: Measured
    dropped: int


def system_metrics(answers: Sequence[AnswerMetrics]) -> tuple[SystemMetric, ...]:
    """Every metric of every system, systems by name and metrics in the order of the paper."""
    by_system: dict[str, list[AnswerMetrics]] = defaultdict(list)
    for answer in answers:
        by_system[answer.system].append(answer)
    return tuple(
        _system_metric(system, metric, [answer.values[metric] for answer in by_system[system]])
        for system in sorted(by_system)
        for metric in METRICS
    )


def system_differences(answers: Sequence[AnswerMetrics]) -> tuple[SystemDifference, ...]:
    """Every metric's difference between every two systems, paired by query."""
    systems = sorted({answer.system for answer in answers})
    found = []
    for metric in METRICS:
        by_query = {system: _by_query(answers, system, metric) for system in systems}
        found += [_difference(metric, a, b, by_query[a], by_query[b]) for a, b in combinations(systems, 2)]
    return tuple(found)


def mean_interval(values: Sequence[float], binary: bool, level: float = LEVEL) -> Interval:
    """Interval of the mean of values in [0, 1], each from one answer; never of zero width.

    The t interval (the same as the jackknife-t of a mean), cut off at 0 and 1. When all values are 0 or all
    are 1: Wilson's for binary values; for ratios the exact one-sided bound, as n values of exactly 0 have
    probability at most (1 - mean)^n. Undefined for fewer than 2 values, and when all are the same otherwise.
    Source: Wilson 1927; Clopper & Pearson 1934 at the boundary.
    """
    n = len(values)
    if n >= 2 and min(values) == max(values) and values[0] in (0.0, 1.0):
        reach = _wilson_reach(n, level) if binary else 1 - (1 - level) ** (1 / n)
        method = WILSON if binary else EXACT
        return Interval(0.0, reach, method, level) if values[0] == 0.0 else Interval(1 - reach, 1.0, method, level)
    return _t_interval(values, 0.0, 1.0, "answers", level)


def _wilson_reach(n: int, level: float) -> float:
    """How far Wilson's interval reaches from 0 out of n, or down from n out of n: z^2 / (n + z^2)."""
    z = float(ndtri((1 + level) / 2))
    return z * z / (n + z * z)


def _t_interval(values: Sequence[float], low: float, high: float, units: str, level: float) -> Interval:
    n = len(values)
    if n < 2:
        return Interval(None, None, T_INTERVAL, level, ONE_ONLY.format(units=units))
    if max(values) - min(values) < _ROUNDING:
        return Interval(None, None, T_INTERVAL, level, ALL_SAME.format(units=units))
    half = float(stdtrit(n - 1, (1 + level) / 2)) * stdev(values) / sqrt(n)
    mean = fmean(values)
    return Interval(max(low, mean - half), min(high, mean + half), T_INTERVAL, level)


def _system_metric(system: str, metric: str, values: Sequence[MetricValue]) -> SystemMetric:
    kept = [value for value in values if value.estimate.value is not None]
    numbers = [value.estimate.value for value in kept if value.estimate.value is not None]
    mean = Estimate(fmean(numbers), len(numbers)) if numbers else Estimate(None, 0, NO_VALUE)
    excluded = Counter(_reason(value) for value in values if value.estimate.value is None)
    return SystemMetric(
        system=system,
        metric=metric,
        mean=Measured(mean, mean_interval(numbers, METRICS[metric].binary), len(numbers)),
        pooled=_pooled(kept),
        low=fmean(value.low for value in kept if value.low is not None) if kept else None,
        high=fmean(value.high for value in kept if value.high is not None) if kept else None,
        answers=len(values),
        excluded=tuple(sorted(excluded.items())),
    )


def _reason(value: MetricValue) -> str:
    """Why an answer has no value, without the number of its cells."""
    return UNLABELLED if value.unknown else str(value.estimate.undefined)


def _pooled(kept: Sequence[MetricValue]) -> Measured:
    """Sum of parts / sum of wholes, its interval by leaving out one answer at a time."""
    parts = np.array([value.part for value in kept], dtype=np.float64)
    wholes = np.array([value.whole for value in kept], dtype=np.float64)
    total = int(wholes.sum())
    if not total:
        estimate = Estimate(None, 0, NO_VALUE)
        return Measured(estimate, Interval(None, None, T_INTERVAL, LEVEL, NO_VALUE), len(kept))
    rest = wholes.sum() - wholes
    left_out = np.divide(parts.sum() - parts, rest, out=np.full(len(kept), np.nan), where=rest > 0)
    share = float(parts.sum() / total)
    found = Replicates(share, np.arange(len(kept)), left_out)
    return Measured(Estimate(share, total), share_interval(found, total), len(kept))


def _by_query(answers: Sequence[AnswerMetrics], system: str, metric: str) -> dict[str, float]:
    """A system's value for each query that has one; several answers to a query count as their mean."""
    values: dict[str, list[float]] = defaultdict(list)
    for answer in answers:
        value = answer.values[metric].estimate.value
        if answer.system == system and value is not None:
            values[answer.query].append(value)
    return {query: fmean(found) for query, found in values.items()}


def _difference(
    metric: str, first: str, second: str, a: Mapping[str, float], b: Mapping[str, float]
) -> SystemDifference:
    both = sorted(a.keys() & b.keys())
    differences = [a[query] - b[query] for query in both]
    estimate = (
        Estimate(fsum(differences) / len(both), len(both))
        if both
        else Estimate(None, 0, "no query where both systems have a value")
    )
    interval = _t_interval(differences, -1.0, 1.0, "queries", LEVEL)
    return SystemDifference(metric, first, second, Measured(estimate, interval, len(both)), len(a.keys() ^ b.keys()))
