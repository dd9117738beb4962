"""What cannot be read of a native file is named with line, field and remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from data.importing.native import read_native
from data.importing.reading import Placed
from data.importing.rows import QueryRow
from data.problems import Places, Problems

GOOD = b'{"kind": "query", "key": "q", "text": "?", "type": "other"}'


def read(folder: Path, content: bytes) -> tuple[list[Placed], Problems]:
    path = folder / "file.jsonl"
    path.write_bytes(content)
    problems = Problems(Places())
    return list(read_native(path, problems)), problems


def query(**fields: object) -> bytes:
    return json.dumps({"kind": "query", "key": "q", "text": "?", "type": "other"} | fields).encode()


def label(**fields: object) -> bytes:
    row = {"kind": "label", "question": "confidence", "rater": "r", "answer": "a", "value": "5"}
    return json.dumps({name: value for name, value in (row | fields).items() if value != ""}).encode()


def batch(**design: object) -> bytes:
    row = {"kind": "batch", "name": "b", "question": "support", "overlap": 1, "design": design}
    return json.dumps(row).encode()


FAULTS: dict[str, tuple[bytes, str | None, str]] = {
    "cut off": (b'{"kind": "query"', None, "is not JSON: Expecting ',' delimiter at character 17"),
    "a list": (b"[1]", None, "is not a JSON object"),
    "no kind": (b'{"key": "q"}', "kind", "is missing; known: study, query,"),
    "other kind": (query(kind="qeury"), "kind", "unknown kind 'qeury'"),
    "kind of another type": (query(kind=["query"]), "kind", "unknown kind"),
    "other field": (query(txt="x"), "txt", "is not a field of 'query' rows; known: key, text, type, bias, mirror"),
    "no field": (b'{"kind": "query", "key": "q", "type": "other"}', "text", "is missing"),
    "field twice": (b'{"kind": "query", "kind": "query"}', "kind", "is given twice"),
    "number for text": (query(text=1), "text", 'must be text, not the number 1; write it in quotes: "1"'),
    "true for text": (query(text=True), "text", "must be text, not true"),
    "null for text": (query(text=None), "text", "must be text, not null"),
    "text for number": (label(run="1"), "run", 'must be a whole number, not the text "1"; write it without quotes'),
    "part of a number": (label(run=1.0), "run", "must be a whole number, not the number 1.0"),
    "true for a number": (label(run=True), "run", "must be a whole number, not true"),
    "number as value": (label(value=5), "value", 'must be text, not the number 5; write it in quotes: "5"'),
    "other type": (query(type="rhetorical"), "type", "must be 'debate', 'expertise' or 'other', not the text"),
    "slash in key": (query(key="a/b"), "key", "without '/'"),
    "space at key": (query(key=" a"), "key", "spaces around it"),
    "line break in key": (query(key="a\nb"), "key", "control characters"),
    "empty key": (query(key=""), "key", "1 to 200 characters"),
    "long key": (query(key="k" * 201), "key", "at most 200 characters"),
    "empty text": (query(text=""), "text", "must not be empty"),
    "NUL": (query(text="a\0b"), "text", "holds the character NUL"),
    "half a character": (
        rb'{"kind": "query", "key": "q", "text": "ok \ud83d", "type": "other"}',
        "text",
        "lone surrogate",
    ),
    "half a character as key": (rb'{"kind": "query", "key": "\ud83d", "text": "?", "type": "other"}', "key", "lone"),
    "half a character in a field's name": (rb'{"kind": "query", "key": "q", "a\ud83d": 1}', None, "lone surrogate"),
    "endless kind": (b'{"kind": "' + b"x" * 5_000 + b'"}', "kind", "unknown kind 'xxxx"),
    "NaN": (b'{"kind": "query", "key": NaN}', None, "holds a bare NaN"),
    "infinity": (b'{"kind": "query", "key": -Infinity}', None, "holds a bare -Infinity"),
    "bad UTF-8": (b'{"kind": "query", "key": "\xff"}', None, "is not UTF-8 (byte 27)"),
    "deep": (b"[" * 100_000, None, "a nesting too large"),
    "long number": (b'{"kind": "query", "key": ' + b"1" * 5_000 + b"}", None, "a number or a nesting too large"),
    "ok without text": (b'{"kind": "source", "key": "s", "status": "ok"}', "text", "'ok' needs its text"),
    "text without ok": (
        b'{"kind": "source", "key": "s", "status": "empty", "text": "x"}',
        "text",
        "only a source with",
    ),
    "start alone": (b'{"kind": "statement", "answer": "a", "position": 1, "text": "x", "start": 0}', "end", "both"),
    "short span": (
        b'{"kind": "statement", "answer": "a", "position": 1, "text": "xy", "start": 0, "end": 1}',
        "end",
        "span 1 characters, the text has 2",
    ),
    "position 0": (b'{"kind": "statement", "answer": "a", "position": 0, "text": "x"}', "position", "1"),
    "pair of one": (b'{"kind": "pair", "key": "p", "query": "q", "first": "a", "second": "a"}', "second", "needs two"),
    "version": (b'{"kind": "checklist", "key": "c", "version": "1@2"}', "version", "without '/' or '@'"),
    "question": (label(question="depht"), "question", "unknown question 'depht'; known: relevance"),
    "guideline": (
        b'{"kind": "guideline", "question": "x", "version": "1", "text": "t"}',
        "question",
        "unknown question",
    ),
    "no unit": (label(answer=""), "answer", "is missing; a label of 'confidence' is named by answer"),
    "more unit": (label(statement=1), "statement", "does not belong to a label of 'confidence'"),
    "no value": (label(value=""), "value", "either a value, or the reason"),
    "value and reason": (label(reason="skipped"), "value", "either a value, or the reason"),
    "reason": (label(value="", reason="tired"), "reason", "unknown reason 'tired'; known: skipped"),
    "evidence of no source": (label(evidence=[[0, 1]]), "evidence", "is not asked about a source"),
    "evidence": (
        label(question="support", statement=1, source=1, evidence=[[3, 3]]),
        "evidence",
        "the span [3, 3] is empty",
    ),
    "half a span": (
        label(question="support", statement=1, source=1, evidence=[[3]]),
        "evidence[1]",
        "at least 2 items",
    ),
    "design": (batch(method="all", seed=1), "design", "takes no tasks and no seed"),
    "draw": (batch(method="simple random"), "design", "needs tasks and seed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_the_rows_around_it_are_read(fault: str, tmp_path: Path) -> None:
    line, field, words = FAULTS[fault]
    rows, problems = read(tmp_path, b"\n".join([GOOD, line, GOOD]))
    assert [row.place for row in rows] == [1, 3]
    found = [(problem.place, problem.field) for problem in problems.found]
    assert set(found) == {(2, field)}
    assert words in problems.found[0].message


def test_a_byte_order_mark_empty_lines_and_windows_line_ends_are_passed_over(tmp_path: Path) -> None:
    rows, problems = read(tmp_path, b"\xef\xbb\xbf" + GOOD + b"\r\n\r\n  \n" + GOOD)
    assert problems.found == []
    assert [row.place for row in rows] == [1, 4]


def test_line_separators_of_unicode_do_not_end_a_line(tmp_path: Path) -> None:
    rows, problems = read(
        tmp_path, '{"kind": "query", "key": "q", "text": "a\u2028b\u0085c", "type": "other"}'.encode()
    )
    assert problems.found == []
    assert [row.row for row in rows] == [QueryRow(key="q", text="a\u2028b\u0085c", type="other")]


def test_a_whole_pair_of_surrogates_is_a_character(tmp_path: Path) -> None:
    rows, problems = read(tmp_path, rb'{"kind": "query", "key": "q", "text": "\ud83c\udf05", "type": "other"}')
    assert problems.found == []
    assert rows[0].row == QueryRow(key="q", text="🌅", type="other")


def test_a_message_stays_readable_whatever_it_quotes(tmp_path: Path) -> None:
    lines = [b'{"kind": "' + b"x" * 50_000 + b'"}', b'{"kind": "study", "title": "t", "' + b"y" * 50_000 + b'": 1}']
    _, problems = read(tmp_path, b"\n".join(lines))
    assert [len(problem.field or "") < 100 for problem in problems.found] == [True, True]
    assert all(len(problem.message) < 1_100 for problem in problems.found)
