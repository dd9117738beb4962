"""The command line: every group of commands on one app, and every mendable error said once."""

from __future__ import annotations

import sys

import typer

from annotate.commands import batch, db, figures, importing, judge, serve
from data.errors import ToolError

COMMANDS = (
    db,
    importing,
    batch,
    judge,
    figures,
    serve,
)

app = typer.Typer(
    name="countermark",
    help="Human annotation and verification for evaluations that an LLM judge scored.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    command.register(app)


def main() -> None:
    """Run the command of the arguments; an error a person can mend ends it with its words and exit code 2."""
    try:
        app()
    except ToolError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201  # this is the command line
        sys.exit(2)
