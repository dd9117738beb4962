"""Agreement of one question: humans with each other, each judge with the humans, and the reading of every number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from agreement.comparison import Comparison, Mean, PairReport, rows_of, units_with
from agreement.estimate import Estimate, Measured
from agreement.frame import CodedLabels, Floats, MissingCount, RaterCount, coded
from agreement.margins import Margins, margins_of
from agreement.out_of_scale import OutOfScale
from agreement.panel import Newcomer, Pairing, Panel, panel_of
from agreement.scale import Level, Scale
from agreement.statistics import INTERVAL_READING, NO_ORDER, STANDARD, STATISTICS
from agreement.tensors import pair_tables
from agreement.together import TOGETHER, measured_together

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True)
class Reading:
    """What the numbers of a report mean, in words a methods section can quote.

    `statistics` reads those of pairs, `together` those of all people at once.
    """

    values: tuple[str, ...]
    codes: tuple[float, ...]
    coded_as: Mapping[str, str]
    level: Level
    primary: str
    statistics: Mapping[str, str]
    together: Mapping[str, str]
    pairing: Pairing
    pairing_reason: str
    minimum_overlap: int
    judge_compared_with: str
    interval: str
    weights: str
    runs: str


@dataclass(frozen=True)
class HumanHuman:
    """How far people agree: `units` have labels of two or more humans.

    `mean[s]` is the mean of statistic s over all pairs of humans (that of the one pooled table when pooled); of Cohen's
    kappa it is Light's. `together[s]` is statistic s of all of them at once: Krippendorff's alphas, Fleiss' kappa and
    others of `agreement.together.TOGETHER`. `pairs` lists the pairs that share a unit (none when pooled). `left_out`
    are humans who share too little to enter any of these yet.
    """

    raters: tuple[str, ...]
    left_out: tuple[Newcomer, ...]
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    together: Mapping[str, Measured]
    pairs: tuple[PairReport, ...]


@dataclass(frozen=True)
class Coverage:
    """Units with a human label: how many of them the judge gave a value on the scale."""

    judged: int
    of: int
    share: Estimate


@dataclass(frozen=True)
class ValueShare:
    """Share of one value among the judge's and among the humans' labels of the confusion matrix."""

    value: str
    judge: float
    human: float


@dataclass(frozen=True)
class JudgeReport:
    """How far one judge agrees with the humans: `units` have a label of the judge and of a human.

    `mean[s]` is the mean over humans of statistic s of judge and human; `difference[s]` is that minus
    the human-human mean, paired by cluster. `confusion[i][j]` counts pairs where the judge gave value i and
    a human value j, pooled over humans; `margins` says what its margins do to an unweighted kappa, with Byrt's
    indices. `above_minus_below` is P(judge above human) - P(judge below human) over these pairs; it has a sign and
    needs an order, unlike Byrt's bias index. `prevalence` is empty when there is no pair.
    """

    judge: str
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    difference: Mapping[str, Measured]
    confusion: tuple[tuple[float, ...], ...]
    coverage: Coverage
    prevalence: tuple[ValueShare, ...]
    margins: Margins
    above_minus_below: Estimate
    pairs: tuple[PairReport, ...]


@dataclass(frozen=True)
class AgreementReport:
    """Everything `countermark agree` shows about one question."""

    reading: Reading
    units: int
    clusters: int
    raters: tuple[RaterCount, ...]
    missing: tuple[MissingCount, ...]
    out_of_scale: tuple[OutOfScale, ...]
    rows_of_other_runs: int
    human_human: HumanHuman
    judges: tuple[JudgeReport, ...]

    def judge(self, name: str) -> JudgeReport:
        """The report of one judge; KeyError when the frame has no such judge."""
        return {report.judge: report for report in self.judges}[name]


def report(
    frame: pd.DataFrame,
    scale: Scale,
    primary: str,
    pairing: Pairing | None = None,
    overlap: int | None = None,
    statistics: Sequence[str] = STANDARD,
) -> AgreementReport:
    """Agreement of the labels of one question, as a long frame (columns: see `agreement.frame.coded`).

    `primary` is the name of a statistic in `agreement.statistics.STATISTICS`. `pairing` None leaves the choice
    to `agreement.panel.panel_of`, which also says who shares too little to enter the means yet, by its own rule or
    by the minimum `overlap`; slots (positions instead of people) are always pooled. Only run 0 enters. Adjudicators
    are counted, but are no humans here. `statistics` names what is computed beside the primary one, of pairs and of
    all humans together, from `STATISTICS` and `agreement.together.TOGETHER`.
    ValueError on an unknown statistic, an overlap nobody has or a frame that breaks its contract.
    """
    if primary not in STATISTICS:
        raise ValueError(f"no statistic {primary!r} of a pair; there are {', '.join(STATISTICS)}")
    names = tuple(dict.fromkeys((*statistics, primary)))
    for name in names:
        if name not in EVERY_STATISTIC:
            raise ValueError(f"no statistic {name!r}; there are {', '.join(EVERY_STATISTIC)}")
    labels = coded(frame, scale)
    panel = panel_of(labels, pairing, overlap)
    humans = human_pairs(labels, panel)
    means = {name: humans.mean(STATISTICS[name]) for name in names if name in STATISTICS}
    together = [name for name in TOGETHER if name in {*names, f"alpha_{scale.level}"}]
    return AgreementReport(
        reading=_reading(labels, primary, {*names, *together}, panel),
        units=len(labels.unit_names),
        clusters=len(labels.cluster_names),
        raters=labels.raters,
        missing=labels.missing,
        out_of_scale=labels.out_of_scale,
        rows_of_other_runs=labels.rows_of_other_runs,
        human_human=_human_human(humans, panel, means, together),
        judges=tuple(_judge_report(labels, judge, panel, means) for judge in labels.of_kind("judge")),
    )


EVERY_STATISTIC: tuple[str, ...] = tuple(dict.fromkeys((*STATISTICS, *TOGETHER)))
"""The names `report` takes."""


def as_json(value: AgreementReport) -> dict[str, Json]:
    """The report as plain dicts and lists, keys in field order, floats unrounded."""
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: object) -> Json:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a report holds no {type(value).__name__}")


def _reading(labels: CodedLabels, primary: str, names: Collection[str], panel: Panel) -> Reading:
    return Reading(
        values=labels.scale.values,
        codes=labels.scale.codes,
        coded_as=dict(labels.scale.coded_as),
        level=labels.scale.level,
        primary=primary,
        statistics={name: statistic.reading for name, statistic in STATISTICS.items() if name in names},
        together={name: statistic.reading for name, statistic in TOGETHER.items() if name in names},
        pairing=panel.pairing,
        pairing_reason=panel.reason,
        minimum_overlap=panel.overlap,
        judge_compared_with="each human, then averaged over humans (not with the mean of the humans)",
        interval=INTERVAL_READING,
        weights="each unit counts once" if labels.weight is None else "units count by `weight`, scaled to mean 1",
        runs="run 0 only; repeats do not enter",
    )


def human_pairs(labels: CodedLabels, panel: Panel) -> Comparison:
    """Every pair of humans of the panel."""
    units = int((units_with(labels, panel.humans) >= 2).sum())
    nobody = None if units else _why_no_pair(len(panel.humans))
    pairs = tuple(combinations(panel.humans, 2)) if nobody is None else ()
    tables = pair_tables(labels, pairs)
    if panel.pairing == "pooled":
        return Comparison(labels, None, tables.pooled().symmetric(), units, nobody)
    return Comparison(labels, pairs, tables, units, nobody)


def _why_no_pair(humans: int) -> str:
    if humans < 2:
        return ("no human labelled this question", "only one rater exists")[humans]
    return "only one rater exists for each unit: no unit was labelled by two humans"


def _human_human(humans: Comparison, panel: Panel, means: Mapping[str, Mean], together: Sequence[str]) -> HumanHuman:
    labels = humans.labels
    return HumanHuman(
        raters=tuple(labels.raters[rater].name for rater in panel.humans),
        left_out=panel.left_out,
        units=humans.n,
        clusters=humans.clusters,
        mean={name: mean.measured() for name, mean in means.items()},
        together=_together(humans, panel, together),
        pairs=humans.pair_reports(means),
    )


def _together(humans: Comparison, panel: Panel, names: Sequence[str]) -> dict[str, Measured]:
    """The named statistics of all humans at once."""
    if humans.nobody is not None:
        return {name: humans.mean(TOGETHER[name]).measured() for name in names}
    return measured_together(humans.labels, panel.humans, names)


def judge_with_humans(labels: CodedLabels, judge: int, panel: Panel) -> Comparison:
    """The judge with every human of the panel."""
    pairs = tuple((judge, other) for other in panel.humans)
    tables = pair_tables(labels, pairs)
    labelled = units_with(labels, panel.humans) > 0
    judged = int(labelled[labels.of(judge).unit].sum())
    nobody = None if panel.humans else _why_no_pair(0)
    if panel.pairing == "pooled":
        return Comparison(labels, None, tables.pooled(), judged, nobody)
    return Comparison(labels, pairs, tables, judged, nobody)


def _judge_report(labels: CodedLabels, judge: int, panel: Panel, human: Mapping[str, Mean]) -> JudgeReport:
    shown = judge_with_humans(labels, judge, panel)
    means = {name: shown.mean(STATISTICS[name]) for name in human}
    confusion = shown.tables.totals.sum(axis=0)
    judged, of = shown.n, int((units_with(labels, panel.humans) > 0).sum())
    return JudgeReport(
        judge=labels.raters[judge].name,
        units=judged,
        clusters=shown.clusters,
        mean={name: mean.measured() for name, mean in means.items()},
        difference={name: mean.minus(human[name]) for name, mean in means.items()},
        confusion=rows_of(confusion),
        coverage=Coverage(judged, of, _share(judged, of, "no unit has a human label")),
        prevalence=_prevalence(confusion, labels.scale),
        margins=margins_of(confusion),
        above_minus_below=_above_minus_below(confusion, labels.scale, judged),
        pairs=shown.pair_reports(means),
    )


_NO_PAIR = "no unit was labelled by the judge and a human"


def _share(part: float, whole: float, nothing: str, n: int | None = None) -> Estimate:
    count = int(whole) if n is None else n
    return Estimate(part / whole, count) if whole else Estimate(None, count, nothing)


def _prevalence(confusion: Floats, scale: Scale) -> tuple[ValueShare, ...]:
    total = confusion.sum()
    if not total:
        return ()
    shares = zip(scale.values, confusion.sum(axis=1) / total, confusion.sum(axis=0) / total, strict=True)
    return tuple(ValueShare(value, float(judge), float(human)) for value, judge, human in shares)


def _above_minus_below(confusion: Floats, scale: Scale, n: int) -> Estimate:
    if scale.level == "nominal" and len(scale.values) > 2:
        return Estimate(None, n, NO_ORDER)
    above = float(np.tril(confusion, -1).sum() - np.triu(confusion, 1).sum())
    return _share(above, float(confusion.sum()), _NO_PAIR, n)
