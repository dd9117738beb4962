"""The demo study into a database, through the ordinary importer."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from data.demo.build import write
from data.importing.importer import import_file
from data.importing.report import ImportReport

DEMO = "demo"
"""The name of the study."""


def load_demo(engine: Engine, now: datetime) -> tuple[ImportReport, ...]:
    """Import the demo study as study `DEMO`; a second time changes nothing. One report for each of its files."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(import_file(engine, path, DEMO, now) for path in write(Path(folder)))
