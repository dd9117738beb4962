"""Agreement and decisions as text in a terminal. Names come from files: none may style or move the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agreement.against import Against, MeasuredAgainst
from agreement.estimate import Measured
from agreement.policy import GateRule
from agreement.report import AgreementReport, JudgeReport, Reading
from agreement.statistics import NO_ORDER
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
    if not report.judges and report.human_human.units:
        _show_agreement(report, None)
    for line in _counts(report):
        typer.echo(shown(line))


def show_beside(beside: Beside) -> None:
    """Print what was asked for beside the report."""
    if beside.against is not None:
        _show_against(beside.against)


def show_notes(report: AgreementReport, notes: Iterable[str], clusters: str) -> None:
    """Print notes, then how the numbers are to be read, then an empty line."""
    for line in (*notes, *_reading(report.reading, clusters)):
        typer.echo(shown(line))
    typer.echo("")


def _show_against(found: Against) -> None:
    console = Console(highlight=False)
    if found.made is not None:
        typer.echo(f"reference: {found.reference}: {found.made}")
    for rater in found.raters:
        typer.echo(shown(_error(found.reference, rater)))
        rows = [(one.value, *map(measured, (one.tpr, one.tnr, one.precision, one.f1))) for one in rater.classes.classes]
        console.print(table_of(("value", "recall (TPR)", "specificity (TNR)", "precision", "F1"), rows))


def _error(reference: str, rater: MeasuredAgainst) -> str:
    made = "" if rater.made is None else f" ({rater.made})"
    error, interval = rater.error.estimate, rater.error.interval
    if error.value is None:
        return f"against {reference}: {rater.name}{made}: {error.undefined}"
    low, high = interval.low, interval.high
    bounds = f" [{low:.1%}, {high:.1%}]" if low is not None and high is not None else ""
    return f"against {reference}: {rater.name} errs in {error.value:.2%}{bounds} of {error.n:,} units{made}"


def decision(found: QuestionFigures, verdict: Verdict) -> str:
    """A decision on a line of its own, its reasons and the next step below."""
    lines = [f"{verdict.decision.status:<13} {found.question}: {verdict.judge}", *verdict.decision.reasons]
    if verdict.decision.status != "VALIDATED":
        lines.append(f"next: {verdict.decision.next_step}")
    return "\n              ".join(shown(line) for line in lines)


def cells(*texts: object) -> list[str]:
    """Texts as cells of a table: hidden characters shown, markup off."""
    return [escape(shown(text)) for text in texts]


def _show_agreement(report: AgreementReport, judge: JudgeReport | None) -> None:
    """Every coefficient, of a judge beside people and of people with each other, where there are such."""
    people = ["people with each other"] if report.human_human.units else []
    heads = people if judge is None else ["judge and people", *people, *(["difference"] if people else [])]
    rows: list[list[str]] = []
    senseless: dict[str, None] = {}
    for name, row in _agreement(report, judge):
        if all(map(_lacks_order, row)):
            senseless[name.removesuffix(_ALL)] = None
        else:
            rows.append([name, *(measured(value) if value else "" for value in row)])
    Console(highlight=False).print(table_of(["", *heads], rows))
    if senseless:
        typer.echo(f"undefined, as {NO_ORDER}: {', '.join(senseless)}")


_ALL = ", all people"
_Row = list[Measured | None]


def _agreement(report: AgreementReport, judge: JudgeReport | None) -> Iterator[tuple[str, _Row]]:
    """Each coefficient by its short name; None where it does not exist for a column."""
    humans = report.human_human
    for name in _primary_first(humans.mean, report.reading.primary):
        people: _Row = [humans.mean[name]] if humans.units else []
        if judge is None:
            yield SHORT[name], people
        else:
            yield SHORT[name], [judge.mean[name], *people, *([judge.difference[name]] if people else [])]
    for name, value in humans.together.items() if humans.units else ():
        yield f"{SHORT[name]}{_ALL}", [value] if judge is None else [None, value, None]


def _lacks_order(value: Measured | None) -> bool:
    return value is None or value.estimate.undefined == NO_ORDER


def _confusion(reading: Reading, judge: JudgeReport) -> Table:
    table = _table("judge \\ people", *reading.values)
    for value, row in zip(reading.values, judge.confusion, strict=True):
        table.add_row(*cells(value, *(f"{count:,.0f}" for count in row)))
    return table


def table_of(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table without lines around it."""
    table = _table(*heads)
    for row in rows:
        table.add_row(*cells(*row))
    return table


def _table(*heads: str) -> Table:
    return Table(*cells(*heads), box=None, pad_edge=False)


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
    for outside in report.out_of_scale:
        yield f"outside the scale: {outside.count:,} of {outside.rater}: {outside.value} ({outside.hint})"
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
