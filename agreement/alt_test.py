"""The alternative annotator test: may a judge take the place of one of several people?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from scipy.special import stdtr
from scipy.stats import wilcoxon

from agreement.estimate import Estimate, Measured
from agreement.frame import CodedLabels, Codes, Floats, Ints
from agreement.jackknife import Values, share_interval
from agreement.multiplicity import adjusted
from agreement.ratio import share_of
from agreement.scale import Scale
from agreement.statistics import NO_ORDER, STATISTICS
from agreement.tensors import Tables, divided, label_counts, runs_of

Annotators = Literal["expert", "skilled", "crowd"]
Scoring = Literal["accuracy", "rmse"]
Basis = Literal["cluster", "unit"]

EPSILON: dict[Annotators, float] = {"expert": 0.20, "skilled": 0.15, "crowd": 0.10}
"""How much more often such a person may win than the judge, whose labels are cheaper."""

Q = 0.05
"""False discovery rate over the people."""

PASSES_FROM = 0.5
"""The winning rate a judge needs."""

FEWEST_HUMANS = 3
CLUSTER_T = "one-sided t-test on cluster means"
UNIT_T = "one-sided t-test on units, taken as independent"
UNIT_WILCOXON = "one-sided Wilcoxon signed-rank test on units, taken as independent"
NO_CONTEST = "no unit was labelled by the judge and two humans"
ONE_VALUE = "there is only one: variation cannot be seen"
NO_VARIATION = "the difference is the same in all of them: there is no variation to judge by"
_T_FROM = 30  # units
_SAME = 1e-9  # costs this near to each other, beside the largest cost of one label, differ by rounding only


@dataclass(frozen=True)
class HumanTest:
    """The judge against one human, on the `units` that both and at least one other human labelled.

    On each unit the one whose label is nearer to those of the other humans wins; equally near, both do. `advantage` is
    the share of units where the judge wins. `difference` is the mean of (human wins) - (judge wins), in [-1, 1], over
    cluster means or over units; `p` belongs to the null hypothesis that it is epsilon or more. `adjusted_p` is p by
    Benjamini-Yekutieli over the people, `beaten` whether that is at most Q; both are None where p is undefined.
    """

    human: str
    units: int
    clusters: int
    advantage: Measured
    difference: Estimate
    p: Estimate
    method: str
    adjusted_p: float | None
    beaten: bool | None


@dataclass(frozen=True)
class AltTest:
    """`winning_rate` is the share of the tested humans that the judge beats, in [0, 1]; it `passes` from PASSES_FROM.

    `humans` are those with a unit to be compared on; who has no p-value is not tested. `advantage` is the mean over
    them of the share of units where the judge is at least as near to the other humans. `passes` is None where the
    winning rate is undefined.
    """

    judge: str
    scoring: Scoring
    epsilon: float
    basis: Basis
    humans: tuple[HumanTest, ...]
    winning_rate: Estimate
    passes: bool | None
    advantage: Measured


def alt_test(
    labels: CodedLabels,
    judge: int,
    humans: Sequence[int],
    epsilon: float,
    scoring: Scoring = "accuracy",
    basis: Basis = "cluster",
) -> AltTest:
    """The test of a judge against humans, by position in `labels.raters`; for `epsilon` see EPSILON.

    Near is, over the labels of the other humans, having few that differ ("accuracy"), or a small root mean square of
    the differences of codes ("rmse"). Units of one answer resemble each other, so the default tests cluster means,
    with clusters - 1 degrees of freedom; basis "unit" is the published form: under 30 units it is Wilcoxon's test (by
    its normal approximation). Units count once, whatever their weight.
    Undefined for fewer than three humans with a unit to be compared on; a human is not tested on a single cluster (or
    unit), or where the difference is the same in all of them.
    ValueError for an epsilon outside [0, 1), an unknown scoring or basis, a judge among the humans, and "rmse" on a
    nominal scale of three or more values.
    Source: Calderon, Reichart & Dror 2025, "The alternative annotator test for LLM-as-a-judge", section 3.
    """
    _check(labels, judge, humans, epsilon, scoring, basis)
    given, cost = label_counts(labels, humans), _costs(labels.scale, scoring)
    everyone = (_contest(labels, judge, human, given, cost) for human in humans)
    contests = tuple(contest for contest in everyone if len(contest.difference))
    tests = _tests(contests, epsilon, basis)
    rate = _winning_rate(tests)
    return AltTest(
        judge=labels.raters[judge].name,
        scoring=scoring,
        epsilon=epsilon,
        basis=basis,
        humans=tests,
        winning_rate=rate,
        passes=None if rate.value is None else rate.value >= PASSES_FROM,
        advantage=_advantage(contests),
    )


def _check(
    labels: CodedLabels, judge: int, humans: Sequence[int], epsilon: float, scoring: Scoring, basis: Basis
) -> None:
    if not 0 <= epsilon < 1:
        raise ValueError(f"epsilon must be at least 0 and below 1, not {epsilon}")
    for value, kind in ((scoring, Scoring), (basis, Basis)):
        if value not in get_args(kind):
            raise ValueError(f"{value!r} is none of {', '.join(get_args(kind))}")
    if judge in humans:
        raise ValueError(f"{labels.raters[judge].name} cannot be the judge and one of the humans")
    if scoring == "rmse" and STATISTICS["pearson"].senseless_on(labels.scale):
        raise ValueError(f"rmse needs codes with an order: {NO_ORDER}")


def _costs(scale: Scale, scoring: Scoring) -> Floats:
    """K x K: what giving one value costs where another human gave the other, 1 at most."""
    codes = np.array(scale.codes)
    apart: Floats = np.square((codes[:, None] - codes) / (codes[-1] - codes[0]))
    return np.asarray(apart > 0, dtype=float) if scoring == "accuracy" else apart


@dataclass(frozen=True, eq=False)
class _Contest:
    """The judge against one human: who wins each shared unit; clusters rise. `difference` is -1, 0 or 1."""

    human: str
    cluster: Ints
    unit: Ints
    judge_wins: Floats
    difference: Floats


def _contest(labels: CodedLabels, judge: int, human: int, given: Codes, cost: Floats) -> _Contest:
    own = labels.of(human)
    judged = np.full(len(labels.cluster_of), -1, dtype=np.int16)
    judged[labels.of(judge).unit] = labels.of(judge).code
    shared = (judged[own.unit] >= 0) & (given.sum(axis=0)[own.unit] >= 2)
    unit, of_human = own.unit[shared], own.code[shared]
    of_judge, everybody = judged[unit], given[:, unit]
    # The human's own label is among those of everybody: it costs the judge something, and themselves nothing.
    judge_cost = (everybody * cost[:, of_judge]).sum(axis=0) - cost[of_human, of_judge]
    human_cost = (everybody * cost[:, of_human]).sum(axis=0)
    judge_wins = judge_cost <= human_cost + _SAME
    human_wins = human_cost <= judge_cost + _SAME
    difference = human_wins.astype(float) - judge_wins
    return _Contest(labels.raters[human].name, labels.cluster_of[unit], unit, judge_wins.astype(float), difference)


def _tests(contests: Sequence[_Contest], epsilon: float, basis: Basis) -> tuple[HumanTest, ...]:
    found = len(contests)
    few = None if found >= FEWEST_HUMANS else f"{found} humans can be compared with a judge; it takes {FEWEST_HUMANS}"
    tests = [_tested(contest, epsilon, basis, few) for contest in contests]
    corrected = adjusted([test.p.value for test in tests], "benjamini-yekutieli", Q)
    both = zip(corrected.p, corrected.rejected, strict=True)
    return tuple(replace(test, adjusted_p=p, beaten=beaten) for test, (p, beaten) in zip(tests, both, strict=True))


def _tested(contest: _Contest, epsilon: float, basis: Basis, few: str | None) -> HumanTest:
    clusters = runs_of(contest.cluster)
    length = clusters.length.astype(float)
    values = contest.difference if basis == "unit" else clusters.sums(contest.difference) / length
    method = CLUSTER_T if basis == "cluster" else UNIT_T if len(values) >= _T_FROM else UNIT_WILCOXON
    return HumanTest(
        human=contest.human,
        units=len(contest.unit),
        clusters=len(length),
        advantage=share_of(clusters.sums(contest.judge_wins), length, NO_CONTEST),
        difference=Estimate(float(values.mean()), len(values)),
        p=Estimate(None, len(values), few) if few else _p(values, epsilon, method),
        method=method,
        adjusted_p=None,
        beaten=None,
    )


def _p(values: Floats, epsilon: float, method: str) -> Estimate:
    """That of the null hypothesis that the values lie at epsilon or above."""
    n, above = len(values), values - epsilon
    if n < 2:
        return Estimate(None, n, ONE_VALUE)
    if np.ptp(values) < _SAME:
        return Estimate(None, n, NO_VARIATION)
    if method == UNIT_WILCOXON:
        return Estimate(float(wilcoxon(above, alternative="less", method="approx").pvalue), n)
    return Estimate(float(stdtr(n - 1, above.mean() / (above.std(ddof=1) / np.sqrt(n)))), n)


def _winning_rate(tests: Sequence[HumanTest]) -> Estimate:
    beaten = [test.beaten for test in tests if test.beaten is not None]
    if beaten:
        return Estimate(sum(beaten) / len(beaten), len(beaten))
    return Estimate(None, 0, tests[0].p.undefined if tests else NO_CONTEST)


def _advantage(contests: Sequence[_Contest]) -> Measured:
    """The mean over humans, from whom a cluster is left out at once. Each is a group of tables: wins, units."""
    if not contests:
        return share_of(np.empty(0), np.empty(0), NO_CONTEST)
    parts = [runs_of(contest.cluster) for contest in contests]
    wins = [part.sums(contest.judge_wins) for part, contest in zip(parts, contests, strict=True)]
    units = np.concatenate([part.length for part in parts])
    tables = Tables(
        counts=np.stack([np.concatenate(wins), units], axis=-1),
        group=np.repeat(np.arange(len(parts)), [len(part.value) for part in parts]),
        cluster=np.concatenate([part.value for part in parts]),
        units=units,
        groups=len(parts),
    )
    share, without = (divided(sums[:, 0], sums[:, 1]) for sums in (tables.totals, tables.rest))
    found, n = Values(tables, share, without).mean(), len(np.unique(np.concatenate([c.unit for c in contests])))
    return Measured(Estimate(found.value, n), share_interval(found, n), len(found.cluster))
