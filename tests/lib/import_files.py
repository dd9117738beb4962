"""Files to import, made from rows, and a small study with every kind of record."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from data.exporting import export_lines
from data.importing import ImportOptions, ImportReport, import_file

Row = dict[str, Any]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANSWER = "Café in 東京 opens 🌅. Tea e\u0301tait bon [2]."
PAGE = "In 東京 the café opens at sunrise 🌅, they say."


def native_file(folder: Path, rows: Iterable[Row], name: str = "study.jsonl") -> Path:
    """The rows as a native file."""
    path = folder / name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def imported(engine: Engine, path: Path, study: str = "tea", **options: Any) -> ImportReport:
    """The file imported into a study."""
    return import_file(engine, path, study, NOW, ImportOptions(**options))


def exported(engine: Engine, study: str = "tea", history: bool = False) -> list[str]:
    """The study as native lines."""
    return list(export_lines(engine, study, history))


def without_times(lines: Iterable[str]) -> list[str]:
    """Native lines as files have them that know no times, and neither the versions of questions nor leases."""
    rows = [json.loads(line) for line in lines]
    unknown = ("at", "question_version", "lease_seconds")
    return [json.dumps({k: v for k, v in row.items() if k not in unknown}, ensure_ascii=False) + "\n" for row in rows]


def small_study() -> list[Row]:
    """One row or more of every kind, with text beyond ASCII; statements and evidence by code points."""
    cell = {"answer": "a1", "statement": 1, "source": 1}
    item = {"checklist": "form", "version": "1", "item": "clear"}
    return [
        {"kind": "study", "title": "Tea", "notice": "invented data"},
        {"kind": "query", "key": "q1", "text": "Is tea good?", "type": "debate", "bias": "yes", "mirror": "q2"},
        {"kind": "query", "key": "q2", "text": "Is tea bad?", "type": "debate", "mirror": "q1"},
        {"kind": "source", "key": "s1", "url": "https://tea.example", "title": "Tea", "status": "ok", "text": PAGE},
        {"kind": "source", "key": "s2", "status": "paywall"},
        {"kind": "answer", "key": "a1", "query": "q1", "system": "lab/Kettle", "text": ANSWER, "sources": ["s1", "s2"]},
        {"kind": "answer", "key": "a2", "query": "q1", "system": "Pot", "text": "", "sources": []},
        {"kind": "statement", "answer": "a1", "position": 1, "text": ANSWER[:18], "start": 0, "end": 18},
        {"kind": "statement", "answer": "a1", "position": 2, "text": ANSWER[19:], "start": 19, "end": len(ANSWER)},
        {"kind": "citation", "answer": "a1", "statement": 2, "source": 2},
        {"kind": "citation", "answer": "a1", "statement": 2, "source": 9},
        {"kind": "checklist", "key": "form", "version": "1"},
        {"kind": "checklist", "key": "tea", "version": "1", "query": "q1"},
        {"kind": "checklist_item", "checklist": "form", "version": "1", "key": "clear", "position": 1,
         "text": "Clear?"},
        {"kind": "checklist_item", "checklist": "tea", "version": "1", "key": "heat", "position": 1, "text": "Heat?"},
        {"kind": "issue", "answer": "a1", "key": "i1", "type": "citation", "text": "No source.", "found_by": "judge"},
        {"kind": "pair", "key": "p1", "query": "q1", "first": "a1", "second": "a2"},
        {"kind": "claim", "answer": "a1", "key": "c1", "text": "It opens.", "url": "https://tea.example"},
        {"kind": "guideline", "question": "support", "version": "1", "text": "Read, then choose."},
        {"kind": "rater", "name": "Ada", "rater_kind": "human", "simulated": True, "about": "invented"},
        {"kind": "rater", "name": "judge", "rater_kind": "judge"},
        {"kind": "label", "question": "support", "rater": "Ada", **cell, "value": "full",
         "evidence": [[3, 5], [10, 14]]},
        {"kind": "label", "question": "coverage", "rater": "Ada", "answer": "a1", "checklist": "tea", "version": "1",
         "item": "heat", "value": "pass", "justification": "It does."},
        {"kind": "label", "question": "presentation", "rater": "Ada", "answer": "a1", **item, "reason": "skipped"},
        {"kind": "label", "question": "depth", "rater": "Ada", "pair": "p1", "value": "A"},
        {"kind": "judge_output", "question": "support", "rater": "judge", **cell, "value": "none", "model": "m",
         "prompt_version": "1", "raw": "{}"},
        {"kind": "judge_output", "question": "support", "rater": "judge", **cell, "reason": "refused", "run": 1,
         "model": "m", "prompt_version": "1"},
        {"kind": "batch", "name": "first", "question": "support", "overlap": 2, "design": {"method": "all"}},
        {"kind": "batch", "name": "drawn", "question": "confidence", "overlap": 1,
         "design": {"method": "simple random", "tasks": 1, "seed": 7}},
    ]  # fmt: skip


def reviewed_study() -> list[Row]:
    """The small study after a person has looked through its first answer."""
    return [
        *small_study(),
        {"kind": "mark_decision", "answer": "a1", "start": 36, "end": 39, "position": 1, "rater": "Ada",
         "verdict": "text", "note": "No mark.", "at": "2026-03-01T10:00:00Z",
         "superseded_at": "2026-03-01T11:00:00.5Z"},
        {"kind": "mark_decision", "answer": "a1", "start": 36, "end": 39, "position": 2, "rater": "Ada",
         "verdict": "citation", "positions": [2, 1], "at": "2026-03-01T11:00:00.5Z"},
        {"kind": "statement_edit", "answer": "a1", "position": 1, "action": "decompose", "before": [[0, 39, 9]],
         "after": [[0, 18], [19, 39, 9]], "at": "2026-03-01T11:00:00Z"},
        {"kind": "answer_review", "answer": "a1", "position": 1, "rater": "Ada", "at": "2026-03-01T12:00:00Z"},
    ]  # fmt: skip


def row_of(rows: list[Row], kind: str, number: int = 0) -> Row:
    """The row of a kind, by its place among them, to be changed."""
    return [row for row in rows if row["kind"] == kind][number]
