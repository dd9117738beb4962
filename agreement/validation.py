"""Everything that is asked of judges before they are believed, from the labels of one question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from agreement.alt_test import EPSILON, AltTest, Annotators, Scoring, alt_test
from agreement.attainable import Attainable, attainable
from agreement.between import BetweenJudges, between_judges
from agreement.bland_altman import BlandAltman, bland_altman
from agreement.classes import ClassReport, class_report
from agreement.comparison import Mean
from agreement.difference import JudgeDifference, judge_difference
from agreement.estimate import Measured
from agreement.frame import CodedLabels, coded
from agreement.majority import Majority, majority
from agreement.outliers import Outliers, outliers
from agreement.panel import Pairing, Panel, panel_of
from agreement.repeats import ValueFlips, flip_rate, flips_of_values
from agreement.report import human_pairs, judge_with_humans
from agreement.scale import Scale
from agreement.slices import SliceReport, cut, slices
from agreement.statistics import STATISTICS, Statistic
from agreement.symmetry import Symmetry, symmetry


@dataclass(frozen=True)
class MajorityCounts:
    """The majority of the humans: of `units` with a label `ties` tie and have none; `single` have one label only."""

    units: int
    ties: int
    single: int


@dataclass(frozen=True)
class JudgeValidation:
    """What is known of one judge. All compare it with the humans of the panel.

    `alt_test` asks whether it may take a person's place; None where people are slots (positions, not persons).
    `attainable` is what the people's reliability allows. `classes` are value by value against their majority.
    `systematic` and `bland_altman` pool the pairs of the judge with each human. `flips` is None where nothing was
    judged twice, `flips_of_values` then empty.
    """

    judge: str
    alt_test: AltTest | None
    attainable: Attainable
    classes: ClassReport
    systematic: Symmetry
    bland_altman: BlandAltman
    flips: Measured | None
    flips_of_values: tuple[ValueFlips, ...]
    slices: tuple[SliceReport, ...]


@dataclass(frozen=True)
class Validation:
    """Every judge of a question, the judges with each other, and each human against the rest.

    `statistic` is what slices, differences and outliers are measured by. `differences` compare every two judges on the
    units that both judged; `between` is None for fewer than two judges.
    """

    statistic: str
    majority: MajorityCounts
    judges: tuple[JudgeValidation, ...]
    between: BetweenJudges | None
    differences: tuple[JudgeDifference, ...]
    outliers: Outliers


def validate(
    frame: pd.DataFrame,
    scale: Scale,
    statistic: str,
    columns: Iterable[str] = (),
    annotators: Annotators = "skilled",
    pairing: Pairing | None = None,
) -> Validation:
    """The validation of every judge of a long frame (columns: see `agreement.frame.coded`).

    `statistic` is the name of a statistic in `agreement.statistics.STATISTICS`; `columns` are further columns to slice
    by, such as the system. `annotators` says who the humans are and so how much cheaper a judge is (the epsilon of the
    alt-test). Labels of later runs enter the flips only. What the labels cannot tell is undefined in words.
    ValueError on an unknown statistic, a missing column or a frame that breaks its contract.
    """
    if statistic not in STATISTICS:
        raise ValueError(f"no statistic {statistic!r} of a pair; there are {', '.join(STATISTICS)}")
    labels = coded(frame, scale)
    panel = panel_of(labels, pairing)
    room = _Room(frame, labels, panel, majority(labels, panel.humans), annotators)
    cuts = [cut(frame, labels, column, column, gated=False) for column in columns]
    of_slices = slices(labels, cuts, STATISTICS[statistic], panel.pairing) if cuts else ()
    judges = labels.of_kind("judge")
    names = [labels.raters[judge].name for judge in judges]
    return Validation(
        statistic=statistic,
        majority=MajorityCounts(room.majority.units, room.majority.ties, room.majority.single),
        judges=tuple(room.judge(judge, of_slices) for judge in judges),
        between=between_judges(labels, _between(statistic, scale)) if len(judges) > 1 else None,
        differences=tuple(_differences(labels, names, STATISTICS[statistic])),
        outliers=outliers(labels, STATISTICS[statistic]),
    )


def _between(statistic: str, scale: Scale) -> list[str]:
    return list(dict.fromkeys((statistic, "percent_agreement", f"alpha_{scale.level}")))


def _differences(labels: CodedLabels, judges: list[str], statistic: Statistic) -> Iterator[JudgeDifference]:
    return (judge_difference(labels, first, second, statistic) for first, second in combinations(judges, 2))


@dataclass(frozen=True, eq=False)
class _Room:
    """The labels with what the validation of each judge needs of them."""

    frame: pd.DataFrame
    labels: CodedLabels
    panel: Panel
    majority: Majority
    annotators: Annotators

    def judge(self, judge: int, of_slices: tuple[SliceReport, ...]) -> JudgeValidation:
        name, scale = self.labels.raters[judge].name, self.labels.scale
        flips = flip_rate(self.frame, scale, name)
        pooled = judge_with_humans(self.labels, judge, self.panel).tables.pooled()
        return JudgeValidation(
            judge=name,
            alt_test=self._alt_test(judge),
            attainable=attainable(self.labels, judge, self.panel.humans, self._between_humans()),
            classes=class_report(self.majority.labels, judge, self.majority.rater),
            systematic=symmetry(pooled, scale),
            bland_altman=bland_altman(pooled, scale),
            flips=flips,
            flips_of_values=() if flips is None else flips_of_values(self.frame, scale, name),
            slices=tuple(found for found in of_slices if found.judge == name),
        )

    def _alt_test(self, judge: int) -> AltTest | None:
        if any(self.labels.raters[human].slot for human in self.panel.humans):
            return None
        scoring: Scoring = "rmse" if self.labels.scale.level in ("interval", "ratio") else "accuracy"
        return alt_test(self.labels, judge, self.panel.humans, EPSILON[self.annotators], scoring)

    def _between_humans(self) -> Mean:
        return human_pairs(self.labels, self.panel).mean(STATISTICS["pearson"])
