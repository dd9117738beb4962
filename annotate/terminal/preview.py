"""What an import would do, as text in a terminal. Names and cells come from files: none may style or move the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer
from rich.console import Console

from annotate.terminal.tables import table_of
from data.importing.preview import Preview, shortened
from data.importing.suggesting import options_of
from data.publication.plain import shown

MOST_LABELS = 30


def show(preview: Preview) -> None:
    """Print how a file is read, what its columns and labels become, the first rows, and what is wrong with it."""
    _say([f"{preview.file}: {preview.format}"])
    if preview.mapping is not None:
        _columns(preview)
    if preview.labels:
        _labels(preview)
    if preview.rows:
        counts = (f"{kind.replace('_', ' ')} {count:,}" for kind, count in preview.made.items())
        typer.echo(f"\nRows made: {', '.join(counts)}. The first of them:")
        at = f"{preview.file}, "
        rows = ((row.place.removeprefix(at), row.kind, _fields(row.fields.items())) for row in preview.rows)
        Console(highlight=False).print(table_of(("from", "row", ""), rows))
    _say(_rest(preview))


def _columns(preview: Preview) -> None:
    typer.echo("\nColumns:")
    rows = (
        (
            column.heading,
            f"{column.becomes or '(not read)'}{' ?' if column.guessed else ''}",
            " | ".join(column.examples),
        )
        for column in preview.columns
    )
    Console(highlight=False).print(table_of(("there", "becomes", "examples"), rows))
    if preview.mapping is not None and preview.mapping.constants:
        _say([f"in all rows: {_fields(preview.mapping.constants.items())}"])


def _labels(preview: Preview) -> None:
    typer.echo("\nLabels:")
    rows = (
        (label.question, label.theirs, label.ours or "(out of scale)", f"{label.count:,}") for label in preview.labels
    )
    Console(highlight=False).print(table_of(("question", "there", "becomes", "met"), list(rows)[:MOST_LABELS]))


def _rest(preview: Preview) -> Iterator[str]:
    yield ""
    for problem in preview.problems:
        yield f"problem: {problem}"
    if preview.guesses and preview.mapping is not None:
        options = options_of(preview.guesses, preview.mapping)
        yield f"Columns marked ? are guesses, which an import does not take. If they are right, add: {options}"
        yield "or keep them with --save-mapping FILE, correct the file, and import with --mapping FILE."
    for note in preview.notes:
        yield f"note: {note}"
    if not preview.whole:
        yield "Only the beginning was read; the import reads all of it."
    yield "Nothing was written."


def _fields(items: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"{name} {shortened(value)}" for name, value in items)


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(shown(line))
