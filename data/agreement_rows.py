"""Every coefficient of a question as a plain row: what the Agreement screen lists, and what its files hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields, replace
from typing import Literal, Protocol

from agreement.comparison import PairReport
from agreement.estimate import Measured
from agreement.frame import MissingCount
from agreement.report import AgreementReport
from data.text_tables import csv_text

Comparison = Literal[
    "judge and people",
    "people with each other",
    "difference",
    "all people at once",
    "judge and people, pooled",
    "people with each other, pooled",
    "pair",
]
EVERYBODY = "people"


class Agreed(Protocol):
    """The agreement on one question, of a study or of a file."""

    @property
    def question(self) -> str:
        """Its name."""

    @property
    def version(self) -> str:
        """The version of the question; empty where there are none."""

    @property
    def report(self) -> AgreementReport:
        """All its coefficients."""


@dataclass(frozen=True)
class Context:
    """How the coefficients of a question are to be read: the same for all of them.

    `coding` has the code of each value, `missing` the labels without a value by reason, `outside_scale` counts labels
    the scale does not have.
    """

    scale_level: str
    coding: str
    pairing: str
    minimum_overlap: int
    missing: str
    outside_scale: int


@dataclass(frozen=True)
class CoefficientRow:
    """One coefficient: `first` compared with `second`. `estimate`, `low` and `high` are None where `undefined` or
    `no_interval` says why; `units` is what the estimate rests on, `clusters` what its interval does. `confidence` and
    `method` are the interval's."""

    question: str
    version: str
    comparison: Comparison
    first: str
    second: str
    statistic: str
    estimate: float | None
    low: float | None
    high: float | None
    confidence: float
    method: str
    units: int
    clusters: int
    undefined: str | None
    no_interval: str | None
    reading: str
    context: Context


@dataclass(frozen=True)
class Head:
    """What the rows of a question share; `readings` has the reading of each statistic."""

    question: str
    version: str
    context: Context
    readings: Mapping[str, str]

    def rows(
        self, comparison: Comparison, first: str, second: str, measured: Mapping[str, Measured]
    ) -> Iterator[CoefficientRow]:
        """A row for each statistic of one comparison."""
        for statistic, value in measured.items():
            yield CoefficientRow(
                question=self.question,
                version=self.version,
                comparison=comparison,
                first=first,
                second=second,
                statistic=statistic,
                estimate=value.estimate.value,
                low=value.interval.low,
                high=value.interval.high,
                confidence=value.interval.level,
                method=value.interval.method,
                units=value.estimate.n,
                clusters=value.clusters,
                undefined=value.estimate.undefined,
                no_interval=value.interval.undefined,
                reading=self.readings[statistic],
                context=self.context,
            )


HEAD = tuple(field.name for part in (CoefficientRow, Context) for field in fields(part) if field.name != "context")
"""The columns of a CSV file of coefficients."""


def coefficient_rows(found: Agreed) -> Iterator[CoefficientRow]:
    """The judges' coefficients with their differences to people, then the people's, then those of single pairs."""
    humans, reading = found.report.human_human, found.report.reading
    head = Head(found.question, found.version, context_of(found.report), reading.statistics)
    for judge in found.report.judges:
        yield from head.rows("judge and people", judge.judge, EVERYBODY, judge.mean)
        yield from head.rows("difference", judge.judge, EVERYBODY, judge.difference)
    yield from head.rows("people with each other", EVERYBODY, EVERYBODY, humans.mean)
    together = replace(head, readings=reading.together)
    yield from together.rows("all people at once", EVERYBODY, EVERYBODY, humans.together)
    for pair in pairs_of(found):
        yield from head.rows("pair", pair.first, pair.second, pair.statistics)


def pairs_of(found: Agreed) -> tuple[PairReport, ...]:
    """Each judge with each person, then each two people; none where tables are pooled."""
    judged = tuple(pair for judge in found.report.judges for pair in judge.pairs)
    return judged + found.report.human_human.pairs


def coefficient_csv(rows: Iterable[CoefficientRow]) -> str:
    """The rows as CSV, each with the context of its question."""
    return csv_text(HEAD, ((*astuple(row)[:-1], *astuple(row.context)) for row in rows))


def missing_words(missing: Iterable[MissingCount]) -> str:
    """How many labels have no value, by kind of rater and reason."""
    return "; ".join(f"{row.count} by {row.kind}: {row.reason}" for row in missing)


def context_of(report: AgreementReport) -> Context:
    """How all coefficients of a question are to be read."""
    reading = report.reading
    codes = ", ".join(f"{value} = {code:g}" for value, code in zip(reading.values, reading.codes, strict=True))
    return Context(
        scale_level=reading.level,
        coding=codes + "".join(f"; {label} counts as {value}" for label, value in reading.coded_as.items()),
        pairing=reading.pairing,
        minimum_overlap=reading.minimum_overlap,
        missing=missing_words(report.missing),
        outside_scale=sum(row.count for row in report.out_of_scale),
    )
