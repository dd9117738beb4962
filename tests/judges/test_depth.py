import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judge_cases import judge_for, run
from model_server import serving
from report_study import REPORTS, report_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading
from data.pending_pairs import ShownPair
from data.tables import Attempt, Label
from judges.depth import DEPTH, SCALES, render
from judges.reading import Verdict
from judges.template import Template

CELL = ShownPair(1, 0, "Why?", "Report A.", "Report B.")


def reply(first: list[Any], second: list[Any], **more: Any) -> dict[str, Any]:
    scores = {f"first_{scale}": score for scale, score in zip(SCALES, first, strict=True)}
    return scores | {f"second_{scale}": score for scale, score in zip(SCALES, second, strict=True)} | more


def read(first: list[Any], second: list[Any], **more: Any) -> Verdict:
    return DEPTH.form.read(json.dumps(reply(first, second, **more)), CELL)


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ([3, 4, 2, 3, 4], [2, 2, 2, 2, 2], "first"),  # 16 to 10
        ([0, 0, 0, 0, 2], [0, 0, 0, 0, 0], "first"),  # 2 to 0: more than 1 wins
        ([0, 0, 0, 0, 1], [0, 0, 0, 0, 0], "tie"),  # 1 to 0: not more than 1
        ([5, 5, 5, 5, 5], [5, 5, 5, 5, 5], "tie"),
        ([1, 1, 1, 1, 0], [1, 1, 1, 1, 1], "tie"),  # 4 to 5
        ([1, 1, 1, 0, 0], [1, 1, 1, 1, 1], "second"),  # 3 to 5
    ],
)
def test_a_difference_of_sums_beyond_one_wins(first: list[int], second: list[int], value: str) -> None:
    assert read(first, second).value == value


def test_the_scores_stand_in_the_justification_before_the_models_own() -> None:
    verdict = read([3, "4", 2, 3, 4], [2, 2, 2, 2, 2], winner=" First", justification="B repeats \0 facts.")
    words = "first 3+4+2+3+4=16, second 2+2+2+2+2=10. B repeats \ufffd facts."
    assert verdict == Verdict("ok", "first", words)


@pytest.mark.parametrize("stated", ["second", "tie", "neither", 1])
def test_the_sums_win_over_a_stated_winner_which_is_flagged(stated: object) -> None:
    verdict = read([1] * 5, [0] * 5, winner=stated)
    words = f"first 1+1+1+1+1=5, second 0+0+0+0+0=0. The reply names {str(stated)!r} as the winner; the sums say first."
    assert verdict == Verdict("ok", "first", words)


@pytest.mark.parametrize("score", [-1, 6, 3.0, 2.5, True, None, "many", "", [3], "3.5"])
def test_one_score_that_was_not_offered_leaves_no_label(score: object) -> None:
    assert read([score, 1, 1, 1, 1], [1] * 5, winner="first") == Verdict("bad_label")
    assert read([1] * 5, [1, 1, 1, 1, score], winner="first") == Verdict("bad_label")


def test_a_score_that_is_left_out_is_no_reply() -> None:
    scores = reply([1] * 5, [1] * 5, winner="tie")
    del scores["second_density"]
    assert DEPTH.form.read(json.dumps(scores), CELL) == Verdict("invalid_json")
    assert DEPTH.form.read('{"winner": "first"}', CELL) == Verdict("invalid_json")


_scores = st.lists(st.integers(0, 5), min_size=5, max_size=5)


@settings(max_examples=40)
@given(_scores, _scores)
def test_changing_sides_turns_the_verdict(first: list[int], second: list[int]) -> None:
    turned = {"first": "second", "second": "first", "tie": "tie"}
    assert read(second, first).value == turned[read(first, second).value or ""]


def test_a_template_of_others_gets_both_reports() -> None:
    (message,) = render(CELL, Template("[[QUESTION]]|[[SECOND]]|[[FIRST]]", "t"))
    assert message["content"] == "Why?|Report B.|Report A."


@pytest.mark.whole
def test_each_repeat_asks_in_both_orders_and_labels_name_reports_not_places(engine: Engine, tmp_path: Path) -> None:
    study = report_study(engine)
    with serving() as server:
        judge = judge_for(tmp_path, server.url, "depth")
        assert run(engine, study, judge).progress.total == 2
        assert run(engine, study, judge, samples=2).progress.done == 2
        assert len(server.log.calls) == 4
    with reading(engine) as session:
        labels = list(session.scalars(select(Label).order_by(col(Label.run))))
        raw = [json.loads(attempt.raw or "") for attempt in session.scalars(select(Attempt))]
    assert [(label.run, label.side_order) for label in labels] == [
        (0, "A first"),
        (1, "B first"),
        (2, "A first"),
        (3, "B first"),
    ]
    said = {DEPTH.form.read(one["choices"][0]["message"]["content"], CELL).value for one in raw}
    places = {"A first": {"A": "first", "B": "second"}, "B first": {"A": "second", "B": "first"}}
    for label in labels:
        assert label.value == "tie" or places[label.side_order or ""][label.value or ""] in said
        left, right = (int(side.split("=")[1]) for side in (label.justification or "").split(".")[0].split(", "))
        leads = "tie" if abs(left - right) <= 1 else "AB"[(left < right) == (label.side_order == "A first")]
        assert label.value == leads


def test_the_first_place_is_the_report_of_the_order() -> None:
    texts = [" ".join(one) for one in REPORTS.values()]
    a_first, b_first = (ShownPair(7, order, "q", *texts) for order in (0, 1))
    (one,), (two,) = a_first.dues(("k",), 3), b_first.dues(("k",), 3)
    assert (one.run, one.side_order, dict(one.means)) == (6, "A first", {"first": "A", "second": "B"})
    assert (two.run, two.side_order, dict(two.means)) == (7, "B first", {"first": "B", "second": "A"})
