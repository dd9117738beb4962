"""The rows of the native format, one model a kind. Every other format is read into the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from data.questions import QUESTIONS

KEY_PATTERN = r"^[^/\s\p{Cc}]([^/\p{Cc}]*[^/\s\p{Cc}])?$"
VERSION_PATTERN = r"^[^/@\s\p{Cc}]([^/@\p{Cc}]*[^/@\s\p{Cc}])?$"
NAME_PATTERN = r"^[^\s\p{Cc}]([^\p{Cc}]*[^\s\p{Cc}])?$"
TEXT_PATTERN = r"^[^\x00]*$"

Key = Annotated[str, StringConstraints(max_length=200, pattern=KEY_PATTERN)]
Version = Annotated[str, StringConstraints(max_length=200, pattern=VERSION_PATTERN)]
Name = Annotated[str, StringConstraints(max_length=200, pattern=NAME_PATTERN)]
Text = Annotated[str, StringConstraints(pattern=TEXT_PATTERN)]
Words = Annotated[str, StringConstraints(min_length=1, pattern=TEXT_PATTERN)]
Position = Annotated[int, Field(ge=1, le=1_000_000)]
Offset = Annotated[int, Field(ge=0, le=2**31 - 1)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
SourceStatus = Literal["ok", "paywall", "not found", "blocked", "empty", "too large", "not text", "not fetched"]


def _moment(said: object) -> datetime:
    """A time with its zone, in UTC. A time without one could be any of a day's."""
    try:
        found = datetime.fromisoformat(said) if isinstance(said, str) else None
        if found is not None and found.tzinfo is not None:
            return found.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise PydanticCustomError("moment", "must be a time with its zone, such as 2026-03-01T12:00:00Z")


Moment = Annotated[datetime, BeforeValidator(_moment)]


class Row(BaseModel):
    """A row of a file. A field it does not know is an error, and a number is never taken for text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class StudyRow(Row):
    title: Words
    notice: Words | None = None


class QueryRow(Row):
    key: Key
    text: Words
    type: Literal["debate", "expertise", "other"]
    bias: Words | None = None
    mirror: Key | None = None


class SourceRow(Row):
    key: Key
    url: Words | None = None
    title: Text | None = None
    status: SourceStatus
    text: Words | None = None


class AnswerRow(Row):
    key: Key
    query: Key
    system: Name
    text: Text
    sources: Annotated[list[Key], Field(max_length=1_000_000)]


class StatementRow(Row):
    answer: Key
    position: Position
    text: Words
    start: Offset | None = None
    end: Offset | None = None


class CitationRow(Row):
    answer: Key
    statement: Position
    source: Annotated[int, Field(ge=0, le=1_000_000)]


class ChecklistRow(Row):
    key: Key
    version: Version
    query: Key | None = None


class ChecklistItemRow(Row):
    checklist: Key
    version: Version
    key: Key
    position: Position
    text: Words


class IssueRow(Row):
    answer: Key
    key: Key
    type: Literal["consistency", "citation"]
    text: Words
    quote: Text | None = None
    found_by: Key | None = None


class PairRow(Row):
    key: Key
    query: Key
    first: Key
    second: Key


class ClaimRow(Row):
    answer: Key
    key: Key
    text: Words
    url: Words


class GuidelineRow(Row):
    question: Key
    version: Key
    text: Words


class RaterRow(Row):
    name: Key
    rater_kind: Literal["human", "judge", "adjudicator"]
    simulated: bool = False
    slot: bool = False
    about: Text | None = None
    labels_shown_at: Moment | None = None


class LabelRow(Row):
    question: Key
    rater: Key
    query: Key | None = None
    answer: Key | None = None
    statement: Position | None = None
    source: Position | None = None
    checklist: Key | None = None
    version: Version | None = None
    item: Key | None = None
    issue: Key | None = None
    pair: Key | None = None
    claim: Key | None = None
    value: Text | None = None
    reason: Text | None = None
    raw: Text | None = None
    justification: Text | None = None
    evidence: list[Annotated[list[Offset], Field(min_length=2, max_length=2)]] = Field(default_factory=list)
    run: Count = 0
    question_version: Key | None = None
    guideline: Key | None = None
    judge_shown: bool | None = None
    side_order: Words | None = None
    cell_order: Literal["by source", "by statement"] | None = None
    bulk: bool | None = None
    active_ms: Count | None = None
    wall_ms: Count | None = None
    at: Moment | None = None


class JudgeOutputRow(LabelRow):
    model: Words | None = None
    prompt_version: Words | None = None


class PastLabelRow(LabelRow):
    position: Position
    at: Moment
    superseded_at: Moment


class SourceFetchRow(Row):
    source: Key
    position: Position
    at: Moment
    way: Literal["network", "reader", "hand"]
    status: SourceStatus
    used: bool
    why: Text | None = None
    final_url: Text | None = None
    content_type: Text | None = None
    size: Count | None = None
    boilerplate: Annotated[float, Field(ge=0, le=1)] | None = None
    sha256: Sha256 | None = None
    raw_sha256: Sha256 | None = None


Positions = Annotated[list[Annotated[int, Field(ge=0, le=1_000_000)]], Field(max_length=1_000_000)]
Cut = Annotated[list[Annotated[list[Offset], Field(min_length=2)]], Field(max_length=1_000_000)]


class MarkDecisionRow(Row):
    answer: Key
    start: Offset
    end: Offset
    position: Position
    rater: Key
    verdict: Literal["citation", "text"]
    positions: Positions = Field(default_factory=list)
    note: Text | None = None
    at: Moment
    superseded_at: Moment | None = None


class StatementEditRow(Row):
    answer: Key
    position: Position
    rater: Key | None = None
    action: Literal["split", "merge", "leave out", "take in", "decompose", "undo"]
    before: Cut
    after: Cut
    note: Text | None = None
    at: Moment


class AnswerReviewRow(Row):
    answer: Key
    position: Position
    rater: Key
    at: Moment


class DesignRow(Row):
    method: Literal["all", "simple random"]
    tasks: Position | None = None
    seed: Count | None = None


class BatchRow(Row):
    name: Key
    question: Key
    overlap: Annotated[int, Field(ge=1, le=1000)]
    design: DesignRow
    lease_seconds: Annotated[int, Field(ge=1, le=365 * 24 * 3600)] | None = None
    at: Moment | None = None


ROWS: Mapping[str, type[Row]] = {
    "study": StudyRow,
    "query": QueryRow,
    "source": SourceRow,
    "answer": AnswerRow,
    "statement": StatementRow,
    "citation": CitationRow,
    "checklist": ChecklistRow,
    "checklist_item": ChecklistItemRow,
    "issue": IssueRow,
    "pair": PairRow,
    "claim": ClaimRow,
    "guideline": GuidelineRow,
    "rater": RaterRow,
    "mark_decision": MarkDecisionRow,
    "statement_edit": StatementEditRow,
    "answer_review": AnswerReviewRow,
    "source_fetch": SourceFetchRow,
    "past_label": PastLabelRow,
    "label": LabelRow,
    "judge_output": JudgeOutputRow,
    "batch": BatchRow,
}
"""Every kind of row by name, in the order an export writes them."""

UNIT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "query": ("query",),
    "answer": ("answer",),
    "statement": ("answer", "statement"),
    "cell": ("answer", "statement", "source"),
    "item": ("answer", "checklist", "version", "item"),
    "checklist_item": ("checklist", "version", "item"),
    "issue": ("answer", "issue"),
    "pair": ("pair",),
    "claim": ("answer", "claim"),
}
"""The fields that name a unit of each kind, in the order they stand in its key."""

ALL_UNIT_FIELDS = ("query", "answer", "statement", "source", "checklist", "version", "item", "issue", "pair", "claim")


def unit_fields(question: str) -> tuple[str, ...]:
    """The fields that name a unit of that (known) question."""
    return UNIT_FIELDS[QUESTIONS[question].unit]
