"""The DeepTRACE metrics and basic statistics of a study's systems, as far as their judges let them be published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import pandas as pd

from agreement.answer import AnswerLabels
from agreement.basics import MirroredPair, basics, mirrored_pairs
from agreement.deeptrace import METRICS, measure
from agreement.estimate import Estimate
from agreement.gate import Status
from agreement.metric import MetricRules
from agreement.systems import SystemDifference, SystemMetric, system_differences, system_metrics
from agreement.thresholds import Verdict, classify_interval
from data.labelling import Labellers, Labelling
from data.matrices import Layout, answer_labels, labels_by
from data.snapshot import Snapshot


@dataclass(frozen=True)
class SystemFigure:
    """One metric of one system with its band; the band is "cannot tell" unless the interval lies in one."""

    figure: SystemMetric
    band: Verdict


@dataclass(frozen=True)
class MetricFigures:
    """A published metric: `status` is VALIDATED or CAVEAT, `caveats` say why it is not the former."""

    metric: str
    number: str
    title: str
    better: Literal["lower", "higher"]
    labelled_by: str
    labellers: Mapping[str, str]
    status: Status
    caveats: tuple[str, ...]
    systems: tuple[SystemFigure, ...]
    differences: tuple[SystemDifference, ...]


@dataclass(frozen=True)
class Withheld:
    """A figure that is not published: its name and why, and no value of it."""

    metric: str
    title: str
    labelled_by: str
    labellers: Mapping[str, str]
    status: Status
    reasons: tuple[str, ...]
    next_step: str


@dataclass(frozen=True)
class AnswerCounts:
    """What can be counted without a label, as means per answer (citations: per statement); kind "all" is over all."""

    system: str
    kind: str
    answers: int
    sources: Estimate
    statements: Estimate
    citations: Estimate


@dataclass(frozen=True)
class ConfidenceLevels:
    """Per cent of the labelled answers at each level, 1 to 5, and the mean level; `unknown` answers have no label."""

    system: str
    kind: str
    levels: tuple[Estimate, ...]
    mean: Estimate
    unknown: int


@dataclass(frozen=True)
class ProShare:
    """Share of pro among the relevant pro and con statements; `unknown` relevant statements have no stance."""

    system: str
    kind: str
    pro: Estimate
    unknown: int


@dataclass(frozen=True)
class Extra:
    """A published figure beside the metrics: confidence levels, shares of pro, or debate topics asked both ways."""

    figure: str
    title: str
    labelled_by: str
    labellers: Mapping[str, str]
    status: Status
    caveats: tuple[str, ...]
    rows: tuple[ConfidenceLevels, ...] | tuple[ProShare, ...] | tuple[MirroredPair, ...]


EXTRAS = {
    "confidence_levels": ("Confidence of answers", ("confidence",)),
    "pro_share": ("Share of pro statements", ("relevance", "stance")),
    "mirrored": ("Debate topics asked both ways", ("relevance", "stance", "confidence")),
}
"""Figures beside the metrics: their titles and the questions whose labels they need."""


@dataclass(frozen=True, eq=False)
class MetricRoom:
    """A study with its labellers and the policy's rules for metrics: from it every figure of the systems is made."""

    study: Snapshot
    labellers: Labellers
    rules: MetricRules
    _done: dict[tuple[tuple[str, str], ...], _Measured] = field(default_factory=dict, init=False)

    def metrics(self) -> Iterator[MetricFigures | Withheld]:
        """Every metric in the order of the paper, by each way to label it: its figures, or why they are withheld."""
        for metric in METRICS.values():
            for labelling in self.labellers.labellings(metric.questions):
                if not labelling.published:
                    yield _withheld(metric.key, f"{metric.number} {metric.title}", labelling)
                    continue
                found = self._measured(labelling)
                yield MetricFigures(
                    metric=metric.key,
                    number=metric.number,
                    title=metric.title,
                    better=metric.better,
                    labelled_by=labelling.name,
                    labellers=labelling.labellers,
                    status=labelling.status,
                    caveats=labelling.reasons,
                    systems=tuple(_with_band(row) for row in found.systems if row.metric == metric.key),
                    differences=tuple(row for row in found.differences if row.metric == metric.key),
                )

    def counts(self) -> tuple[AnswerCounts, ...]:
        """Sources, statements and citations of each system, over all its answers and by kind of query."""
        found = basics(list(answer_labels(self._layout, {})))
        return tuple(
            AnswerCounts(row.system, row.kind, row.answers, row.sources, row.statements, row.citations) for row in found
        )

    def extras(self) -> Iterator[Extra | Withheld]:
        """The figures beside the metrics, by each way to label them."""
        for key, (title, needed) in EXTRAS.items():
            if key == "mirrored" and not self._pair_of:
                continue
            for labelling in self.labellers.labellings(needed):
                if not labelling.published:
                    yield _withheld(key, title, labelling)
                    continue
                yield Extra(
                    figure=key,
                    title=title,
                    labelled_by=labelling.name,
                    labellers=labelling.labellers,
                    status=labelling.status,
                    caveats=labelling.reasons,
                    rows=self._rows(key, labelling),
                )

    def _rows(
        self, extra: str, labelling: Labelling
    ) -> tuple[ConfidenceLevels, ...] | tuple[ProShare, ...] | tuple[MirroredPair, ...]:
        answers = list(self._answers(labelling))
        if extra == "mirrored":
            return mirrored_pairs(answers, self._pair_of, self.rules)
        found = basics(answers)
        if extra == "pro_share":
            return tuple(ProShare(row.system, row.kind, row.pro, row.stance_unknown) for row in found)
        return tuple(
            ConfidenceLevels(row.system, row.kind, row.confidence, row.mean_confidence, row.confidence_unknown)
            for row in found
        )

    def _measured(self, labelling: Labelling) -> _Measured:
        """All metrics of all answers under a labelling; the metrics that share one are measured together."""
        who = tuple(labelling.labellers.items())
        if who not in self._done:
            answers = [measure(answer, self.rules) for answer in self._answers(labelling)]
            self._done[who] = _Measured(system_metrics(answers), system_differences(answers))
        return self._done[who]

    def _answers(self, labelling: Labelling) -> Iterator[AnswerLabels]:
        picked = {question: self._picked(question, who) for question, who in labelling.labellers.items()}
        return answer_labels(self._layout, picked)

    def _picked(self, question: str, labeller: str) -> pd.DataFrame:
        return labels_by(self.study.labels[question], labeller, self.study.asked[question].question.scale)

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.study.structure)

    @cached_property
    def _pair_of(self) -> dict[str, str]:
        """The debate topic of each query that is asked both ways."""
        queries = self.study.structure.queries
        asked = queries.loc[queries["mirror"].notna(), ["query", "mirror"]]
        pairs = [sorted(pair) for pair in asked.itertuples(index=False, name=None)]
        return {query: " / ".join(pair) for pair in pairs for query in pair}


@dataclass(frozen=True)
class _Measured:
    systems: tuple[SystemMetric, ...]
    differences: tuple[SystemDifference, ...]


def _with_band(figure: SystemMetric) -> SystemFigure:
    return SystemFigure(figure, classify_interval(figure.metric, figure.mean))


def _withheld(key: str, title: str, labelling: Labelling) -> Withheld:
    return Withheld(
        metric=key,
        title=title,
        labelled_by=labelling.name,
        labellers=labelling.labellers,
        status=labelling.status,
        reasons=labelling.reasons,
        next_step=labelling.next_step,
    )
