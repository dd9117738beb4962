"""The real app as its own process, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

_STARTS_WITHIN = 60.0


@dataclass
class Server:
    """A running `countermark serve`; `log` holds what it printed."""

    database: str
    port: int
    log: Path
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """kill -9: no chance to finish anything."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Start again on the same port and database."""
        self.process = _start(self.database, self.port, self.log)
        _wait(self)


@dataclass(frozen=True)
class App:
    """A running app and the database behind it."""

    server: Server
    engine: Engine

    @property
    def url(self) -> str:
        return self.server.url


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(database: str, folder: Path) -> Iterator[Server]:
    """The app on that database for the length of the block; its output goes to a file in `folder`."""
    port, log = free_port(), folder / "server.log"
    server = Server(database, port, log, _start(database, port, log))
    try:
        _wait(server)
        yield server
    finally:
        server.process.terminate()
        server.process.wait(timeout=20)


def _start(database: str, port: int, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from annotate.cli import main; main()", "serve", "--no-browser"]
    command += ["--database", database, "--port", str(port)]
    surroundings = {**os.environ, "COUNTERMARK_PUBLISHED": str(log.parent / "published")}
    with log.open("ab") as output:
        return subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=surroundings)


def _wait(server: Server) -> None:
    until = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < until and server.process.poll() is None:
        try:
            urllib.request.urlopen(f"{server.url}/health", timeout=1).close()
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the app did not start:\n{server.log.read_text()}")
