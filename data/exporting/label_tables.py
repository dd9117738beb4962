"""The tables of who labelled what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from data.exporting.columns import Column, Link, Table
from data.exporting.content_tables import CONTENT_TABLES, SOURCE_FETCHES, needed
from data.exporting.records import Fields, Records, model_of, with_unit
from data.exporting.review_tables import REVIEW_TABLES
from data.questions import QUESTIONS, REASONS
from data.tables.work import RATER_KINDS

_QUESTION = needed("question", "name of the question", values=tuple(QUESTIONS))
_RATER_KIND = needed("rater_kind", "a person, a model with its prompt, or who decides disputes", values=RATER_KINDS)
_SIMULATED = needed("simulated", "whether the labels are invented", "boolean")

_LABEL = (
    _QUESTION,
    needed("question_version", "version of the question that was asked"),
    needed("unit", "what the label is about: the fields that name it, joined by /"),
    Column("query", "key of the query"),
    Column("answer", "key of the answer"),
    Column("statement", "position of the statement in the answer, from 1", "integer"),
    Column("source", "position of the source in the answer's list, from 1", "integer"),
    Column("checklist", "key of the checklist"),
    Column("version", "version of the checklist"),
    Column("item", "key of the checklist's item"),
    Column("issue", "key of the issue"),
    Column("pair", "key of the pair"),
    Column("claim", "key of the claim"),
    needed("rater", "name of the rater"),
    _RATER_KIND,
    _SIMULATED,
    needed("run", "which repeat of a judge, from 0", "integer"),
    Column("value", "the label; missing where reason says why"),
    Column("reason", "why there is no value", values=REASONS),
    Column("raw", "the label as it stood where it comes from, or a judge's reply"),
    Column("justification", "what the rater wrote about it"),
    needed("evidence", "spans of the source's text, in code points from 0, the end exclusive", "spans"),
    Column("guideline", "version of the guideline that was on screen"),
    needed("judge_shown", "whether a judge's label was visible before", "boolean"),
    Column("side_order", "which report of a pair stood left"),
    Column("cell_order", "whether cells came by source or by statement"),
    needed("bulk", "whether it was given to several units at once", "boolean"),
    Column("active_ms", "milliseconds spent on it", "integer"),
    Column("wall_ms", "milliseconds that passed", "integer"),
    needed("at", "when it was given", "datetime"),
)
_ITS_RATER = Link(("rater",), "raters", ("name",))


def _raters(records: Records) -> Iterator[Fields]:
    return (rater | model_of(rater) for rater in records.raters())


def _labels(kind: str) -> Callable[[Records], Iterator[Fields]]:
    def rows(records: Records) -> Iterator[Fields]:
        known = {rater["name"]: rater for rater in records.raters()}
        for label in map(with_unit, records.of(kind)):
            rater = known[label["rater"]]
            yield label | {"rater_kind": rater["rater_kind"], "simulated": rater["simulated"]}

    return rows


def _batches(records: Records) -> Iterator[Fields]:
    return (batch | batch["design"] for batch in records.batches())


_RATERS = Table(
    "raters",
    "Who labelled: people, judges and adjudicators.",
    ("name",),
    (
        needed("name", "names the rater in this study"),
        _RATER_KIND,
        _SIMULATED,
        needed("slot", "whether it is a position in a table, not a person", "boolean"),
        Column("about", "what is known of the rater"),
        Column("model", "a judge's model"),
        Column("prompt_version", "version of a judge's prompt"),
        Column("labels_shown_at", "when this person first saw labels of others", "datetime"),
    ),
    _raters,
)
_LABELS = Table(
    "labels",
    "The current labels: one a unit, rater and run.",
    ("question", "unit", "rater", "run"),
    _LABEL,
    _labels("label"),
    (_ITS_RATER,),
)
_PAST_LABELS = Table(
    "past_labels",
    "Labels that others of the same rater took the place of.",
    ("question", "unit", "rater", "run", "position"),
    (
        *_LABEL,
        needed("position", "which of the rater's labels of the unit it was, from 1", "integer"),
        needed("superseded_at", "when another took its place", "datetime"),
    ),
    _labels("past_label"),
    (_ITS_RATER,),
)
_BATCHES = Table(
    "batches",
    "How tasks were drawn for people.",
    ("name",),
    (
        needed("name", "names the batch in this study"),
        _QUESTION,
        needed("overlap", "how many people label each task", "integer"),
        needed("method", "how tasks were drawn", values=("all", "simple random")),
        Column("tasks", "how many were drawn, if not all", "integer"),
        Column("seed", "the seed they were drawn with", "integer"),
        needed("lease_seconds", "how long a task is kept for who opened it", "integer"),
        needed("at", "when it was drawn", "datetime"),
    ),
    _batches,
)


def tables(history: bool) -> tuple[Table, ...]:
    """Every table of an export, those pointed to before those that point; with `history` what came before, too."""
    past = (SOURCE_FETCHES, _PAST_LABELS) if history else ()
    return (*CONTENT_TABLES, _RATERS, *REVIEW_TABLES, _LABELS, _BATCHES, *past)
