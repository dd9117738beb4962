"""A study goes out as native rows and comes back the same."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from import_files import ANSWER, PAGE, Row, exported, imported, native_file, small_study, without_times
from sqlalchemy import Engine

from data.errors import NotFound
from data.exporting import export_lines

pytestmark = pytest.mark.whole


def test_the_rows_that_came_in_go_out(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    given_rows = sorted(json.dumps(row, sort_keys=True) for row in small_study())
    rows = map(json.loads, without_times(exported(engine)))
    assert sorted(json.dumps(row, sort_keys=True) for row in rows) == given_rows


def test_an_export_makes_the_same_study_again_byte_for_byte(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()[::-1]))
    first = exported(engine)
    path = tmp_path / "export.jsonl"
    path.write_text("".join(first), encoding="utf-8")
    imported(engine, path, study="again")
    assert exported(engine, "again") == first


def test_an_export_imported_into_its_own_study_changes_nothing(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    path = tmp_path / "export.jsonl"
    path.write_text("".join(exported(engine)), encoding="utf-8")
    assert set(imported(engine, path).created.values()) == {0}


def test_spans_still_hold_their_text_after_the_trip(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    rows = [json.loads(line) for line in exported(engine)]
    texts = {row["key"]: row["text"] for row in rows if row["kind"] in ("answer", "source") and "text" in row}
    assert (texts["a1"], texts["s1"]) == (ANSWER, PAGE)
    for row in rows:
        if row["kind"] == "statement":
            assert texts["a1"][row["start"] : row["end"]] == row["text"]
    spans = next(row["evidence"] for row in rows if "evidence" in row)
    assert [texts["s1"][start:end] for start, end in spans] == ["東京", "café"]


def test_labels_out_of_scale_come_back_as_such(engine: Engine, tmp_path: Path) -> None:
    rows = small_study()
    next(row for row in rows if row["kind"] == "label")["value"] = "mostly"
    imported(engine, native_file(tmp_path, rows))
    path = tmp_path / "export.jsonl"
    path.write_text("".join(exported(engine)), encoding="utf-8")
    report = imported(engine, path, study="again")
    assert [found.raw for found in report.out_of_scale] == ["mostly"]
    assert exported(engine, "again") == exported(engine)


def test_only_current_labels_go_out(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, small_study()))
    newer = next(row for row in small_study() if row["kind"] == "label") | {"value": "none"}
    imported(engine, native_file(tmp_path, [newer], "newer.jsonl"), supersede=True)
    labels = [json.loads(line) for line in exported(engine) if '"Ada"' in line and '"support"' in line]
    assert [label["value"] for label in labels] == ["none"]


def test_a_study_that_is_not_there_is_said_so(engine: Engine) -> None:
    with pytest.raises(NotFound, match="there is no study 'tea'"):
        next(export_lines(engine, "tea"))


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=30)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=10))
def test_any_text_makes_the_trip(engine: Engine, texts: list[tuple[str, str, str]]) -> None:
    rows: list[Row] = [{"kind": "rater", "name": "r", "rater_kind": "human"}]
    for number, (before, said, page) in enumerate(texts):
        rows += talk(f"k{number}", before, said, page)
    study = f"trip {abs(hash(tuple(texts)))}"
    with tempfile.TemporaryDirectory() as folder:
        imported(engine, native_file(Path(folder), rows), study)
    out = [json.loads(line) for line in without_times(exported(engine, study))]
    assert [row for row in rows if row not in out] == []
    assert len(out) == 1 + len(rows)


def talk(key: str, before: str, said: str, page: str) -> list[Row]:
    """An answer of one statement, `said`, with a label whose evidence is the whole page."""
    start = len(before)
    span = {"start": start, "end": start + len(said)}
    return [
        {"kind": "query", "key": key, "text": before, "type": "other", "bias": said},
        {"kind": "source", "key": key, "status": "ok", "text": page},
        {"kind": "answer", "key": key, "query": key, "system": "x", "text": before + said, "sources": [key]},
        {"kind": "statement", "answer": key, "position": 1, "text": said, **span},
        {"kind": "label", "question": "support", "rater": "r", "answer": key, "statement": 1, "source": 1,
         "value": "full", "justification": said, "evidence": [[0, len(page)]]},
    ]  # fmt: skip
