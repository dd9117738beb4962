"""The statistics by name, each with the reading that is shown beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Literal

import numpy as np

from agreement.alpha import alpha_values, why_no_alpha
from agreement.chance import brennan_prediger_values, gwet_ac_values, scott_pi_values
from agreement.correlation import (
    concordance_values,
    kendall_values,
    matthews_values,
    pearson_values,
    spearman_values,
    why_no_correlation,
)
from agreement.error import mae_values, rmse_values
from agreement.estimate import Interval
from agreement.frame import Floats
from agreement.jackknife import (
    LEVEL,
    Replicates,
    Values,
    atanh_interval,
    difference_interval,
    plain_interval,
    share_interval,
)
from agreement.kappa import kappa_values, why_no_kappa
from agreement.scale import Level, Scale
from agreement.share import NO_COMMON_UNIT, share_values
from agreement.tensors import Tables
from agreement.weights import Weighting, disagreement

NO_ORDER = "the scale is nominal: its values have no order"

Form = Literal["coefficient", "open coefficient", "share", "error"]
"""What a statistic can be: a coefficient in [-1, 1], one that may fall below -1, a share in [0, 1], or an error from 0,
where less is better. It decides how the interval and the difference of two values are made."""


@dataclass(frozen=True)
class _Range:
    low: float
    high: float


_RANGES: dict[Form, _Range] = {
    "coefficient": _Range(-1.0, 1.0),
    "open coefficient": _Range(-inf, 1.0),
    "share": _Range(0.0, 1.0),
    "error": _Range(0.0, inf),
}


@dataclass(frozen=True)
class Statistic:
    """A statistic as a function of summed tables.

    `of(stack, scale)` gives one value for each K x K table, NaN where undefined; `why(table)` the words for that.
    """

    name: str
    reading: str
    of: Callable[[Floats, Scale], Floats]
    why: Callable[[Floats], str]
    needs_order: bool = False
    form: Form = "coefficient"

    @property
    def lower_is_better(self) -> bool:
        """Whether raters agree more where it is less."""
        return self.form == "error"

    def values(self, tables: Tables, scale: Scale) -> Values:
        """The statistic of each group, and of each group without each of its clusters."""
        if self.senseless_on(scale):
            return Values(tables, np.full(tables.groups, np.nan), np.full(len(tables.cluster), np.nan))
        return Values(tables, self.of(tables.totals, scale), self.of(tables.rest, scale))

    def senseless_on(self, scale: Scale) -> bool:
        """Whether it needs an order that the scale does not have (two values can always be ordered)."""
        return self.needs_order and scale.level == "nominal" and len(scale.values) > 2

    def words(self, table: Floats, scale: Scale) -> str:
        """Why the statistic of a table is undefined."""
        return NO_ORDER if self.senseless_on(scale) else self.why(table)

    def interval(self, found: Replicates, n: int) -> Interval:
        """Its default interval."""
        if self.form == "share":
            return share_interval(found, n)
        return plain_interval(found, low=0.0) if self.form == "error" else atanh_interval(found)

    def difference(self, a: Replicates, b: Replicates) -> Interval:
        """Interval of the difference of two of its values on the same clusters."""
        possible = _RANGES[self.form]
        return difference_interval(a, b, possible.low, possible.high)


_Weighted = Callable[[Floats, Floats], Floats]


def _with(values: _Weighted, weighting: Weighting) -> Callable[[Floats, Scale], Floats]:
    """A weighted statistic with the distances of the scale at hand."""
    return lambda tables, scale: values(tables, disagreement(scale, weighting))


def _alpha_of_pair(tables: Floats, scale: Scale, level: Level) -> Floats:
    # With two raters the coincidence matrix is the table and its transpose.
    return alpha_values(tables + np.swapaxes(tables, -1, -2), scale, level)


def _no_common_unit(table: Floats) -> str:
    return NO_COMMON_UNIT


def _by_name(*statistics: Statistic) -> dict[str, Statistic]:
    return {statistic.name: statistic for statistic in statistics}


_ALPHA_READINGS: dict[Level, str] = {
    "nominal": "Krippendorff's alpha, nominal: any two different values are equally far apart",
    "ordinal": "Krippendorff's alpha, ordinal: distances from how often the values in between were used",
    "interval": "Krippendorff's alpha, interval: squared difference of the declared codes",
    "ratio": "Krippendorff's alpha, ratio: squared difference of two declared codes over their sum, from 0 upwards",
}

STATISTICS: dict[str, Statistic] = _by_name(
    Statistic(
        "percent_agreement",
        "share of units with the same label, not corrected for chance",
        lambda tables, scale: share_values(tables),
        _no_common_unit,
        form="share",
    ),
    Statistic(
        "kappa",
        "Cohen's kappa, unweighted: chance from each rater's own margins (its mean over pairs: Light's kappa)",
        _with(kappa_values, "unweighted"),
        why_no_kappa,
    ),
    Statistic(
        "kappa_linear",
        "Cohen's kappa, linear weights on the declared codes and their declared range",
        _with(kappa_values, "linear"),
        why_no_kappa,
        needs_order=True,
    ),
    Statistic(
        "kappa_quadratic",
        "Cohen's kappa, quadratic weights on the declared codes and their declared range",
        _with(kappa_values, "quadratic"),
        why_no_kappa,
        needs_order=True,
    ),
    Statistic(
        "scott_pi",
        "Scott's pi: chance from the mean of both raters' margins (Fleiss' kappa of two raters)",
        lambda tables, scale: scott_pi_values(tables),
        why_no_kappa,
    ),
    Statistic(
        "brennan_prediger",
        "Brennan-Prediger: by chance all declared values are equally likely (two values: PABAK)",
        _with(brennan_prediger_values, "unweighted"),
        _no_common_unit,
    ),
    Statistic(
        "brennan_prediger_quadratic",
        "Brennan-Prediger, quadratic weights on the declared codes and their declared range",
        _with(brennan_prediger_values, "quadratic"),
        _no_common_unit,
        needs_order=True,
        form="open coefficient",
    ),
    Statistic(
        "ac1",
        "Gwet's AC1: chance on the units that are hard to rate, so that uneven values do not lower it",
        _with(gwet_ac_values, "unweighted"),
        _no_common_unit,
    ),
    Statistic(
        "ac2_linear",
        "Gwet's AC2, linear weights on the declared codes and their declared range",
        _with(gwet_ac_values, "linear"),
        _no_common_unit,
        needs_order=True,
        form="open coefficient",
    ),
    Statistic(
        "ac2_quadratic",
        "Gwet's AC2, quadratic weights on the declared codes and their declared range",
        _with(gwet_ac_values, "quadratic"),
        _no_common_unit,
        needs_order=True,
        form="open coefficient",
    ),
    *(
        Statistic(f"alpha_{level}", reading, partial(_alpha_of_pair, level=level), why_no_alpha, level != "nominal")
        for level, reading in _ALPHA_READINGS.items()
    ),
    Statistic(
        "pearson",
        "Pearson correlation of the declared codes; blind to a shift between raters (two values: phi)",
        pearson_values,
        why_no_correlation,
        needs_order=True,
    ),
    Statistic(
        "spearman",
        "Spearman rank correlation, ties at their mean rank",
        lambda tables, scale: spearman_values(tables),
        why_no_correlation,
        needs_order=True,
    ),
    Statistic(
        "kendall",
        "Kendall's tau-b: pairs of units in the same order minus those in opposite order, ties allowed for",
        lambda tables, scale: kendall_values(tables),
        why_no_correlation,
        needs_order=True,
    ),
    Statistic(
        "ccc",
        "Lin's concordance correlation of the declared codes, population moments: the same as quadratic kappa",
        concordance_values,
        why_no_kappa,
        needs_order=True,
    ),
    Statistic(
        "mcc",
        "Matthews correlation (two values: phi; more: Gorodkin's R_K, which needs no order)",
        lambda tables, scale: matthews_values(tables),
        why_no_correlation,
    ),
    Statistic(
        "mae",
        "mean absolute difference of the declared codes: 0 is full agreement, less is better",
        mae_values,
        _no_common_unit,
        needs_order=True,
        form="error",
    ),
    Statistic(
        "rmse",
        "root of the mean squared difference of the declared codes: 0 is full agreement, less is better",
        rmse_values,
        _no_common_unit,
        needs_order=True,
        form="error",
    ),
)
"""Every statistic of a pair of raters, by name."""

STANDARD: tuple[str, ...] = (
    "percent_agreement",
    "kappa",
    "kappa_linear",
    "kappa_quadratic",
    "ac1",
    "alpha_nominal",
    "alpha_ordinal",
    "alpha_interval",
    "fleiss_kappa",
    "pearson",
    "spearman",
    "kendall",
)
"""Those that are shown where nobody asks for others; also of several raters, see `agreement.together.TOGETHER`."""

ALPHAS: dict[str, Statistic] = _by_name(
    *(replace(STATISTICS[f"alpha_{level}"], of=partial(alpha_values, level=level)) for level in _ALPHA_READINGS)
)
"""The same alphas on the coincidence matrix of any number of raters."""


def custom_kappa(apart: Floats) -> Statistic:
    """Cohen's kappa with distances of one's own (see `agreement.weights.declared_disagreement`)."""
    return Statistic(
        "kappa_custom",
        "Cohen's kappa, weights declared for this scale",
        lambda tables, scale: kappa_values(tables, apart),
        why_no_kappa,
        form="open coefficient",
    )


INTERVAL_READING = (
    f"two-sided {LEVEL:.0%}, cluster jackknife-t on the atanh scale; percent agreement: Wilson with the jackknife's "
    "effective n; errors: cluster jackknife-t; differences: cluster jackknife-t, paired by cluster"
)
