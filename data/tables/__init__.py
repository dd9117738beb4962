"""The record as tables. Content, work, judging, and the record of what was done to it."""

from data.tables.content import (
    Answer,
    AnswerSource,
    Checklist,
    ChecklistItem,
    Citation,
    Claim,
    Guideline,
    Issue,
    Query,
    ReportPair,
    Source,
    SourceFetch,
    Statement,
    Study,
)
from data.tables.judging import Attempt, Bulk, JudgeRun, Output, Pace
from data.tables.record import ImportedFile, Publication
from data.tables.review import AnswerReview, MarkDecision, StatementEdit
from data.tables.work import Batch, Draft, Label, Rater, Seat, Task, TaskSkip, TaskUnit, Unit, Walk

__all__ = [
    "Answer",
    "AnswerReview",
    "AnswerSource",
    "Attempt",
    "Batch",
    "Bulk",
    "Checklist",
    "ChecklistItem",
    "Citation",
    "Claim",
    "Draft",
    "Guideline",
    "ImportedFile",
    "Issue",
    "JudgeRun",
    "Label",
    "MarkDecision",
    "Output",
    "Pace",
    "Publication",
    "Query",
    "Rater",
    "ReportPair",
    "Seat",
    "Source",
    "SourceFetch",
    "Statement",
    "StatementEdit",
    "Study",
    "Task",
    "TaskSkip",
    "TaskUnit",
    "Unit",
    "Walk",
]
