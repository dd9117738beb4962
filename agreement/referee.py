"""The same statistics from other people's libraries, for tests and `countermark verify`.

The only module that may import scikit-learn and krippendorff. It goes from the long frame to their input by
plain pandas and shares no table, weight or formula with the rest of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import gcd, isclose, lcm
from typing import get_args

import krippendorff
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import kendalltau, pearsonr, spearmanr
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef, mean_absolute_error, root_mean_squared_error

from agreement.estimate import Estimate, Measured
from agreement.report import AgreementReport
from agreement.scale import Level, Scale

Codes = NDArray[np.float64]
_NOTHING_SHARED = "no unit was labelled by both"
_WEIGHTS = {"kappa": None, "kappa_linear": "linear", "kappa_quadratic": "quadratic"}
_ALPHAS: dict[str, Level] = {f"alpha_{level}": level for level in get_args(Level)}
_OF_VARIED: dict[str, Callable[[Codes, Codes], float]] = {
    "pearson": lambda a, b: float(pearsonr(a, b).statistic),
    "spearman": lambda a, b: float(spearmanr(a, b).statistic),
    "kendall": lambda a, b: float(kendalltau(a, b).statistic),
    "mcc": lambda a, b: float(matthews_corrcoef(a.astype(str), b.astype(str))),
}
_ERRORS: dict[str, Callable[[Codes, Codes], float]] = {
    "mae": lambda a, b: float(mean_absolute_error(a, b)),
    "rmse": lambda a, b: float(root_mean_squared_error(a, b)),
}
_NEEDS_NO_ORDER = {"percent_agreement", "kappa", "alpha_nominal", "mcc"}
REFEREED = ("percent_agreement", *_WEIGHTS, *_ALPHAS, *_OF_VARIED, *_ERRORS)
"""The statistics that one of these libraries computes."""


@dataclass(frozen=True)
class Check:
    """One number of a report beside the referee's; None where undefined."""

    what: str
    ours: float | None
    referee: float | None

    @property
    def agrees(self) -> bool:
        """Both undefined, or equal up to rounding."""
        if self.ours is None or self.referee is None:
            return self.ours is self.referee
        return isclose(self.ours, self.referee, abs_tol=1e-9)


def referee_value(statistic: str, frame: pd.DataFrame, scale: Scale, *raters: str) -> Estimate:
    """One statistic of the named raters, computed by scikit-learn, krippendorff or scipy.

    Two raters; the alphas take any number from two. The frame is that of `agreement.frame.coded`, run 0 enters.
    Undefined where the statistic is, whatever the library would return. ValueError on an unknown statistic, another
    number of raters, or unequal weights (which these libraries do not all know).
    """
    return _statistic(statistic, _columns(_by_rater(frame, scale), raters), scale)


def referee_checks(frame: pd.DataFrame, scale: Scale, report: AgreementReport) -> tuple[Check, ...]:
    """Agreement values of a report beside the referee's: pairs, means, pooled tables and alphas.

    Statistics that none of the libraries computes have no check (see `REFEREED`).
    """
    return tuple(_checks(_by_rater(frame, scale), scale, report))


def _checks(of: Mapping[str, Codes], scale: Scale, report: AgreementReport) -> Iterator[Check]:
    humans, pooled = report.human_human, report.reading.pairing == "pooled"
    for pair in (*humans.pairs, *(pair for judge in report.judges for pair in judge.pairs)):
        for name, measured in _refereed(pair.statistics):
            theirs = _statistic(name, _columns(of, (pair.first, pair.second)), scale)
            yield Check(f"{name} of {pair.first} and {pair.second}", measured.estimate.value, theirs.value)
    for name in (name for name in _ALPHAS if name in humans.together):
        theirs = _statistic(name, _columns(of, humans.raters), scale)
        yield Check(f"{name} over all humans", humans.together[name].estimate.value, theirs.value)
    for name, measured in _refereed(humans.mean):
        # Pooled humans are exchangeable, so both orders of a pair count; alpha takes both orders by itself.
        order = permutations if pooled and name not in _ALPHAS else combinations
        theirs = _over(name, of, scale, tuple(order(humans.raters, 2)), pooled)
        yield Check(f"{name}, human-human", measured.estimate.value, theirs.value)
    for judge in report.judges:
        against = tuple((judge.judge, human) for human in humans.raters)
        for name, measured in _refereed(judge.mean):
            theirs = _over(name, of, scale, against, pooled)
            yield Check(f"{name}, {judge.judge} and humans", measured.estimate.value, theirs.value)


def _refereed(found: Mapping[str, Measured]) -> Iterator[tuple[str, Measured]]:
    return ((name, found[name]) for name in REFEREED if name in found)


def _over(name: str, of: Mapping[str, Codes], scale: Scale, pairs: Sequence[tuple[str, str]], pooled: bool) -> Estimate:
    """Mean over pairs, or the value of all pairs' labels put into two long columns."""
    if not pairs:
        return Estimate(None, 0, "there is no pair of raters")
    if pooled:
        return _statistic(name, np.concatenate([_columns(of, pair) for pair in pairs]), scale)
    found = [_statistic(name, _columns(of, pair), scale).value for pair in pairs]
    defined, units = [value for value in found if value is not None], len(next(iter(of.values())))
    if len(defined) < len(found):
        return Estimate(None, units, "undefined for a pair")
    return Estimate(float(np.mean(defined)), units)


def _columns(of: Mapping[str, Codes], raters: Sequence[str]) -> Codes:
    """Codes of some raters, units x raters."""
    return np.column_stack([of[rater] for rater in raters]) if raters else np.empty((0, 0))


def _by_rater(frame: pd.DataFrame, scale: Scale) -> dict[str, Codes]:
    """Declared code of each rater's label of each unit; NaN where there is none on the scale."""
    if "weight" in frame.columns and frame["weight"].nunique() > 1:
        raise ValueError("the referees take no weights")
    rows = frame[frame["run"] == 0] if "run" in frame.columns else frame
    meaning = {label: scale.codes[scale.values.index(scale.coded_as.get(label, label))] for label in scale.labels}
    code = [meaning.get(value, np.nan) if isinstance(value, str) else np.nan for value in rows["value"]]
    matrix = rows.assign(code=code).pivot(index="unit", columns="rater", values="code")
    return {str(rater): column.to_numpy(dtype=float) for rater, column in matrix.items()}


def _statistic(name: str, labels: Codes, scale: Scale) -> Estimate:
    """One statistic of a matrix of codes; what a library cannot do on constant labels is caught before it tries."""
    if name not in REFEREED:
        raise ValueError(f"no statistic {name!r}; there are {', '.join(REFEREED)}")
    if name not in _NEEDS_NO_ORDER and scale.level == "nominal" and len(scale.values) > 2:
        return Estimate(None, 0, "the values of a nominal scale have no order")
    if name in _ALPHAS:
        return _alpha(labels, scale, _ALPHAS[name])
    if labels.shape[1] != 2:
        raise ValueError(f"{name} compares two raters, got {labels.shape[1]}")
    shared = labels[~np.isnan(labels).any(axis=1)]
    if not len(shared):
        return Estimate(None, 0, _NOTHING_SHARED)
    return _of_two(name, shared[:, 0], shared[:, 1], scale)


def _of_two(name: str, a: Codes, b: Codes, scale: Scale) -> Estimate:
    if name == "percent_agreement":
        return Estimate(float(np.mean(a == b)), len(a))
    if name in _WEIGHTS:
        if len(set(a) | set(b)) == 1:
            return Estimate(None, len(a), "one value only")
        return Estimate(_kappa(a, b, scale, _WEIGHTS[name]), len(a))
    if name in _ERRORS:
        return Estimate(_ERRORS[name](a, b), len(a))
    if len(set(a)) == 1 or len(set(b)) == 1:
        return Estimate(None, len(a), "a constant rater")
    return Estimate(_OF_VARIED[name](a, b), len(a))


def _kappa(a: Codes, b: Codes, scale: Scale, weights: str | None) -> float:
    """scikit-learn weighs by position in `labels`, so it is given every step of the declared range, used or not."""
    exact = [Fraction(code).limit_denominator(10**6) for code in scale.codes]
    steps = [code - exact[0] for code in exact]
    common = lcm(*(step.denominator for step in steps))
    whole = [int(step * common) for step in steps]
    unit = gcd(*whole)
    place = {code: step // unit for code, step in zip(scale.codes, whole, strict=True)}
    grid = list(range(whole[-1] // unit + 1)) if weights else sorted(place.values())
    first, second = ([place[code] for code in codes.tolist()] for codes in (a, b))
    return float(cohen_kappa_score(first, second, labels=grid, weights=weights))


def _alpha(codes: Codes, scale: Scale, level: Level) -> Estimate:
    paired = codes[(~np.isnan(codes)).sum(axis=1) >= 2]
    used = np.unique(paired[~np.isnan(paired)])
    if len(used) < 2:
        return Estimate(None, len(paired), "only one value was used" if len(used) else _NOTHING_SHARED)
    if level == "ratio" and scale.codes[0] < 0:
        return Estimate(None, len(paired), "a code below 0")
    value = krippendorff.alpha(reliability_data=paired.T, value_domain=list(scale.codes), level_of_measurement=level)
    return Estimate(float(value), len(paired))
