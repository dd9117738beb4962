"""Alembic's entry: runs the migrations on the connection that `data.schema` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import data.tables  # noqa: F401  # fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transactional_ddl=True,  # our SQLite connections open real transactions, so a failed step leaves nothing behind
)
with context.begin_transaction():
    context.run_migrations()
