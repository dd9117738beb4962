"""Work that only one process may do at a time on a database, whoever dies while at it."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Engine, func, select


@contextmanager
def one_at_a_time(engine: Engine, work: str) -> Iterator[bool]:
    """Whether this process may do the work for the length of the block: False while another one is at it.

    A process that dies lets go. On PostgreSQL an advisory lock holds for all machines; SQLite is one machine's, so a
    locked file in its folder for temporary files is enough.
    """
    lock = _on_server(engine, work) if engine.dialect.name == "postgresql" else _on_machine(engine, work)
    with lock as mine:
        yield mine


@contextmanager
def _on_server(engine: Engine, work: str) -> Iterator[bool]:
    key = int.from_bytes(hashlib.sha256(work.encode()).digest()[:8], "big", signed=True)
    # No transaction: one that stays open for the length of a run would keep the database from tidying up.
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as held:
        mine = bool(held.execute(select(func.pg_try_advisory_lock(key))).scalar())
        try:
            yield mine
        finally:
            if mine and not held.invalidated:
                held.execute(select(func.pg_advisory_unlock(key)))


@contextmanager
def _on_machine(engine: Engine, work: str) -> Iterator[bool]:
    name = hashlib.sha256(f"{Path(engine.url.database or '').resolve()} {work}".encode()).hexdigest()[:24]
    lock = FileLock(Path(tempfile.gettempdir()) / f"countermark-{name}.lock", thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
