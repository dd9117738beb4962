"""``countermark source``: the sources of a study, and texts given by hand."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data.engine import reading, writing
from data.errors import InputError
from data.fetching.reading import read
from data.fetching.unreadable import Unreadable
from data.publication.plain import Json, shown, written
from data.sources import SourceLine, give_text, source_lines
from data.studies import study_named

Key = Annotated[str | None, typer.Argument(metavar="[KEY]", help="Key of a source; without it, all of them.")]
TextFile = Annotated[
    Path | None,
    typer.Option("--text", metavar="FILE", exists=True, dir_okay=False, help="Its text, in UTF-8, taken as it is."),
]
SavedFile = Annotated[
    Path | None,
    typer.Option("--saved", metavar="FILE", exists=True, dir_okay=False, help="Its page or PDF, read as fetch would."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the sources as JSON.")]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("source")(source)


def source(
    study: StudyArgument,
    key: Key = None,
    text: TextFile = None,
    saved: SavedFile = None,
    json: AsJson = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """List the sources of a study with their statuses, or give one of them its text by hand."""
    engine = opened(database)
    if text is not None or saved is not None:
        _give(engine, study, key, _given(text, saved))
    with reading(engine) as session:
        lines = list(source_lines(session, study_named(session, study), key))
    if json:
        typer.echo(written([_plain(line) for line in lines]), nl=False)
        return
    for line in lines:
        typer.echo(_said(line))


def _given(text: Path | None, saved: Path | None) -> str:
    if text is not None and saved is not None:
        raise InputError("give --text or --saved, not both", field="text")
    file = text or saved or Path()
    try:
        return file.read_bytes().decode("utf-8-sig") if text is not None else read(file.read_bytes(), "").text
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8; save it as UTF-8, or give it with --saved", file=str(file)) from error
    except Unreadable as error:
        raise InputError(error.why, file=str(file)) from error


def _give(engine: Engine, study: str, key: str | None, text: str) -> None:
    if key is None:
        raise InputError("name the source whose text this is", field="key")
    with writing(engine) as session:
        give_text(session, study_named(session, study), key, text, now())


def _plain(line: SourceLine) -> Json:
    values = {field.name: getattr(line, field.name) for field in fields(line)}
    return values | {"at": None if line.at is None else line.at.isoformat()}


def _said(line: SourceLine) -> str:
    """A source in one line; a page that was mostly left out shows how much of it."""
    parts = [f"{line.key}: {line.status}"]
    if line.length is not None:
        parts.append(f"{line.length:,} characters")
    if line.boilerplate is not None:
        parts.append(f"{line.boilerplate:.0%} of the page left out")
    if line.way == "hand":
        parts.append("given by hand")
    return shown(", ".join([*parts, *filter(None, (line.why, line.url))]))
