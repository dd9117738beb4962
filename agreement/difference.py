"""Whether two figures on the same clusters differ: two judges, before and after, judge-human and human-human."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from agreement.comparison import Comparison, units_with
from agreement.estimate import Measured
from agreement.frame import CodedLabels
from agreement.panel import panel_of
from agreement.report import judge_with_humans
from agreement.significance import T_TEST, Significance, t_test, untested
from agreement.statistics import Statistic


@dataclass(frozen=True)
class Difference:
    """`difference` is `first` minus `second`, paired by cluster; `test` asks whether it is 0."""

    first: Measured
    second: Measured
    difference: Measured
    test: Significance


@dataclass(frozen=True)
class JudgeDifference:
    """Judge `first` minus judge `second`, each compared with the same humans on the units that both judged.

    `units` are these, with a label of a human; `left_out` have a label of a human and of only one of the judges.
    """

    first: str
    second: str
    humans: tuple[str, ...]
    units: int
    left_out: int
    figures: Difference


def difference_of(first: Comparison, second: Comparison, statistic: Statistic) -> Difference:
    """The mean of a statistic over the pairs of one comparison minus that of another, with a two-sided t-test.

    The two must come from one frame, so that they share clusters; before and after are two runs of it. A cluster of
    only one of them counts too. The interval is the cluster jackknife-t on the plain scale with clusters - 1 degrees
    of freedom, and the p-value goes with it: undefined for the same reasons, below .05 where the 95 % interval leaves
    out 0. ValueError when the labels were coded from different frames.
    """
    first.check_same_clusters(second)
    a, b = first.mean(statistic), second.mean(statistic)
    measured = a.minus(b)
    why = measured.estimate.undefined or measured.interval.undefined
    test = t_test(a.found.minus(b.found)) if why is None else untested(T_TEST, why)
    return Difference(a.measured(), b.measured(), measured, test)


def judge_difference(labels: CodedLabels, first: str, second: str, statistic: Statistic) -> JudgeDifference:
    """Agreement of one judge with the humans minus that of another, on units both judged.

    A judge that leaves out the hard units would look better on its own units, so only those of both count. Each is
    compared with every human of `agreement.panel.panel_of`, then averaged. ValueError when one is no judge of the
    labels, or both are the same.
    """
    one, other = _judge(labels, first), _judge(labels, second)
    if one == other:
        raise ValueError(f"a judge is compared with another one, got {first!r} twice")
    panel = panel_of(labels)
    judges, labelled = units_with(labels, (one, other)), units_with(labels, panel.humans) > 0
    shared = only_units(labels, judges == 2)
    return JudgeDifference(
        first=first,
        second=second,
        humans=tuple(labels.raters[human].name for human in panel.humans),
        units=int((labelled & (judges == 2)).sum()),
        left_out=int((labelled & (judges == 1)).sum()),
        figures=difference_of(
            judge_with_humans(shared, one, panel), judge_with_humans(shared, other, panel), statistic
        ),
    )


def _judge(labels: CodedLabels, name: str) -> int:
    judges = {labels.raters[judge].name: judge for judge in labels.of_kind("judge")}
    if name not in judges:
        raise ValueError(f"no judge {name!r} in these labels; there are {', '.join(judges) or 'none'}")
    return judges[name]


def only_units(labels: CodedLabels, chosen: NDArray[np.bool_]) -> CodedLabels:
    """The labels of some units; units, clusters and raters keep their numbers."""
    kept = chosen[labels.unit]
    start = np.concatenate([[0], np.cumsum(kept)])[labels.start]
    return replace(labels, unit=labels.unit[kept], code=labels.code[kept], start=start)
