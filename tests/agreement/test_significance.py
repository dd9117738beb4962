"""Tests of values against fixed ones: by hand, against scipy, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from agreement.jackknife import Replicates, leaving_out
from agreement.significance import (
    CHI_SQUARE,
    SIGN,
    T_TEST,
    WALD,
    Significance,
    chi_square,
    sign_test,
    t_test,
    untested,
    wald_test,
)


def mean_of(numbers: np.ndarray) -> Replicates:
    """The mean of numbers, each a cluster of its own."""
    features = np.column_stack([numbers, np.ones(len(numbers))])
    return leaving_out(features, lambda stack: stack[:, 0] / np.where(stack[:, 1] > 0, stack[:, 1], np.nan))


def vectors(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Means of columns, and without each row."""
    return rows.mean(axis=0), (rows.sum(axis=0) - rows) / (len(rows) - 1)


def test_the_t_test_by_hand() -> None:
    # Left out 1, 2, 3: se^2 = 2/3 * 2, t = (2 - 1) / sqrt(4/3) = .8660; 2 df: F(x) = 1/2 + x / (2 sqrt(2 + x^2))
    tested = t_test(Replicates(2.0, np.arange(3), np.array([1.0, 2.0, 3.0])), null=1.0)
    t = 0.75**0.5
    assert tested.statistic == pytest.approx(t)
    assert tested.p == pytest.approx(1 - t / (2 + t * t) ** 0.5)
    assert (tested.freedom, tested.freedom_of_error) == (2, None)


@pytest.mark.parametrize("seed", range(20))
def test_on_independent_numbers_the_t_test_is_the_ordinary_one(seed: int) -> None:
    numbers = np.random.default_rng(seed).normal(0.3, 1, 5 + seed)
    ours, theirs = t_test(mean_of(numbers), 0.1), stats.ttest_1samp(numbers, 0.1)
    assert (ours.statistic, ours.p) == (
        pytest.approx(theirs.statistic, abs=1e-10),
        pytest.approx(theirs.pvalue, abs=1e-10),
    )


def test_fewer_degrees_of_freedom_may_be_asked_for() -> None:
    found = mean_of(np.array([1.0, 2.0, 4.0, 3.0]))
    few, many = t_test(found, freedom=1), t_test(found)
    assert (few.freedom, few.statistic) == (1, many.statistic)
    assert few.p == pytest.approx(2 * stats.t.sf(many.statistic, 1))


@pytest.mark.parametrize(
    ("left_out", "words"),
    [([0.5], "only one cluster"), ([0.4, np.nan], "undefined without one"), ([0.5, 0.5], "no variation")],
)
def test_a_t_test_that_cannot_be_made_says_why(left_out: list[float], words: str) -> None:
    tested = t_test(Replicates(0.5, np.arange(len(left_out)), np.array(left_out)))
    assert tested.p is None
    assert words in str(tested.undefined)


@pytest.mark.parametrize("seed", range(20))
def test_on_independent_rows_the_wald_test_is_hotellings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.normal(0.2, 1, (12, 3)) @ rng.normal(size=(3, 3))
    mean, covariance = rows.mean(axis=0), np.cov(rows.T) / 12
    f = mean @ np.linalg.inv(covariance) @ mean * (12 - 3) / (3 * 11)
    tested = wald_test(*vectors(rows))
    assert tested.statistic == pytest.approx(f, abs=1e-10)
    assert tested.p == pytest.approx(stats.f.sf(f, 3, 9), abs=1e-10)
    assert (tested.freedom, tested.freedom_of_error) == (3, 9)


def test_the_wald_test_of_one_value_is_the_square_of_its_t_test() -> None:
    numbers = np.array([0.3, -0.1, 0.4, 0.6, 0.2])
    wald, t = wald_test(*vectors(numbers[:, None])), t_test(mean_of(numbers))
    assert wald.p == pytest.approx(t.p)
    assert wald.statistic == pytest.approx(t.statistic**2)  # type: ignore[operator]
    assert wald.freedom_of_error == t.freedom


def test_the_wald_test_does_not_depend_on_how_the_values_are_combined() -> None:
    rows = np.random.default_rng(5).normal(0.3, 1, (10, 2))
    other = rows @ np.array([[1.0, 2.0], [-3.0, 0.5]])
    assert wald_test(*vectors(rows)).p == pytest.approx(wald_test(*vectors(other)).p)


def test_what_differs_by_rounding_of_large_numbers_is_no_second_value() -> None:
    """The least spread, 1e-6, is much for numbers near 1, and nothing beside a spread of 1e4."""
    first, second = np.random.default_rng(6).normal(0, 1, (2, 12))
    rows = np.column_stack([1e4 * first, 1e4 * first + 1e-6 * second])
    singular = "the clusters vary too little to tell the values apart (singular covariance)"
    assert wald_test(*vectors(rows)) == untested(WALD, singular)
    assert wald_test(*vectors(np.column_stack([first, first + 1e-6 * second]))).p is not None


WALD_UNDEFINED = {
    "there is nothing to compare": np.empty((4, 0)),
    "too few clusters: 2, and comparing 2 values at once needs more than 2": np.eye(2),
    "a value is undefined, or is without one of the clusters": np.array([[1.0, np.nan], [0.0, 1.0], [1.0, 1.0]]),
    "singular": np.array([[1.0, 2.0], [2.0, 4.0], [4.0, 8.0], [3.0, 6.0]]),
    "vary too little": np.ones((4, 1)),
}


@pytest.mark.parametrize("words", WALD_UNDEFINED)
def test_a_wald_test_that_cannot_be_made_says_why(words: str) -> None:
    tested = wald_test(*vectors(WALD_UNDEFINED[words]))
    assert (tested.statistic, tested.p, tested.method) == (None, None, WALD)
    assert words in str(tested.undefined)


def test_a_value_that_is_undefined_without_one_cluster_only_has_no_wald_test() -> None:
    tested = wald_test(np.array([0.5]), np.array([[0.4], [np.nan], [0.6]]))
    assert tested.undefined == "a value is undefined, or is without one of the clusters"


def test_values_on_very_different_scales_are_still_told_apart() -> None:
    rows = np.random.default_rng(1).normal(0.3, 1, (10, 2))
    small = wald_test(*vectors(rows * np.array([1.0, 1e-6])))
    assert small.p == pytest.approx(wald_test(*vectors(rows)).p)


def test_each_test_says_what_it_is_and_what_it_takes_as_independent() -> None:
    found = Replicates(0.5, np.arange(2), np.array([0.4, 0.6]))
    none = Replicates(0.5, np.arange(2), np.array([0.5, 0.5]))
    assert {t_test(found).method, t_test(none).method} == {T_TEST}
    rows = np.array([[1.0], [0.0], [2.0]])
    assert {wald_test(*vectors(rows)).method, wald_test(*vectors(np.ones((3, 1)))).method} == {WALD}
    assert {sign_test(1, 2).method, sign_test(0, 0).method} == {SIGN}
    assert (chi_square(1.0, 1).method, untested("a method", "why").method) == (CHI_SQUARE, "a method")


def test_three_clusters_are_enough_for_two_values() -> None:
    assert wald_test(*vectors(np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]]))).p is not None


def test_a_chi_square_has_its_upper_tail() -> None:
    tested = chi_square(4.2, 3)
    assert (tested.statistic, tested.freedom) == (4.2, 3)
    assert tested.p == pytest.approx(stats.chi2.sf(4.2, 3), abs=1e-12)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (3, 9), (9, 3), (5, 5), (0, 20), (40, 61)])
def test_the_sign_test_is_the_binomial_one(one: int, other: int) -> None:
    tested = sign_test(one, other)
    assert tested.p == pytest.approx(stats.binomtest(one, one + other).pvalue, abs=1e-12)
    assert tested.statistic == one


def test_a_sign_test_without_an_outcome_is_undefined() -> None:
    assert sign_test(0, 0) == untested(SIGN, "neither of the two outcomes occurred")


def test_a_test_has_a_p_value_or_words_and_never_both_or_none() -> None:
    assert untested("a test", "no data").undefined == "no data"
    for p, words in ((0.5, "words"), (None, None)):
        with pytest.raises(ValueError, match="either a p-value or words"):
            Significance(1.0, 1, p, "a test", undefined=words)
