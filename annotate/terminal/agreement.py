"""Agreement and decisions as text in a terminal. Names come from files: none may style or move the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer
from rich.console import Console
from rich.table import Table

from agreement.estimate import Measured
from agreement.policy import GateRule
from agreement.report import AgreementReport, JudgeReport, Reading
from agreement.statistics import NO_ORDER
from annotate.terminal.against import show_against
from annotate.terminal.aside import aside
from annotate.terminal.second_view import show_second_view
from annotate.terminal.tables import table_of
from annotate.terminal.validation import show_validation
from data.beside import Beside
from data.matrices import PEOPLE
from data.publication.plain import shown
from data.reliability import QuestionFigures, Verdict
from data.sentences import SHORT, coefficient, issue_words, margins, measured, sentence


def show(found: QuestionFigures, rule: GateRule, beside: Beside) -> None:
    """Print one question: its sentences, then agreement, confusion, what is missing, and how to read it."""
    judges = [verdict for verdict in found.verdicts if verdict.judge != PEOPLE]
    for verdict in judges or found.verdicts:
        typer.echo(shown(sentence(found, verdict, rule)))
    show_report(found.report, _plural(found))
    show_beside(beside)
    for listed in found.issues:
        typer.echo(shown(issue_words(found.title, listed)))
    if found.simulated:
        typer.echo(shown(f"simulated: {', '.join(found.simulated)}"))
    show_notes(found.report, found.notes, _plural(found))


def show_report(report: AgreementReport, clusters: str) -> None:
    """Print the tables of each judge, or of the people where there is none, and what is missing; `clusters` is the
    word for several clusters."""
    console = Console(highlight=False)
    for judge in report.judges:
        typer.echo(f"\n{shown(judge.judge)}: {judge.units:,} units in {judge.clusters:,} {clusters}")
        _show_agreement(report, judge)
        console.print(_confusion(report.reading, judge))
    if report.human_human.units:
        if not report.judges:
            _show_agreement(report, None)
        _show_together(report)
    for line in _counts(report):
        typer.echo(shown(line))


def show_beside(beside: Beside) -> None:
    """Print what was asked for beside the report."""
    if beside.against is not None:
        show_against(beside.against)
    if beside.second_view is not None:
        show_second_view(beside.second_view)
    if beside.validation is not None:
        show_validation(beside.validation)


def show_notes(report: AgreementReport, notes: Iterable[str], clusters: str) -> None:
    """Print notes, then how the numbers are to be read, then an empty line."""
    for line in (*notes, *_reading(report.reading, clusters)):
        typer.echo(shown(line))
    typer.echo("")


def decision(found: QuestionFigures, verdict: Verdict) -> str:
    """A decision on a line of its own, its reasons and the next step below."""
    lines = [f"{verdict.decision.status:<13} {found.question}: {verdict.judge}", *verdict.decision.reasons]
    if verdict.decision.status != "VALIDATED":
        lines.append(f"next: {verdict.decision.next_step}")
    return "\n              ".join(shown(line) for line in lines)


def _show_agreement(report: AgreementReport, judge: JudgeReport | None) -> None:
    """Every coefficient of pairs: of a judge beside people, and of people with each other, where there are such."""
    people = ["people with each other"] if report.human_human.units else []
    heads = people if judge is None else ["judge and people", *people, *(["difference"] if people else [])]
    _show_rows(heads, _agreement(report, judge))


def _show_together(report: AgreementReport) -> None:
    """Every coefficient of all people at once."""
    _show_rows(["all people at once"], ((name, [value]) for name, value in report.human_human.together.items()))


def _show_rows(heads: Iterable[str], found: Iterable[tuple[str, list[Measured]]]) -> None:
    """A row for each coefficient; those that need an order the scale does not have are named below."""
    rows: list[list[str]] = []
    senseless = []
    for name, values in found:
        if all(value.estimate.undefined == NO_ORDER for value in values):
            senseless.append(SHORT[name])
        else:
            rows.append([SHORT[name], *map(measured, values)])
    Console(highlight=False).print(table_of(["", *heads], rows))
    if senseless:
        typer.echo(f"undefined, as {NO_ORDER}: {', '.join(senseless)}")


def _agreement(report: AgreementReport, judge: JudgeReport | None) -> Iterator[tuple[str, list[Measured]]]:
    humans = report.human_human
    for name in _primary_first(humans.mean, report.reading.primary):
        people = [humans.mean[name]] if humans.units else []
        if judge is None:
            yield name, people
        else:
            yield name, [judge.mean[name], *people, *([judge.difference[name]] if people else [])]


def _confusion(reading: Reading, judge: JudgeReport) -> Table:
    counts = ([f"{count:,.0f}" for count in row] for row in judge.confusion)
    rows = ([value, *row] for value, row in zip(reading.values, counts, strict=True))
    return table_of(("judge \\ people", *reading.values), rows)


def _primary_first(found: Iterable[str], primary: str) -> list[str]:
    return [primary, *(name for name in found if name != primary)]


def _counts(report: AgreementReport) -> Iterator[str]:
    """What is missing, left out or outside the scale."""
    for judge in report.judges:
        yield f"coverage: {judge.judge} judged {judge.coverage.judged:,} of {judge.coverage.of:,} units people labelled"
        yield _prevalence(judge)
        yield _margins(judge)
    for missing in report.missing:
        yield f"no value: {missing.count:,} by {missing.kind}: {missing.reason}"
    yield from aside("outside the scale", report.out_of_scale)
    if report.rows_of_other_runs:
        yield f"repeats: {report.rows_of_other_runs:,} labels of later runs enter the flip rate only"
    if not report.human_human.units:
        yield f"people with each other: {report.human_human.mean[report.reading.primary].estimate.undefined}"


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
