"""Temporary tables in which a file's rows wait while they are checked.

They belong to the importing connection alone, lie on disk and take no lock, so a file of any size is held in little
memory and nobody waits; what has been checked is then moved into the record by the database itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, cast

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    Table,
    Text,
    delete,
    exists,
    select,
    text,
)

from data.importing.bulk import rows_into
from data.importing.kinds import KINDS
from data.importing.reading import Placed
from data.importing.rows import AnswerRow, JudgeOutputRow, LabelRow, PastLabelRow, SourceRow
from data.importing.unit_keys import unit_key
from data.questions import QUESTIONS, REASON_OF_IMPORTS
from data.tables.types import Utc

_METADATA = MetaData()
_ROWS_AT_ONCE = 5_000
_CHARACTERS_AT_ONCE = 4_000_000


def _table(kind: str, words: str = "", numbers: str = "", *others: Column[Any]) -> Table:
    return Table(
        f"stage_{kind}",
        _METADATA,
        Column("place", BigInteger, nullable=False),
        *(Column(name, Text) for name in words.split()),
        *(Column(name, Integer) for name in numbers.split()),
        *others,
        Column("known", Boolean, nullable=False, server_default=text("false")),
        prefixes=["TEMPORARY"],
    )


def _label_table(kind: str, *others: Column[Any]) -> Table:
    return _table(
        kind,
        "query answer checklist version item issue pair claim question rater "
        "unit question_version guideline side_order cell_order value reason raw justification",
        "statement source run active_ms wall_ms reach",
        Column("judge_shown", Boolean),
        Column("bulk", Boolean),
        Column("at", Utc),
        Column("evidence", JSON),
        Column("output", Boolean),
        *others,
    )


STAGE: Mapping[str, Table] = {
    "query": _table("query", "key text type bias mirror"),
    "source": _table("source", "key url title status text sha256", "length"),
    "answer": _table("answer", "key query system text sha256", "listed", Column("query_type", Text)),
    "answer_source": _table("answer_source", "answer source", "position length"),
    "statement": _table("statement", "answer text", "position start end"),
    "citation": _table("citation", "answer", "statement source"),
    "checklist": _table("checklist", "key version query"),
    "checklist_item": _table("checklist_item", "checklist version key text", "position"),
    "issue": _table("issue", "answer key type text quote found_by"),
    "pair": _table("pair", "key query first second"),
    "claim": _table("claim", "answer key text url"),
    "guideline": _table("guideline", "question version text"),
    "mark_decision": _table(
        "mark_decision",
        "answer rater verdict note",
        "start end position",
        Column("positions", JSON),
        Column("at", Utc),
        Column("superseded_at", Utc),
    ),
    "statement_edit": _table(
        "statement_edit",
        "answer rater action note",
        "position",
        Column("before", JSON),
        Column("after", JSON),
        Column("at", Utc),
    ),
    "answer_review": _table("answer_review", "answer rater", "position", Column("at", Utc)),
    "source_fetch": _table(
        "source_fetch",
        "source way status why final_url content_type sha256 raw_sha256",
        "position size",
        Column("at", Utc),
        Column("used", Boolean),
        Column("boilerplate", Float),
    ),
    "past_label": _label_table("past_label", Column("position", Integer), Column("superseded_at", Utc)),
    "label": _label_table("label", Column("replaces", BigInteger)),
}
"""The waiting table of each kind. `place` is where a row stands; `known` is set when the study already has it.

`listed` is the number of sources of an answer, `length` that of characters of a readable source, `reach` the furthest
end of a label's evidence; `output` says that a label came as a judge's, `replaces` which label it supersedes.
"""

_FILLED_LATER = {("answer", "query_type"), ("answer_source", "length"), ("label", "replaces")}
_COLUMNS = {
    kind: [column.name for column in table.c if column.name != "known" and (kind, column.name) not in _FILLED_LATER]
    for kind, table in STAGE.items()
}
_PLAIN = {
    kind: attrgetter(*columns[1:])
    for kind, columns in _COLUMNS.items()
    if kind not in ("source", "answer", "answer_source", "label", "past_label")
}
_UNIT_AND_RATER = attrgetter(*_COLUMNS["label"][1:11])
_HOW_GIVEN = attrgetter("question_version", "guideline", "side_order", "cell_order")
_LABEL_NUMBERS = attrgetter("statement", "source", "run", "active_ms", "wall_ms")


class Stage:
    """The waiting rows of one import; `filled` are the kinds there are rows of."""

    def __init__(self, connection: Connection):
        self._connection = connection
        self._waiting: dict[str, list[tuple[Any, ...]]] = {kind: [] for kind in STAGE}
        self._rows = self._characters = 0
        self.filled: set[str] = set()
        _METADATA.create_all(connection, checkfirst=False)

    def add(self, row: Placed) -> None:
        """Take up a row of a kind that has a table."""
        for kind, values in _staged(row):
            self._waiting[kind].append(values)
            self._rows += 1
            self._characters += sum(len(value) for value in values if isinstance(value, str))
        if self._rows >= _ROWS_AT_ONCE or self._characters >= _CHARACTERS_AT_ONCE:
            self._flush()

    def complete(self) -> None:
        """Write out what is left and make the tables quick to search."""
        self._flush()
        quote = self._connection.dialect.identifier_preparer.quote
        for kind in sorted(self.filled):
            table = STAGE[kind].name
            columns = ", ".join(quote(name) for name in KINDS[kind].key)
            self._connection.execute(text(f"CREATE INDEX {table}_key ON {table} ({columns})"))
            # Without figures both databases may search the study for each waiting row's equal from the wrong end.
            self._connection.execute(text(f"ANALYZE {table}"))

    def keep_last(self, kind: str) -> int:
        """Where a record is given several times, keep the last; how many were dropped."""
        table, later = STAGE[kind], STAGE[kind].alias()
        same = [later.c[name] == table.c[name] for name in KINDS[kind].key]
        again = exists(select(later.c.place).where(later.c.place > table.c.place, *same))
        return self._connection.execute(delete(table).where(again)).rowcount

    def _flush(self) -> None:
        for kind, waiting in self._waiting.items():
            if waiting:
                rows_into(self._connection, STAGE[kind], _COLUMNS[kind], waiting)
                self.filled.add(kind)
                waiting.clear()
        self._rows = self._characters = 0


def sha256_of_text(words: str | None) -> str | None:
    """The hash of a text in UTF-8; None without one."""
    return None if words is None else hashlib.sha256(words.encode()).hexdigest()


def _staged(placed: Placed) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The stage rows of a row: one, and for an answer one more for each source it lists."""
    place, row = placed.place, placed.row
    match row:
        case PastLabelRow():
            yield "past_label", (*_label(place, row), row.position, row.superseded_at)
        case LabelRow():
            yield "label", _label(place, row)
        case SourceRow():
            digest = sha256_of_text(row.text)
            length = None if row.text is None else len(row.text)
            yield "source", (place, row.key, row.url, row.title, row.status, row.text, digest, length)
        case AnswerRow():
            digest = sha256_of_text(row.text)
            yield "answer", (place, row.key, row.query, row.system, row.text, digest, len(row.sources))
            for position, source in enumerate(row.sources, start=1):
                yield "answer_source", (place, row.key, source, position)
        case _:
            values = _PLAIN[placed.kind](row)
            yield placed.kind, (place, *(json.dumps(it) if isinstance(it, list) else it for it in values))


def _label(place: int, row: LabelRow) -> tuple[Any, ...]:
    question = QUESTIONS[row.question]
    value, reason, raw = row.value, row.reason, row.raw
    current = row.question_version in (None, question.version)  # the scales of other versions are not known here
    if current and value is not None and value not in question.scale.labels:
        value, reason, raw = None, REASON_OF_IMPORTS, value
    return (
        place,
        *cast("tuple[str | None, ...]", _UNIT_AND_RATER(row)),
        unit_key(row),
        *cast("tuple[str | None, ...]", _HOW_GIVEN(row)),
        value,
        reason,
        raw,
        row.justification,
        *cast("tuple[int | None, ...]", _LABEL_NUMBERS(row)),
        max((end for _, end in row.evidence), default=0),
        row.judge_shown,
        row.bulk,
        row.at,
        json.dumps(row.evidence) if row.evidence else "[]",
        isinstance(row, JudgeOutputRow),
    )
