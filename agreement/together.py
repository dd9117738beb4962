"""Several raters at once: their tables, and every coefficient of them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

import numpy as np

from agreement.comparison import measured_groups
from agreement.estimate import Measured
from agreement.frame import CodedLabels, Codes, Floats
from agreement.icc import ICC, icc
from agreement.panel_kappa import (
    NO_PAIR,
    agreement_values,
    conger_values,
    fleiss_values,
    free_marginal_values,
    gwet_values,
    why_no_kappa,
)
from agreement.scale import Scale
from agreement.statistics import ALPHAS, Statistic
from agreement.tensors import Runs, Tables, coincidence_tables, label_counts, pairs_within_units, runs_of
from agreement.weights import Weighting, disagreement


def panel_tables(labels: CodedLabels, raters: Sequence[int]) -> Tables:
    """One (K + 1 + R) x K table for each cluster, for K values and R raters, additive.

    Rows 0 to K - 1: A[k, l] = sum w_u [r_uk r_ul - delta_kl r_uk] / (r_u (r_u - 1)) over units u with r_u >= 2 labels,
    r_uk of them of value k; A sums to the units that have a pair. Row K: shares sum w_u r_uk / r_u over units with a
    label; it sums to these units. Row K + 1 + g: how often rater g gave each value. w_u is the weight of the unit, 1
    without weights. `units` counts those with a pair; clusters without a label have no table, those without a pair do.
    Source: the quantities of Gwet 2014, "Handbook of inter-rater reliability".
    """
    given = label_counts(labels, raters)
    total = given.sum(axis=0)
    pairable = total >= 2
    weight = np.ones(len(total)) if labels.weight is None else labels.weight
    clusters = runs_of(labels.cluster_of)
    pairs = pairs_within_units(given, pairable * weight / np.maximum(total * (total - 1.0), 1.0), clusters)
    shares = _shares(given, weight / np.maximum(total, 1), clusters)
    margins = _margins(labels, raters, clusters)
    counts = np.concatenate([pairs, shares[:, None], margins], axis=1)
    units = clusters.sums(pairable.astype(float)).astype(np.intp)
    some = shares.any(axis=1)
    return Tables(counts[some], np.zeros(some.sum(), dtype=np.intp), clusters.value[some], units[some], 1)


def _shares(given: Codes, weight: Floats, clusters: Runs) -> Floats:
    """Clusters x values: labels of each value, each counted with the weight of its unit."""
    return np.stack([clusters.sums(of_value * weight) for of_value in given], axis=1)


def _margins(labels: CodedLabels, raters: Sequence[int], clusters: Runs) -> Floats:
    """Clusters x raters x values: how often each rater gave each value."""
    size = len(labels.scale.values)
    place = np.repeat(np.arange(len(clusters.start)), clusters.length)
    counts = np.empty((len(clusters.start), len(raters), size))
    for g, rater in enumerate(raters):
        own = labels.of(rater)
        weight = None if labels.weight is None else labels.weight[own.unit]
        given = np.bincount(place[own.unit] * size + own.code, weight, minlength=len(counts) * size)
        counts[:, g] = given.reshape(-1, size)
    return counts


_Values = Callable[[Floats, Floats], Floats]


def _of_panel(stack: Floats, scale: Scale, values: _Values, weighting: Weighting) -> Floats:
    return values(stack, disagreement(scale, weighting))


_WEIGHED: dict[Weighting, str] = {
    "unweighted": "",
    "linear": ", linear weights on the declared codes and their declared range",
    "quadratic": ", quadratic weights on the declared codes and their declared range",
}


@dataclass(frozen=True)
class _Family:
    """A coefficient with its weighted forms; `bounded`: without weights it is never below -1."""

    name: str
    weighted_name: str
    reading: str
    values: _Values
    why: Callable[[Floats], str]
    bounded: bool = False

    def members(self) -> Iterator[Statistic]:
        for weighting in get_args(Weighting):
            plain = weighting == "unweighted"
            yield Statistic(
                self.name if plain else f"{self.weighted_name}_{weighting}",
                self.reading + _WEIGHED[weighting],
                partial(_of_panel, values=self.values, weighting=weighting),
                self.why,
                needs_order=not plain,
                form="coefficient" if plain and self.bounded else "open coefficient",
            )


_FAMILIES = (
    _Family(
        "fleiss_kappa",
        "fleiss_kappa",
        "Fleiss' kappa of several raters, with gaps (Gwet's form): chance from the shares of the values over all units",
        fleiss_values,
        why_no_kappa,
    ),
    _Family(
        "conger_kappa",
        "conger_kappa",
        "Conger's kappa of several raters, with gaps (Gwet's form): chance from each rater's own margins",
        conger_values,
        why_no_kappa,
    ),
    _Family(
        "ac1",
        "ac2",
        "Gwet's AC of several raters, with gaps: chance only on units that are hard to rate",
        gwet_values,
        lambda table: NO_PAIR,
        bounded=True,
    ),
    _Family(
        "brennan_prediger",
        "brennan_prediger",
        "Brennan-Prediger of several raters (Randolph's free-marginal kappa): by chance every value is equally likely",
        free_marginal_values,
        lambda table: NO_PAIR,
        bounded=True,
    ),
)

_SEVERAL: tuple[Statistic, ...] = (
    Statistic(
        "percent_agreement",
        "mean over units of the share of equal pairs of labels, not corrected for chance",
        partial(_of_panel, values=agreement_values, weighting="unweighted"),
        lambda table: NO_PAIR,
        form="share",
    ),
    *(statistic for family in _FAMILIES for statistic in family.members()),
)

PANEL: dict[str, Statistic] = {statistic.name: statistic for statistic in _SEVERAL}
"""Those on panel tables, by name."""

TOGETHER: dict[str, Statistic] = {**ALPHAS, **PANEL, **ICC}
"""Every statistic of several raters at once, by name: alphas on coincidence tables, `PANEL` and `ICC` on their own."""


def measured_together(
    labels: CodedLabels, raters: Sequence[int], names: Collection[str] = tuple(TOGETHER)
) -> dict[str, Measured]:
    """The named statistics of `TOGETHER` over a set of raters, each with its interval, in the order of that table.

    n counts the units with two labels or more; for an intraclass correlation those that every one of them labelled.
    """
    found: dict[str, Measured] = {}
    for statistics, tables_of in ((ALPHAS, coincidence_tables), (PANEL, panel_tables)):
        if asked := [name for name in statistics if name in names]:
            tables = tables_of(labels, raters)
            found |= {name: measured_groups(statistics[name], tables, labels.scale)[0] for name in asked}
    if any(name in names for name in ICC):
        found |= {name: one for name, one in icc(labels, raters).coefficients.items() if name in names}
    return found
