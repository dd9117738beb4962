"""What was asked of judges' models: runs, every attempt, and the one stored output of a request."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, text
from sqlmodel import Field, SQLModel

from data.questions import REASONS_OF_JUDGES
from data.tables.types import Utc, one_of

STATUSES = ("ok", *REASONS_OF_JUDGES)
ATTEMPT_STATES = ("sent", "done")


class JudgeRun(SQLModel, table=True):
    """One call of ``countermark judge run``: what it set out to do and when it ended."""

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id", index=True)
    rater_id: int = Field(foreign_key="rater.id")
    question: str
    settings: dict[str, Any] = Field(sa_type=JSON)
    started_at: datetime = Field(sa_type=Utc)
    ended_at: datetime | None = Field(default=None, sa_type=Utc)
    stopped: str | None = Field(default=None, description="why it ended before everything was settled")


class Pace(SQLModel, table=True):
    """What the workers of a fleet share about one server and model: when it opens, and what is used of its rates.

    `requests_until` and `tokens_until` are the times up to which the allowed rates are used.
    """

    base_url: str = Field(primary_key=True)
    model: str = Field(primary_key=True)
    open_at: datetime = Field(sa_type=Utc)
    requests_until: datetime = Field(sa_type=Utc)
    tokens_until: datetime = Field(sa_type=Utc)


class Bulk(SQLModel, table=True):
    """Requests handed to a server's batch interface in one file. `token` is repeated by the server, `remote` its name.

    A row without `remote` is an intent: the process died before it knew whether the server had taken the file.
    """

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="judgerun.id", index=True)
    token: str = Field(unique=True)
    sha256: str = Field(description="of the file's bytes")
    requests: int
    remote: str | None = None
    created_at: datetime = Field(sa_type=Utc)
    ended_at: datetime | None = Field(default=None, sa_type=Utc)
    error: str | None = Field(default=None, description="why nothing more will come of it; None when it ran to its end")


class Attempt(SQLModel, table=True):
    """One HTTP request to a model, written before it is sent and completed after. Never deleted.

    An attempt left in state ``sent`` may have been paid for: the process died while it was in flight.
    """

    __table_args__ = (
        CheckConstraint(one_of("state", ATTEMPT_STATES), name="known_state"),
        Index(
            "ix_attempt_bulk",
            "bulk_id",
            sqlite_where=text("bulk_id IS NOT NULL"),
            postgresql_where=text("bulk_id IS NOT NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="judgerun.id", index=True)
    bulk_id: int | None = Field(default=None, foreign_key="bulk.id")
    request_key: str = Field(index=True)
    state: str
    sent_at: datetime = Field(sa_type=Utc)
    done_at: datetime | None = Field(default=None, sa_type=Utc)
    raw: str | None = Field(default=None, description="the reply's body as it came")
    http_status: int | None = None
    error: str | None = Field(default=None, description="class and words of what went wrong in transport")
    possibly_paid: bool = False
    finish_reason: str | None = None
    request_id: str | None = None
    model: str | None = Field(default=None, description="as the reply names it")
    fingerprint: str | None = None
    parameters: dict[str, Any] | None = Field(default=None, sa_type=JSON, description="as really sent")
    structured: str | None = Field(default=None, description="json_schema, json_object or text")
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None
    latency_ms: int | None = None
    perhaps_cut: bool = Field(default=False, description="so few tokens were counted that part may not have been read")


class Output(SQLModel, table=True):
    """The stored result of a request: once per (judge specification, rendered messages, sample)."""

    __table_args__ = (
        CheckConstraint(one_of("status", STATUSES), name="known_status"),
        CheckConstraint("(status = 'ok') = (value IS NOT NULL)", name="only_ok_has_value"),
    )

    request_key: str = Field(primary_key=True)
    attempt_id: int = Field(foreign_key="attempt.id")
    status: str
    value: str | None = None
    justification: str | None = None
