"""Labels of a small study imported from tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from import_files import Row, exported, imported, native_file
from sqlalchemy import Engine

from data.importing import ImportReport, Said

CONTENT: list[Row] = [
    {"kind": "query", "key": "q", "text": "?", "type": "other"},
    {"kind": "source", "key": "s", "status": "ok", "text": "Text."},
    {"kind": "answer", "key": "a", "query": "q", "system": "x", "text": "One. Two.", "sources": ["s"]},
    {"kind": "statement", "answer": "a", "position": 1, "text": "One."},
    {"kind": "statement", "answer": "a", "position": 2, "text": "Two."},
    {"kind": "checklist", "key": "c@home", "version": "1"},
    {"kind": "checklist_item", "checklist": "c@home", "version": "1", "key": "i", "position": 1, "text": "Yes?"},
]


NOT_OF_TABLES = ("at", "question_version")
"""What a table does not say of a label, but an export does."""


def said(**words: Any) -> Said:
    """What a person says of a table, flat."""
    constants = {name: words.pop(name) for name in ("rater", "rater_kind") if name in words}
    return Said(constants={name: value for name, value in constants.items() if value is not None}, **words)


def table(engine: Engine, folder: Path, text: str, name: str = "labels.csv", **words: Any) -> ImportReport:
    imported(engine, native_file(folder, CONTENT))
    path = folder / name
    path.write_bytes(text.encode())
    return imported(engine, path, said=said(**words))


def labels(engine: Engine, study: str = "tea") -> list[str]:
    rows = [json.loads(line) for line in exported(engine, study) if '"label"' in line or '"judge_output"' in line]
    return [json.dumps({name: row[name] for name in row if name not in NOT_OF_TABLES}) for row in rows]


USUAL: dict[str, Any] = {"question": "confidence", "rater": "A", "rater_kind": "human"}
"""One rater who was asked one thing."""
