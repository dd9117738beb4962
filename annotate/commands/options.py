"""Options and openings that commands share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer
from sqlalchemy import Engine

from data import schema
from data.engine import open_engine

DEFAULT_DATABASE = "countermark.db"

DatabaseOption = Annotated[
    str,
    typer.Option("--database", envvar="COUNTERMARK_DATABASE", help="SQLite file, or postgresql:// address."),
]
"""Where the record is; give it the default DEFAULT_DATABASE."""

StudyArgument = Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")]


def opened(database: str) -> Engine:
    """The database, ready for use. StoreError with the remedy when its tables are not."""
    engine = open_engine(database)
    schema.check(engine)
    return engine


def now() -> datetime:
    """This moment, in UTC: the one clock of the command line."""
    return datetime.now(UTC)
