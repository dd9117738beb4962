"""Metrics of systems."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from agreement.systems import SystemMetric
from annotate.terminal.agreement import cells
from data.figures import Figures
from data.metric_figures import MetricFigures, Withheld
from data.publication.plain import shown
from data.publication.scorecard import percent


def show(found: Figures) -> None:
    """Print the published metrics by system, then what is withheld and why."""
    console = Console(highlight=False)
    if found.metrics:
        console.print(_table(found.metrics))
    else:
        typer.echo("nothing may be published yet")
    for line in map(_withheld, found.withheld):
        typer.echo(line)


def _table(metrics: tuple[MetricFigures, ...]) -> Table:
    heads = ("metric", "labelled by", "system", "mean %", "95 % interval", "n", "excluded", "band")
    table = Table(*heads, box=None, pad_edge=False)
    for entry in metrics:
        for at, row in enumerate(entry.systems):
            title = f"{entry.number} {entry.title}" if at == 0 else ""
            who = _who(entry) if at == 0 else ""
            table.add_row(*cells(title, who, row.figure.system, *_numbers(row.figure), row.band))
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
