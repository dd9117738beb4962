"""``countermark export``: a study out as a file, or as tables in a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, opened, write_file
from data.errors import InputError
from data.exporting import export_lines
from data.publication.plain import shown

FORMS = ("native", "csv", "tsv", "json", "jsonl", "parquet", "xlsx", "markdown")
NOTES_SHOWN = 20

Form = Annotated[str, typer.Option("--as", metavar="FORM", help=f"One of {', '.join(FORMS)}.")]
Output = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="The file to write (native; else standard output), or the new folder."),
]
History = Annotated[
    bool, typer.Option("--history", help="Write superseded labels and the attempts to fetch sources, too.")
]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("export")(export_study)


def export_study(
    study: StudyArgument,
    form: Form = "native",
    output: Output = None,
    history: History = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Write a study: in the native format, which `import` makes it again from, or as tables with their dictionary.

    markdown writes the answers alone, SYSTEM/QUERY.md. docs/export.md shows every form.
    """
    if form not in FORMS:
        raise InputError(f"unknown form '{form}'; known: {', '.join(FORMS)}", field="as")
    if form == "native":
        _write_native(opened(database), study, output, history)
        return
    if output is None:
        raise InputError(f"{form} writes several files; name a new folder for them", field="output")
    if form == "markdown" and history:
        raise InputError("answers have no history; leave out --history, or choose another form", field="history")
    _write_folder(opened(database), study, form, output, history)


def _write_native(engine: Engine, study: str, output: Path | None, history: bool) -> None:
    lines = export_lines(engine, study, history)
    if output is None:
        sys.stdout.buffer.writelines(line.encode() for line in lines)
        return
    write_file(output, lines)


def _write_folder(engine: Engine, study: str, form: str, folder: Path, history: bool) -> None:
    from data.exporting.answers import export_answers  # Arrow takes longer to load than most commands to run
    from data.exporting.folder import export_tables

    if form == "markdown":
        exported = export_answers(engine, study, folder)
    else:
        exported = export_tables(engine, study, form, folder, history)
    typer.echo(f"{folder}: " + ", ".join(f"{name} {count:,}" for name, count in exported.rows.items() if count))
    for note in exported.notes[:NOTES_SHOWN]:
        typer.echo(f"note: {shown(note)}")
    if len(exported.notes) > NOTES_SHOWN:
        typer.echo(f"note: and {len(exported.notes) - NOTES_SHOWN:,} more")
