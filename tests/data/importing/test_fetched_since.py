"""Files that know less of a source than the study, because it was fetched since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from import_files import NOW, Row, exported, imported, native_file, small_study
from sqlalchemy import Engine

from data.engine import writing
from data.errors import InputError
from data.sources import give_text
from data.studies import study_named


def test_a_source_fetched_since_is_unchanged_for_a_file_that_has_not_fetched_it(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    unread: Row = {"kind": "source", "key": "s2", "url": "https://leaf.example", "status": "not fetched"}
    rows[4] = unread
    imported(engine, native_file(tmp_path, rows))
    with writing(engine) as session:
        give_text(session, study_named(session, "tea"), "s2", "Tea leaves.", NOW)
    later = [unread, {"kind": "claim", "answer": "a1", "key": "c2", "text": "New.", "url": "https://leaf.example"}]
    report = imported(engine, native_file(tmp_path, later, "later.jsonl"))
    assert (report.created["claim"], report.unchanged["source"]) == (1, 1)
    kept = [json.loads(line) for line in exported(engine) if '"s2"' in line and '"source"' in line]
    assert kept[0]["text"] == "Tea leaves."
    for change in ({"url": "https://other.example"}, {"status": "blocked"}, {"status": "ok", "text": "Other."}):
        with pytest.raises(InputError, match="the study already has this source"):
            imported(engine, native_file(tmp_path, [unread | change], "changed.jsonl"))
