"""Reading long label tables (CSV or TSV): one label a row, from people or judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from data.importing.options import ImportOptions
from data.importing.reading import IMPLIED_RATER, Placed, placed
from data.importing.rows import ALL_UNIT_FIELDS, unit_fields
from data.importing.unit_keys import fields_of_unit
from data.problems import Problems
from data.questions import QUESTIONS
from data.tabular import Cells, records_of, text_of

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "unit": ("unit", "item_id"),
    "rater": ("rater", "rater_id"),
    "rater_kind": ("rater_kind",),
    "question": ("question", "task"),
    "value": ("value", "label"),
    "reason": ("reason",),
    "justification": ("justification",),
    "run": ("run",),
    **{name: (name,) for name in ALL_UNIT_FIELDS},
}
"""The columns a table may have, with the headings each is known by."""

_NUMBERS = ("statement", "source", "run")


def read_labels(path: Path, options: ImportOptions, problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The raters and labels of a table, in its order. What cannot be read becomes a problem and is left out."""
    records = records_of(path, problems)
    table = _Table(records.headings, options, problems)
    if not table.usable():
        return
    for place, cells in records.rows:
        yield from table.rows(place, cells)
    notes.extend((*records.notes, *table.notes()))


class _Table:
    """A table's columns by our names, and what the options say for all rows."""

    def __init__(self, headings: tuple[str, ...], options: ImportOptions, problems: Problems):
        self._headings = headings
        self._options = options
        self._problems = problems
        self._columns = {name: heading for name, heading in self._found(headings) if heading in headings}
        theirs, _, ours = (options.question or "").rpartition("=")
        self._question, self._their_question = ours or None, theirs or ours or None
        self._kinds: dict[str, str] = {}
        self._left_out: Counter[str] = Counter()

    def _found(self, headings: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for name, known in HEADINGS.items():
            if name in self._options.columns:
                yield name, self._options.columns[name]
            else:
                yield from ((name, heading) for heading in known if heading in headings)

    def usable(self) -> bool:
        """The columns that are needed are there; problems of the first line otherwise."""
        before = len(self._problems.found)
        for name, heading in self._options.columns.items():
            if name not in HEADINGS:
                self._add(1, name, f"unknown column; known: {', '.join(HEADINGS)}")
            elif heading not in self._headings:
                self._add(1, name, f"there is no column '{heading}'; there are: {', '.join(self._headings)}")
        for name, heading in self._columns.items():
            if self._headings.count(heading) > 1:
                self._add(1, name, f"two columns are called '{heading}'; rename one")
        if self._question is not None and self._question not in QUESTIONS:
            self._add(1, "question", f"unknown question '{self._question}'; known: {', '.join(QUESTIONS)}")
        given = {"rater": self._options.rater, "rater_kind": self._options.rater_kind, "question": self._question}
        for name in ("value", "rater", "rater_kind", "question"):
            if name not in self._columns and not given.get(name):
                option = f" or give --{name.replace('_', '-')}" if name in given else ""
                self._add(1, name, f"no such column; name one with --column {name}=HEADING{option}")
        return len(self._problems.found) == before

    def rows(self, place: int, cells: Cells) -> Iterator[Placed]:
        """The label of a record, after its rater when that is met for the first time."""
        texts = {name: text_of(cells.get(heading)) for name, heading in self._columns.items()}
        said = {name: text for name, text in texts.items() if text is not None}
        question = self._asked(said)
        if question is None:
            self._left_out["rows of other questions were left out"] += 1
        elif "value" not in said and "reason" not in said:
            self._left_out["rows without a label were left out: what is not labelled is unknown"] += 1
        elif question not in QUESTIONS:
            self._add(
                place, "question", f"unknown question '{question}'; known: {', '.join(QUESTIONS)}, or use --question"
            )
        else:
            yield from self._rater(place, said)
            yield from self._label(place, question, said)

    def _asked(self, said: Mapping[str, str]) -> str | None:
        """Our name of the record's question; None when the options ask for another."""
        if "question" not in self._columns or self._question is None:
            return self._question or said.get("question", "")
        return self._question if said.get("question") == self._their_question else None

    def _rater(self, place: int, said: Mapping[str, str]) -> Iterator[Placed]:
        name, kind = self._named(said, "rater"), self._named(said, "rater_kind")
        if name is None or self._kinds.get(name) == kind:
            return
        self._kinds[name] = str(kind)
        row = placed(place, "rater", {"name": name, "rater_kind": kind}, self._problems)
        if row is not None:
            yield Placed(place, IMPLIED_RATER, row.row)

    def _named(self, said: Mapping[str, str], name: str) -> str | None:
        return said.get(name) if name in self._columns else getattr(self._options, name)

    def _label(self, place: int, question: str, said: Mapping[str, str]) -> Iterator[Placed]:
        fields: dict[str, Any] = {name: said[name] for name in ("reason", "justification", "run") if name in said}
        fields |= {"question": question, "rater": self._named(said, "rater")}
        fields |= self._unit(question, said)
        if "value" in said:
            fields["value"] = self._options.values.get(said["value"], said["value"])
            fields |= {"raw": said["value"]} if fields["value"] != said["value"] else {}
        for name in _NUMBERS:
            if str(fields.get(name, "")).isdecimal():
                fields[name] = int(fields[name])
        row = placed(place, "label", fields, self._problems)
        if row is not None:
            yield row

    def _unit(self, question: str, said: Mapping[str, str]) -> dict[str, str]:
        """The fields that name the unit: from columns of their own, or from a column that holds the unit's key."""
        needed = unit_fields(question)
        if "unit" not in said:
            return {name: said[name] for name in needed if name in said}
        return fields_of_unit(question, said["unit"])

    def notes(self) -> Iterator[str]:
        """What was passed over."""
        yield from (f"{count:,} {what}" for what, count in self._left_out.items())
        unread = [heading for heading in self._headings if heading not in self._columns.values()]
        if unread:
            yield f"columns that were not read: {', '.join(unread)}"

    def _add(self, place: int, field: str, message: str) -> None:
        self._problems.add(place, field, message)
