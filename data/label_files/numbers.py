"""Agreement on the questions of a label file whose labels are plain numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agreement.estimate import Measured
from agreement.numeric import NUMERIC, NumericReport, numeric_report
from data.agreement_rows import EVERYBODY, CoefficientRow, Context, Head, missing_words
from data.beside import Wanted
from data.errors import InputError
from data.label_files.labels import QuestionLabels


@dataclass(frozen=True)
class NumberFigures:
    """Agreement on one question of a file in plain numbers. `primary` leads the `statistics` that are shown; the rest
    is as in `data.label_files.figures.FileFigures`."""

    question: str
    report: NumericReport
    primary: str
    statistics: tuple[str, ...]
    clusters: str
    clusters_are: str
    notes: tuple[str, ...]
    version: str = ""


def number_figures(labels: QuestionLabels, wanted: Wanted) -> NumberFigures:
    """The figures of one question; InputError when what is wanted does not exist for plain numbers."""
    for name in ("validation", "reference", "bootstrap"):
        if getattr(wanted, name):
            raise InputError("goes with labels of a scale, and --numeric says they are plain numbers", field=name)
    primary, named = wanted.primary or labels.primary, [name for name in wanted.statistics if name in NUMERIC]
    if primary not in NUMERIC or (wanted.statistics and not named):
        raise InputError(f"plain numbers have these coefficients only: {', '.join(NUMERIC)}", field=labels.question)
    try:
        found = numeric_report(labels.frame, wanted.pairing, wanted.overlap)
    except ValueError as error:
        raise InputError(str(error), field=labels.question) from error
    shown = dict.fromkeys((primary, *(named or NUMERIC)))
    return NumberFigures(
        labels.question, found, primary, tuple(shown), labels.clusters.plural, labels.clusters.are, labels.notes
    )


def number_rows(found: NumberFigures) -> Iterator[CoefficientRow]:
    """Every coefficient that is shown as a row, those of single pairs last."""
    humans, reading = found.report.human_human, found.report.reading
    head = Head(found.question, found.version, _context(found.report), reading.statistics)

    def shown(measured: Mapping[str, Measured]) -> dict[str, Measured]:
        return {name: measured[name] for name in found.statistics}

    for judge in found.report.judges:
        yield from head.rows("judge and people", judge.judge, EVERYBODY, shown(judge.mean))
        yield from head.rows("difference", judge.judge, EVERYBODY, shown(judge.difference))
        yield from head.rows("judge and people, pooled", judge.judge, EVERYBODY, shown(judge.pooled))
    yield from head.rows("people with each other", EVERYBODY, EVERYBODY, shown(humans.mean))
    yield from head.rows("people with each other, pooled", EVERYBODY, EVERYBODY, shown(humans.pooled))
    for pair in (*(pair for judge in found.report.judges for pair in judge.pairs), *humans.pairs):
        yield from head.rows("pair", pair.first, pair.second, shown(pair.statistics))


def _context(report: NumericReport) -> Context:
    return Context(
        scale_level="plain numbers",
        coding="",
        pairing=report.reading.pairing,
        minimum_overlap=report.reading.minimum_overlap,
        missing=missing_words(report.missing),
        outside_scale=sum(row.count for row in report.not_numbers),
    )
