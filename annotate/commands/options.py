"""Options and openings that commands share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from data import schema
from data.engine import open_engine
from data.errors import InputError

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


def pairs_of(given: Sequence[str], option: str) -> Mapping[str, str]:
    """What stands left and right of the = in each value of an option. InputError for a value without one."""
    pairs = {}
    for pair in given:
        left, equals, right = pair.partition("=")
        if not equals:
            raise InputError(f"'{pair}' has no '='; write {option} LEFT=RIGHT", field=option)
        pairs[left] = right
    return pairs


def write_file(path: Path, parts: Iterable[str]) -> None:
    """Write a text file, all of it or nothing: what stood there before stays until the new text is complete.

    InputError when it cannot be written.
    """
    special = path.exists() and not path.is_file()  # a device such as /dev/stdout is written to, never replaced
    whole = path if special else path.with_name(f".{path.name}.part")
    try:
        with whole.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
        if not special:
            whole.replace(path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(path)) from error
    finally:
        if not special:
            whole.unlink(missing_ok=True)
