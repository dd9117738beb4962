"""Choices about a mapping, one after another as on a screen: each gives the mapping as it is then."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from data.importing.mapping import OF_LONG_TABLES, ColumnMapping
from data.questions import QUESTIONS


def unread(mapping: ColumnMapping, heading: str) -> ColumnMapping:
    """The mapping in which a column is not read."""
    columns = {name: theirs for name, theirs in mapping.columns.items() if theirs != heading}
    raters = {theirs: kind for theirs, kind in mapping.raters.items() if theirs != heading}
    questions = mapping.questions if "question" in columns else {}
    return dataclasses.replace(mapping, columns=columns, raters=raters, questions=questions)


def read_as(mapping: ColumnMapping, heading: str, field: str) -> ColumnMapping:
    """The mapping in which a column is that field and nothing else, and no other column is, nor one word for all rows.

    A table with a column of labels has no columns of raters, so these are not read any more.
    """
    mapping = unread(mapping, heading)
    return dataclasses.replace(
        mapping,
        columns=dict(mapping.columns) | {field: heading},
        constants=_without(mapping.constants, (field,)),
        questions={} if field == "question" else mapping.questions,
        raters={} if field in OF_LONG_TABLES else mapping.raters,
    )


def labels_of_rater(mapping: ColumnMapping, heading: str, kind: str) -> ColumnMapping:
    """The mapping in which a column holds the labels of the rater it is called by; then no column says who labelled."""
    mapping = unread(mapping, heading)
    return dataclasses.replace(
        mapping,
        columns=_without(mapping.columns, OF_LONG_TABLES),
        constants=_without(mapping.constants, OF_LONG_TABLES),
        raters=dict(mapping.raters) | {heading: kind},
    )


def same_in_all_rows(constants: Mapping[str, str], field: str, value: str) -> Mapping[str, str]:
    """The constants with a field that is `value` in all rows; "": it is not said."""
    rest = _without(constants, (field,))
    return rest | {field: value} if value else rest


def meaning_of_label(mapping: ColumnMapping, theirs: str, ours: str | None) -> ColumnMapping:
    """The mapping in which a label of the table means one of ours; None: it stays as it is."""
    rest = _without(mapping.values, (theirs,))
    return dataclasses.replace(mapping, values=rest if ours is None else rest | {theirs: ours})


def meaning_of_task(mapping: ColumnMapping, theirs: str, ours: str | None, words: Iterable[str]) -> ColumnMapping:
    """The mapping in which a word of the question column means that question; None: its rows are left out.

    `words` are those met in the column. As long as no word means anything the column holds our names: they keep it.
    """
    known = dict(mapping.questions) or {word: word for word in words if word in QUESTIONS}
    rest = _without(known, (theirs,))
    return dataclasses.replace(mapping, questions=rest if ours is None else rest | {theirs: ours})


def _without(said: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    left_out = {*names}
    return {name: word for name, word in said.items() if name not in left_out}
