"""A study people have worked on comes back from its export with everything that was exported, to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_files import NOW, Row, exported, imported, native_file, reviewed_study, row_of
from records import labels, later
from sqlalchemy import Engine
from sqlmodel import col, select
from worked_study import worked_study

from data.engine import reading
from data.errors import InputError
from data.tables import Batch, Guideline, Label, MarkDecision, Rater, SourceFetch, StatementEdit, Study

pytestmark = pytest.mark.whole


def trip(engine: Engine, folder: Path, history: bool) -> tuple[list[str], list[str]]:
    worked_study(engine)
    before = exported(engine, "small", history)
    imported(engine, native_file(folder, map(json.loads, before)), "again")
    return before, exported(engine, "again", history)


def in_study(engine: Engine, name: str) -> list[dict[str, Any]]:
    """Everything the record has of the labels of a study, in its order, without ids."""
    with reading(engine) as session:
        found = (
            select(Label, Rater, Guideline)
            .join(Rater, col(Rater.id) == col(Label.rater_id))
            .outerjoin(Guideline, col(Guideline.id) == col(Label.guideline_id))
            .join(Study, col(Study.id) == col(Rater.study_id))
            .where(Study.name == name)
            .order_by(col(Label.id))
        )
        rows = list(session.exec(found))
        order = {label.id: number for number, (label, _, _) in enumerate(rows)}
        return [
            label.model_dump(exclude={"id", "unit_id", "rater_id", "guideline_id", "supersedes_id"})
            | {
                "rater": rater.name,
                "guideline": guideline and guideline.version,
                "after": order.get(label.supersedes_id),
            }
            for label, rater, guideline in rows
        ]


@pytest.mark.parametrize("history", [False, True])
def test_the_trip_changes_no_byte(engine: Engine, tmp_path: Path, history: bool) -> None:
    before, after = trip(engine, tmp_path, history)
    assert after == before


def test_a_label_comes_back_with_how_it_was_given(engine: Engine, tmp_path: Path) -> None:
    trip(engine, tmp_path, history=False)
    came = in_study(engine, "again")
    went = [row | {"after": None} for row in in_study(engine, "small") if row["superseded_at"] is None]
    assert came == went
    shown = next(row for row in came if row["rater"] == "person 1")
    assert (shown["judge_shown"], shown["cell_order"], shown["guideline"]) == (True, "by source", "2")
    assert (shown["created_at"], shown["active_ms"], shown["wall_ms"]) == (later(20.5), 1_000, 2_000)


def test_the_history_comes_back_with_who_replaced_whom(engine: Engine, tmp_path: Path) -> None:
    trip(engine, tmp_path, history=True)

    def chain(name: str) -> list[list[Any]]:
        """Each rater's labels of the first unit from the newest back."""
        rows = in_study(engine, name)
        chains = []
        for row in rows:
            if row["superseded_at"] is None:
                found, at = [row["rater"], row["value"], row["reason"]], row["after"]
                while at is not None:
                    found += [rows[at]["value"], rows[at]["reason"], rows[at]["superseded_at"]]
                    at = rows[at]["after"]
                chains.append(found)
        return sorted(chains, key=str)

    assert chain("again") == chain("small")
    assert ["judge", "full", None, None, "refused", later(41)] in chain("again")
    assert max(map(len, chain("again"))) == 9


def test_attempts_to_fetch_come_back_in_their_order(engine: Engine, tmp_path: Path) -> None:
    trip(engine, tmp_path, history=True)
    with reading(engine) as session:
        found = list(session.exec(select(SourceFetch).order_by(col(SourceFetch.id))))
    went, came = ([row.model_dump(exclude={"id", "source_id"}) for row in part] for part in (found[:3], found[3:]))
    key = lambda row: str(row["at"])  # noqa: E731
    assert sorted(came, key=key) == went
    assert [row["way"] for row in sorted(came, key=key)] == ["network", "network", "hand"]


def test_raters_and_batches_keep_their_times(engine: Engine, tmp_path: Path) -> None:
    trip(engine, tmp_path, history=False)
    with reading(engine) as session:
        again = session.exec(select(Study).where(Study.name == "again")).one()
        batch = session.exec(select(Batch).where(Batch.study_id == again.id)).one()
        shown = session.exec(select(Rater.labels_shown_at).where(Rater.study_id == again.id, Rater.name == "person 1"))
        assert (batch.lease_seconds, batch.created_at, shown.one()) == (700, later(0), later(5))


def test_an_export_with_history_changes_nothing_in_its_own_study(engine: Engine, tmp_path: Path) -> None:
    worked_study(engine)
    path = native_file(tmp_path, map(json.loads, exported(engine, "small", history=True)))
    assert set(imported(engine, path, "small").created.values()) == {0}


def test_a_file_without_times_is_the_same_labels(engine: Engine, tmp_path: Path) -> None:
    worked_study(engine)
    rows = [json.loads(line) for line in exported(engine, "small")]
    known = ("at", "judge_shown", "bulk", "active_ms", "wall_ms", "cell_order", "guideline", "question_version")
    bare = [{name: value for name, value in row.items() if name not in known} for row in rows if "label" in row["kind"]]
    report = imported(engine, native_file(tmp_path, bare), "small")
    assert (report.created["label"], report.unchanged["label"]) == (0, len(bare))


def test_labels_without_times_are_of_the_import(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, [*tea(), label()]))
    (only,) = labels(engine)
    assert (only.created_at, only.question_version, only.judge_shown, only.bulk) == (NOW, "1", False, False)
    assert (only.guideline_id, only.active_ms, only.cell_order, only.side_order) == (None, None, None, None)


def tea() -> list[Row]:
    return [
        {"kind": "query", "key": "q", "text": "?", "type": "other"},
        {"kind": "answer", "key": "a", "query": "q", "system": "x", "text": "Yes.", "sources": []},
        {"kind": "rater", "name": "Ada", "rater_kind": "human"},
        {"kind": "guideline", "question": "confidence", "version": "1", "text": "Choose."},
    ]


def label(**more: object) -> Row:
    return {"kind": "label", "question": "confidence", "rater": "Ada", "answer": "a", "value": "5", **more}


def past(**more: object) -> Row:
    times = {"at": "2026-03-01T10:00:00Z", "superseded_at": "2026-03-01T11:00:00Z"}
    return label(kind="past_label", position=1, **times) | more


def test_a_time_with_another_zone_is_the_same_moment(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, [*tea(), label(at="2026-03-01T13:00:00.5+02:00")]))
    assert '"at": "2026-03-01T11:00:00.500000Z"' in exported(engine)[-1]


@pytest.mark.parametrize("at", ["2026-03-01T13:00:00", "2026-03-01", "noon", 5, "0001-01-01T00:00:00+10:00"])
def test_a_time_that_could_be_any_is_refused(engine: Engine, tmp_path: Path, at: object) -> None:
    with pytest.raises(InputError, match="'at': must be a time with its zone, such as 2026-03-01T12:00:00Z"):
        imported(engine, native_file(tmp_path, [*tea(), label(at=at)]))


def test_another_time_is_another_label(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, [*tea(), label()]))
    newer = native_file(tmp_path, [label(at="2026-03-02T00:00:00Z")], "newer.jsonl")
    with pytest.raises(InputError, match=r"it differs in: at\)"):
        imported(engine, newer)
    assert imported(engine, newer, supersede=True).superseded == 1


def test_a_label_of_an_older_version_keeps_what_it_says(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, [*tea(), label(value="sure", question_version="0")]))
    (only,) = labels(engine)
    assert (only.value, only.question_version) == ("sure", "0")


def test_a_guideline_that_is_not_there_is_said(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no question 'confidence', guideline '9' in this file or the study"):
        imported(engine, native_file(tmp_path, [*tea(), label(guideline="9")]))


def test_a_past_label_comes_with_the_one_that_took_its_place(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a past label comes with the one that took its place"):
        imported(engine, native_file(tmp_path, [*tea(), past()]))
    imported(engine, native_file(tmp_path, [*tea(), label()]))
    with pytest.raises(InputError, match="without this past label; a label is not changed afterwards"):
        imported(engine, native_file(tmp_path, [past()], "past.jsonl"))


def test_past_labels_are_numbered_without_gaps(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"past labels of .* must be numbered from 1 without gaps"):
        imported(engine, native_file(tmp_path, [*tea(), label(), past(position=2)]))


def test_past_labels_may_stand_in_any_order(engine: Engine, tmp_path: Path) -> None:
    rows = [*tea(), label(), past(position=2, value="2"), past(value="1"), past(position=3, value="3")]
    imported(engine, native_file(tmp_path, rows))
    assert [row.value for row in labels(engine, current=False)] == ["1", "2", "3", "5"]
    before = [row.supersedes_id for row in labels(engine, current=False)]
    assert before == [None, *(row.id for row in labels(engine, current=False)[:-1])]


def test_a_past_label_about_nothing_is_refused_in_words(engine: Engine, tmp_path: Path) -> None:
    rows = [row | {"question": "query_quality", "answer": None, "query": "zzz"} for row in (label(), past())]
    with pytest.raises(InputError, match="there is no query 'zzz'"):
        imported(engine, native_file(tmp_path, [*tea(), *rows]))


def test_attempts_come_with_their_source(engine: Engine, tmp_path: Path) -> None:
    source: Row = {"kind": "source", "key": "s", "status": "blocked"}
    fetch: Row = {"kind": "source_fetch", "source": "s", "position": 1, "at": "2026-03-01T10:00:00Z",
                  "way": "network", "status": "blocked", "used": True}  # fmt: skip
    with pytest.raises(InputError, match="'sha256': is that of the text: given exactly when the status is 'ok'"):
        imported(engine, native_file(tmp_path, [source, fetch | {"sha256": "a" * 64}]))
    imported(engine, native_file(tmp_path, [source]))
    with pytest.raises(InputError, match="without this source fetch; a source is not changed afterwards"):
        imported(engine, native_file(tmp_path, [fetch], "fetch.jsonl"))


def test_an_undo_without_a_change_to_take_back_is_refused(engine: Engine, tmp_path: Path) -> None:
    rows = reviewed_study()
    undo = row_of(rows, "statement_edit") | {"position": 2, "action": "undo"}
    imported(engine, native_file(tmp_path, [*rows, undo]))
    with pytest.raises(InputError, match="'action': takes back a change, but none before it still stands"):
        imported(engine, native_file(tmp_path, [undo | {"position": 3}, *rows, undo], "twice.jsonl"), "again")


def test_what_reviewers_decided_makes_the_trip(engine: Engine, tmp_path: Path) -> None:
    imported(engine, native_file(tmp_path, reviewed_study()))
    before = exported(engine)
    kinds = [json.loads(line)["kind"] for line in before]
    assert [kinds.count(kind) for kind in ("mark_decision", "statement_edit", "answer_review")] == [2, 1, 1]
    imported(engine, native_file(tmp_path, map(json.loads, before)), "again")
    assert exported(engine, "again") == before
    with reading(engine) as session:
        first, second, *_ = session.exec(select(MarkDecision).order_by(col(MarkDecision.id)))
        assert (second.supersedes_id, first.superseded_at, second.positions) == (first.id, second.created_at, [2, 1])
        assert session.exec(select(StatementEdit.rater_id)).all() == [None, None]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"end": 40}, "'end': ends at 40, the answer's text has 39 characters"),
        ({"end": 36}, "'end': end 36 is not after start 36"),
        ({"verdict": "text"}, "'positions': text cites no source"),
        ({"rater": "Bo"}, "'rater': there is no rater 'Bo'"),
        ({"answer": "a9"}, "there is no answer 'a9'"),
        ({"position": 3}, "must be numbered from 1 without gaps"),
        ({"superseded_at": "2026-03-01T11:00:00Z"}, "'superseded_at': belongs to every decision about a stretch"),
    ],
)  # fmt: skip
def test_a_decision_that_cannot_be_is_said(engine: Engine, tmp_path: Path, change: Row, words: str) -> None:
    rows = reviewed_study()
    row_of(rows, "mark_decision", 1).update(change)
    with pytest.raises(InputError, match=words):
        imported(engine, native_file(tmp_path, rows))


def test_decisions_come_with_their_answer(engine: Engine, tmp_path: Path) -> None:
    rows = reviewed_study()
    imported(engine, native_file(tmp_path, [row for row in rows if row["kind"] != "answer_review"]))
    with pytest.raises(InputError, match="without this answer review"):
        imported(engine, native_file(tmp_path, rows, "later.jsonl"))
