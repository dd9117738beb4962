"""Metrics of systems."""

from __future__ import annotations

from itertools import groupby

import typer
from rich.console import Console
from rich.table import Table

from agreement.systems import SystemMetric
from annotate.terminal.tables import cells
from data.figures import Figures
from data.metric_figures import MetricFigures, Withheld
from data.publication.plain import shown
from data.publication.scorecard import percent


def show(found: Figures) -> None:
    """Print the published metrics by system, then what is withheld and why."""
    console = Console(highlight=False)
    for title, entries in groupby(
        found.metrics, lambda entry: f"{entry.number} {entry.title}, {entry.better} is better"
    ):
        typer.echo(title)
        console.print(_table(list(entries)))
    if not found.metrics:
        typer.echo("nothing may be published yet")
    for line in map(_withheld, found.withheld):
        typer.echo(line)


def _table(entries: list[MetricFigures]) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in ("system", "labelled by", "mean %", "95 % interval", "n", "band", "excluded"):
        table.add_column(head, no_wrap=head in ("mean %", "95 % interval", "n", "band"))
    for entry in entries:
        for row in entry.systems:
            mean, reach, n, excluded = _numbers(row.figure)
            table.add_row(*cells(row.figure.system, _who(entry), mean, reach, n, row.band, excluded))
    return table


def _who(entry: MetricFigures) -> str:
    return entry.labelled_by if entry.status == "VALIDATED" else f"{entry.labelled_by} ({entry.status})"


def _numbers(figure: SystemMetric) -> tuple[str, str, str, str]:
    interval = figure.mean.interval
    reach = f"[{percent(interval.low)}, {percent(interval.high)}]" if interval.undefined is None else "no interval"
    excluded = ", ".join(f"{reason}: {count}" for reason, count in figure.excluded)
    return percent(figure.mean.estimate.value), reach, f"{figure.mean.estimate.n:,}", excluded or "none"


def _withheld(entry: Withheld) -> str:
    head = f"withheld: {entry.title}, labelled by {entry.labelled_by}: {entry.status}"
    return shown(f"{head}; {entry.reasons[0] if entry.reasons else 'no reason'}; next: {entry.next_step}")
