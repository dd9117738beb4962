"""What a report says of its own making, and the counts beside its shares."""

import pytest
from agreement_cases import frame_of, numbers

from agreement.report import INTERVAL_READING, AgreementReport, report
from agreement.scale import STANCE, SUPPORT

#        ann bob gpt
MATRIX = [[1, 1, 2], [1, 2, 2], [2, 2, 2], [2, None, 1], [1, 1, None]]
RATERS = ["ann", "bob", "gpt"]


def made(matrix: list[list[int | None]] = MATRIX, raters: list[str] = RATERS) -> AgreementReport:
    return report(frame_of(matrix, raters, judge="gpt"), numbers(1, 2), "kappa")


def test_the_reading_names_the_scale_the_leading_statistic_and_the_run() -> None:
    scale, reading = numbers(1, 2), made().reading
    assert (reading.values, reading.codes, reading.level) == (scale.values, scale.codes, scale.level)
    assert (reading.primary, reading.interval) == ("kappa", INTERVAL_READING)
    assert reading.runs == "run 0 only; repeats do not enter"
    assert reading.judge_compared_with.startswith("each human, then averaged over humans")


def test_the_reading_says_what_an_extra_level_stands_for() -> None:
    frame = frame_of([[1, 1]], ["ann", "gpt"], judge="gpt").assign(value="contradicts")
    assert report(frame, SUPPORT, "kappa").reading.coded_as == {"contradicts": "none"}


def test_weighted_units_are_said_to_be_weighted() -> None:
    frame = frame_of(MATRIX, RATERS, judge="gpt")
    frame["weight"] = frame["unit"].map({unit: 1.0 + place for place, unit in enumerate(frame["unit"].unique())})
    weights = report(frame, numbers(1, 2), "kappa").reading.weights
    assert weights == "units count by `weight`, scaled to mean 1"


def test_shares_stand_on_the_units_they_are_of() -> None:
    (judge,) = made().judges
    # Four of the five units with a human label have one of the judge.
    assert (judge.coverage.share.value, judge.coverage.share.n) == (pytest.approx(4 / 5), 5)
    # Pairs of judge and human: (2,1) three times, (2,2) three times, (1,2) once: above 3, below 1 of 7, on four units.
    assert judge.above_minus_below.value == pytest.approx((3 - 1) / 7)
    assert judge.above_minus_below.n == 4


def test_two_values_without_order_still_have_a_side() -> None:
    frame = frame_of(MATRIX, RATERS, judge="gpt")
    (judge,) = report(frame, numbers(1, 2, level="nominal"), "kappa").judges
    assert judge.above_minus_below.value == pytest.approx(2 / 7)
    three = report(frame.assign(value="pro"), STANCE, "kappa").judges[0].above_minus_below
    assert (three.value, three.n) == (None, 5)


def test_why_there_is_no_pair_of_humans_depends_on_how_many_there_are() -> None:
    # Two humans who never met, and one alone.
    apart = report(frame_of([[1, None, 1], [None, 2, 2]], RATERS, judge="gpt"), numbers(1, 2), "kappa")
    assert "no unit was labelled by two humans" in (apart.human_human.mean["kappa"].estimate.undefined or "")
    alone = report(frame_of([[1, 1], [2, 2]], ["ann", "gpt"], judge="gpt"), numbers(1, 2), "kappa")
    assert alone.human_human.mean["kappa"].estimate.undefined == "only one rater exists"
