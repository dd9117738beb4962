"""``countermark serve`` and ``countermark demo``: the app on this machine."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, now, opened
from data import schema
from data.engine import open_engine, reading
from data.errors import InputError
from data.studies import study_named

HOST = "127.0.0.1"

Host = Annotated[str, typer.Option(help="Local mode has no sign-in, so it answers this machine only.")]
Port = Annotated[int, typer.Option(help="Where the app listens.", min=1, max=65_535)]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the app in a browser.")]
Study = Annotated[str | None, typer.Argument(metavar="[STUDY]", help="The study to begin with.")]
Demo = Annotated[Path, typer.Option("--database", help="SQLite file of the demo, made when it is not there.")]


def register(app: typer.Typer) -> None:
    """Put the commands on the app."""
    app.command("serve")(serve)
    app.command("demo")(demo)


def serve(
    study: Study = None,
    database: DatabaseOption = DEFAULT_DATABASE,
    host: Host = HOST,
    port: Port = 8501,
    browser: Browser = True,
) -> None:
    """Open the app for people to label in."""
    engine = opened(database)
    if study is not None:
        with reading(engine) as session:
            study_named(session, study)
    engine.dispose()
    _serve(database, host, port, browser, study)


def demo(database: Demo = Path("var/demo.db"), port: Port = 8501, browser: Browser = True) -> None:
    """Make the demo study, all of it invented, and open the app on it."""
    from data.demo.load import load_demo  # reads the demo's files: not when another command is asked for

    database.parent.mkdir(parents=True, exist_ok=True)
    engine = open_engine(str(database))
    schema.upgrade(engine)
    load_demo(engine, now())
    engine.dispose()
    _serve(str(database), HOST, port, browser, None)


def _serve(database: str, host: str, port: int, browser: bool, study: str | None) -> None:
    if host not in (HOST, "localhost"):
        raise InputError(f"'{host}' would let others in without a sign-in; local mode uses {HOST}", field="host")
    _check_free(port)
    address = f"http://{HOST}:{port}/" + (f"?study={study}" if study else "")
    typer.echo(f"Countermark is open at {address}  (Ctrl+C stops it)")
    if browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    from annotate.app import run_app  # Streamlit is slow to load, and no other command needs it

    run_app(database, HOST, port)


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise InputError(f"port {port} is taken; choose another with --port", field="port") from error
