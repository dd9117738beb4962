"""What a metric of one answer is: its value, its bounds, and how many labels it still waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agreement.answer import AnswerLabels
from agreement.estimate import Estimate


@dataclass(frozen=True)
class MetricRules:
    """The choices a policy makes about metrics.

    `partial_counts`: "partial" counts as support, beside "full".
    `unknown_share`: largest share of unlabelled cells at which an answer still gets a value.
    """

    partial_counts: bool
    unknown_share: float


@dataclass(frozen=True)
class MetricValue:
    """One metric of one answer.

    `estimate` in [0, 1], with n its denominator, or undefined in words. `low` and `high` are its lowest and
    highest value over all completions of the unknown labels (None when no completion defines it).
    `unknown` counts the unlabelled cells it waits for: 0 exactly when no completion could change it.
    `part` and `whole` are the counts behind the value, for pooling over answers; 0 and 0 when undefined.
    """

    estimate: Estimate
    low: float | None
    high: float | None
    unknown: int
    part: int = 0
    whole: int = 0


@dataclass(frozen=True)
class Metric:
    """A row of the registry of metrics.

    `questions` names the questions whose labels it needs (empty: the parser alone settles it);
    `better` is the direction of improvement; `debate_only` metrics are undefined for other answers;
    a `binary` metric is 0 or 1 for each answer, the others are ratios.
    """

    key: str
    number: str
    title: str
    questions: tuple[str, ...]
    better: Literal["lower", "higher"]
    debate_only: bool
    binary: bool
    of: Callable[[AnswerLabels, MetricRules], MetricValue]
