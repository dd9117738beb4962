"""One browser and one server for the browser tests; each test has a study of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_server import App, served
from browser import chromium
from playwright.sync_api import Browser

from data.engine import open_engine


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def app(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("app")
    database = str(shutil.copy(migrated_file, folder / "app.db"))
    engine = open_engine(database)
    with served(database, folder) as server:
        yield App(server, engine)
    engine.dispose()
