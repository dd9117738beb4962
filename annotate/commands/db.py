"""``countermark init`` and ``countermark db``: make a database and keep its tables up to date."""

from __future__ import annotations

from typing import Annotated

import typer

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, StudyArgument, now, opened
from data import schema, studies
from data.engine import open_engine, writing

Title = Annotated[str | None, typer.Option(help="Shown above the study's screens; its name, if not given.")]
Notice = Annotated[str | None, typer.Option(help='Shown wherever its figures are, for example "invented data".')]

_db = typer.Typer(help="The tables of the database.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.command("init")(init)
    app.add_typer(_db, name="db")


def init(
    study: StudyArgument, title: Title = None, notice: Notice = None, database: DatabaseOption = DEFAULT_DATABASE
) -> None:
    """Create an empty study, and the database if there is none."""
    engine = open_engine(database)
    schema.upgrade(engine)
    with writing(engine) as session:
        studies.create_study(session, study, title or study, now(), notice)
    typer.echo(f"study '{study}' is ready in {database}")


@_db.command()
def upgrade(database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Create the tables, or bring them up to date."""
    schema.upgrade(open_engine(database))
    typer.echo(f"the tables of {database} are up to date")


@_db.command()
def check(database: DatabaseOption = DEFAULT_DATABASE) -> None:
    """Say whether the tables are up to date; fails when they are not."""
    opened(database)
    typer.echo(f"the tables of {database} are up to date")
