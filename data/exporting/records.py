"""The records of a study, in the words of the native format and in the order they were added."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Engine, Select, literal_column, select, text
from sqlmodel import Session

from data.engine import reading
from data.importing.declared import batch_row
from data.importing.unit_keys import fields_of_unit
from data.importing.views import VIEWS, T
from data.studies import study_named
from data.tables import Study

Fields = dict[str, Any]

HISTORY = {"source_fetch": "sourcefetch", "past_label": "label"}
"""The tables of kinds that tell how the study became what it is; the others say what it is."""

_ROWS_AT_ONCE = 1_000
CONTENT = {
    "guideline": "guideline",
    "query": "query",
    "source": "source",
    "answer": "answer",
    "statement": "statement",
    "citation": "citation",
    "checklist": "checklist",
    "checklist_item": "checklistitem",
    "issue": "issue",
    "pair": "reportpair",
    "claim": "claim",
}
"""The tables of the content, by kind, in the order it is written."""

REVIEWS = {"mark_decision": "markdecision", "statement_edit": "statementedit", "answer_review": "answerreview"}
"""The tables of what people decided about how answers were read, by kind."""


@dataclass(frozen=True)
class Records:
    """A study at one moment. Each call reads the record anew, row by row: memory stays flat."""

    session: Session
    study: Study

    def of(self, kind: str) -> Iterator[Fields]:
        """The records of a kind that has a view, in the order they were added.

        Those of which a label, source or answer has several come in turns: the first of each, then the second.
        """
        return self._stream(VIEWS[kind].params(study=self.study.id).order_by(*_order(kind)))

    def raters(self) -> Iterator[Fields]:
        """The raters as their rows, and `spec`, what is known of a judge's model."""
        names = ("name", "simulated", "slot", "about", "labels_shown_at", "spec")
        return ({name: row[name] for name in names} | {"rater_kind": row["kind"]} for row in self._own("rater"))

    def batches(self) -> Iterator[Fields]:
        """The batches as the rows that draw them."""
        return (batch_row(row).model_dump(exclude_none=True) for row in self._own("batch"))

    def answers(self) -> Iterator[Fields]:
        """Answers with their lists of sources. Both are read side by side, in the order of the answers."""
        lists = groupby(self.of("answer_source"), key=lambda row: row["answer"])
        key, sources = next(lists, (None, iter(())))
        for answer in self.of("answer"):
            if answer["key"] == key:
                yield answer | {"sources": [row["source"] for row in sources]}
                key, sources = next(lists, (None, iter(())))
            else:
                yield answer | {"sources": []}

    def _own(self, table: str) -> Iterator[Fields]:
        columns = T[table].c
        return self._stream(select(T[table]).where(columns.study_id == self.study.id).order_by(columns.id))

    def _stream(self, query: Select[Any]) -> Iterator[Fields]:
        found = self.session.connection().execute(query, execution_options={"yield_per": _ROWS_AT_ONCE})
        names = list(found.keys())
        return (dict(zip(names, row, strict=True)) for row in found)


def _order(kind: str) -> tuple[ColumnElement[Any], ...]:
    """The columns that put records in the order they were added."""
    in_turns = HISTORY | REVIEWS
    if kind in in_turns:
        return literal_column("position"), T[in_turns[kind]].c.id
    if kind == "answer_source":
        return T["answersource"].c.answer_id, T["answersource"].c.position
    return (T[CONTENT.get(kind, kind)].c.id,)


@contextmanager
def records_of(engine: Engine, study_name: str) -> Iterator[Records]:
    """The records of a study, all as they are at one moment. NotFound when there is no such study."""
    with reading(engine) as session:
        if engine.dialect.name == "postgresql":  # SQLite shows one moment of the record anyway
            session.connection().execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        yield Records(session, study_named(session, study_name))


def with_unit(label: Fields) -> Fields:
    """A label with the fields that name its unit; positions are numbers."""
    unit: Fields = dict(fields_of_unit(label["question"], label["unit"]))
    return unit | {name: int(unit[name]) for name in ("statement", "source") if name in unit} | label


def model_of(rater: Fields) -> Fields:
    """What is told of a judge's model."""
    spec = rater["spec"] or {}
    return {name: spec[name] for name in ("model", "prompt_version") if isinstance(spec.get(name), str)}
