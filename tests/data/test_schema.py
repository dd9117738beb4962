from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text
from sqlmodel import SQLModel

import data.tables  # noqa: F401  # fills the metadata
from data import schema
from data.engine import open_engine
from data.errors import StoreError


def described(engine: Engine) -> dict[str, Any]:
    """Everything the database knows about its tables, in an order of our own."""
    looked = inspect(engine)
    return {
        table: {
            "columns": [{**column, "type": str(column["type"])} for column in looked.get_columns(table)],
            "key": looked.get_pk_constraint(table),
            "unique": sorted(looked.get_unique_constraints(table), key=str),
            "checks": sorted(looked.get_check_constraints(table), key=str),
            "references": sorted(looked.get_foreign_keys(table), key=str),
            "indexes": sorted((_plain(index) for index in looked.get_indexes(table)), key=str),
        }
        for table in looked.get_table_names()
        if table != "alembic_version"
    }


def _plain(index: Any) -> dict[str, Any]:
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return {**index, "dialect_options": options}


def test_the_migrations_make_exactly_the_tables_of_the_models(engine: Engine, empty_engine: Engine) -> None:
    SQLModel.metadata.create_all(empty_engine)
    made, meant = described(engine), described(empty_engine)
    assert made.keys() == meant.keys() == SQLModel.metadata.tables.keys()
    for table, parts in meant.items():
        assert made[table] == parts


def test_an_upgraded_database_passes_the_check_and_a_second_upgrade_changes_nothing(empty_engine: Engine) -> None:
    schema.upgrade(empty_engine)
    before = described(empty_engine)
    schema.check(empty_engine)
    schema.upgrade(empty_engine)
    assert described(empty_engine) == before


def test_a_database_without_tables_is_told_the_command(empty_engine: Engine) -> None:
    with empty_engine.connect():
        pass
    with pytest.raises(StoreError, match=r"no tables yet: run `countermark db upgrade`"):
        schema.check(empty_engine)


def test_a_missing_file_is_not_made_by_the_check(tmp_path: Any) -> None:
    with pytest.raises(StoreError, match=r"there is no database at .*typo\.db"):
        schema.check(open_engine(str(tmp_path / "typo.db")))
    assert not (tmp_path / "typo.db").exists()


def test_an_older_database_is_told_the_command(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.schema._newest", lambda: "0002")
    with pytest.raises(StoreError, match=r"version 0001, this program needs 0002: run `countermark db upgrade`"):
        schema.check(engine)


def test_a_newer_database_is_not_touched(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for act in (schema.check, schema.upgrade):
        with pytest.raises(StoreError, match="version 9999, newer than this program"):
            act(engine)


def test_another_programs_database_is_not_touched(empty_engine: Engine) -> None:
    with empty_engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    for act in (schema.check, schema.upgrade):
        with pytest.raises(StoreError, match="tables that are not Countermark's"):
            act(empty_engine)
    assert inspect(empty_engine).get_table_names() == ["recipes"]
