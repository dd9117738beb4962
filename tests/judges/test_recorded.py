import json
from dataclasses import replace
from pathlib import Path

import pytest
from judge_cases import NOW, current_labels, ignore, judge_for, judged_study
from sqlalchemy import Engine, select

from data.engine import reading
from data.errors import InputError
from data.tables import Label, Rater
from judges.config import ModelJudge
from judges.recorded import run_recorded


def recorded(folder: Path, rows: list[dict[str, object]], question: str = "support") -> ModelJudge:
    path = folder / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return replace(judge_for(folder, "http://127.0.0.1:9/v1", question), recorded=path)


def test_recorded_replies_go_through_the_same_reader(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1, statements=2, sources=1)
    rows = [
        {"answer": "a0", "statement": 1, "source": 1, "raw": '{"justification": "it does", "support": "full"}'},
        {"answer": "a0", "statement": 2, "source": 1, "raw": "I cannot say."},
    ]
    judge = recorded(tmp_path, rows)
    report = run_recorded(engine, study, judge, ignore, lambda: NOW)
    assert report.progress.statuses == {"ok": 1, "invalid_json": 1}
    assert [row[2:] for row in current_labels(engine)] == [("full", None, "it does"), (None, "invalid_json", None)]
    with reading(engine) as session:
        assert {label.raw for label in session.scalars(select(Label))} == {row["raw"] for row in rows}
        assert session.scalars(select(Rater)).one().spec_sha != judge.spec.sha


def test_replaying_a_file_again_changes_no_label(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=2)
    rows: list[dict[str, object]] = [
        {"answer": "a0", "raw": '{"confidence": "Neutral"}'},
        {"answer": "a1", "raw": "well"},
    ]
    judge = recorded(tmp_path, rows, "confidence")
    run_recorded(engine, study, judge, ignore)
    assert run_recorded(engine, study, judge, ignore).progress.total == 0
    with reading(engine) as session:
        assert sorted(label.value or label.reason or "" for label in session.scalars(select(Label))) == [
            "3",
            "invalid_json",
        ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"answer": "a0", "statement": 1, "source": 9, "raw": "x"}, "line 2: there is no unit a0/1/9"),
        ({"answer": "a0", "statement": 1, "raw": "x"}, "line 2: is no JSON object with answer, statement, source, raw"),
        ({"answer": "a0", "statement": 1, "source": 1, "raw": "x"}, "line 2: a second reply about a0/1/1; keep one"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_nothing_is_kept(
    engine: Engine, tmp_path: Path, row: dict[str, object], words: str
) -> None:
    study = judged_study(engine, answers=1)
    good: dict[str, object] = {"answer": "a0", "statement": 1, "source": 1, "raw": '{"support": "full"}'}
    with pytest.raises(InputError, match=words):
        run_recorded(engine, study, recorded(tmp_path, [good, row]), ignore)
    assert current_labels(engine) == []


def test_what_no_database_can_hold_is_replaced_as_in_live_replies(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1)
    rows: list[dict[str, object]] = [{"answer": "a0", "raw": 'a\ud83d\0 {"confidence": "Neutral"}'}]
    run_recorded(engine, study, recorded(tmp_path, rows, "confidence"), ignore)
    with reading(engine) as session:
        label = session.scalars(select(Label)).one()
    assert (label.value, label.raw) == ("3", 'a\ufffd\ufffd {"confidence": "Neutral"}')


def test_brackets_without_end_are_no_reply(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine, answers=1)
    judge = recorded(tmp_path, [])
    assert judge.recorded is not None
    judge.recorded.write_text("[" * 100_000)
    with pytest.raises(InputError, match="line 1: is no JSON object"):
        run_recorded(engine, study, judge, ignore)
