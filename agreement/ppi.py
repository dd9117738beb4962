"""Prediction-powered inference: the judge's labels of everything, corrected by people's labels of a sample.

People label a random sample drawn from the judged set, with recorded probabilities. The form of the papers, for a
labelled set apart from the unlabelled one, is in `agreement.ppi_published`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agreement.corrected import NEVER_LABELLED, Corrected, corrected, jackknife_interval, refused, unseen
from agreement.estimate import Interval
from agreement.frame import Floats
from agreement.jackknife import LEVEL, PLAIN, SAME, Replicates, leaving_out
from agreement.ppi_sums import ROUNDING, Design, Parts, Sums, best_weight, residuals_of, shares, sums_of

Target = Literal["population", "these units"]

_CENSUS = "people labelled every unit that counts: the value is theirs, without sampling error"
_NO_WHOLE = "the wholes sum to 0: there is no share"


@dataclass(frozen=True)
class Rule:
    """The choices of a correction.

    `lam` weighs the judge: 0 leaves people's labels alone (classical), 1 is PPI, None the best weight (PPI++).
    `target`: what the interval is about, the population the judged units come from or these units themselves.
    `low` and `high` bound each value (of a ratio: the share of each unit).
    """

    lam: float | None = None
    target: Target = "population"
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if self.lam is not None and not 0 <= self.lam <= 1:
            raise ValueError(f"lam must lie in [0, 1], or be None for the best weight, got {self.lam}")
        if not self.low < self.high:
            raise ValueError(f"the bounds of a value must rise, got {self.low} and {self.high}")


@dataclass(frozen=True, eq=False)
class Powered:
    """A corrected figure with the weight given to the judge; None when refused. `judged` counts all units."""

    corrected: Corrected
    lam: float | None
    judged: int


def ppi_mean(human: Floats, judge: Floats, design: Design, rule: Rule | None = None) -> Powered:
    """Mean of one value per unit: `judge[i]` of every unit i, `human[i]` of those people labelled, NaN elsewhere.

    theta = lam mean(judge) + N^-1 sum_labelled (human - lam judge) / probability, where the weights 1 / probability
    are scaled to sum to N, which they do by themselves when the design fixes the size of its sample.
    The best weight is the slope of people's cluster sums on the judge's among labelled clusters, cut to [0, 1].
    The interval leaves out one cluster at a time, labelled and unlabelled units together, and finds the weight anew
    each time: in simulations with 15 to 100 labelled clusters a weight held fixed covers up to 3 points less.
    When people and the weighted judge differ equally in every cluster, so that the error's variation is not seen,
    its exact bound (each cluster one trial) is squared and added. A stratified design is treated
    as one sample: the interval is then too wide rather than too narrow.
    For the target "these units" only labelled clusters leave, shrunk by sqrt(1 - probability).
    Refused in words: unknown or zero probabilities, a unit sure to be drawn without label, pieces inside units drawn,
    nobody labelled. ValueError: unequal lengths, values outside their bounds, a unit without the judge's value.
    Source: Angelopoulos, Duchi & Zrnic 2023, "PPI++"; weights: Hajek 1971; with the sample a part of the judged set
    it is the regression estimator of Cochran 1977, "Sampling techniques", chapter 7.
    """
    known = np.where(np.isnan(human), np.nan, 1.0)
    return ppi_ratio(Parts(human, known), Parts(judge, np.ones(len(judge))), design, rule)


def ppi_ratio(human: Parts, judge: Parts, design: Design, rule: Rule | None = None) -> Powered:
    """Sum of parts over sum of wholes, each corrected as by `ppi_mean` with one common weight for the judge.

    `human.part[i]` and `.whole[i]` are people's counts in unit i, NaN where they did not label it; `judge` has
    those of every unit. The best weight is that of the residuals part - share x whole.
    Undefined also when the wholes sum to 0. Everything else as for `ppi_mean`.
    Source: as there; ratio: Cochran 1977, chapter 6.
    """
    rule = rule or Rule()
    labelled = _checked(human, judge, design, rule)
    n = int(labelled.sum())
    why = _refusal(design, labelled)
    if why is not None:
        return Powered(refused(n, why), None, len(labelled))
    sums = sums_of(human, judge, design, labelled)
    found = _population(sums, rule.lam) if rule.target == "population" else _these(sums, rule.lam)
    if np.isnan(found.value):
        return Powered(refused(n, _NO_WHOLE), None, len(labelled))
    lam = float(best_weight(sums.labelled.sum(axis=0))) if rule.lam is None else rule.lam
    clusters = int(sums.has_label.sum())
    figure = corrected(found, _interval(sums, lam, found, rule), n, clusters, (rule.low, rule.high))
    return Powered(figure, lam, len(labelled))


def _checked(human: Parts, judge: Parts, design: Design, rule: Rule) -> NDArray[np.bool_]:
    """Which units people labelled; ValueError when the arrays do not describe the same units."""
    columns = (human.part, human.whole, judge.part, judge.whole, design.probability, design.cluster)
    if len({len(column) for column in columns}) != 1:
        raise ValueError(f"the arrays describe {', '.join(str(len(column)) for column in columns)} units")
    labelled = ~np.isnan(human.part)
    _refuse(labelled == np.isnan(human.whole), "people's part and whole must both be given or both be NaN")
    _refuse(np.isnan(judge.part) | np.isnan(judge.whole), "the judge's value is missing: leave the unit out of the set")
    for who, values in (("people's", human), ("the judge's", judge)):
        slack = ROUNDING * (1 + np.abs(values.part))
        beyond = (values.part < rule.low * values.whole - slack) | (values.part > rule.high * values.whole + slack)
        _refuse(beyond | (values.whole < 0), f"{who} value lies outside [{rule.low:g}, {rule.high:g}]")
    outside = (design.probability < 0) | (design.probability > 1)
    _refuse(outside, "a probability must lie in [0, 1] (NaN: unknown)")
    return labelled


def _refuse(wrong: NDArray[np.bool_], what: str) -> None:
    if wrong.any():
        raise ValueError(f"unit {int(np.argmax(wrong))}: {what}")


def _refusal(design: Design, labelled: NDArray[np.bool_]) -> str | None:
    """Why the design allows no correction, or None where it does."""
    unknown, never = np.isnan(design.probability), design.probability == 0
    missing = (design.probability == 1) & ~labelled
    if design.drawn == "inside units":
        return "the design drew pieces inside the units, so no unit's value is known in full: correct piece by piece"
    if unknown.any():
        return f"{unknown.sum()} of {len(unknown)} units have no recorded probability of being drawn"
    if never.any():
        return (
            f"{never.sum()} of {len(never)} units could not be drawn (probability 0): the sample says nothing of them"
        )
    if missing.any():
        return f"{missing.sum()} units were sure to be drawn and have no label: what is left is no random sample"
    return None if labelled.any() else NEVER_LABELLED


def _population(sums: Sums, lam: float | None) -> Replicates:
    """Each cluster leaves with all it has."""
    features = np.concatenate([sums.labelled, sums.judged], axis=1)
    found = leaving_out(features, lambda stack: shares(stack[:, :30], stack[:, 30:], lam))
    return replace(found, cluster=sums.cluster)


def _these(sums: Sums, lam: float | None) -> Replicates:
    """Only people's labels leave: what the judge said of these units is no sample."""
    drawn = sums.has_label
    found = leaving_out(sums.labelled[drawn], partial(shares, judged=sums.judged.sum(axis=0), lam=lam))
    shrunk = found.value + np.sqrt(1 - sums.probability[drawn]) * (found.left_out - found.value)
    return Replicates(found.value, sums.cluster[drawn], shrunk)


def _interval(sums: Sums, lam: float, found: Replicates, rule: Rule) -> Interval:
    """By the jackknife, unless it sees too little: a census, and an error that does not vary."""
    if rule.target == "these units" and (sums.probability == 1).all():
        return Interval(None, None, PLAIN, LEVEL, _CENSUS)
    residuals = residuals_of(sums.labelled.sum(axis=0))
    clusters = int(sums.has_label.sum())
    error = sums.labelled[:, :5] @ (residuals.human - lam * residuals.judge) / sums.labelled[:, 0].sum()
    reach = 0.0 if np.abs(error).max() > SAME else (rule.high - rule.low) * unseen(clusters)
    return jackknife_interval(found, clusters, down=reach, up=reach)
