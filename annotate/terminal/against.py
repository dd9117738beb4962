"""Raters against a reference as text in a terminal."""

from __future__ import annotations

import typer
from rich.console import Console

from agreement.against import Against, MeasuredAgainst
from agreement.classes import ClassReport
from annotate.terminal.tables import table_of
from data.publication.plain import shown
from data.sentences import measured


def show_against(found: Against) -> None:
    """Print how raters compare with a reference."""
    if found.made is not None:
        typer.echo(f"reference: {found.reference}: {found.made}")
    for rater in found.raters:
        typer.echo(shown(_error(found.reference, rater)))
        show_classes(rater.classes)


def show_classes(found: ClassReport) -> None:
    """Print how well a rater finds each value."""
    rows = [(one.value, *map(measured, (one.tpr, one.tnr, one.precision, one.f1))) for one in found.classes]
    heads = ("value", "recall (TPR)", "specificity (TNR)", "precision", "F1")
    Console(highlight=False).print(table_of(heads, rows))


def _error(reference: str, rater: MeasuredAgainst) -> str:
    made = "" if rater.made is None else f" ({rater.made})"
    error, interval = rater.error.estimate, rater.error.interval
    if error.value is None:
        return f"against {reference}: {rater.name}{made}: {error.undefined}"
    low, high = interval.low, interval.high
    bounds = f" [{low:.1%}, {high:.1%}]" if low is not None and high is not None else ""
    return f"against {reference}: {rater.name} errs in {error.value:.2%}{bounds} of {error.n:,} units{made}"
