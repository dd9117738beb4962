"""The intervals of the leading statistic once more, by drawing clusters anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agreement.bootstrap import Draws, Resampled, bootstrap_difference, bootstrap_mean
from agreement.comparison import Comparison
from agreement.frame import CodedLabels
from agreement.panel import Panel
from agreement.report import human_pairs, judge_with_humans
from agreement.statistics import STATISTICS, Statistic


@dataclass(frozen=True)
class JudgeResampled:
    """One judge: its mean with the humans, and that minus the humans' mean with each other."""

    judge: str
    mean: Resampled
    difference: Resampled


@dataclass(frozen=True)
class SecondView:
    """Percentile and BCa intervals of one statistic: of the humans with each other, and of each judge.

    The same `seed` gives the same intervals. They are a second view: with few clusters they are too narrow, which the
    jackknife of the report is not.
    """

    statistic: str
    replicates: int
    seed: int
    human_human: Resampled
    judges: tuple[JudgeResampled, ...]


def bootstrap_view(labels: CodedLabels, panel: Panel, statistic: str, replicates: int, seed: int) -> SecondView:
    """Intervals by drawing the clusters of some labels `replicates` times, for a statistic in `STATISTICS`.

    Every figure draws from a generator of its own with that seed, so that none depends on which others there are.
    ValueError on an unknown statistic, and for fewer than one replicate.
    """
    if statistic not in STATISTICS:
        raise ValueError(f"no statistic {statistic!r} of a pair; there are {', '.join(STATISTICS)}")
    view = _View(STATISTICS[statistic], human_pairs(labels, panel), replicates, seed)
    return SecondView(
        statistic=statistic,
        replicates=replicates,
        seed=seed,
        human_human=view.of(view.humans),
        judges=tuple(
            view.judge(labels.raters[judge].name, judge_with_humans(labels, judge, panel))
            for judge in labels.of_kind("judge")
        ),
    )


@dataclass(frozen=True, eq=False)
class _View:
    statistic: Statistic
    humans: Comparison
    replicates: int
    seed: int

    @property
    def draws(self) -> Draws:
        return Draws(np.random.default_rng(self.seed), self.replicates)

    def of(self, compared: Comparison) -> Resampled:
        return bootstrap_mean(compared, self.statistic, self.draws)

    def judge(self, name: str, compared: Comparison) -> JudgeResampled:
        difference = bootstrap_difference(compared, self.humans, self.statistic, self.draws)
        return JudgeResampled(name, self.of(compared), difference)
