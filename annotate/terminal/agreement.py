"""Agreement and decisions as text in a terminal. Names come from files: none may style or move the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agreement.policy import GateRule
from agreement.report import AgreementReport, JudgeReport, Reading
from data.matrices import PEOPLE
from data.publication.plain import shown
from data.reliability import QuestionFigures, Verdict
from data.sentences import SHORT, coefficient, margins, measured, sentence


def show(found: QuestionFigures, rule: GateRule) -> None:
    """Print one question: its sentences, then agreement, confusion, what is missing, and how to read it."""
    console = Console(highlight=False)
    judges = [verdict for verdict in found.verdicts if verdict.judge != PEOPLE]
    for verdict in judges or found.verdicts:
        typer.echo(shown(sentence(found, verdict, rule)))
    for judge in found.report.judges:
        typer.echo(f"\n{shown(judge.judge)}: {judge.units:,} units in {judge.clusters:,} {_plural(found)}")
        console.print(_agreement(found.report, judge))
        console.print(_confusion(found.report.reading, judge))
    if not found.report.judges and found.report.human_human.units:
        console.print(_people(found.report))
    for line in _counts(found):
        typer.echo(shown(line))
    typer.echo("")


def decision(found: QuestionFigures, verdict: Verdict) -> str:
    """A decision on a line of its own, its reasons and the next step below."""
    lines = [f"{verdict.decision.status:<13} {found.question}: {verdict.judge}", *verdict.decision.reasons]
    if verdict.decision.status != "VALIDATED":
        lines.append(f"next: {verdict.decision.next_step}")
    return "\n              ".join(shown(line) for line in lines)


def cells(*texts: object) -> list[str]:
    """Texts as cells of a table: hidden characters shown, markup off."""
    return [escape(shown(text)) for text in texts]


def _agreement(report: AgreementReport, judge: JudgeReport) -> Table:
    """Every coefficient; beside that of people where two of them labelled a unit."""
    humans, names = report.human_human, _primary_first(judge.mean, report.reading.primary)
    if not humans.units:
        table = _table("", "judge and people")
        for name in names:
            table.add_row(*cells(SHORT[name], measured(judge.mean[name])))
        return table
    table = _table("", "judge and people", "people with each other", "difference")
    for name in names:
        values = (judge.mean[name], humans.mean[name], judge.difference[name])
        table.add_row(*cells(SHORT[name], *map(measured, values)))
    for name, value in humans.together.items():
        table.add_row(*cells(f"{SHORT[name]}, all people", "", measured(value), ""))
    return table


def _people(report: AgreementReport) -> Table:
    humans = report.human_human
    table = _table("", "people with each other")
    for name in _primary_first(humans.mean, report.reading.primary):
        table.add_row(*cells(SHORT[name], measured(humans.mean[name])))
    for name, value in humans.together.items():
        table.add_row(*cells(f"{SHORT[name]}, all people", measured(value)))
    return table


def _confusion(reading: Reading, judge: JudgeReport) -> Table:
    table = _table("judge \\ people", *reading.values)
    for value, row in zip(reading.values, judge.confusion, strict=True):
        table.add_row(*cells(value, *(f"{count:,.0f}" for count in row)))
    return table


def _table(*heads: str) -> Table:
    return Table(*cells(*heads), box=None, pad_edge=False)


def _primary_first(found: Iterable[str], primary: str) -> list[str]:
    return [primary, *(name for name in found if name != primary)]


def _counts(found: QuestionFigures) -> Iterator[str]:
    """What is missing, left out or outside the scale, and how the numbers are to be read."""
    report = found.report
    for judge in report.judges:
        yield f"coverage: {judge.judge} judged {judge.coverage.judged:,} of {judge.coverage.of:,} units people labelled"
        yield _prevalence(judge)
        yield _margins(judge)
    for missing in report.missing:
        yield f"no value: {missing.count:,} by {missing.kind}: {missing.reason}"
    for outside in report.out_of_scale:
        yield f"outside the scale: {outside.count:,} of {outside.rater}: {outside.value} ({outside.hint})"
    if report.rows_of_other_runs:
        yield f"repeats: {report.rows_of_other_runs:,} labels of later runs enter the flip rate only"
    if not report.human_human.units:
        yield f"people with each other: {report.human_human.mean[report.reading.primary].estimate.undefined}"
    if found.simulated:
        yield f"simulated: {', '.join(found.simulated)}"
    yield from found.notes
    yield from _reading(report.reading, _plural(found))


def _prevalence(judge: JudgeReport) -> str:
    shares = ", ".join(f"{row.value} {row.judge:.0%} / {row.human:.0%}" for row in judge.prevalence)
    lean = judge.above_minus_below.value
    above = "" if lean is None else f"; judge above minus below people {coefficient(lean)}"
    return f"prevalence: {judge.judge} / people: {shares or 'no common unit'}{above}"


def _margins(judge: JudgeReport) -> str:
    """How far the use of the values holds kappa down, over all pairs of the confusion matrix."""
    return f"margins: {judge.judge} and people: {margins(judge.margins)}"


def _plural(found: QuestionFigures) -> str:
    return "queries" if found.clusters == "query" else "answers"


def _reading(reading: Reading, clusters: str) -> Iterator[str]:
    codes = ", ".join(f"{value} = {code:g}" for value, code in zip(reading.values, reading.codes, strict=True))
    extra = "".join(f"; {label} counts as {value}" for label, value in reading.coded_as.items())
    yield f"reading: {reading.level} scale, {codes}{extra}"
    yield f"reading: {SHORT[reading.primary]} leads: {reading.statistics[reading.primary]}"
    yield f"reading: {reading.pairing}: {reading.pairing_reason}"
    yield f"reading: judges are compared with {reading.judge_compared_with}"
    yield f"reading: {reading.interval}; clusters are {clusters}"
