"""What was asked and answered: queries, systems' answers, their sources and pieces."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, Computed, Integer, UniqueConstraint
from sqlmodel import Field, SQLModel

from data.tables.types import Utc, one_of

QUERY_TYPES = ("debate", "expertise", "other")
SOURCE_STATUSES = ("ok", "paywall", "not found", "blocked", "empty", "too large", "not text", "not fetched")
FETCH_WAYS = ("network", "reader", "hand")
ISSUE_TYPES = ("consistency", "citation")


class Study(SQLModel, table=True):
    """One evaluation: its queries, answers, raters and labels. `notice` is shown wherever its figures are."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    title: str
    notice: str | None = None
    created_at: datetime = Field(sa_type=Utc)


class Query(SQLModel, table=True):
    """What was put to the systems. `bias` is the view a debate query leans to; `mirror` the key of its counterpart."""

    __table_args__ = (
        UniqueConstraint("study_id", "key"),
        CheckConstraint(one_of("type", QUERY_TYPES), name="known_type"),
    )

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    text: str
    type: str
    bias: str | None = None
    mirror: str | None = None


class Source(SQLModel, table=True):
    """A document answers list. It is readable when its status is ok, and then has a text."""

    __table_args__ = (
        UniqueConstraint("study_id", "key"),
        CheckConstraint(one_of("status", SOURCE_STATUSES), name="known_status"),
        CheckConstraint("(status = 'ok') = (text IS NOT NULL)", name="ok_has_text"),
    )

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    url: str | None = None
    title: str | None = None
    status: str
    length: int | None = Field(
        default=None,
        sa_column=Column(Integer, Computed("length(text)", persisted=True)),  # before the text: SQLite reads in order
        description="code points of the text; the database fills it",
    )
    text: str | None = None
    sha256: str | None = Field(default=None, description="of the text in UTF-8; None without text")


class SourceFetch(SQLModel, table=True):
    """One attempt to get the text of a source: from the network, by a reader service, or by hand. Rows are only added.

    `used`: the source took this status and text; else its text stayed as it was (labels rest on it, or this attempt
    failed). The newest used row tells where a source's text comes from.
    """

    __table_args__ = (
        CheckConstraint(one_of("way", FETCH_WAYS), name="known_way"),
        CheckConstraint(one_of("status", SOURCE_STATUSES), name="known_status"),
        CheckConstraint("(status = 'ok') = (sha256 IS NOT NULL)", name="ok_has_hash"),
        CheckConstraint("boilerplate >= 0 AND boilerplate <= 1", name="boilerplate_is_share"),
    )

    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source.id", index=True)
    at: datetime = Field(sa_type=Utc)
    way: str
    status: str
    used: bool
    why: str | None = Field(default=None, description="what happened, in words, when there is no text")
    final_url: str | None = Field(default=None, description="after redirects")
    content_type: str | None = None
    size: int | None = Field(default=None, description="bytes of the body, unpacked")
    boilerplate: float | None = Field(default=None, description="share of a page's visible characters left out")
    sha256: str | None = Field(default=None, description="of the text in UTF-8; None without text")
    raw_sha256: str | None = Field(default=None, description="of the bytes, when they were kept")


class Answer(SQLModel, table=True):
    """A system's whole reply to a query (a report is an answer)."""

    __table_args__ = (UniqueConstraint("study_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    query_id: int = Field(foreign_key="query.id", index=True)
    system: str
    text: str
    sha256: str


class AnswerSource(SQLModel, table=True):
    """The place of a source in an answer's list, counted from 1."""

    __table_args__ = (UniqueConstraint("answer_id", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id")
    position: int
    source_id: int = Field(foreign_key="source.id", index=True)


class Statement(SQLModel, table=True):
    """The smallest checkable piece of an answer, in order from 1; `start`, `end` are code points in its text."""

    __table_args__ = (UniqueConstraint("answer_id", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id")
    position: int
    text: str
    start: int | None = None
    end: int | None = None


class Citation(SQLModel, table=True):
    """A mark in a statement naming the source at `position` of the answer's list.

    A citation may name a position the list does not have: it is kept, and counts for no source.
    """

    __table_args__ = (UniqueConstraint("statement_id", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    statement_id: int = Field(foreign_key="statement.id")
    position: int


class Checklist(SQLModel, table=True):
    """The yes/no requirements for a query's answers, in one version; `query_id` None: for every answer."""

    __table_args__ = (UniqueConstraint("study_id", "key", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    version: str
    query_id: int | None = Field(default=None, foreign_key="query.id", index=True)


class ChecklistItem(SQLModel, table=True):
    """One yes/no requirement of a checklist."""

    __table_args__ = (UniqueConstraint("checklist_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    checklist_id: int = Field(foreign_key="checklist.id")
    key: str
    position: int
    text: str


class Issue(SQLModel, table=True):
    """A fault somebody found in an answer; `quote` is the passage it is about."""

    __table_args__ = (
        UniqueConstraint("answer_id", "key"),
        CheckConstraint(one_of("type", ISSUE_TYPES), name="known_type"),
    )

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id")
    key: str
    type: str
    text: str
    quote: str | None = None
    found_by: str | None = Field(default=None, description="name of the rater who listed it")


class ReportPair(SQLModel, table=True):
    """Two reports on one query, in the order they are shown."""

    __table_args__ = (UniqueConstraint("study_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    query_id: int = Field(foreign_key="query.id")
    first_id: int = Field(foreign_key="answer.id")
    second_id: int = Field(foreign_key="answer.id")


class Claim(SQLModel, table=True):
    """A claim of an answer together with the page it links to."""

    __table_args__ = (UniqueConstraint("answer_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    answer_id: int = Field(foreign_key="answer.id")
    key: str
    text: str
    url: str


class Guideline(SQLModel, table=True):
    """The written instruction for a question, in one version."""

    __table_args__ = (UniqueConstraint("study_id", "question", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    question: str
    version: str
    text: str
