"""Commands for people to copy into a terminal."""

from __future__ import annotations

import shlex

from sqlalchemy.engine import URL

from annotate.commands.options import DEFAULT_DATABASE


def command_in(url: URL, *words: str) -> str:
    """The command of these words, on the database of that address; it never shows a password."""
    if url.get_backend_name() == "sqlite":
        database = str(url.database)
    else:
        database = url.set(drivername="postgresql").render_as_string(hide_password=True)
    named = () if database == DEFAULT_DATABASE else ("--database", database)
    return shlex.join(("countermark", *words, *named))
