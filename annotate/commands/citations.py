"""``countermark citations``: what is read as a citation in an answer, and why; in a file, or in a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, opened
from annotate.terminal.citations import plain, show
from data.engine import reading
from data.errors import InputError
from data.publication.plain import written
from data.review import reviewed
from data.review.cited import Cited, cited_in, cited_of
from data.studies import study_named

What = Annotated[
    str, typer.Argument(metavar="FILE|ANSWER", help="A text file; with --study, the key of one of its answers.")
]
StudyOption = Annotated[str | None, typer.Option("--study", metavar="STUDY", help="Look at an answer of this study.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print everything as JSON, with places as code points.")]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("citations")(citations)


def citations(
    what: What, study: StudyOption = None, json: AsJson = False, database: DatabaseOption = DEFAULT_DATABASE
) -> None:
    """Show the citations of an answer: what each cites, why it is one, and how they fit its sources."""
    found = cited_in(_text(Path(what))) if study is None else _stored(database, study, what)
    if json:
        typer.echo(written(plain(found)), nl=False)
    else:
        show(found)


def _stored(database: str, study: str, answer: str) -> Cited:
    with reading(opened(database)) as session:
        return cited_of(reviewed(session, study_named(session, study), answer))


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8; save it as UTF-8", file=str(file)) from error
