"""Prediction-powered inference as published: a labelled set apart from the unlabelled one. A reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import Floats
from agreement.jackknife import LEVEL, SAME

NORMAL = "normal, units independent (a reference, as published)"
_NO_VARIATION = "every label of a kind is the same: there is no variation to judge by"


@dataclass(frozen=True)
class Published:
    """The published estimate with its normal interval, and the weight given to the judge."""

    measured: Measured
    lam: float


def ppi_published(human: Floats, judge: Floats, judge_unlabelled: Floats, lam: float | None = None) -> Published:
    """The mean from n units labelled by people and judge, and N other units labelled by the judge only.

    theta = lam mean(judge_unlabelled) + mean(human - lam judge); its variance is lam^2 var(judge_unlabelled) / N +
    var(human - lam judge) / n. `lam` None: cov(human, judge) / ((1 + n / N) var(judge)), cut to [0, 1].
    As in ppi-python 0.2.3 both variances have divisor n and N, the covariance divisor n, and the judge's variance is
    that of all n + N labels with divisor n + N - 1. A reference, not for publication: the normal quantile and the
    divisors make it too narrow in small samples, and units of one cluster count as independent. What ppi-python does
    besides, and this does not: at its default weight it drops `alternative` and always returns the two-sided
    interval; its default level is 90 %; its p-value uses the weight before the cut to [0, 1].
    The interval is undefined where nothing varies. ValueError: unequal lengths, fewer than two units on a side, NaN.
    Source: Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, "Prediction-powered inference", algorithm 1; weight:
    Angelopoulos, Duchi & Zrnic 2023, "PPI++".
    """
    n, other = len(human), len(judge_unlabelled)
    if len(judge) != n or min(n, other) < 2:
        raise ValueError(f"{n} human and {len(judge)} judge labels, {other} unlabelled: need pairs, and two of each")
    if np.isnan(np.concatenate([human, judge, judge_unlabelled])).any():
        raise ValueError("a label is NaN: leave out units without one")
    weight = _best_weight(human, judge, judge_unlabelled) if lam is None else lam
    value = weight * judge_unlabelled.mean() + (human - weight * judge).mean()
    variance = weight**2 * judge_unlabelled.var() / other + (human - weight * judge).var() / n
    half = float(ndtri((1 + LEVEL) / 2)) * float(np.sqrt(variance))
    interval = Interval(float(value - half), float(value + half), NORMAL, LEVEL)
    if half < SAME:
        interval = Interval(None, None, NORMAL, LEVEL, _NO_VARIATION)
    return Published(Measured(Estimate(float(value), n), interval, n), weight)


def _best_weight(human: Floats, judge: Floats, judge_unlabelled: Floats) -> float:
    together = np.mean((human - human.mean()) * (judge - judge.mean()))
    spread = np.concatenate([judge, judge_unlabelled]).var(ddof=1) * (1 + len(judge) / len(judge_unlabelled))
    return float(np.clip(together / spread, 0.0, 1.0)) if spread > 0 else 0.0
