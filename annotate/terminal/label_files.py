"""Agreement in a file of labels as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from agreement.report import AgreementReport, JudgeReport
from annotate.terminal.agreement import show_beside, show_notes, show_report
from data.beside import Beside
from data.label_files import FileFigures, LabelFile
from data.publication.plain import shown
from data.sentences import SHORT, measured


def show(found: FileFigures, beside: Beside) -> None:
    """Print one question: a sentence for each judge, or for the people, then all tables and how to read them."""
    for line in _sentences(found.question, found.report):
        typer.echo(shown(line))
    show_report(found.report, found.clusters)
    show_beside(beside)
    show_notes(found.report, found.notes, found.clusters_are)


def show_file(file: LabelFile) -> None:
    """Print what is to be said of the whole file."""
    for note in file.notes:
        typer.echo(shown(f"{file.name}: {note}"))


def _sentences(question: str, report: AgreementReport) -> Iterator[str]:
    people, primary = report.human_human, report.reading.primary
    for judge in report.judges:
        yield f"{question}: {_beside(judge, report)}"
    if not report.judges and people.units:
        yield f"{question}: people agree with each other: {SHORT[primary]} {measured(people.mean[primary])}"
    elif not report.judges:
        yield f"{question}: {people.mean[primary].estimate.undefined}, so nothing is known of how far people agree"


def _beside(judge: JudgeReport, report: AgreementReport) -> str:
    people, primary = report.human_human, report.reading.primary
    words = f"judge {judge.judge} with people: {SHORT[primary]} {measured(judge.mean[primary])}"
    if not people.units:
        return f"{words}; {people.mean[primary].estimate.undefined}"
    return f"{words}; people with each other {measured(people.mean[primary])}"
