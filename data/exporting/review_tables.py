"""The tables of what people decided about how answers were read."""

from __future__ import annotations

from data.exporting.columns import Column, Link, Table
from data.exporting.content_tables import needed, of_kind
from data.tables.review import EDIT_ACTIONS, VERDICTS

_ANSWER = needed("answer", "key of the answer")
_LINKS = (Link(("answer",), "answers", ("key",)), Link(("rater",), "raters", ("name",)))
_CUT = "a list for each: start, end, and the positions of sources it cites without a mark"

REVIEW_TABLES = (
    Table(
        "mark_decisions",
        "What people said of stretches of answers: a citation, or text.",
        ("answer", "start", "end", "position"),
        (
            _ANSWER,
            needed("start", "code point of the answer's text where the stretch begins, from 0", "integer"),
            needed("end", "code point where it ends, exclusive", "integer"),
            needed("position", "which decision about this stretch it was, from 1", "integer"),
            needed("rater", "name of who decided"),
            needed("verdict", "what it is", values=VERDICTS),
            needed("positions", "places in the answer's list of the sources it cites", "positions"),
            Column("note", "what was noted"),
            needed("at", "when it was decided", "datetime"),
            Column("superseded_at", "when a newer decision took its place; missing: it holds", "datetime"),
        ),
        of_kind("mark_decision"),
        _LINKS,
    ),
    Table(
        "statement_edits",
        "Changes of how answers are cut into statements.",
        ("answer", "position"),
        (
            _ANSWER,
            needed("position", "which change of the answer it was, from 1", "integer"),
            Column("rater", "name of who changed it; missing: a model"),
            needed("action", "what was done", values=EDIT_ACTIONS),
            needed("before", f"the statements that went, {_CUT}", "spans"),
            needed("after", f"the statements that came, {_CUT}", "spans"),
            Column("note", "what was noted"),
            needed("at", "when it was changed", "datetime"),
        ),
        of_kind("statement_edit"),
        _LINKS,
    ),
    Table(
        "answer_reviews",
        "Who found the citations and statements of an answer right as they stood.",
        ("answer", "position"),
        (
            _ANSWER,
            needed("position", "which review of the answer it was, from 1", "integer"),
            needed("rater", "name of who looked through it"),
            needed("at", "when", "datetime"),
        ),
        of_kind("answer_review"),
        _LINKS,
    ),
)
