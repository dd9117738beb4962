"""What prediction-powered inference refuses, in words or as an error, and what bounds a value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agreement.ppi import Powered, Rule, ppi_mean, ppi_ratio
from agreement.ppi_sums import Design, Parts

NAN = np.nan
JUDGE = np.array([1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0])
HUMAN = np.array([1.0, 1.0, NAN, NAN, 0.0, NAN, NAN, NAN])


def alone(probability: list[float]) -> Design:
    """Every unit is its own cluster."""
    return Design(np.array(probability, dtype=float), np.arange(len(probability)))


EIGHT = alone([0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25])


REFUSALS = [
    (
        replace(EIGHT, drawn="inside units"),
        "the design drew pieces inside the units, so no unit's value is known in full: correct piece by piece",
    ),
    (replace(EIGHT, probability=np.array([NAN, NAN, *[0.5] * 6])), "2 of 8 units have no recorded probability"),
    (replace(EIGHT, probability=np.array([*[0.5] * 7, 0.0])), "1 of 8 units could not be drawn (probability 0)"),
    (replace(EIGHT, probability=np.array([*[0.5] * 6, 1.0, 1.0])), "2 units were sure to be drawn and have no label"),
]


@pytest.mark.parametrize(("design", "words"), REFUSALS)
def test_a_design_that_allows_no_correction_is_refused_in_words(design: Design, words: str) -> None:
    found = ppi_mean(HUMAN, JUDGE, design)
    assert str(found.corrected.measured.estimate.undefined).startswith(words)
    assert (found.corrected.measured.estimate.n, found.judged) == (3, 8)
    assert (found.lam, found.corrected.measured.interval.low) == (None, None)


def undefined_words(found: Powered) -> tuple[str | None, str | None]:
    return found.corrected.measured.estimate.undefined, found.corrected.measured.interval.undefined


def test_one_labelled_cluster_gives_a_value_without_interval() -> None:
    human = np.array([1.0, *[NAN] * 7])
    value, interval = undefined_words(ppi_mean(human, JUDGE, EIGHT))
    assert value is None
    assert interval == "people labelled only one cluster: variation between clusters cannot be seen"


def test_wholes_that_sum_to_nothing_give_no_share() -> None:
    none = Parts(np.array([0.0, 0.0, NAN]), np.array([0.0, 0.0, NAN]))
    judge = Parts(np.zeros(3), np.zeros(3))
    found = ppi_ratio(none, judge, alone([0.5] * 3))
    assert undefined_words(found)[0] == "the wholes sum to 0: there is no share"
    assert (found.corrected.measured.estimate.n, found.judged) == (2, 3)


def test_a_cluster_that_holds_every_whole_leaves_the_interval_undefined() -> None:
    human = Parts(np.array([1.0, 0.0, NAN]), np.array([2.0, 0.0, NAN]))
    judge = Parts(np.array([1.0, 0.0, 0.0]), np.array([2.0, 0.0, 0.0]))
    value, interval = undefined_words(ppi_ratio(human, judge, alone([0.5] * 3)))
    assert value is None
    assert "undefined without one of the clusters" in str(interval)


BAD = [
    ("the arrays describe 8, 8, 7, 7, 8, 8 units", HUMAN, JUDGE[:7], EIGHT),
    ("unit 3: the judge's value is missing", HUMAN, np.where(np.arange(8) == 3, NAN, JUDGE), EIGHT),
    ("unit 1: people's value lies outside", HUMAN * np.array([1, 2, 1, 1, 1, 1, 1, 1]), JUDGE, EIGHT),
    ("unit 2: the judge's value lies outside", HUMAN, JUDGE - (np.arange(8) == 2) * 1.5, EIGHT),
    ("unit 7: a probability must lie", HUMAN, JUDGE, replace(EIGHT, probability=np.array([*[0.5] * 7, 1.5]))),
    ("unit 0: a probability must lie", HUMAN, JUDGE, replace(EIGHT, probability=np.array([-0.1, *[0.5] * 7]))),
]


@pytest.mark.parametrize(("words", "human", "judge", "design"), BAD)
def test_arrays_that_make_no_sense_are_turned_away(
    words: str, human: np.ndarray, judge: np.ndarray, design: Design
) -> None:
    with pytest.raises(ValueError, match=words):
        ppi_mean(human, judge, design)


def test_parts_without_wholes_and_wholes_below_0_are_turned_away() -> None:
    judge = Parts(np.zeros(2), np.ones(2))
    with pytest.raises(ValueError, match="unit 0: people's part and whole must both be given"):
        ppi_ratio(Parts(np.array([0.0, NAN]), np.array([NAN, NAN])), judge, alone([0.5] * 2))
    with pytest.raises(ValueError, match="unit 1: the judge's value lies outside"):
        ppi_ratio(Parts(np.zeros(2), np.ones(2)), Parts(np.zeros(2), np.array([1.0, -1.0])), alone([0.5] * 2))


@pytest.mark.parametrize("wrong", [{"lam": 1.1}, {"lam": -0.1}, {"low": 1.0}])
def test_a_rule_that_cannot_be_is_turned_away(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        Rule(**wrong)


def test_the_bounds_of_a_share_hold_for_the_unit_as_a_whole() -> None:
    # Bounds -1 and 1: a unit with a whole of 2 may have parts from -2 to 2, and one with a whole of 1/2 not -1.
    rule = Rule(low=-1.0, high=1.0)
    judge = Parts(np.zeros(3), np.array([2.0, 2.0, 0.5]))
    found = ppi_ratio(Parts(np.array([-2.0, 2.0, 0.5]), judge.whole), judge, alone([1.0] * 3), rule)
    assert found.corrected.measured.estimate.value == pytest.approx(0.5 / 4.5)
    with pytest.raises(ValueError, match=r"unit 2: people's value lies outside \[-1, 1\]"):
        ppi_ratio(Parts(np.array([-2.0, 2.0, -1.0]), judge.whole), judge, alone([1.0] * 3), rule)


def test_a_value_may_pass_its_bound_by_rounding_of_its_own_size_only() -> None:
    large, rule = 1e6, Rule(low=0.0, high=1e6)
    design, judge = alone([0.5, 0.5]), np.full(2, large)
    by_rounding = np.array([large * (1 + 2e-16) + 1e-9, 0.0])
    assert ppi_mean(by_rounding, judge, design, rule).corrected.measured.estimate.value is not None
    with pytest.raises(ValueError, match="unit 0: people's value lies outside"):
        ppi_mean(np.array([large + 1e-5, 0.0]), judge, design, rule)
