"""The tables of the Publish screen."""

from __future__ import annotations

from collections.abc import Iterator

from annotate.screens.words import metric_cell, of_study, status
from annotate.tables import BREAK, Cell, Piece, Row, Table, heads
from data.figures import Figures
from data.metric_figures import MetricFigures, Withheld
from data.publication.plain import shown


def published(found: Figures) -> Table:
    """A line for each published metric and labeller, a column for each system."""
    systems = sorted({row.figure.system for entry in found.metrics for row in entry.systems})
    rows, above = [], ""
    for entry in found.metrics:
        rows.append(
            Row(
                (_metric(entry, entry.metric != above), _labelled(entry), *_of_systems(entry, systems)),
                entry.metric != above,
            )
        )
        above = entry.metric
    return Table(heads(("metric", "labelled by", *map(shown, systems))), tuple(rows))


def _metric(entry: MetricFigures, first: bool) -> Cell:
    better = Piece("quiet", f"{'↓' if entry.better == 'lower' else '↑'} {entry.better} is better")
    return Cell((Piece("text", f"{entry.number} {entry.title}"), BREAK, better) if first else (), head=True)


def _labelled(entry: MetricFigures) -> Cell:
    caveat = (BREAK, status(entry.status)) if entry.status != "VALIDATED" else ()
    return Cell((of_study(entry.labelled_by), *_others(entry), *caveat))


def _others(entry: MetricFigures | Withheld) -> tuple[Piece, ...]:
    """Who labels the questions that the entry's own labeller does not."""
    others = [f"{question}: {who}" for question, who in entry.labellers.items() if who != entry.labelled_by]
    return (BREAK, Piece("quiet", shown(", ".join(others)))) if others else ()


def _of_systems(entry: MetricFigures, systems: list[str]) -> Iterator[Cell]:
    by_system = {row.figure.system: row for row in entry.systems}
    for system in systems:
        row = by_system.get(system)
        yield metric_cell(row.figure, row.band) if row else Cell((Piece("quiet", "no answer"),))


def withheld(found: Figures) -> Table:
    """What is withheld, told once for figures with the same labeller and the same reasons."""
    groups: dict[tuple[str, ...], list[Withheld]] = {}
    for entry in found.withheld:
        groups.setdefault((entry.labelled_by, entry.status, *entry.reasons), []).append(entry)
    return Table((), tuple(Row((_why(entries),)) for entries in groups.values()))


def _why(entries: list[Withheld]) -> Cell:
    first = entries[0]
    pieces = [status(first.status), Piece("text", " labelled by "), of_study(first.labelled_by), *_others(first)]
    pieces += [Piece("prose", ", ".join(entry.title for entry in entries))]
    pieces += [Piece("aside", shown(reason)) for reason in first.reasons]
    if first.next_step:
        pieces.append(Piece("aside", shown(f"To settle it: {first.next_step}.")))
    return Cell(tuple(pieces))


def open_questions(found: Figures) -> set[str]:
    """The questions on which labels of people are missing for a decision."""
    return {
        name
        for name, question in found.questions.items()
        if any(verdict.decision.status in ("INCONCLUSIVE", "STALE") for verdict in question.verdicts)
    }
