"""Review: people look through the citations and statements that were read from an answer, and correct them.

Citations may be corrected at any time; statements only while no label, draft or drawn task rests on them.
"""

from data.review.answers import AnswerLine, answers_to_review, confirm
from data.review.decisions import Decision, as_read, decide_mark
from data.review.edits import leave_out, merge, split, take_in
from data.review.lists import ListedSource
from data.review.reading import StandingMark
from data.review.statements import replace_statements, undo_edit
from data.review.view import Change, LeftOut, Reviewed, ReviewedStatement, reviewed, version_of

__all__ = [
    "AnswerLine",
    "Change",
    "Decision",
    "LeftOut",
    "ListedSource",
    "Reviewed",
    "ReviewedStatement",
    "StandingMark",
    "answers_to_review",
    "as_read",
    "confirm",
    "decide_mark",
    "leave_out",
    "merge",
    "replace_statements",
    "reviewed",
    "split",
    "take_in",
    "undo_edit",
    "version_of",
]
