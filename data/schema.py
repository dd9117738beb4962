"""The state of a database's tables: bring them up to date, or say in words what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect
from sqlmodel import Session

from data.engine import reading, writing
from data.errors import StoreError

_MIGRATIONS = Path(__file__).parent / "migrations"
_REMEDY = "run `countermark db upgrade`"


def upgrade(engine: Engine) -> None:
    """Create the tables, or bring them up to date, in one transaction.

    StoreError if the database is not ours, or a file cannot stand where it is to be made.
    """
    if engine.dialect.name == "sqlite":
        _refuse_place(Path(engine.url.database or ""))
    with writing(engine) as session:
        _refuse_strangers(session)
        config = _config()
        config.attributes["connection"] = session.connection()
        command.upgrade(config, "head")


def check(engine: Engine) -> None:
    """StoreError, with the remedy, unless the tables are exactly those this program expects."""
    file = engine.url.database or ""
    if engine.dialect.name == "sqlite" and not Path(file).exists():
        raise StoreError(f"there is no database at {file}: run `countermark init` or give its place")
    with reading(engine) as session:
        _refuse_strangers(session)
        revision = _revision(session)
    newest = _newest()
    if revision is None:
        raise StoreError(f"this database has no tables yet: {_REMEDY}")
    if revision != newest:
        raise StoreError(f"this database is at version {revision}, this program needs {newest}: {_REMEDY}")


def _refuse_place(file: Path) -> None:
    if file.is_dir():
        raise StoreError(f"{file} is a folder: give the name of a file")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}: make it, or give another place")


def _refuse_strangers(session: Session) -> None:
    revision = _revision(session)
    if revision is None and inspect(session.connection()).get_table_names():
        raise StoreError("this database holds tables that are not Countermark's; give another one")
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(f"this database is at version {revision}, newer than this program: update the program")


def _revision(session: Session) -> str | None:
    return MigrationContext.configure(session.connection()).get_current_revision()


def _newest() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config
