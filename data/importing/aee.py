"""Reading the file of the DeepTRACE authors: a JSON list of answers, and the support judgements beside it as JSONL.

The file is read record by record, so its size does not matter. Fields this tool has no use for are passed over.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.importing.aee_record import THEIRS, AeeRecord, cited, number, relevance, stance, word
from data.importing.files import lines_of
from data.importing.options import ImportOptions
from data.importing.reading import IMPLIED_RATER, Placed, Record, placed
from data.problems import Problems
from data.tabular.json_documents import objects_of


def read_aee(path: Path, options: ImportOptions, problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The answers of the file and the judgements of its judge. What cannot be read becomes a problem."""
    reader = _Reader(options.judge, problems)
    last = problems.places.add(path.name, word="record")
    for place, record in _records(path, problems):
        yield from reader.answer(place, record)
        last = place
    if options.support is not None:
        offset = problems.places.add(options.support.name, start=last)
        yield from reader.judgements(options.support, offset, options.support_fn)
    else:
        notes.append(
            "no support judgements were read; give them with --support (supporting_sources is only their summary)"
        )
    notes.extend(f"{count:,} {what}" for what, count in reader.passed_over.items())


def _records(path: Path, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    before = len(problems.found)
    number = 0
    for number, record in objects_of(path, "", "utf-8", 0, problems):
        yield number, record
    if number == 0 and len(problems.found) == before:
        problems.add(1, None, "there is none; the file must be a JSON list of answers")


@dataclass(frozen=True, slots=True)
class _Shape:
    """What support judgements need to know of an answer: its statements' ids in order, and its readable sources."""

    statements: tuple[str, ...]
    readable: tuple[int, ...]


class _Reader:
    """Makes rows of records. Of each answer it keeps what its judgements need, of most the same small object."""

    def __init__(self, judge: str, problems: Problems):
        self._judge = judge
        self._problems = problems
        self._query_types: dict[str, str] = {}
        self._shapes: dict[_Shape, _Shape] = {}
        self._answers: dict[str, _Shape] = {}
        self.passed_over: Counter[str] = Counter()

    def answer(self, place: int, fields: Mapping[str, Any]) -> Iterator[Placed]:
        """The rows of one record."""
        record = AeeRecord(fields)
        rows = _Rows(place, f"(id {record.key!r}) ", self._problems)
        if not self._answers:
            yield from rows.of(IMPLIED_RATER, {"name": self._judge, "rater_kind": "judge"})
        query = record.query()
        if not record.key or query is None:
            rows.fault("Question" if record.key else "id", "is missing; an answer needs both id and Question")
            return
        yield from self._query(rows, query)
        sources = list(record.sources())
        for source in sources:
            yield from rows.of("source", source)
        yield from rows.of("answer", record.answer(query["key"], [source["key"] for source in sources]))
        yield from self._label(rows, {"question": "confidence", "answer": record.key}, record.confidence())
        ids = []
        for position, statement in enumerate(record.statements(), start=1):
            if isinstance(statement, dict):
                ids.append(word(statement.get("id", position)))
                yield from self._statement(rows, record, position, statement)
            else:
                rows.fault("core_statements", f"statement {position} is not a JSON object")
        readable = tuple(number for number, source in enumerate(sources, start=1) if source["status"] == "ok")
        shape = _Shape(tuple(ids), readable)
        self._answers[record.key] = self._shapes.setdefault(shape, shape)

    def _query(self, rows: _Rows, query: dict[str, Any]) -> Iterator[Placed]:
        known = self._query_types.get(query["key"])
        if known is None:
            self._query_types[query["key"]] = query["type"]
            yield from rows.of("query", query)
        elif known != query["type"]:
            rows.fault(
                "is_charged",
                f"this question was a {known} query in an earlier record, here its type is {query['type']}",
            )

    def _statement(
        self, rows: _Rows, record: AeeRecord, position: int, statement: Mapping[str, Any]
    ) -> Iterator[Placed]:
        unit = {"answer": record.key, "statement": position}
        text = {"answer": record.key, "position": position, "text": statement.get("sentence")}
        yield from rows.of("statement", text)
        for source in cited(statement):
            yield from rows.of("citation", unit | {"source": source})
        yield from self._label(rows, unit | {"question": "relevance"}, relevance(statement))
        side = stance(statement)
        if record.debate:
            yield from self._label(rows, unit | {"question": "stance"}, side)
        elif side is not None:
            self.passed_over["stances towards queries that are no debate were passed over"] += 1

    def _label(self, rows: _Rows, unit: dict[str, Any], value: str | None) -> Iterator[Placed]:
        if value is not None:
            yield from rows.of("label", unit | {"rater": self._judge, "value": value})

    def judgements(self, path: Path, offset: int, fn: str | None) -> Iterator[Placed]:
        """The support labels of the file beside; lines on sources that could not be read are passed over."""
        wanted = fn or self._only_fn(path, offset)
        met = fn is None
        for place, line in _objects(path, offset, self._problems):
            if word(line.get("fn")) != wanted:
                self.passed_over["support judgements of another fn were passed over"] += 1
                continue
            met = True
            yield from self._judgement(_Rows(place, f"({line.get('verif_id')!r}) ", self._problems), line)
        if not met:
            self._problems.add(offset + 1, "fn", f"no judgement is of {wanted!r}; correct --support-fn")

    def _only_fn(self, path: Path, offset: int) -> str:
        """The one `fn` of the file; a problem when there are several."""
        quiet = Problems(self._problems.places)
        found = Counter(word(line.get("fn")) for _, line in _objects(path, offset, quiet))
        if len(found) > 1:
            listed = ", ".join(f"{name!r} ({count} lines)" for name, count in found.most_common())
            self._problems.add(
                offset + 1, "fn", f"the file holds judgements of several: {listed}; choose with --support-fn"
            )
        return next(iter(found), "")

    def _judgement(self, rows: _Rows, line: Mapping[str, Any]) -> Iterator[Placed]:
        answer = word(line.get("sample_id"))
        statement, source = word(line.get("core_statement_id")), number(line.get("source_idx"))
        shape = self._answers.get(answer)
        if shape is None:
            rows.fault("sample_id", f"there is no answer {answer!r} in the file")
        elif statement not in shape.statements:
            rows.fault("core_statement_id", f"answer {answer!r} has no statement {statement!r}")
        elif source < 1:
            rows.fault("source_idx", "must be the number of a source, counted from 1")
        elif source not in shape.readable:
            self.passed_over["support judgements on sources that could not be read were passed over"] += 1
        else:
            position = shape.statements.index(statement) + 1
            unit = {"question": "support", "answer": answer, "statement": position, "source": source}
            value = word(line.get("support"))
            yield from self._label(rows, unit, value.strip().lower() or None)


def _objects(path: Path, offset: int, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    for place, text in lines_of(path, offset, problems):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            problems.add(place, None, f"is not JSON: {error}")
            continue
        if isinstance(line, dict):
            yield place, line
        else:
            problems.add(place, None, "is not a JSON object")


@dataclass(frozen=True)
class _Rows:
    """Makes the rows of one record, which stand at one place."""

    place: int
    where: str
    problems: Problems

    def of(self, kind: str, fields: dict[str, Any]) -> Iterator[Placed]:
        """The row, or a problem."""
        model = "rater" if kind == IMPLIED_RATER else kind
        row = placed(self.place, model, fields, self.problems, Record(self.where, THEIRS.get(kind, {})))
        if row is not None:
            yield Placed(self.place, kind, row.row)

    def fault(self, field: str, message: str) -> None:
        self.problems.add(self.place, field, self.where + message)
