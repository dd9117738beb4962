"""Agreement of one question: humans with each other, each judge with the humans, and the reading of every number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal

import pandas as pd

from agreement.estimate import Estimate, Measured
from agreement.scale import Level, Scale

Pairing = Literal["per pair", "pooled"]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True)
class Reading:
    """What the numbers of a report mean, in words a methods section can quote."""

    values: tuple[str, ...]
    codes: tuple[float, ...]
    coded_as: Mapping[str, str]
    level: Level
    primary: str
    statistics: Mapping[str, str]
    pairing: Pairing
    pairing_reason: str
    judge_compared_with: str
    interval: str
    runs: str


@dataclass(frozen=True)
class RaterCount:
    """What one rater gave: labels on the scale, rows without a value, labels outside the scale."""

    name: str
    kind: str
    slot: bool
    labels: int
    missing: int
    out_of_scale: int


@dataclass(frozen=True)
class MissingCount:
    """How often raters of one kind gave no value, for one reason."""

    kind: str
    reason: str
    count: int


@dataclass(frozen=True)
class OutOfScale:
    """A label the scale does not know: kept aside, never coded. `example_unit` is its first unit by name."""

    rater: str
    value: str
    count: int
    example_unit: str
    hint: str


@dataclass(frozen=True)
class PairReport:
    """Two raters: `table[i][j]` counts units that `first` gave value i and `second` value j, in scale order."""

    first: str
    second: str
    units: int
    clusters: int
    table: tuple[tuple[float, ...], ...]
    statistics: Mapping[str, Measured]


@dataclass(frozen=True)
class HumanHuman:
    """How far people agree: `units` have labels of two or more humans.

    `mean[s]` is the mean of statistic s over all pairs of humans (of the one pooled table when pooled);
    `alpha[s]` is Krippendorff's alpha over all humans at once; `pairs` lists pairs that share a unit (none when pooled).
    """

    raters: tuple[str, ...]
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    alpha: Mapping[str, Measured]
    pairs: tuple[PairReport, ...]
    pairs_without_common_unit: int


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
    a human value j, pooled over humans. `bias` is P(judge above human) - P(judge below human) over these pairs,
    `prevalence_index` Byrt's |n11 - n22| / N (two values only).
    """

    judge: str
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    difference: Mapping[str, Measured]
    confusion: tuple[tuple[float, ...], ...]
    coverage: Coverage
    prevalence: tuple[ValueShare, ...]
    prevalence_index: Estimate
    bias: Estimate
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


def report(frame: pd.DataFrame, scale: Scale, primary: str, pairing: Pairing = "per pair") -> AgreementReport:
    """Agreement of the labels of one question, as a long frame (columns: see `agreement.frame.coded`).

    `primary` is the name of a statistic in `agreement.statistics.STATISTICS`. `pairing` "pooled" adds the
    tables of all pairs before a statistic is taken; slots (positions instead of people) are always pooled.
    ValueError on an unknown statistic or a frame that breaks its contract.
    """
    raise NotImplementedError


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
