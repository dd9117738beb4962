"""How far any judge could correlate with the mean of several people, who are themselves not perfectly reliable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agreement.comparison import Mean
from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import CodedLabels, Floats, Ints
from agreement.jackknife import Replicates, atanh_interval, leaving_out, plain_interval
from agreement.statistics import NO_ORDER
from agreement.tensors import divided, label_counts, runs_of

NO_UNIT = "no unit was labelled by the judge and two humans"
CONSTANT = "the judge, or the mean of the humans, is the same for every unit"
IMAGE = "image of the interval of the mean human-human Pearson"
_SAME = 1e-12  # a correlation this near to 1, or a variance below this (codes from -1/2 to 1/2), differs by rounding


@dataclass(frozen=True)
class Attainable:
    """What the reliability of people lets a judge attain, by Pearson, on units that it and two or more people labelled.

    `people` is their number behind a mean, k (its harmonic mean where it varies over units), `human_human` their mean
    pairwise Pearson r. `reliability` of the mean of k people is k r / (1 + (k - 1) r), in (0, 1]; `ceiling`, its square
    root, is what a judge that knows the truth would reach. `judge` is the judge with the mean of the people, in
    [-1, 1]; `disattenuated` is that over the ceiling: beyond 1 by chance, or where people and judge share errors.
    """

    people: Estimate
    human_human: Measured
    reliability: Measured
    ceiling: Measured
    judge: Measured
    disattenuated: Measured


def attainable(labels: CodedLabels, judge: int, humans: Sequence[int], between: Mean) -> Attainable:
    """The attainable correlation of a judge with the mean of humans, by position in `labels.raters`.

    `between` is the mean pairwise Pearson of these humans (`Comparison.mean`); ValueError when it is of another
    statistic. People are taken as parallel: equally good, each with errors of their own. Undefined without a unit of
    the judge and two humans; reliability and ceiling where `between` is undefined or not above 0; the judge's
    correlations where the judge or the mean of the humans is constant, and on a nominal scale of three or more values.
    Source: Spearman 1910 and Brown 1910 (reliability of a mean), Spearman 1904 (correction for attenuation).
    """
    if between.statistic.name != "pearson":
        raise ValueError(f"the attainable ceiling is one of Pearson, not of {between.statistic.name}")
    shared = _shared(labels, judge, humans)
    n, people, with_mean = shared.units, shared.replicates(_people), shared.replicates(_pearson)
    pearson, ceilings = between.measured(), _ceilings(between.found, people)
    corrected = Replicates(
        with_mean.value / ceilings.value, ceilings.cluster, with_mean.on(ceilings.cluster) / ceilings.left_out
    )
    nobody = None if n else NO_UNIT
    no_ceiling = nobody or between.estimate.undefined or _why_unreliable(between.found.value)
    constant = CONSTANT if np.isnan(with_mean.value) else None
    no_judge = nobody or (NO_ORDER if between.statistic.senseless_on(labels.scale) else constant)
    return Attainable(
        people=Estimate(None, 0, nobody) if nobody else Estimate(people.value, n),
        human_human=pearson,
        reliability=_image(pearson, no_ceiling, lambda r: spearman_brown(r, people.value)),
        ceiling=_image(pearson, no_ceiling, lambda r: np.sqrt(spearman_brown(r, people.value))),
        judge=_measured(with_mean, n, no_judge, atanh_interval),
        disattenuated=_measured(corrected, n, no_ceiling or no_judge, plain_interval),
    )


def spearman_brown(r: Floats, k: Floats | float) -> Floats:
    """Reliability of the mean of k raters with mean pairwise correlation r, element by element; NaN where r <= 0."""
    positive = np.where(r > 0, r, np.nan)
    return np.asarray(k * positive / (1 + (k - 1) * positive))


@dataclass(frozen=True, eq=False)
class _Shared:
    """Sums over the shared units of each cluster of 1, x, y, xx, yy, xy and 1/k: x the judge, y the mean of k humans.

    Codes are laid between -1/2 and 1/2, which no correlation sees.
    """

    cluster: Ints
    sums: Floats
    units: int

    def replicates(self, statistic: Callable[[Floats], Floats]) -> Replicates:
        found = leaving_out(self.sums, statistic)
        return Replicates(found.value, self.cluster, found.left_out)


def _shared(labels: CodedLabels, judge: int, humans: Sequence[int]) -> _Shared:
    code = np.array(labels.scale.codes)
    code = (code - (code[0] + code[-1]) / 2) / (code[-1] - code[0])
    given, own = label_counts(labels, humans).astype(float), labels.of(judge)
    people = given.sum(axis=0)[own.unit]
    unit, k = own.unit[people >= 2], people[people >= 2]
    x, y = code[own.code[people >= 2]], code @ given[:, unit] / k
    weight = np.ones(len(unit)) if labels.weight is None else labels.weight[unit]
    clusters = runs_of(labels.cluster_of[unit])
    features = (np.ones(len(unit)), x, y, x * x, y * y, x * y, 1 / k)
    sums = np.stack([clusters.sums(weight * feature) for feature in features], axis=-1)
    return _Shared(clusters.value, sums, len(unit))


def _pearson(sums: Floats) -> Floats:
    n, x, y, xx, yy, xy, _ = np.moveaxis(sums, -1, 0)
    mean_x, mean_y = divided(x, n), divided(y, n)
    spread_x, spread_y = divided(xx, n) - mean_x**2, divided(yy, n) - mean_y**2
    varied = (spread_x > _SAME) & (spread_y > _SAME)
    spread = np.sqrt(np.where(varied, spread_x * spread_y, 0.0))
    value = divided(divided(xy, n) - mean_x * mean_y, spread)
    return np.where(np.abs(value) > 1 - _SAME, np.sign(value), value)


def _people(sums: Floats) -> Floats:
    """Harmonic mean of the number of people behind a mean: it makes the mean error variance right."""
    return divided(sums[..., 0], sums[..., 6])


def _ceilings(r: Replicates, people: Replicates) -> Replicates:
    clusters = np.union1d(r.cluster, people.cluster)
    value = np.sqrt(spearman_brown(np.array(r.value), people.value))
    return Replicates(float(value), clusters, np.sqrt(spearman_brown(r.on(clusters), people.on(clusters))))


def _why_unreliable(r: float) -> str | None:
    return None if r > 0 else f"the mean human-human Pearson is {r:.2f}, not above 0: people's mean measures nothing"


def _image(pearson: Measured, why: str | None, of: Callable[[Floats], Floats]) -> Measured:
    """A rising function of the human-human Pearson, with the image of its interval; 0 where that reaches below 0."""
    n, interval = pearson.estimate.n, pearson.interval
    words = why or interval.undefined
    if interval.low is None or words is not None:
        bounds = Interval(None, None, IMAGE, interval.level, words)
    else:
        low, high = np.nan_to_num(of(np.array([interval.low, interval.high])))
        bounds = Interval(float(low), float(high), IMAGE, interval.level)
    estimate = Estimate(None, n, why) if why else Estimate(float(of(np.array(pearson.estimate.value))), n)
    return Measured(estimate, bounds, pearson.clusters)


def _measured(found: Replicates, n: int, why: str | None, interval: Callable[[Replicates], Interval]) -> Measured:
    if why is not None:
        found = replace(found, value=float("nan"))
    estimate = Estimate(None, n, why) if why else Estimate(found.value, n)
    return Measured(estimate, interval(found), len(found.cluster))
