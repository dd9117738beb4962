"""Intervals by drawing clusters anew as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import typer
from rich.console import Console

from agreement.bootstrap import Resampled
from agreement.estimate import Interval
from agreement.second_view import SecondView
from annotate.terminal.tables import table_of
from data.sentences import SHORT, coefficient


def show_second_view(found: SecondView) -> None:
    """Print the percentile and BCa intervals of the leading coefficient, where it has a value."""
    name = SHORT[found.statistic]
    typer.echo(f"{name} once more: clusters drawn {found.replicates:,} times, seed {found.seed}")
    heads = ("", "percentile", "BCa", "undefined in")
    Console(highlight=False).print(table_of(heads, (_row(what, one) for what, one in _figures(found) if one.dropped.n)))


def _figures(found: SecondView) -> Iterator[tuple[str, Resampled]]:
    yield "people with each other", found.human_human
    for judge in found.judges:
        yield f"{judge.judge} and people", judge.mean
        yield f"{judge.judge}: difference", judge.difference


def _row(what: str, found: Resampled) -> tuple[str, ...]:
    return what, _bounds(found.percentile), _bounds(found.bca), f"{found.dropped.value:.1%}"


def _bounds(interval: Interval) -> str:
    if interval.low is None or interval.high is None:
        return f"no interval: {interval.undefined}"
    return f"[{coefficient(interval.low)}, {coefficient(interval.high)}]"
