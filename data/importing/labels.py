"""Labels from tables, long (a label a row) or wide (a column a rater), by what a mapping says of their columns."""

from __future__ import annotations

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
        self._headings = {heading: Record(theirs={"value": heading, "rater": heading}) for heading in mapping.raters}
        self._left_out: Counter[str] = Counter()

    def rows(self, place: int, cells: Mapping[str, Any]) -> Iterator[Placed]:
        """The labels of a record, each after its rater when that is met for the first time."""
        said = dict(self._mapping.constants) | self._said(place, cells)
        question = self._asked(said)
        if question is None:
            self._left_out["rows of other questions were left out"] += 1
        elif question not in QUESTIONS:
            message = f"unknown question '{question}'; known: {', '.join(QUESTIONS)}, or use --question"
            self._problems.add(place, "question", message)
        elif self._mapping.raters:
            yield from self._labels_of_raters(place, question, said, cells)
        else:
            yield from self._label(place, question, said, NO_RECORD)

    def _said(self, place: int, cells: Mapping[str, Any]) -> dict[str, str]:
        """What the cells say, by our names; empty cells say nothing."""
        found = {name: self._text(place, name, cells.get(heading)) for name, heading in self._mapping.columns.items()}
        return {name: text for name, text in found.items() if text is not None}

    def _text(self, place: int, name: str, cell: Any) -> str | None:
        if isinstance(cell, list | dict):
            self._problems.add(place, name, "holds a list or an object; one value is wanted")
        return text_of(cell)

    def _asked(self, said: Mapping[str, str]) -> str | None:
        """Our name of the record's question; None when it is none of those wanted."""
        word = said.get("question", "")
        return self._mapping.questions.get(word) if self._mapping.questions else word

    def _labels_of_raters(
        self, place: int, question: str, said: Mapping[str, str], cells: Mapping[str, Any]
    ) -> Iterator[Placed]:
        for heading, kind in self._mapping.raters.items():
            value = self._text(place, heading, cells.get(heading))
            more = {"rater": heading, "rater_kind": kind} | ({} if value is None else {"value": value})
            yield from self._label(place, question, {**said, **more}, self._headings[heading])

    def _label(self, place: int, question: str, said: Mapping[str, str], record: Record) -> Iterator[Placed]:
        if "value" not in said and "reason" not in said:
            what = "cells" if self._mapping.raters else "rows"
            self._left_out[f"{what} without a label were left out: what is not labelled is unknown"] += 1
            return
        yield from self._rater(place, said)
        fields: dict[str, Any] = {name: said[name] for name in ("reason", "justification", "run") if name in said}
        fields |= {"question": question, "rater": said.get("rater")}
        fields |= _unit(question, said)
        if "value" in said:
            fields["value"] = self._mapping.values.get(said["value"], said["value"])
            fields |= {"raw": said["value"]} if fields["value"] != said["value"] else {}
        for name in _NUMBERS:
            if str(fields.get(name, "")).isdecimal():
                fields[name] = int(fields[name])
        row = placed(place, "label", fields, self._problems, record)
        if row is not None:
            yield row

    def _rater(self, place: int, said: Mapping[str, str]) -> Iterator[Placed]:
        name, kind = said.get("rater"), said.get("rater_kind")
        if name is None or self._kinds.get(name) == kind:
            return
        self._kinds[name] = kind
        row = placed(place, "rater", {"name": name, "rater_kind": kind}, self._problems)
        if row is not None:
            yield Placed(place, IMPLIED_RATER, row.row)

    def notes(self) -> Iterator[str]:
        """What was passed over."""
        yield from (f"{count:,} {what}" for what, count in self._left_out.items())


def _unit(question: str, said: Mapping[str, str]) -> dict[str, str]:
    """The fields that name the unit: from fields of their own, or from one that holds the unit's key."""
    if "unit" in said:
        return fields_of_unit(question, said["unit"])
    return {name: said[name] for name in unit_fields(question) if name in said}
