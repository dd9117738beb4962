"""``countermark import``: files into a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from annotate.commands.options import (
    DEFAULT_DATABASE,
    DatabaseOption,
    now,
    opened,
    pairs_of,
)
from data.importing import FORMATS, ImportOptions, import_file
from data.importing.options import DEFAULT_JUDGE

_FORMATS = ", ".join(sorted(set(FORMATS.values())))

File = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, readable=True)]
Study = Annotated[str, typer.Option("--study", metavar="NAME", help="The study to fill; made if there is none.")]
Format = Annotated[str | None, typer.Option("--format", help=f"One of {_FORMATS}; else the file's ending tells.")]
Supersede = Annotated[bool, typer.Option("--supersede", help="Labels that differ take the place of the study's.")]
Support = Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="aee: the support judgements (JSONL).")]
SupportFn = Annotated[str | None, typer.Option(metavar="FN", help="aee: whose support judgements, if of several.")]
Judge = Annotated[str, typer.Option(metavar="NAME", help="aee: the judge its judgements become labels of.")]
Question = Annotated[
    str | None,
    typer.Option(metavar="[THEIRS=]OURS", help="labels: the question of all rows, or of the rows of one task."),
]
Rater = Annotated[str | None, typer.Option(metavar="NAME", help="labels: the rater of all rows.")]
RaterKind = Annotated[str | None, typer.Option(metavar="KIND", help="labels: human, judge or adjudicator.")]
Columns = Annotated[
    list[str] | None, typer.Option("--column", metavar="OURS=THEIRS", help="labels: what a column is called there.")
]
Values = Annotated[
    list[str] | None, typer.Option("--map", metavar="THEIRS=OURS", help="labels: what a label means here.")
]


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("import")(import_study)


def import_study(
    file: File,
    study: Study,
    format_name: Format = None,
    supersede: Supersede = False,
    support: Support = None,
    support_fn: SupportFn = None,
    judge: Judge = DEFAULT_JUDGE,
    question: Question = None,
    rater: Rater = None,
    rater_kind: RaterKind = None,
    column: Columns = None,
    value: Values = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Take a file into a study: all of it, or nothing and a list of what is wrong.

    The same file again changes nothing. docs/import.md shows every format.
    """
    options = ImportOptions(
        format=format_name,
        supersede=supersede,
        support=support,
        support_fn=support_fn,
        judge=judge,
        question=question,
        rater=rater,
        rater_kind=rater_kind,
        columns=pairs_of(column or (), "--column"),
        values=pairs_of(value or (), "--map"),
    )
    for line in import_file(opened(database), file, study, now(), options).lines():
        typer.echo(line)
