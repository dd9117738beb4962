"""Labels from tables, long (a label a row) or wide (a column a rater), by what a mapping says of their columns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from data.importing.mapping import ColumnMapping
from data.importing.reading import IMPLIED_RATER, NO_RECORD, Placed, Record, placed
from data.importing.rows import unit_fields
from data.importing.unit_keys import fields_of_unit
from data.problems import Problems
from data.questions import QUESTIONS
from data.tabular import Records, text_of

_NUMBERS = ("statement", "source", "run")
_AS_SAID = ("value", "reason", "justification", "run", "raw", "evidence")
_MOST_DIGITS = 20


def labels_of_records(
    records: Records, mapping: ColumnMapping, problems: Problems, notes: list[str]
) -> Iterator[Placed]:
    """The raters and labels of a table, in its order. What cannot be read becomes a problem and is left out.

    The mapping must fit the headings. `notes` are added to at the end.
    """
    reader = _Reader(mapping, problems)
    for place, cells in records.rows:
        yield from reader.rows(place, cells)
        if problems.many:
            return
    notes.extend(reader.notes())


class _Reader:
    """Makes the rows of records; remembers the raters it has met."""

    def __init__(self, mapping: ColumnMapping, problems: Problems):
        self._mapping = mapping
        self._problems = problems
        self._kinds: dict[str, str | None] = {}
        self._records = {heading: Record(theirs={"value": heading, "rater": heading}) for heading in mapping.raters}
        self._left_out: Counter[str] = Counter()

    def rows(self, place: int, cells: Mapping[str, Any]) -> Iterator[Placed]:
        """The labels of a record, each after its rater when that is met for the first time."""
        said = self._said(place, cells)
        question = self._asked(said)
        if question is None:
            self._left_out["rows of other questions were left out"] += 1
        elif question not in QUESTIONS:
            message = f"unknown question '{question}'; known: {', '.join(QUESTIONS)}, or use --question"
            self._problems.add(place, "question", message)
        else:
            for one, record in self._labels(place, said, cells):
                if "value" in one or "reason" in one:
                    yield from filter(None, (self._rater(place, one), self._label(place, question, one, record)))
                else:
                    what = "cells" if self._mapping.raters else "rows"
                    self._left_out[f"{what} without a label were left out: what is not labelled is unknown"] += 1

    def _said(self, place: int, cells: Mapping[str, Any]) -> dict[str, Any]:
        """What a record says, by our names; empty cells say nothing. All are texts but the evidence, a list."""
        said: dict[str, Any] = dict(self._mapping.constants)
        for name, heading in self._mapping.columns.items():
            read = self._spans if name == "evidence" else self._text
            found = read(place, name, cells.get(heading))
            if found is not None:
                said[name] = found
        return said

    def _spans(self, place: int, name: str, cell: Any) -> list[Any] | None:
        """Evidence as lists, or as the JSON of lists in a text."""
        try:
            found = json.loads(cell) if isinstance(cell, str) and cell else cell
        except (ValueError, RecursionError):
            found = cell
        if not found or isinstance(found, list):
            return found or None
        self._problems.add(place, name, "must be a list of spans, such as [[0, 30]]")
        return None

    def _text(self, place: int, name: str, cell: Any) -> str | None:
        if isinstance(cell, list | dict):
            self._problems.add(place, name, "holds a list or an object; one value is wanted")
        return text_of(cell)

    def _asked(self, said: Mapping[str, Any]) -> str | None:
        """Our name of the record's question; None when it is none of those wanted."""
        word = said.get("question", "")
        return self._mapping.questions.get(word) if self._mapping.questions else word

    def _labels(
        self, place: int, said: dict[str, Any], cells: Mapping[str, Any]
    ) -> Iterator[tuple[dict[str, Any], Record]]:
        """What a record says of each label in it."""
        if not self._mapping.raters:
            yield said, NO_RECORD
        for heading, kind in self._mapping.raters.items():
            value = self._text(place, heading, cells.get(heading))
            one = {**said, "rater": heading, "rater_kind": kind}
            yield one if value is None else {**one, "value": value}, self._records[heading]

    def _label(self, place: int, question: str, said: Mapping[str, Any], record: Record) -> Placed | None:
        fields: dict[str, Any] = {"question": question, "rater": said.get("rater"), **_unit(question, said)}
        for name in _AS_SAID:
            if name in said:
                fields[name] = said[name]
        value = said.get("value", "")
        meant = self._mapping.values.get(value, value)
        if meant != value:
            fields |= {"value": meant, "raw": said.get("raw", value)}
        for name in _NUMBERS:
            word = fields.get(name)
            if word is not None and len(word) < _MOST_DIGITS and word.isdecimal():
                fields[name] = int(word)
        return placed(place, "label", fields, self._problems, record)

    def _rater(self, place: int, said: Mapping[str, Any]) -> Placed | None:
        """The rater of a label, when not met before."""
        name, kind = said.get("rater"), said.get("rater_kind")
        if name is None or self._kinds.get(name) == kind:
            return None
        self._kinds[name] = kind
        row = placed(place, "rater", {"name": name, "rater_kind": kind}, self._problems)
        return None if row is None else Placed(place, IMPLIED_RATER, row.row)

    def notes(self) -> Iterator[str]:
        """What was passed over."""
        yield from (f"{count:,} {what}" for what, count in self._left_out.items())


def _unit(question: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that name the unit: from fields of their own, or from one that holds the unit's key."""
    if "unit" in said:
        return fields_of_unit(question, said["unit"])
    return {name: said[name] for name in unit_fields(question) if name in said}
