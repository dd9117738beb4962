"""``countermark export``: a study out as a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, opened, write_file
from data.exporting import export_lines

Output = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write; else to standard output.")]
History = Annotated[
    bool, typer.Option("--history", help="Write superseded labels and the attempts to fetch sources, too.")
]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("export")(export_study)


def export_study(
    study: StudyArgument,
    output: Output = None,
    history: History = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Write a study in the native format: everything `import` needs to make it again elsewhere."""
    lines = export_lines(opened(database), study, history)
    if output is None:
        sys.stdout.buffer.writelines(line.encode() for line in lines)
        return
    write_file(output, lines)
