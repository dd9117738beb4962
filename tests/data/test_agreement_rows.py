"""Coefficients as rows: all of them, each with its reading, and none a formula."""

from __future__ import annotations

import csv
import io

import pytest
from judged_study import GOOD, GUESSING, Shape, make_study
from sqlalchemy import Engine

from agreement.policy import default_policy
from data.agreement_rows import coefficient_csv, coefficient_rows
from data.engine import reading
from data.figures import questions_of
from data.reliability import QuestionFigures
from data.snapshot import snapshot

pytestmark = pytest.mark.whole


def support_of(engine: Engine, shape: Shape) -> QuestionFigures:
    study = make_study(engine, shape)
    with reading(engine) as session:
        return questions_of(snapshot(session, study), default_policy())["support"]


def test_every_number_of_the_report_is_a_row(engine: Engine) -> None:
    found = support_of(engine, Shape(queries=12))
    rows = {(row.comparison, row.first, row.second, row.statistic): row for row in coefficient_rows(found)}
    judge = found.report.judge(GOOD)
    mean = judge.mean["kappa_quadratic"]
    row = rows["judge and people", GOOD, "people", "kappa_quadratic"]
    assert (row.estimate, row.low, row.high) == (mean.estimate.value, mean.interval.low, mean.interval.high)
    assert (row.units, row.clusters) == (mean.estimate.n, mean.clusters)
    assert rows["difference", GOOD, "people", "kappa"].estimate == judge.difference["kappa"].estimate.value
    assert rows["pair", "Ada", "Ben", "pearson"].estimate is not None
    assert rows["pair", GUESSING, "Ben", "pearson"].estimate is not None
    assert rows["all people at once", "people", "people", "alpha_ordinal"].reading.startswith("Krippendorff")
    assert len(rows) == len(list(coefficient_rows(found)))


def test_what_is_undefined_is_an_empty_cell_with_its_words(engine: Engine) -> None:
    found = support_of(engine, Shape(queries=4, people=("Ada",)))
    rows = list(csv.DictReader(io.StringIO(coefficient_csv(coefficient_rows(found)))))
    alone = [row for row in rows if row["comparison"] == "people with each other"]
    assert {row["estimate"] for row in alone} == {""}
    assert {row["undefined"] for row in alone} == {"only one rater exists"}


def test_a_name_that_looks_like_a_formula_is_none_and_a_negative_number_stays_one(engine: Engine) -> None:
    found = support_of(engine, Shape(queries=12, people=("=HYPERLINK(1)", "Ben")))
    rows = list(csv.DictReader(io.StringIO(coefficient_csv(coefficient_rows(found)))))
    assert {row["first"] for row in rows} >= {"'=HYPERLINK(1)", GOOD}
    negative = [row["estimate"] for row in rows if row["estimate"].startswith("-")]
    assert negative
    assert all(float(number) < 0 for number in negative)
