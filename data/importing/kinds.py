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
    calls "not fetched" may have been fetched since.
    """

    name: str
    key: tuple[str, ...]
    values: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    left_open: Mapping[str, tuple[str, str]] = field(default_factory=dict)


_ANSWER = Reference("answer", {"answer": "key"})
_QUERY = Reference("query", {"query": "key"})
_STATEMENT = Reference("statement", {"statement": "position", "answer": "answer"})
_LISTED = {"source": "position", "answer": "answer"}
_ISSUE = {"issue": "key", "answer": "answer"}
_UNSAID = ("status", "not fetched")
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
        "label",
        ("question", "unit", "rater", "run"),
        ("value", "reason", "raw", "justification", "evidence"),
        _LABEL_REFERENCES,
    ),
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
}

NUMBERED: Mapping[str, tuple[str, ...]] = {"statement": ("answer",), "checklist_item": ("checklist", "version")}
"""Kinds whose positions run from 1 without gaps, and the fields that name what they are counted in."""

SHOWN_AS: Mapping[tuple[str, str], str] = {("answer", "listed"): "sources", ("answer_source", "source"): "sources"}
"""Fields that are called otherwise in a file."""
