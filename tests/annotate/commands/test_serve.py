"""``serve`` lets nobody in from outside, and says what is in its way."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from annotate.cli import app
from data.errors import InputError, NotFound, StoreError


def run(*arguments: str) -> None:
    """The command, with its error as it is raised."""
    CliRunner().invoke(app, arguments, catch_exceptions=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org"])
def test_any_host_but_this_machine_is_refused(sqlite_address: str, host: str) -> None:
    with pytest.raises(InputError, match="would let others in without a sign-in"):
        run("serve", "--database", sqlite_address, "--host", host)


def test_a_taken_port_is_named(sqlite_address: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port} is taken"):
            run("serve", "--database", sqlite_address, "--port", str(port))


def test_an_unknown_study_and_a_database_that_is_not_there_are_said_before_the_app_opens(
    sqlite_address: str, tmp_path: Path
) -> None:
    with pytest.raises(NotFound, match="no study 'x'"):
        run("serve", "x", "--database", sqlite_address)
    with pytest.raises(StoreError, match="there is no database"):
        run("serve", "--database", str(tmp_path / "new.db"))
