"""The policy: the numbers a judge must meet and the choices behind the metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agreement.metric import MetricRules


@dataclass(frozen=True)
class GateRule:
    """What one question asks of its judge. Bounds are those of the two-sided 95 % interval.

    `statistic` is the primary statistic, S. People: at least `humans` of them on `human_clusters` clusters,
    with the lower bound of their alpha above `human_alpha_above`. Judge: the lower bound of S above
    `validated_above` (or `caveat_above`), and, where `ceiling` is true, the lower bound of the difference
    to people above `difference_above`; judged units at least `coverage_from` of all. Refuted: the upper
    bound of S at most `refuted_at_most`, of the difference at most `difference_refuted_at_most`, of a slice
    of at least `slice_clusters` clusters under `slice_refuted_below`, or the lower bound of the flip rate
    at least `flip_rate_refuted_from`.
    """

    statistic: str
    humans: int
    human_clusters: int
    human_alpha_above: float
    validated_above: float
    caveat_above: float
    refuted_at_most: float
    ceiling: bool
    difference_above: float
    difference_refuted_at_most: float
    slice_clusters: int
    slice_refuted_below: float
    flip_rate_refuted_from: float
    coverage_from: float


@dataclass(frozen=True)
class Policy:
    """A named policy: one gate rule for each question, and the choices behind the metrics."""

    name: str
    questions: Mapping[str, GateRule]
    metrics: MetricRules
