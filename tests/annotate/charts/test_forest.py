"""The forest plot: who is drawn, who is put in words, and names that are only names."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from judged_study import GOOD, GUESSING, Shape, make_study
from sqlalchemy import Engine

from agreement.policy import default_policy
from annotate.charts.forest import Forest, forest_chart, forest_of
from data.engine import reading
from data.figures import questions_of
from data.reliability import QuestionFigures
from data.snapshot import snapshot

pytestmark = pytest.mark.whole

RULE = default_policy().questions["support"]
FEW = Shape(queries=12, systems=("Orion",), noise=0.3)


def support_of(engine: Engine, shape: Shape) -> QuestionFigures:
    study = make_study(engine, shape)
    with reading(engine) as session:
        return questions_of(snapshot(session, study), default_policy())["support"]


def test_judges_stand_beside_people_each_with_their_pairs(engine: Engine) -> None:
    forest = forest_of(support_of(engine, FEW))
    assert [(row.label, row.mean) for row in forest.rows] == [
        (f"{GOOD} and people", True),
        ("with Ada", False),
        ("with Ben", False),
        (f"{GUESSING} and people", True),
        ("with Ada", False),
        ("with Ben", False),
        ("people with each other", True),
    ]
    assert all(
        row.low is not None and row.high is not None and row.low < row.estimate < row.high for row in forest.rows
    )
    assert forest.undefined == ()


def test_of_many_people_only_the_means_are_drawn(engine: Engine) -> None:
    forest = forest_of(support_of(engine, replace(FEW, people=tuple("ABCDEFG"))))
    assert [row.mean for row in forest.rows] == [True, True, True]


def test_what_is_undefined_is_said_and_not_drawn(engine: Engine) -> None:
    forest = forest_of(support_of(engine, replace(FEW, people=("Ada",))))
    assert [row.label for row in forest.rows] == [f"{GOOD} and people", f"{GUESSING} and people"]
    assert forest.undefined == ("people with each other: undefined: only one rater exists",)


def test_a_value_without_an_interval_is_drawn_as_a_point_and_said(engine: Engine) -> None:
    forest = forest_of(support_of(engine, replace(FEW, noise=0.0, judges=())))
    (row,) = forest.rows
    assert (row.estimate, row.low, row.high) == (1.0, None, None)
    assert row.said == "1.00 [no interval]"
    assert forest.undefined[0].startswith("people with each other: no interval: ")


def test_the_axis_holds_every_interval_and_names_are_only_names(engine: Engine) -> None:
    hostile = '"] + alert(1) + ["\u2028\' <b>'
    forest = forest_of(support_of(engine, replace(FEW, people=(hostile.replace("\u2028", "").strip(), "Ben"))))
    spec = forest_chart(forest, RULE, "quadratic kappa").to_dict()
    low = spec["layer"][1]["encoding"]["x"]["scale"]["domain"][0]
    assert low <= min(row.low for row in forest.rows if row.low is not None)
    names, _, rest = spec["layer"][1]["encoding"]["y"]["axis"]["labelExpr"].rpartition("[datum.value]")
    assert rest == ""
    assert json.loads(names)[0] == f"{GOOD} and people"
    assert any("alert(1)" in name for name in json.loads(names))


def test_the_policys_bounds_are_drawn(engine: Engine) -> None:
    spec = forest_chart(forest_of(support_of(engine, FEW)), RULE, "quadratic kappa").to_dict()
    drawn = spec["datasets"][spec["layer"][0]["data"]["name"]]
    assert [row["bound"] for row in drawn] == [RULE.caveat_above, RULE.validated_above]


def test_without_a_line_there_is_no_plot() -> None:
    with pytest.raises(ValueError, match="no line to draw"):
        forest_chart(Forest((), ("people: undefined: nobody",)), RULE, "kappa")
