"""What the columns of a table become: labels, or the reports of systems."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from data.importing.report_forms.columns import FIELDS as OF_REPORTS
from data.importing.rows import ALL_UNIT_FIELDS
from data.questions import QUESTIONS
from data.tabular import Reading

Becomes = Literal["labels", "reports"]

BECOMES: tuple[Becomes, ...] = get_args(Becomes)

RATER_KINDS = ("human", "judge", "adjudicator")

FIELDS: Mapping[Becomes, tuple[str, ...]] = {
    "labels": (
        *("unit", *ALL_UNIT_FIELDS),
        *("rater", "rater_kind", "question", "value", "reason", "justification", "run", "raw", "evidence"),
    ),
    "reports": OF_REPORTS,
}
"""What a row can say, by what it becomes. A report's `query` and `answer` are keys, its `text` is the answer itself."""

HEADINGS: Mapping[str, tuple[str, ...]] = {name: (name,) for name in FIELDS["labels"]} | {
    "unit": ("unit", "item_id"),
    "rater": ("rater", "rater_id"),
    "question": ("question", "task"),
    "value": ("value", "label"),
}
"""The headings each field of labels is known by."""

NEEDED: Mapping[Becomes, tuple[tuple[str, ...], ...]] = {
    "labels": (("unit", *ALL_UNIT_FIELDS), ("value",), ("rater",), ("rater_kind",), ("question",)),
    "reports": (("text",), ("system",), ("query", "query_text")),
}
"""What must be said, by a column or for all rows; of several names one is enough."""

OF_LONG_TABLES = ("value", "rater", "rater_kind")
"""What a table with a column a rater says by its headings and cells."""

_OPTIONS = {
    "rater": "--rater",
    "rater_kind": "--rater-kind",
    "question": "--question",
    "system": "--system",
    "query_type": "--query-type",
}
"""The options that say a field for all rows."""


@dataclass(frozen=True)
class ColumnMapping:
    """What each column of a table becomes. Fields are ours, headings and words those of the table.

    `reading` is how the file is to be read. `columns`: the heading of a field; `constants`: what a field is in all
    rows. For labels also: `questions`, words of the question column with the questions they mean (rows of other words
    are left out; none: the column holds our names), `values`, their labels with ours (labels not named stay as they
    are), and `raters`, the headings of those who have a column of labels each, with the kind of rater they are.
    """

    becomes: Becomes
    reading: Reading = field(default_factory=Reading)
    columns: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    raters: Mapping[str, str] = field(default_factory=dict)

    def headings(self) -> Iterator[str]:
        """The headings that are read."""
        yield from self.columns.values()
        yield from self.raters

    def meaning(self, heading: str) -> str | None:
        """What a column becomes, in words; None for one that is not read."""
        if heading in self.raters:
            return f"labels of {heading} ({self.raters[heading]})"
        found = [name for name, theirs in self.columns.items() if theirs == heading]
        return ", ".join(found) or None


@dataclass(frozen=True)
class Said:
    """What a person says of a table beside it, to complete what is suggested or written in a mapping.

    `question` is OURS, or THEIRS=OURS to take the rows of one task; the rest as in ColumnMapping.
    """

    reading: Reading = field(default_factory=Reading)
    columns: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    question: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    raters: Mapping[str, str] = field(default_factory=dict)

    def over(self, mapping: ColumnMapping) -> ColumnMapping:
        """The mapping with what was said in the place of what it says."""
        constants = {name: value for name, value in mapping.constants.items() if name not in self.columns}
        columns = {name: heading for name, heading in mapping.columns.items() if name not in self.constants}
        mapping = dataclasses.replace(
            mapping,
            reading=_reading_over(self.reading, mapping.reading),
            columns=columns | dict(self.columns),
            constants=constants | dict(self.constants),
            values=dict(mapping.values) | dict(self.values),
            raters=dict(mapping.raters) | dict(self.raters),
        )
        return mapping if self.question is None else _asking(mapping, self.question)


def _reading_over(said: Reading, reading: Reading) -> Reading:
    known = {name: value for name, value in vars(said).items() if value is not None}
    return dataclasses.replace(reading, **known)


def _asking(mapping: ColumnMapping, question: str) -> ColumnMapping:
    """The mapping with the question of all rows, or of those rows whose question column says so."""
    theirs, _, ours = question.rpartition("=")
    if theirs or "question" in mapping.columns:
        return dataclasses.replace(mapping, questions={theirs or ours: ours})
    return dataclasses.replace(mapping, constants=dict(mapping.constants) | {"question": ours})


@dataclass(frozen=True)
class Fault:
    """What does not fit in a mapping: the field or heading, and what to do about it."""

    field: str
    message: str


def faults(mapping: ColumnMapping, headings: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with a mapping for a table of these headings."""
    yield from _unknown(mapping)
    yield from _not_there(mapping, headings)
    yield from _of_labels(mapping)
    yield from _unsaid(mapping)


def _unknown(mapping: ColumnMapping) -> Iterator[Fault]:
    known = FIELDS[mapping.becomes]
    for name in (*mapping.columns, *mapping.constants):
        if name not in known:
            yield Fault(name, f"unknown column; known: {', '.join(known)}")
    for name in mapping.columns:
        if name in mapping.constants:
            yield Fault(name, "is said for all rows and by a column too; leave one of the two out")


def _not_there(mapping: ColumnMapping, headings: Sequence[str]) -> Iterator[Fault]:
    named = [*mapping.columns.items(), *((heading, heading) for heading in mapping.raters)]
    for name, heading in named:
        if heading not in headings:
            yield Fault(name, f"there is no column '{heading}'; there are: {', '.join(headings)}")
        elif headings.count(heading) > 1:
            yield Fault(name, f"two columns are called '{heading}'; rename one")


def _of_labels(mapping: ColumnMapping) -> Iterator[Fault]:
    if mapping.becomes != "labels":
        for name in ("questions", "values", "raters"):
            if getattr(mapping, name):
                yield Fault(name, f"is for labels, this table becomes {mapping.becomes}")
        return
    if mapping.questions and "question" not in mapping.columns:
        yield Fault("question", "words of its column are given, but no such column; name it with --column")
    for name in (*mapping.questions.values(), *filter(None, [mapping.constants.get("question")])):
        if name not in QUESTIONS:
            yield Fault("question", f"unknown question '{name}'; known: {', '.join(QUESTIONS)}")
    yield from _no_values(mapping)
    yield from _of_raters(mapping)


def _no_values(mapping: ColumnMapping) -> Iterator[Fault]:
    """Words said to mean what no question they may belong to has as a value."""
    constant = mapping.constants.get("question")
    asked = [constant] if constant else [*mapping.questions.values()] or [*QUESTIONS]
    known = [label for name in asked if name in QUESTIONS for label in QUESTIONS[name].scale.labels]
    for theirs, ours in mapping.values.items():
        if known and ours not in known:
            shown = (
                f"; the values of {' and '.join(asked)} are {', '.join(known)}" if len(asked) < len(QUESTIONS) else ""
            )
            yield Fault("value", f"'{theirs}' is said to mean '{ours}', which is no value{shown}")


def _of_raters(mapping: ColumnMapping) -> Iterator[Fault]:
    for heading, kind in mapping.raters.items():
        if kind not in RATER_KINDS:
            yield Fault(heading, f"'{kind}' is no kind of rater; known: {', '.join(RATER_KINDS)}")
        if heading in mapping.columns.values():
            yield Fault(heading, "is a rater's column and something else too; leave one of the two out")
    for name in OF_LONG_TABLES:
        if mapping.raters and (name in mapping.columns or name in mapping.constants):
            yield Fault(name, "leave it out: where each rater has a column, the columns say it")


def unsaid(mapping: ColumnMapping) -> Iterator[tuple[str, ...]]:
    """The fields that are still to be said, by a column or for all rows; of those in one place one is enough."""
    said = {*mapping.columns, *mapping.constants, *(OF_LONG_TABLES if mapping.raters else ())}
    return (names for names in NEEDED[mapping.becomes] if said.isdisjoint(names))


def _unsaid(mapping: ColumnMapping) -> Iterator[Fault]:
    for names in unsaid(mapping):
        option = "".join(f" or give {_OPTIONS[name]}" for name in names if name in _OPTIONS)
        either = " or ".join(f"--column {name}=HEADING" for name in names[:2])
        yield Fault(names[0], f"no such column; name one with {either}{option}")
