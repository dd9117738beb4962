"""What was done to the record: files imported, policies registered, figures published."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field, SQLModel

from data.tables.types import Utc


class ImportedFile(SQLModel, table=True):
    """A file whose contents are in the record; the same bytes again change nothing."""

    __table_args__ = (UniqueConstraint("study_id", "sha256"),)

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    sha256: str
    name: str
    format: str
    counts: dict[str, Any] = Field(sa_type=JSON)
    imported_at: datetime = Field(sa_type=Utc)


class Publication(SQLModel, table=True):
    """A published bundle: its hashes and when it was written."""

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id", index=True)
    manifest_sha256: str
    data_sha256: str
    policy_sha256: str
    folder: str
    published_at: datetime = Field(sa_type=Utc)
