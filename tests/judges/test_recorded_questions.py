"""Recorded replies of every question: each row names what it is about, and gives the labels a live reply would."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from judge_cases import NOW, current_labels, ignore, judge_for, run
from model_replies import reply_for
from model_server import serving
from report_study import report_study
from sqlalchemy import Engine, delete, select
from sqlmodel import col

from data.engine import reading, writing
from data.errors import InputError
from data.tables import Label, Rater, Study, Unit
from judges.config import ModelJudge
from judges.questions import JUDGED
from judges.recorded import run_recorded
from judges.template import our_template

ROWS: dict[str, list[dict[str, Any]]] = {
    "support": [{"answer": "north", "statement": n, "source": 1} for n in (1, 2, 3)]
    + [{"answer": "south", "statement": n, "source": 1} for n in (1, 2)],
    "confidence": [{"answer": "north"}, {"answer": "south"}],
    "relevance": [{"answer": "north"}, {"answer": "south"}],
    "stance": [{"answer": "north"}, {"answer": "south"}],
    "presentation": [{"answer": key, "checklist": "layout", "version": "1"} for key in ("north", "south")],
    "coverage": [{"answer": key, "checklist": "pier", "version": "1"} for key in ("north", "south")],
    "consistency_issue": [{"answer": key, "issue": "consistency-1"} for key in ("north", "south")],
    "citation_issue": [{"answer": key, "issue": f"citation-{n}"} for key in ("north", "south") for n in (1, 2)],
    "depth": [{"pair": "n-s"}, {"pair": "n-s", "run": 1}],
    "citation_accuracy": [{"answer": key, "claim": "c1"} for key in ("north", "south")],
}


def recorded(folder: Path, question: str, rows: list[dict[str, Any]]) -> ModelJudge:
    path = folder / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return replace(judge_for(folder, "http://127.0.0.1:9/v1", question), recorded=path)


def replies(engine: Engine, study: Study, question: str) -> list[dict[str, Any]]:
    """The rows with what the test server would reply, in the order in which a run asks."""
    judge = JUDGED[question]
    template = our_template(judge.our_prompt)
    nobody = Rater(id=-1, study_id=study.id or 0, name="nobody", kind="judge", origin="run")
    with reading(engine) as session:
        cells = judge.page(session, nobody, 0, 1000, False, 0).cells
    prompts = [judge.render(cell, template)[0]["content"] for cell in cells]
    return [row | {"raw": json.dumps(reply_for(prompt))} for row, prompt in zip(ROWS[question], prompts, strict=True)]


def labels(engine: Engine) -> set[tuple[Any, ...]]:
    found = select(Unit.key, Label.run, Label.value, Label.reason, Label.justification, Label.side_order)
    with reading(engine) as session:
        return {tuple(row) for row in session.connection().execute(found.join(Unit, col(Unit.id) == Label.unit_id))}


@pytest.mark.whole
@pytest.mark.parametrize("question", sorted(JUDGED))
def test_recorded_replies_give_the_labels_that_live_ones_give(engine: Engine, tmp_path: Path, question: str) -> None:
    study = report_study(engine)
    rows = replies(engine, study, question)
    with serving() as server:
        live = run(engine, study, judge_for(tmp_path, server.url, question))
    asked = labels(engine)
    with writing(engine) as session:
        session.connection().execute(delete(Label))
    report = run_recorded(engine, study, recorded(tmp_path, question, rows), ignore, lambda: NOW)
    assert labels(engine) == asked
    assert report.progress.statuses == live.progress.statuses
    again = run_recorded(engine, study, recorded(tmp_path, question, rows), ignore, lambda: NOW)
    assert (again.progress.total, labels(engine)) == (0, asked)


def test_a_reply_about_several_units_is_kept_with_each_of_them(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    raw = '{"core_statements": [1, 2], "filler_statements": [3]}'
    run_recorded(engine, study, recorded(tmp_path, "relevance", [{"answer": "north", "raw": raw}]), ignore)
    with reading(engine) as session:
        kept = list(session.scalars(select(Label)))
    assert [label.raw for label in kept] == [raw] * 3
    assert [row[2] for row in current_labels(engine)] == ["1", "1", "0"]


def test_a_reply_that_misses_a_number_labels_none_of_them(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    raw = '{"core_statements": [1, 2], "filler_statements": []}'
    run_recorded(engine, study, recorded(tmp_path, "relevance", [{"answer": "north", "raw": raw}]), ignore)
    assert [row[2:4] for row in current_labels(engine)] == [(None, "bad_label")] * 3


def test_repeats_are_told_apart_by_their_run(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    rows = [{"answer": "north", "run": n, "raw": json.dumps({"confidence": w})} for n, w in ((0, "Neutral"), (2, "x"))]
    run_recorded(engine, study, recorded(tmp_path, "confidence", rows), ignore)
    assert labels(engine) == {
        ("north", 0, "3", None, None, None),
        ("north", 2, None, "bad_label", None, None),
    }


@pytest.mark.parametrize("run_of_it", [-1, 1.0, "0", True, None, 10**9])
def test_a_run_that_is_no_count_is_named(engine: Engine, tmp_path: Path, run_of_it: object) -> None:
    study = report_study(engine)
    row = {"answer": "north", "raw": "x", "run": run_of_it}
    with pytest.raises(InputError, match="line 1: is no JSON object with answer, raw and a run from 0, if any"):
        run_recorded(engine, study, recorded(tmp_path, "confidence", [row]), ignore)


@pytest.mark.parametrize("question", sorted(JUDGED))
def test_a_row_about_nothing_in_the_study_is_named_and_a_second_about_the_same(
    engine: Engine, tmp_path: Path, question: str
) -> None:
    study = report_study(engine)
    row = ROWS[question][0] | {"raw": "x"}
    strange = {name: "9" if isinstance(value, str) else value + 9 for name, value in ROWS[question][0].items()}
    with pytest.raises(InputError, match="line 2: there is no unit"):
        run_recorded(engine, study, recorded(tmp_path, question, [row, strange | {"raw": "x"}]), ignore)
    with pytest.raises(InputError, match="line 2: a second reply about"):
        run_recorded(engine, study, recorded(tmp_path, question, [row | {"run": 3}] * 2), ignore)
    assert labels(engine) == set()
