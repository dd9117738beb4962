"""Agreement in plain numbers as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import typer
from rich.console import Console

from agreement.estimate import Measured
from annotate.terminal.aside import aside
from annotate.terminal.tables import table_of
from data.label_files import NumberFigures
from data.publication.plain import shown
from data.sentences import SHORT, measured


def show(found: NumberFigures) -> None:
    """Print one question: a sentence for each judge, or for the people, then all tables and how to read them."""
    report, humans = found.report, found.report.human_human
    for line in _sentences(found):
        _say(line)
    for judge in report.judges:
        typer.echo("")
        _say(f"{judge.judge}: {judge.units:,} units in {judge.clusters:,} {found.clusters}")
        columns = (judge.mean, humans.mean, judge.difference)
        _table(found, ("judge and people", "people with each other", "difference"), columns)
    if not report.judges:
        _table(found, ("people with each other",), (humans.mean,))
    if report.reading.pairing == "per pair":
        pooled = {"people, pooled": humans.pooled}
        pooled |= {f"{judge.judge} and people, pooled": judge.pooled for judge in report.judges}
        _table(found, tuple(pooled), tuple(pooled.values()))
    for line in (*_counts(found), *found.notes, *_reading(found)):
        _say(line)
    typer.echo("")


def _sentences(found: NumberFigures) -> Iterator[str]:
    name, report = SHORT[found.primary], found.report
    people = measured(report.human_human.mean[found.primary])
    for judge in report.judges:
        with_people = measured(judge.mean[found.primary])
        words = f"judge {judge.judge} with people: {name} {with_people}; people with each other {people}"
        yield f"{found.question}: {words}"
    if not report.judges:
        yield f"{found.question}: people with each other: {name} {people}"


def _table(found: NumberFigures, heads: Sequence[str], columns: Sequence[Mapping[str, Measured]]) -> None:
    rows = ((SHORT[name], *(measured(column[name]) for column in columns)) for name in found.statistics)
    Console(highlight=False).print(table_of(("", *heads), rows))


def _counts(found: NumberFigures) -> Iterator[str]:
    report = found.report
    for rater in report.ranges:
        yield f"numbers of {rater.rater}: {rater.low:g} to {rater.high:g}, mean {rater.mean:.3g}"
    for missing in report.missing:
        yield f"no value: {missing.count:,} by {missing.kind}: {missing.reason}"
    yield from aside("no number", report.not_numbers)
    if report.rows_of_other_runs:
        yield f"repeats: {report.rows_of_other_runs:,} labels of later runs are left out"


def _reading(found: NumberFigures) -> Iterator[str]:
    reading = found.report.reading
    yield "reading: plain numbers, as they are"
    yield f"reading: {SHORT[found.primary]} leads: {reading.statistics[found.primary]}"
    yield f"reading: {reading.pairing}: {reading.pairing_reason}"
    yield f"reading: pooled: {reading.pooled}"
    yield f"reading: judges are compared with {reading.judge_compared_with}"
    yield f"reading: {reading.interval}; clusters are {found.clusters_are}"


def _say(line: str) -> None:
    typer.echo(shown(line))
