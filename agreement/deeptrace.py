"""The eight DeepTRACE metrics: one registry, and all of them for one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agreement import aee
from agreement.answer import AnswerLabels
from agreement.metric import Metric, MetricRules, MetricValue
from agreement.necessity import source_necessity
from agreement.sources import citation_accuracy, citation_thoroughness, uncited_sources, unsupported_statements
from agreement.statements import one_sided, overconfident, relevant_statements
from agreement.unknown import undefined_value

Conventions = Literal["countermark", "aee"]

_STANCE, _SUPPORT = ("relevance", "stance"), ("relevance", "support")

_ROWS = (
    Metric("one_sided", "I", "One-Sided Answer", _STANCE, "lower", True, True, one_sided),
    Metric("overconfident", "II", "Overconfident Answer", (*_STANCE, "confidence"), "lower", True, True, overconfident),
    Metric("relevant", "III", "Relevant Statements", ("relevance",), "higher", False, False, relevant_statements),
    Metric("uncited", "IV", "Uncited Sources", (), "lower", False, False, uncited_sources),
    Metric("unsupported", "V", "Unsupported Statements", _SUPPORT, "lower", False, False, unsupported_statements),
    Metric("necessity", "VI", "Source Necessity", _SUPPORT, "higher", False, False, source_necessity),
    Metric("accuracy", "VII", "Citation Accuracy", _SUPPORT, "higher", False, False, citation_accuracy),
    Metric("thoroughness", "VIII", "Citation Thoroughness", _SUPPORT, "higher", False, False, citation_thoroughness),
)

METRICS: Mapping[str, Metric] = {row.key: row for row in _ROWS}
"""Every metric by its key, in the order of the paper."""


@dataclass(frozen=True)
class AnswerMetrics:
    """All metrics of one answer; `values` has every key of METRICS."""

    key: str
    system: str
    query: str
    kind: str
    values: Mapping[str, MetricValue]


def measure(answer: AnswerLabels, rules: MetricRules, conventions: Conventions = "countermark") -> AnswerMetrics:
    """The eight metrics of one answer.

    `conventions="aee"` follows the code behind the authors' published figures instead of the definitions
    (see `agreement.aee`); it ignores `rules`, and raises ValueError unless the answer has its `numbers`.
    """
    values = _by_aee(answer) if conventions == "aee" else {key: row.of(answer, rules) for key, row in METRICS.items()}
    return AnswerMetrics(answer.key, answer.system, answer.query, answer.kind, values)


def _by_aee(answer: AnswerLabels) -> Mapping[str, MetricValue]:
    return dict.fromkeys(METRICS, undefined_value(aee.DROPPED)) if aee.drops(answer) else aee.values_of(answer)
