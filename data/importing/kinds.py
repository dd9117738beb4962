"""Kinds of records as the importer sees them: what names one, what it says, and what it points to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ANY = "any"
"""Stands for whatever value is not empty."""


@dataclass(frozen=True)
class Reference:
    """Fields of a row that must be found in a record of another kind: `fields` maps ours to theirs.

    A row whose first field is empty refers to nothing. `must` holds what else the record needs to say;
    `only` names the question whose labels are meant. `advice` says what to do.
    """

    to: str
    fields: Mapping[str, str]
    advice: str = "add a row for it, or correct the field"
    must: Mapping[str, str] = field(default_factory=dict)
    only: str | None = None


@dataclass(frozen=True)
class Kind:
    """`key` names a record within its study; `values` are what it says and may not change.

    `left_open` are values a row says nothing about, with the field and its value that mean so: a source that a file
    calls "not fetched" may have been fetched since; None: the field is left out.
    """

    name: str
    key: tuple[str, ...]
    values: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    left_open: Mapping[str, tuple[str, str | None]] = field(default_factory=dict)


_ANSWER = Reference("answer", {"answer": "key"})
_QUERY = Reference("query", {"query": "key"})
_STATEMENT = Reference("statement", {"statement": "position", "answer": "answer"})
_LISTED = {"source": "position", "answer": "answer"}
_ISSUE = {"issue": "key", "answer": "answer"}
_UNSAID = ("status", "not fetched")
_GUIDELINE = Reference("guideline", {"guideline": "version", "question": "question"})
_OF_PAIR = "a pair holds two answers to its query"

_LABEL_REFERENCES = (
    _QUERY,
    _ANSWER,
    _STATEMENT,
    Reference("answer_source", _LISTED, "the answer lists fewer sources; positions count from 1"),
    Reference("answer_source", _LISTED, "it has no readable text to judge by; leave the label out", {"length": ANY}),
    Reference("answer", {"answer": "key"}, "only debate queries have a stance", {"query_type": "debate"}, "stance"),
    Reference("checklist_item", {"item": "key", "checklist": "checklist", "version": "version"}),
    Reference("issue", _ISSUE),
    Reference("issue", _ISSUE, "it is no consistency issue", {"type": "consistency"}, "consistency_issue"),
    Reference("issue", _ISSUE, "it is no citation issue", {"type": "citation"}, "citation_issue"),
    Reference("pair", {"pair": "key"}),
    Reference("claim", {"claim": "key", "answer": "answer"}),
    _GUIDELINE,
)

_SAID = ("value", "reason", "raw", "justification", "evidence")
_HOW = (
    "question_version",
    "guideline",
    "judge_shown",
    "side_order",
    "cell_order",
    "bulk",
    "active_ms",
    "wall_ms",
    "at",
)
"""What a label says, and how it was given: a file that does not know leaves it open."""

_LABEL = ("question", "unit", "rater", "run")
_ITS_LABEL = {"rater": "rater", "question": "question", "unit": "unit", "run": "run"}
_FETCH = (
    "at",
    "way",
    "status",
    "used",
    "why",
    "final_url",
    "content_type",
    "size",
    "boilerplate",
    "sha256",
    "raw_sha256",
)

_ALL = (
    Kind("query", ("key",), ("text", "type", "bias", "mirror"), (Reference("query", {"mirror": "key"}),)),
    Kind("source", ("key",), ("url", "title", "status", "text"), left_open=dict.fromkeys(("status", "text"), _UNSAID)),
    Kind("answer", ("key",), ("query", "system", "text", "listed"), (_QUERY,)),
    Kind("answer_source", ("answer", "position"), ("source",), (Reference("source", {"source": "key"}),)),
    Kind("statement", ("answer", "position"), ("text", "start", "end"), (_ANSWER,)),
    Kind("citation", ("answer", "statement", "source"), (), (_ANSWER, _STATEMENT)),
    Kind("checklist", ("key", "version"), ("query",), (_QUERY,)),
    Kind(
        "checklist_item",
        ("checklist", "version", "key"),
        ("position", "text"),
        (Reference("checklist", {"checklist": "key", "version": "version"}),),
    ),
    Kind("issue", ("answer", "key"), ("type", "text", "quote", "found_by"), (_ANSWER,)),
    Kind(
        "pair",
        ("key",),
        ("query", "first", "second"),
        (
            _QUERY,
            Reference("answer", {"first": "key", "query": "query"}, _OF_PAIR),
            Reference("answer", {"second": "key", "query": "query"}, _OF_PAIR),
        ),
    ),
    Kind("claim", ("answer", "key"), ("text", "url"), (_ANSWER,)),
    Kind("guideline", ("question", "version"), ("text",)),
    Kind(
        "mark_decision",
        ("answer", "start", "end", "position"),
        ("rater", "verdict", "positions", "note", "at", "superseded_at"),
        (_ANSWER,),
    ),
    Kind(
        "statement_edit",
        ("answer", "position"),
        ("rater", "action", "before", "after", "note", "at"),
        (_ANSWER,),
    ),
    Kind("answer_review", ("answer", "position"), ("rater", "at"), (_ANSWER,)),
    Kind("source_fetch", ("source", "position"), _FETCH, (Reference("source", {"source": "key"}),)),
    Kind(
        "past_label",
        (*_LABEL, "position"),
        (*_SAID, *_HOW, "superseded_at"),
        (Reference("label", _ITS_LABEL, "a past label comes with the one that took its place"), _GUIDELINE),
        left_open={name: (name, None) for name in _HOW},
    ),
    Kind("label", _LABEL, (*_SAID, *_HOW), _LABEL_REFERENCES, left_open={name: (name, None) for name in _HOW}),
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
"""Every kind that is held in tables, those pointed to before those that point."""


@dataclass(frozen=True)
class Part:
    """A kind whose rows make up a whole and come with it in one file: adding one later would change the whole.

    `closed` and `fields`: no row may be added where the study has such a record (ours mapped to theirs).
    """

    whole: str
    closed: str
    fields: Mapping[str, str]


PARTS: Mapping[str, Part] = {
    "answer_source": Part("answer", "answer", {"answer": "key"}),
    "statement": Part("answer", "statement", {"answer": "answer"}),
    "citation": Part("statement", "statement", {"answer": "answer", "statement": "position"}),
    "checklist_item": Part("checklist", "checklist_item", {"checklist": "checklist", "version": "version"}),
    "mark_decision": Part("answer", "answer", {"answer": "key"}),
    "statement_edit": Part("answer", "answer", {"answer": "key"}),
    "answer_review": Part("answer", "answer", {"answer": "key"}),
    "source_fetch": Part("source", "source", {"source": "key"}),
    "past_label": Part("label", "label", _ITS_LABEL),
}

NUMBERED: Mapping[str, tuple[str, ...]] = {
    "statement": ("answer",),
    "checklist_item": ("checklist", "version"),
    "mark_decision": ("answer", "start", "end"),
    "statement_edit": ("answer",),
    "answer_review": ("answer",),
    "source_fetch": ("source",),
    "past_label": _LABEL,
}
"""Kinds whose positions run from 1 without gaps, and the fields that name what they are counted in."""

NAMING_RATERS: Mapping[str, str] = {
    "issue": "found_by",
    "mark_decision": "rater",
    "statement_edit": "rater",
    "answer_review": "rater",
}
"""The fields of content that name a rater, where they are given."""

SHOWN_AS: Mapping[tuple[str, str], str] = {("answer", "listed"): "sources", ("answer_source", "source"): "sources"}
"""Fields that are called otherwise in a file."""
