"""Who labels what: raters, units, batches of tasks, seats, drafts and labels."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from data.tables.types import Utc, one_of

RATER_KINDS = ("human", "judge", "adjudicator")
RATER_ORIGINS = ("app", "import", "run")
SEAT_STATES = ("open", "leased", "submitted", "reopened", "freed")


class Rater(SQLModel, table=True):
    """Who labels, within one study: a person, a judge specification, an adjudicator or an imported column.

    `slot`: a position in a table, not a person. `simulated`: invented labels, said wherever they are shown.
    A judge's `spec` is everything that makes its outputs (question, prompt, model, parameters); `spec_sha` its hash.
    """

    __table_args__ = (
        UniqueConstraint("study_id", "name"),
        CheckConstraint(one_of("kind", RATER_KINDS), name="known_kind"),
        CheckConstraint(one_of("origin", RATER_ORIGINS), name="known_origin"),
    )

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    name: str
    kind: str
    origin: str
    slot: bool = False
    simulated: bool = False
    about: str | None = None
    spec: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    spec_sha: str | None = Field(default=None, index=True)
    labels_shown_at: datetime | None = Field(
        default=None,
        sa_type=Utc,
        description="when this person first looked at judges' and others' labels of the study",
    )


class Unit(SQLModel, table=True):
    """What one label is about. Exactly the references its question needs are set; see `data.units`.

    `key` is made of the keys of what it names, so it is the same in every database.
    The cluster of a unit is its answer, or its query where it has no single answer.
    """

    __table_args__ = (
        UniqueConstraint("study_id", "question", "key"),
        CheckConstraint("answer_id IS NOT NULL OR query_id IS NOT NULL", name="has_cluster"),
        Index("ix_unit_answer", "answer_id", "question"),
        Index("ix_unit_statement", "statement_id"),
        Index(
            "ix_unit_query",
            "query_id",
            "question",
            sqlite_where=text("query_id IS NOT NULL"),
            postgresql_where=text("query_id IS NOT NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    question: str
    key: str
    answer_id: int | None = Field(default=None, foreign_key="answer.id")
    query_id: int | None = Field(default=None, foreign_key="query.id")
    statement_id: int | None = Field(default=None, foreign_key="statement.id")
    answer_source_id: int | None = Field(default=None, foreign_key="answersource.id")
    item_id: int | None = Field(default=None, foreign_key="checklistitem.id")
    issue_id: int | None = Field(default=None, foreign_key="issue.id")
    pair_id: int | None = Field(default=None, foreign_key="reportpair.id")
    claim_id: int | None = Field(default=None, foreign_key="claim.id")


class Batch(SQLModel, table=True):
    """Tasks drawn for people by a recorded design.

    `design` holds the method, the seed, how many tasks of how many, and the inclusion probabilities' rule:
    corrections published later are valid only because of it.
    """

    __table_args__ = (
        UniqueConstraint("study_id", "name"),
        CheckConstraint("overlap >= 1", name="someone_labels"),
        CheckConstraint("lease_seconds >= 1", name="lease_lasts"),
    )

    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    name: str
    question: str
    question_version: str
    guideline_id: int | None = Field(default=None, foreign_key="guideline.id")
    overlap: int
    lease_seconds: int
    design: dict[str, Any] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=Utc)


class Task(SQLModel, table=True):
    """The units one screen shows to one person: for support, one answer with its matrix."""

    __table_args__ = (
        UniqueConstraint("batch_id", "position"),
        CheckConstraint("probability > 0 AND probability <= 1", name="probability_in_range"),
    )

    id: int | None = Field(default=None, primary_key=True)
    batch_id: int = Field(foreign_key="batch.id")
    position: int
    key: str
    answer_id: int | None = Field(default=None, foreign_key="answer.id")
    query_id: int | None = Field(default=None, foreign_key="query.id")
    probability: float = Field(description="of this task being drawn")


class TaskUnit(SQLModel, table=True):
    """A unit of a task that is open for labelling, with its probability given that the task was drawn."""

    __table_args__ = (CheckConstraint("probability > 0 AND probability <= 1", name="probability_in_range"),)

    task_id: int = Field(foreign_key="task.id", primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", primary_key=True, index=True)
    probability: float = 1.0


class Seat(SQLModel, table=True):
    """One person's place at a task. A task has as many seats as its batch has overlap, made when it is drawn,
    so no race can give a task to more people.

    open (never taken) -> leased -> submitted <-> reopened (its person corrects it); a leased seat that is given back
    is freed, never open again: the queue counts on that. `version` grows with every change of hands; `token` is that
    of the last submit, so that a repeated one is known.
    """

    __table_args__ = (
        UniqueConstraint("task_id", "number"),
        UniqueConstraint("task_id", "rater_id"),
        CheckConstraint(one_of("state", SEAT_STATES), name="known_state"),
        CheckConstraint("(state IN ('open', 'freed')) = (rater_id IS NULL)", name="free_is_nobodys"),
        CheckConstraint("(state = 'leased') = (leased_until IS NOT NULL)", name="lease_has_end"),
        CheckConstraint("(state IN ('submitted', 'reopened')) = (submitted_at IS NOT NULL)", name="submitted_has_time"),
        Index("ix_seat_queue", "batch_id", "state", "position", "number"),
        Index("ix_seat_rater", "rater_id", "batch_id", "state", "submitted_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    task_id: int = Field(foreign_key="task.id")
    batch_id: int = Field(foreign_key="batch.id")
    position: int = Field(description="of the task in its batch")
    number: int
    state: str = "open"
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    version: int = 0
    token: str | None = None
    leased_until: datetime | None = Field(default=None, sa_type=Utc)
    opened_at: datetime | None = Field(default=None, sa_type=Utc)
    submitted_at: datetime | None = Field(default=None, sa_type=Utc)
    active_ms: int | None = Field(default=None, description="spent on the whole task, once submitted")


class Walk(SQLModel, table=True):
    """One person's way through a batch: the queue has been searched for them up to position `reached`.

    The counts are kept here, in the transaction that changes them, so that no page has to count labels.
    """

    batch_id: int = Field(foreign_key="batch.id", primary_key=True)
    rater_id: int = Field(foreign_key="rater.id", primary_key=True)
    reached: int = 0
    tasks_done: int = 0
    units_done: int = 0


class TaskSkip(SQLModel, table=True):
    """A person passed on a task; it leaves only their queue, and they can take it up again."""

    __table_args__ = (
        Index(
            "one_standing_skip",
            "task_id",
            "rater_id",
            unique=True,
            sqlite_where=text("taken_back_at IS NULL"),
            postgresql_where=text("taken_back_at IS NULL"),
        ),
        Index("ix_taskskip_rater", "rater_id", "task_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    task_id: int = Field(foreign_key="task.id")
    rater_id: int = Field(foreign_key="rater.id")
    reason: str
    at: datetime = Field(sa_type=Utc)
    taken_back_at: datetime | None = Field(default=None, sa_type=Utc)


class Draft(SQLModel, table=True):
    """What a person has entered and not yet submitted: it survives a reload, and is nobody else's to see."""

    __table_args__ = (CheckConstraint("value IS NULL OR reason IS NULL", name="value_or_reason"),)

    rater_id: int = Field(foreign_key="rater.id", primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", primary_key=True)
    value: str | None = None
    reason: str | None = None
    justification: str | None = None
    evidence: list[list[int]] = Field(default_factory=list, sa_type=JSON)
    bulk: bool = False
    active_ms: int = 0
    wall_ms: int = 0
    saved_at: datetime = Field(sa_type=Utc)


class Label(SQLModel, table=True):
    """One rater's answer to one question about one unit. Rows are added, never changed.

    The one exception is the mark `superseded_at`, set when a newer row takes over.
    `evidence` holds [start, end) code points in the source's text.
    """

    __table_args__ = (
        Index(
            "one_current_label",
            "unit_id",
            "rater_id",
            "run",
            unique=True,
            sqlite_where=text("superseded_at IS NULL"),
            postgresql_where=text("superseded_at IS NULL"),
        ),
        Index("ix_label_unit", "unit_id"),
        Index("ix_label_rater", "rater_id", "created_at"),
        CheckConstraint("(value IS NULL) <> (reason IS NULL)", name="value_or_reason"),
    )

    id: int | None = Field(default=None, primary_key=True)
    unit_id: int = Field(foreign_key="unit.id")
    rater_id: int = Field(foreign_key="rater.id")
    run: int = Field(default=0, description="which repeat of a judge, from 0")
    question_version: str
    value: str | None = Field(default=None, description="None: no usable answer; then `reason` says why")
    reason: str | None = None
    raw: str | None = Field(default=None, description="an imported label as it stood in the file")
    justification: str | None = None
    evidence: list[list[int]] = Field(default_factory=list, sa_type=JSON)
    guideline_id: int | None = Field(default=None, foreign_key="guideline.id")
    judge_shown: bool = Field(default=False, description="a judge's label was visible when this was given")
    side_order: str | None = Field(default=None, description="for pairs: which report stood left")
    cell_order: str | None = Field(default=None, description="for matrices: by source or by statement")
    bulk: bool = False
    active_ms: int | None = None
    wall_ms: int | None = None
    supersedes_id: int | None = Field(default=None, foreign_key="label.id")
    superseded_at: datetime | None = Field(default=None, sa_type=Utc)
    created_at: datetime = Field(sa_type=Utc)
