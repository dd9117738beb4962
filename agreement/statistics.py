"""The statistics by name, each with the reading that is shown beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Literal

import numpy as np

from agreement.alpha import alpha_values, why_no_alpha
from agreement.correlation import pearson_values, spearman_values, why_no_correlation
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


def _kappa(tables: Floats, scale: Scale, weighting: Weighting) -> Floats:
    return kappa_values(tables, disagreement(scale, weighting))


def _alpha_of_pair(tables: Floats, scale: Scale, level: Level) -> Floats:
    # With two raters the coincidence matrix is the table and its transpose.
    return alpha_values(tables + np.swapaxes(tables, -1, -2), scale, level)


def _named(statistic: Statistic) -> tuple[str, Statistic]:
    return statistic.name, statistic


_ALPHA_READINGS: dict[Level, str] = {
    "nominal": "Krippendorff's alpha, nominal: any two different values are equally far apart",
    "ordinal": "Krippendorff's alpha, ordinal: distances from how often the values in between were used",
    "interval": "Krippendorff's alpha, interval: squared difference of the declared codes",
    "ratio": "Krippendorff's alpha, ratio: squared difference of two declared codes over their sum, from 0 upwards",
}

STATISTICS: dict[str, Statistic] = dict(
    _named(statistic)
    for statistic in (
        Statistic(
            "percent_agreement",
            "share of units with the same label, not corrected for chance",
            lambda tables, scale: share_values(tables),
            lambda table: NO_COMMON_UNIT,
            form="share",
        ),
        Statistic(
            "kappa",
            "Cohen's kappa, unweighted: chance from each rater's own margins",
            partial(_kappa, weighting="unweighted"),
            why_no_kappa,
        ),
        Statistic(
            "kappa_linear",
            "Cohen's kappa, linear weights on the declared codes and their declared range",
            partial(_kappa, weighting="linear"),
            why_no_kappa,
            needs_order=True,
        ),
        Statistic(
            "kappa_quadratic",
            "Cohen's kappa, quadratic weights on the declared codes and their declared range",
            partial(_kappa, weighting="quadratic"),
            why_no_kappa,
            needs_order=True,
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
    )
)

# The same alphas on the coincidence matrix of any number of raters.
ALPHAS: dict[str, Statistic] = dict(
    _named(Statistic(f"alpha_{level}", reading, partial(alpha_values, level=level), why_no_alpha, level != "nominal"))
    for level, reading in _ALPHA_READINGS.items()
)

INTERVAL_READING = (
    f"two-sided {LEVEL:.0%}, cluster jackknife-t on the atanh scale; percent agreement: Wilson with the jackknife's "
    "effective n; differences: cluster jackknife-t, paired by cluster"
)
