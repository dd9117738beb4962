"""What people decided about the citations and statements that were read from an answer. Rows are only added."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, Index, text
from sqlmodel import Field, SQLModel

from data.tables.types import Utc, one_of

VERDICTS = ("citation", "text")
EDIT_ACTIONS = ("split", "merge", "leave out", "take in", "decompose", "undo")


class MarkDecision(SQLModel, table=True):
    """A person's word on whether a stretch of an answer is a citation, and of which sources.

    `start`, `end` are code points of the answer's text. `positions` are places in the answer's list, in the order they
    are cited; empty for text, and for a citation of nothing the list has. The newest decision about a stretch holds:
    the one exception to rows staying as they are is the mark `superseded_at`, set when it takes over.
    """

    __table_args__ = (
        CheckConstraint(one_of("verdict", VERDICTS), name="known_verdict"),
        Index(
            "one_current_decision",
            "answer_id",
            "start",
            "end",
            unique=True,
            sqlite_where=text("superseded_at IS NULL"),
            postgresql_where=text("superseded_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id")
    start: int
    end: int
    rater_id: int = Field(foreign_key="rater.id")
    verdict: str
    positions: list[int] = Field(default_factory=list, sa_type=JSON)
    note: str | None = None
    supersedes_id: int | None = Field(default=None, foreign_key="markdecision.id")
    superseded_at: datetime | None = Field(default=None, sa_type=Utc)
    created_at: datetime = Field(sa_type=Utc)


class StatementEdit(SQLModel, table=True):
    """One change of how an answer is cut into statements: those that went, and those that came in their place.

    `before` and `after` hold a list for each such statement, in order: its start and end in the answer's text (code
    points), then the positions of sources it cites although no mark in it does. An ``undo`` takes the newest edit back
    that is not taken back yet. No rater: a model cut the answer.
    """

    __table_args__ = (CheckConstraint(one_of("action", EDIT_ACTIONS), name="known_action"),)

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id", index=True)
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    action: str
    before: list[list[int]] = Field(sa_type=JSON)
    after: list[list[int]] = Field(sa_type=JSON)
    note: str | None = None
    created_at: datetime = Field(sa_type=Utc)


class AnswerReview(SQLModel, table=True):
    """A person has looked through the citations and statements of an answer, and they are right as they stood then."""

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id", index=True)
    rater_id: int = Field(foreign_key="rater.id")
    created_at: datetime = Field(sa_type=Utc)
