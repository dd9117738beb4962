from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest
from records import NOON, small_study
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from data import studies
from data.engine import database_url, open_engine, reading, writing
from data.errors import InputError, StoreError
from data.tables import Rater, Study


@pytest.mark.parametrize("address", [":memory:", "sqlite://", "sqlite:///:memory:"])
def test_an_in_memory_database_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="in-memory database cannot be used"):
        open_engine(address)


def test_an_unknown_kind_of_database_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="'mysql' databases are not supported"):
        open_engine("mysql://somewhere/x")


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="not a database address"):
        open_engine("://nothing")


def test_both_spellings_of_postgresql_use_the_same_driver() -> None:
    assert (
        database_url("postgres://h/d") == database_url("postgresql://h/d") == database_url("postgresql+psycopg://h/d")
    )


def test_what_a_block_wrote_is_there_after_it(engine: Engine) -> None:
    with writing(engine) as session:
        studies.create_study(session, "one", "One", NOON)
    with reading(engine) as session:
        study = session.exec(select(Study)).one()
    assert (study.name, study.created_at) == ("one", NOON)


def test_an_error_in_a_block_leaves_nothing_of_it(engine: Engine) -> None:
    def fail() -> None:
        with writing(engine) as session:
            small_study(session)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with reading(engine) as session:
        assert session.exec(select(Study)).all() == []


def test_what_a_reading_block_does_is_not_kept(engine: Engine) -> None:
    with reading(engine) as session:
        studies.create_study(session, "one", "One", NOON)
    with reading(engine) as session:
        assert session.exec(select(Study)).all() == []


def test_a_broken_constraint_stays_an_integrity_error(engine: Engine) -> None:
    with pytest.raises(IntegrityError), writing(engine) as session:
        session.add(Rater(study_id=404, name="nobody", kind="human", origin="app"))


def test_foreign_keys_and_full_safety_are_on_in_sqlite(sqlite_address: str) -> None:
    with open_engine(sqlite_address).connect() as connection:
        modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("foreign_keys", "synchronous")]
        journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    assert (modes, journal) == ([1, 2], "wal")


def test_a_database_that_refuses_the_commit_is_a_store_error_in_words(sqlite_address: str) -> None:
    engine = open_engine(sqlite_address)

    def fill() -> None:
        with writing(engine) as session:
            pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()
            session.connection().exec_driver_sql(f"PRAGMA max_page_count={pages}")
            session.add(Study(name="one", title="x" * 1_000_000, created_at=NOON))

    with pytest.raises(StoreError, match=r"full.*not saved; your input is still here"):
        fill()
    with reading(engine) as session:
        assert session.exec(select(Study)).all() == []


def test_a_file_that_is_no_database_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear database, " * 100)
    with (
        pytest.raises(StoreError, match="not a database"),
        reading(open_engine(str(tmp_path / "letter.db"))) as session,
    ):
        session.exec(select(Study)).all()


def test_a_server_that_is_not_there_is_a_store_error() -> None:
    engine = open_engine("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2")
    with pytest.raises(StoreError, match="the database says"), writing(engine) as session:
        session.connection()


def test_a_writer_waits_for_another_instead_of_failing(sqlite_address: str) -> None:
    other = sqlite3.connect(sqlite_address, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, lambda: other.execute("COMMIT"))
    release.start()
    started = time.monotonic()
    with writing(open_engine(sqlite_address)) as session:
        studies.create_study(session, "one", "One", NOON)
    assert time.monotonic() - started > 0.1
    release.join()
    other.close()


def test_a_database_that_stays_locked_is_a_store_error_in_words(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.engine.BUSY_SECONDS", 0)
    other = sqlite3.connect(sqlite_address, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with (
        pytest.raises(StoreError, match=r"locked.*not saved; your input is still here"),
        writing(open_engine(sqlite_address)) as session,
    ):
        studies.create_study(session, "one", "One", NOON)
    other.close()


def test_a_writing_block_keeps_other_programs_from_writing_from_its_first_line(sqlite_address: str) -> None:
    other = sqlite3.connect(sqlite_address, timeout=0)
    with writing(open_engine(sqlite_address)) as session:
        session.exec(select(Study)).all()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("INSERT INTO study (name, title, created_at) VALUES ('x', 'x', '2026-01-01')")
    other.close()


def test_readers_are_not_held_up_by_a_writer(sqlite_address: str) -> None:
    engine = open_engine(sqlite_address)
    with writing(engine) as writer, reading(engine) as reader:
        studies.create_study(writer, "one", "One", NOON)
        assert reader.connection().execute(text("SELECT count(*) FROM study")).scalar() == 0
