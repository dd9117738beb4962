"""Every coefficient of a question as a plain row: what the Agreement screen lists, and what its CSV holds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Literal

from agreement.comparison import PairReport
from agreement.estimate import Measured
from data.publication.tables import FORMULA_STARTS, GUARD
from data.reliability import QuestionFigures

Comparison = Literal["judge and people", "people with each other", "difference", "all people at once", "pair"]
EVERYBODY = "people"


@dataclass(frozen=True)
class CoefficientRow:
    """One coefficient: `first` compared with `second`. `estimate`, `low` and `high` are None where `undefined` or
    `no_interval` says why; `units` is what the estimate rests on, `clusters` what its interval does."""

    question: str
    version: str
    comparison: Comparison
    first: str
    second: str
    statistic: str
    estimate: float | None
    low: float | None
    high: float | None
    units: int
    clusters: int
    undefined: str | None
    no_interval: str | None
    reading: str


def coefficient_rows(found: QuestionFigures) -> Iterator[CoefficientRow]:
    """The judges' coefficients with their differences to people, then the people's, then those of single pairs."""
    humans = found.report.human_human
    for judge in found.report.judges:
        yield from _rows(found, "judge and people", judge.judge, EVERYBODY, judge.mean)
        yield from _rows(found, "difference", judge.judge, EVERYBODY, judge.difference)
    yield from _rows(found, "people with each other", EVERYBODY, EVERYBODY, humans.mean)
    yield from _rows(found, "all people at once", EVERYBODY, EVERYBODY, humans.alpha)
    for pair in pairs_of(found):
        yield from _rows(found, "pair", pair.first, pair.second, pair.statistics)


def pairs_of(found: QuestionFigures) -> tuple[PairReport, ...]:
    """Each judge with each person, then each two people; none where tables are pooled."""
    judged = tuple(pair for judge in found.report.judges for pair in judge.pairs)
    return judged + found.report.human_human.pairs


def coefficient_csv(found: QuestionFigures) -> str:
    """The rows as CSV as RFC 4180 has it, with one head line; no cell is taken for a formula by a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file)
    names = [field.name for field in fields(CoefficientRow)]
    writer.writerow(names)
    for row in coefficient_rows(found):
        writer.writerow([_cell(getattr(row, name)) for name in names])
    return file.getvalue()


def _rows(
    found: QuestionFigures, comparison: Comparison, first: str, second: str, measured: Mapping[str, Measured]
) -> Iterator[CoefficientRow]:
    for statistic, value in measured.items():
        yield CoefficientRow(
            question=found.question,
            version=found.version,
            comparison=comparison,
            first=first,
            second=second,
            statistic=statistic,
            estimate=value.estimate.value,
            low=value.interval.low,
            high=value.interval.high,
            units=value.estimate.n,
            clusters=value.clusters,
            undefined=value.estimate.undefined,
            no_interval=value.interval.undefined,
            reading=found.report.reading.statistics[statistic],
        )


def _cell(value: float | str | None) -> float | str | None:
    return GUARD + value if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
