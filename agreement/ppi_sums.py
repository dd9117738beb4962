"""What prediction-powered inference adds up: the judged units, people's sample of them, and sums by cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agreement.frame import Floats, Ints
from agreement.tensors import divided

Drawn = Literal["units", "inside units"]

ROUNDING = 1e-12  # a spread below this part of its size is rounding


@dataclass(frozen=True, eq=False)
class Design:
    """How people's sample was drawn from the judged set.

    `probability[i]` is the recorded probability that unit i was drawn, for every judged unit, drawn or not; NaN where
    unknown. `cluster[i]` is the cluster of unit i (any whole numbers; the answer, or the query when systems are
    compared). `drawn` is "inside units" when only pieces of the units were drawn, as statements of an answer
    whose values are one per answer.
    """

    probability: Floats
    cluster: Ints
    drawn: Drawn = "units"


@dataclass(frozen=True, eq=False)
class Parts:
    """Part and whole of each unit, for shares that are sums of parts over sums of wholes; NaN where unlabelled."""

    part: Floats
    whole: Floats


@dataclass(frozen=True, eq=False)
class Sums:
    """Additive features of each cluster: `labelled[c]` of its labelled units, `judged[c]` of all of them.

    `labelled` has sums of weight, weight x (people's part, whole, the judge's part, whole), then the 5 x 5 products of
    these sums; `judged` the judge's part and whole, and the number of units. `probability[c]` is the least of a unit.
    """

    cluster: Ints
    labelled: Floats
    judged: Floats
    probability: Floats

    @property
    def has_label(self) -> NDArray[np.bool_]:
        return self.labelled[:, 0] > 0


def sums_of(human: Parts, judge: Parts, design: Design, labelled: NDArray[np.bool_]) -> Sums:
    """The features of each cluster; `labelled[i]` says whether people labelled unit i."""
    cluster, place = np.unique(design.cluster, return_inverse=True)
    weight = labelled / design.probability

    def added(*columns: Floats) -> Floats:
        return np.stack([np.bincount(place, column, minlength=len(cluster)) for column in columns], axis=1)

    part, whole = (np.where(labelled, column, 0.0) for column in (human.part, human.whole))
    own = added(weight, weight * part, weight * whole, weight * judge.part, weight * judge.whole)
    products = (own[:, :, None] * own[:, None, :]).reshape(len(cluster), 25)
    least = np.ones(len(cluster))
    np.minimum.at(least, place, design.probability)
    judged = added(judge.part, judge.whole, np.ones(len(place)))
    return Sums(cluster, np.concatenate([own, products], axis=1), judged, least)


@dataclass(frozen=True, eq=False)
class Residuals:
    """Coefficients of the five sums that give a cluster's residual, people's and the judge's; both add up to 0."""

    human: Floats
    judge: Floats


def residuals_of(labelled: Floats) -> Residuals:
    """Of part - share x whole, the share being people's; the judge's residual less its mean."""
    weight, part, whole, judge_part, judge_whole = np.moveaxis(labelled[..., :5], -1, 0)
    share = divided(part, whole)
    mean = divided(judge_part - share * judge_whole, weight)
    none, one = np.zeros_like(weight), np.ones_like(weight)
    human = np.stack([none, one, -share, none, none], axis=-1)
    return Residuals(human, np.stack([-mean, none, none, one, -share], axis=-1))


def best_weight(labelled: Floats) -> Floats:
    """The weight that makes the estimate's variance smallest, in [0, 1]; 0 where the judge's residual is constant."""
    residuals = residuals_of(labelled)
    products = labelled[..., 5:].reshape(*labelled.shape[:-1], 5, 5)
    judge = residuals.judge
    by_judge = (products @ judge[..., None])[..., 0]
    spread = (judge * by_judge).sum(axis=-1)
    size = (np.square(judge) * np.diagonal(products, axis1=-2, axis2=-1)).sum(axis=-1)
    slope = divided((residuals.human * by_judge).sum(axis=-1), np.where(spread > ROUNDING * size, spread, 0.0))
    return np.clip(np.nan_to_num(slope, nan=0.0), 0.0, 1.0)


def shares(labelled: Floats, judged: Floats, lam: float | None) -> Floats:
    """The corrected share of each stack of sums; NaN where the wholes sum to nothing."""
    weight, part, whole, judge_part, judge_whole = np.moveaxis(labelled[..., :5], -1, 0)
    all_part, all_whole, units = np.moveaxis(judged, -1, 0)
    trust = best_weight(labelled) if lam is None else lam
    parts = trust * divided(all_part, units) + divided(part - trust * judge_part, weight)
    wholes = trust * divided(all_whole, units) + divided(whole - trust * judge_whole, weight)
    return divided(parts, np.where(wholes > 0, wholes, 0.0))
