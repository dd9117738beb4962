"""The one door to the database: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DataError, IntegrityError, ProgrammingError
from sqlmodel import Session

from data.errors import InputError, StoreError

BUSY_SECONDS = 30
_PATIENCE_MS = 20
_WRITING = "countermark_writing"
_turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


def open_engine(address: str) -> Engine:
    """An engine for a database address: a file path, ``sqlite:///…`` or ``postgresql://…``.

    SQLite runs in WAL mode with a busy timeout and foreign keys on; an in-memory database is refused,
    because each thread of the app would see another one. InputError on an address that is neither.
    """
    url = database_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, pool_pre_ping=True)


def database_url(address: str) -> URL:
    """The URL of an address, with the drivers this tool uses."""
    if "://" not in address:
        address = f"sqlite:///{address}"
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise InputError("not a database address; give a file path or postgresql://…", field="database") from error
    backend = url.get_backend_name()
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise InputError("an in-memory database cannot be used; give a file path", field="database")
        return url.set(drivername="sqlite+pysqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise InputError(f"'{backend}' databases are not supported; use SQLite or PostgreSQL", field="database")


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver must not open transactions of its own: see _begin_sqlite
    # FULL: an acknowledged label survives a power cut. Measured beside NORMAL, a commit costs the same within 0.1 ms
    # (benchmarks/bench_store.py).
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Any) -> None:
    raw = connection.connection.dbapi_connection
    if connection.get_execution_options().get(_WRITING, False):
        _begin_writing(raw)
    else:
        raw.execute("BEGIN")


def _begin_writing(raw: sqlite3.Connection) -> None:
    """BEGIN IMMEDIATE: a plain BEGIN takes the write lock only at the first write, where it is too late to wait.

    SQLite's own waiting sleeps longer and longer, so that whoever waits longest loses to every newcomer (measured: 30 s
    among ten busy writers). Asking again every few milliseconds is fair enough.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    raw.execute(f"PRAGMA busy_timeout={_PATIENCE_MS}")
    try:
        while not _began(raw, deadline):
            pass
    finally:
        raw.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")


def _began(raw: sqlite3.Connection, deadline: float) -> bool:
    try:
        raw.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
            raise
        return False
    return True


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session whose one transaction commits at the end of the block, or rolls back on any error.

    StoreError when the database refuses or is gone: then nothing of the block is kept.
    """
    writer = engine.execution_options(**{_WRITING: True})
    lost = _said_in_words("not saved; your input is still here")
    with lost, _turn(engine), Session(writer, expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def own_connection(engine: Engine) -> Iterator[Connection]:
    """A connection that nobody uses before or after: its temporary tables live as long as the block.

    StoreError when the database refuses or is gone.
    """
    with _said_in_words("nothing was written"), engine.connect() as connection:
        connection.detach()
        yield connection


@contextmanager
def writing_on(connection: Connection) -> Iterator[Session]:
    """As `writing`, on a connection one already has; it must be between transactions."""
    connection.execution_options(**{_WRITING: True})
    with _turn(connection.engine), Session(connection, expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session for queries; nothing it does is kept. StoreError when the database cannot be read."""
    with _said_in_words("nothing could be read"), Session(engine, expire_on_commit=False) as session:
        yield session


def count_anew(session: Session, *tables: str) -> None:
    """Tell PostgreSQL how large these tables are now, after many rows were written in this transaction.

    Without it statements are planned as for empty tables, and take hours where they need seconds. SQLite needs nothing.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.connection().exec_driver_sql(f"ANALYZE {', '.join(tables)}")


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """The turn of this thread to write: within a process, threads queue here instead of polling the file."""
    if engine.dialect.name != "sqlite":
        yield
        return
    turn = _turns[str(engine.url.database)]
    if not turn.acquire(timeout=BUSY_SECONDS):
        raise StoreError(f"the database has been busy for {BUSY_SECONDS} seconds; not saved; your input is still here")
    try:
        yield
    finally:
        turn.release()


@contextmanager
def _said_in_words(consequence: str) -> Iterator[None]:
    try:
        yield
    except (IntegrityError, ProgrammingError, DataError):
        raise  # a fault of ours, not of the database
    except (DatabaseError, sqlite3.DatabaseError) as error:  # the second: what begins a transaction is ours alone
        cause = str(error.orig if isinstance(error, DatabaseError) else error).strip().partition("\n")[0]
        raise StoreError(f"the database says: {cause}; {consequence}") from error
