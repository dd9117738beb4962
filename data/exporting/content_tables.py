"""The tables of what was asked and answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from data.exporting.columns import Column, Link, Table, Type
from data.exporting.records import Fields, Records
from data.tables.content import FETCH_WAYS, ISSUE_TYPES, QUERY_TYPES, SOURCE_STATUSES


def of_kind(kind: str) -> Callable[[Records], Iterator[Fields]]:
    """Reads the records of a kind."""
    return lambda records: records.of(kind)


def needed(name: str, means: str, kind: Type = "string", values: tuple[str, ...] = ()) -> Column:
    """A column no row is without."""
    return Column(name, means, kind, needed=True, values=values)


def _study(records: Records) -> Iterator[Fields]:
    study = records.study
    yield {"name": study.name, "title": study.title, "notice": study.notice}


_ANSWER = needed("answer", "key of the answer")
_OF_ANSWER = Link(("answer",), "answers", ("key",))
_OF_QUERY = Link(("query",), "queries", ("key",))
_OF_SOURCE = Link(("source",), "sources", ("key",))

CONTENT_TABLES = (
    Table(
        "study",
        "The study itself: one row.",
        ("name",),
        (
            needed("name", "name of the study"),
            needed("title", "its title"),
            Column("notice", 'what is shown wherever its figures are, for example "invented data"'),
        ),
        _study,
    ),
    Table(
        "guidelines",
        "The written instructions for a question, in their versions.",
        ("question", "version"),
        (
            needed("question", "name of the question"),
            needed("version", "version of the guideline"),
            needed("text", "the guideline, in Markdown"),
        ),
        of_kind("guideline"),
    ),
    Table(
        "queries",
        "What was put to the systems.",
        ("key",),
        (
            needed("key", "names the query in this study"),
            needed("text", "the query as it was put"),
            needed("type", "what kind of query it is", values=QUERY_TYPES),
            Column("bias", "the view a debate query leans to"),
            Column("mirror", "key of the query that asks the opposite"),
        ),
        of_kind("query"),
        (Link(("mirror",), "queries", ("key",)),),
    ),
    Table(
        "sources",
        "The documents that answers list.",
        ("key",),
        (
            needed("key", "names the source in this study"),
            Column("url", "its address as the answer gives it"),
            Column("title", "its title"),
            needed("status", "ok when its text could be read, else why not", values=SOURCE_STATUSES),
            Column("text", "its text; missing unless the status is ok"),
        ),
        of_kind("source"),
    ),
    Table(
        "answers",
        "The systems' replies to the queries.",
        ("key",),
        (
            needed("key", "names the answer in this study"),
            needed("query", "key of the query it answers"),
            needed("system", "the system that gave it"),
            needed("text", "the whole answer"),
        ),
        of_kind("answer"),
        (_OF_QUERY,),
    ),
    Table(
        "answer_sources",
        "Which sources an answer lists, in its order.",
        ("answer", "position"),
        (
            _ANSWER,
            needed("position", "place in the answer's list, from 1", "integer"),
            needed("source", "key of the source"),
        ),
        of_kind("answer_source"),
        (_OF_ANSWER, _OF_SOURCE),
    ),
    Table(
        "statements",
        "The smallest checkable pieces of answers.",
        ("answer", "position"),
        (
            _ANSWER,
            needed("position", "place among the answer's statements, from 1", "integer"),
            needed("text", "the statement"),
            Column("start", "code point of the answer's text where it begins, from 0", "integer"),
            Column("end", "code point where it ends, exclusive", "integer"),
        ),
        of_kind("statement"),
        (_OF_ANSWER,),
    ),
    Table(
        "citations",
        "Which sources a statement cites.",
        ("answer", "statement", "source"),
        (
            _ANSWER,
            needed("statement", "position of the statement", "integer"),
            needed("source", "position in the answer's list; one the list lacks is cited but undefined", "integer"),
        ),
        of_kind("citation"),
        (Link(("answer", "statement"), "statements", ("answer", "position")),),
    ),
    Table(
        "checklists",
        "Lists of yes/no requirements, in their versions.",
        ("key", "version"),
        (
            needed("key", "names the checklist in this study"),
            needed("version", "its version"),
            Column("query", "key of the query whose answers it is for; missing: for every answer"),
        ),
        of_kind("checklist"),
        (_OF_QUERY,),
    ),
    Table(
        "checklist_items",
        "The requirements of checklists.",
        ("checklist", "version", "key"),
        (
            needed("checklist", "key of the checklist"),
            needed("version", "its version"),
            needed("key", "names the requirement in its checklist"),
            needed("position", "place in the checklist, from 1", "integer"),
            needed("text", "the requirement"),
        ),
        of_kind("checklist_item"),
        (Link(("checklist", "version"), "checklists", ("key", "version")),),
    ),
    Table(
        "issues",
        "Faults that somebody found in answers.",
        ("answer", "key"),
        (
            _ANSWER,
            needed("key", "names the issue of its answer"),
            needed("type", "what kind of fault it is", values=ISSUE_TYPES),
            needed("text", "the fault"),
            Column("quote", "the passage it is about"),
            Column("found_by", "name of the rater who listed it, and so calls it valid"),
        ),
        of_kind("issue"),
        (_OF_ANSWER,),
    ),
    Table(
        "pairs",
        "Two answers to one query, to be compared.",
        ("key",),
        (
            needed("key", "names the pair in this study"),
            needed("query", "key of the query"),
            needed("first", "key of the answer shown left"),
            needed("second", "key of the answer shown right"),
        ),
        of_kind("pair"),
        (_OF_QUERY, Link(("first",), "answers", ("key",)), Link(("second",), "answers", ("key",))),
    ),
    Table(
        "claims",
        "Claims of answers with the pages they link to.",
        ("answer", "key"),
        (
            _ANSWER,
            needed("key", "names the claim of its answer"),
            needed("text", "the claim"),
            needed("url", "the page it links to"),
        ),
        of_kind("claim"),
        (_OF_ANSWER,),
    ),
)

SOURCE_FETCHES = Table(
    "source_fetches",
    "Every attempt to get the text of a source.",
    ("source", "position"),
    (
        needed("source", "key of the source"),
        needed("position", "which attempt it was, from 1", "integer"),
        needed("at", "when", "datetime"),
        needed("way", "from the network, by a reader service, or by hand", values=FETCH_WAYS),
        needed("status", "what came of it", values=SOURCE_STATUSES),
        needed("used", "whether the source took this status and text", "boolean"),
        Column("why", "what happened, when there is no text"),
        Column("final_url", "the address after redirects"),
        Column("content_type", "the type the server named"),
        Column("size", "bytes, unpacked", "integer"),
        Column("boilerplate", "share of a page's visible characters that was left out, from 0 to 1", "number"),
        Column("sha256", "SHA-256 of the text in UTF-8"),
        Column("raw_sha256", "SHA-256 of the bytes, when they were kept"),
    ),
    of_kind("source_fetch"),
    (_OF_SOURCE,),
)
