"""The command line: every command on one app, and every mendable error said once."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from data.errors import ToolError

COMMANDS = {
    "init": "db",
    "db": "db",
    "import": "importing",
    "export": "exporting",
    "fetch": "fetching",
    "source": "source",
    "citations": "citations",
    "batch": "batch",
    "judge": "judge",
    "fleet": "fleet",
    "worker": "fleet",
    "agree": "agree",
    "gate": "figures",
    "metrics": "figures",
    "publish": "figures",
    "verify": "figures",
    "serve": "serve",
    "demo": "serve",
}
"""Each command, in the order of the help, with the module of `annotate.commands` that registers it."""


class Commands(TyperGroup):
    """The commands by name. A module is imported when one of its commands is asked for: statistics, model clients and
    the app each take longer to load than most commands to run."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every command, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """The command of that name; None for an unknown one."""
        if cmd_name not in COMMANDS:
            return None
        part = typer.Typer()
        import_module(f"annotate.commands.{COMMANDS[cmd_name]}").register(part)
        return cast("TyperCommand | TyperGroup", typer.main.get_group(part).commands[cmd_name])


app = typer.Typer(
    name="countermark",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def countermark() -> None:
    """Human annotation and verification for evaluations that an LLM judge scored."""


def main() -> None:
    """Run the command of the arguments; an error a person can mend ends it with its words and exit code 2."""
    try:
        app()
    except ToolError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201  # this is the command line
        sys.exit(2)
