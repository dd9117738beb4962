"""Limits of agreement and proportional bias, from tables and from plain numbers."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from agreement_cases import letters
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from validation_cases import one_unit_each, random_tables, tables_of

from agreement.bland_altman import (
    NO_COMMON_UNIT,
    ONE_MEAN,
    ONE_UNIT,
    BlandAltman,
    bland_altman,
    bland_altman_of_numbers,
)
from agreement.estimate import Measured
from agreement.scale import RELEVANCE, STANCE, Scale
from agreement.significance import T_TEST
from agreement.tensors import Tables

# Bland & Altman 1986, Lancet, table 1: peak expiratory flow, first readings of a Wright and of a mini meter (l/min).
LARGE = (494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
MINI = (512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
UNEVEN = Scale(letters(4).values, "ordinal", (0.0, 1.0, 3.0, 7.0))
# 20 random data sets each time, and 180 more in the load suite.
SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.load) for seed in range(20, 200))]
FIGURES = ("bias", "deviation", "lower", "upper", "slope")


def values(found: BlandAltman) -> list[float | None]:
    return [getattr(found, name).estimate.value for name in FIGURES]


def numbers_of(tables: Tables, scale: Scale) -> tuple[list[float], list[float], list[int]]:
    """The labels of a group of tables, unit by unit: first, second, cluster."""
    cluster, first, second = np.nonzero(tables.counts)
    often = tables.counts[cluster, first, second].astype(int)
    codes = np.array(scale.codes)
    return tuple(np.repeat(part, often).tolist() for part in (codes[first], codes[second], cluster))  # type: ignore[return-value]


def test_the_published_flow_meters() -> None:
    found = bland_altman_of_numbers(LARGE, MINI)
    bias, deviation = found.bias.estimate.value, found.deviation.estimate.value
    assert bias == pytest.approx(-2.1, abs=0.06)
    assert deviation == pytest.approx(38.8, abs=0.06)
    # In 1986 the limits lay 2 deviations from the bias, 1.96 since, and were computed from the rounded figures.
    low, high = (round(bias, 1) + times * round(deviation, 1) for times in (-2, 2))
    assert (low, high) == (pytest.approx(-79.7), pytest.approx(75.5))
    assert found.lower.estimate.value == pytest.approx(bias - 1.96 * deviation)
    assert found.upper.estimate.value == pytest.approx(bias + 1.96 * deviation)
    assert (found.n, found.clusters) == (17, 17)


def test_by_hand() -> None:
    # Differences 1, 0, 2 and means .5, 2, 4. Bias 1, deviation 1, limits 1 -+ 1.96.
    # Slope: centred means -5/3, -1/6, 11/6 times centred differences 0, -1, 1: 1/6 + 11/6 = 2, over 6.1666667.
    found = bland_altman_of_numbers([1, 2, 5], [0, 2, 3])
    assert values(found) == pytest.approx([1.0, 1.0, -0.96, 2.96, 2 / (25 / 9 + 1 / 36 + 121 / 36)])
    # Without each unit the bias is 1, 1.5, .5: se^2 = 2/3 * .5, t with 2 degrees of freedom.
    half = 4.302652729911275 * (1 / 3) ** 0.5
    assert (found.bias.interval.low, found.bias.interval.high) == (pytest.approx(1 - half), pytest.approx(1 + half))


def test_tables_use_the_declared_codes() -> None:
    # Codes 0, 1, 3, 7: one unit (7, 3), two units (0, 1), one (3, 3): differences 4, -1, -1, 0.
    counts = np.zeros((2, 4, 4))
    counts[0, 3, 2], counts[0, 0, 1], counts[1, 0, 1], counts[1, 2, 2] = 1, 1, 1, 1
    found = bland_altman(tables_of(*counts), UNEVEN)
    assert found.bias.estimate.value == pytest.approx(0.5)
    assert found.deviation.estimate.value == pytest.approx(np.std([4, -1, -1, 0], ddof=1))
    assert (found.n, found.clusters) == (4, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_slope_is_that_of_a_regression_and_the_deviation_that_of_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a = rng.normal(3, 2, 15)
    b = a * rng.uniform(0.5, 1.5) + rng.normal(0, 1, 15)
    found = bland_altman_of_numbers(a.tolist(), b.tolist())
    assert found.slope.estimate.value == pytest.approx(stats.linregress((a + b) / 2, a - b).slope, abs=1e-10)
    assert found.deviation.estimate.value == pytest.approx(np.std(a - b, ddof=1), abs=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_tables_and_the_numbers_they_stand_for_give_the_same(seed: int) -> None:
    tables = random_tables(seed, size=4, lean=0.2)
    one, other = bland_altman(tables, UNEVEN), bland_altman_of_numbers(*numbers_of(tables, UNEVEN))
    for field in fields(BlandAltman):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, Measured):
            assert a.estimate.value == pytest.approx(b.estimate.value, abs=1e-9)
            assert (a.interval.low, a.interval.high) == pytest.approx((b.interval.low, b.interval.high), abs=1e-9)
    assert one.proportional.p == pytest.approx(other.proportional.p)


def test_intervals_and_the_test_leave_out_each_cluster() -> None:
    tables = random_tables(6, size=4, lean=0.2)
    a, b, cluster = (np.array(part) for part in numbers_of(tables, UNEVEN))
    found = bland_altman(tables, UNEVEN)
    for name in FIGURES:
        left_out = [
            getattr(bland_altman_of_numbers(a[cluster != c], b[cluster != c]), name).estimate.value for c in range(12)
        ]
        half = 2.200985160082949 * (11 * np.var(left_out)) ** 0.5
        measured = getattr(found, name)
        assert measured.interval.high - measured.estimate.value == pytest.approx(half), name
        assert measured.clusters == 12
    assert found.proportional.statistic == pytest.approx(found.slope.estimate.value / (11 * np.var(left_out)) ** 0.5)
    assert found.proportional.freedom == 11


def test_the_bias_of_independent_units_has_the_ordinary_interval() -> None:
    found, d = bland_altman_of_numbers(LARGE, MINI), np.array(LARGE) - np.array(MINI)
    theirs = stats.ttest_1samp(d, 0).confidence_interval()
    assert (found.bias.interval.low, found.bias.interval.high) == (
        pytest.approx(theirs.low),
        pytest.approx(theirs.high),
    )


NUMBERS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=9)


@settings(max_examples=40)
@given(NUMBERS)
def test_the_second_first_turns_signs_and_limits(pairs: list[tuple[int, int]]) -> None:
    a, b = zip(*pairs, strict=True)
    one, other = bland_altman_of_numbers(a, b), bland_altman_of_numbers(b, a)
    turned = [None if value is None else -value for value in values(other)]
    expected = [turned[0], other.deviation.estimate.value, turned[3], turned[2], turned[4]]
    for ours, theirs in zip(values(one), expected, strict=True):
        assert ours is theirs or ours == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=40)
@given(NUMBERS, st.integers(-50, 50))
def test_a_common_shift_changes_nothing_and_a_shift_of_one_only_the_bias(pairs: list[tuple[int, int]], by: int) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    base, both, one = (bland_altman_of_numbers(x, y) for x, y in ((a, b), (a + by, b + by), (a + by, b)))
    assert values(both) == [value if value is None else pytest.approx(value, abs=1e-6) for value in values(base)]
    assert one.bias.estimate.value == pytest.approx(base.bias.estimate.value + by)  # type: ignore[operator]
    assert one.deviation.estimate.value == pytest.approx(base.deviation.estimate.value, abs=1e-6)


def test_equal_spread_has_no_slope_and_a_wider_first_rater_a_positive_one() -> None:
    # The covariance of difference and mean is half the difference of the variances (Pitman 1939).
    assert bland_altman_of_numbers([1, 2, 3, 4], [2, 1, 4, 3]).slope.estimate.value == pytest.approx(0.0)
    wide = bland_altman_of_numbers([1, 3, 5, 8], [2, 3, 4, 5]).slope.estimate.value
    assert wide is not None
    assert wide > 0


@pytest.mark.parametrize("times", [1e-7, 1e7])
def test_another_unit_of_measurement_scales_the_figures_and_keeps_the_slope(times: float) -> None:
    a, b = np.array([1.0, 2, 5]), np.array([0.0, 2, 3])
    base, scaled = values(bland_altman_of_numbers(a, b)), values(bland_altman_of_numbers(a * times, b * times))
    assert scaled == pytest.approx([*(np.array(base[:4]) * times), base[4]])


@pytest.mark.parametrize("times", [1e-7, 1.0, 1e7])
def test_equal_means_are_seen_whatever_the_unit_of_measurement(times: float) -> None:
    a, b = np.array([0.1, 0.2, 0.3]) * times, np.array([0.3, 0.2, 0.1]) * times
    assert bland_altman_of_numbers(a, b).slope.estimate.undefined == ONE_MEAN


def test_large_numbers_keep_their_small_differences() -> None:
    a, b = np.array([1.0, 2, 5]), np.array([0.0, 2, 3])
    assert values(bland_altman_of_numbers(a + 1e9, b + 1e9)) == pytest.approx(values(bland_altman_of_numbers(a, b)))


def test_duplicated_clusters_keep_the_bias_and_narrow_its_interval() -> None:
    tables = random_tables(8, size=4)
    once, twice = (bland_altman(tables_of(*np.tile(tables.counts, (k, 1, 1))), UNEVEN) for k in (1, 2))
    assert once.bias.estimate.value == pytest.approx(twice.bias.estimate.value)
    assert once.slope.estimate.value == pytest.approx(twice.slope.estimate.value)
    assert once.bias.interval.high > twice.bias.interval.high  # type: ignore[operator]


def test_a_missing_number_leaves_its_unit_out() -> None:
    nan = float("nan")
    found = bland_altman_of_numbers([1, nan, 2, 5], [0, 3, 2, 3], ["a", "b", "c", "d"])
    assert values(found) == values(bland_altman_of_numbers([1, 2, 5], [0, 2, 3]))
    assert (found.n, found.clusters) == (3, 3)
    assert bland_altman_of_numbers([1, 1], [2, nan]).n == 1


def test_a_constant_difference_has_limits_without_width() -> None:
    found = bland_altman_of_numbers([1.1, 2.1, 3.1], [0.0, 1.0, 2.0])
    assert values(found) == pytest.approx([1.1, 0.0, 1.1, 1.1, 0.0])
    assert "at its bound (0)" in str(found.deviation.interval.undefined)
    assert "no variation" in str(found.bias.interval.undefined)
    assert "no variation" in str(found.proportional.undefined)


def test_one_unit_has_a_bias_only() -> None:
    found = bland_altman_of_numbers([3], [1])
    assert found.bias.estimate.value == 2.0
    assert [getattr(found, name).estimate.undefined for name in FIGURES[1:]] == [ONE_UNIT, ONE_UNIT, ONE_UNIT, ONE_MEAN]
    assert found.proportional.undefined == ONE_MEAN


def test_one_mean_of_the_two_everywhere_has_no_slope() -> None:
    found = bland_altman_of_numbers([0.1, 0.2, 0.3], [0.3, 0.2, 0.1])
    assert (found.slope.estimate.undefined, found.proportional.undefined) == (ONE_MEAN, ONE_MEAN)
    assert found.deviation.estimate.value is not None
    middle = bland_altman(
        one_unit_each([[0, 2, 0], [3, 0, 0], [0, 0, 0]]), Scale(("a", "b", "c"), "ratio", (0.1, 0.7, 0.9))
    )
    assert middle.slope.estimate.undefined == ONE_MEAN


def test_without_a_common_unit_everything_is_undefined() -> None:
    empty = np.empty(0, dtype=np.intp)
    for found in (
        bland_altman_of_numbers([], []),
        bland_altman_of_numbers([float("nan")], [1.0]),
        bland_altman(Tables(np.empty((0, 4, 4)), empty, empty, empty, 1), UNEVEN),
    ):
        assert {getattr(found, name).estimate.undefined for name in FIGURES} == {NO_COMMON_UNIT}
        assert (found.n, found.clusters, found.proportional.undefined) == (0, 0, NO_COMMON_UNIT)


def test_values_without_an_order_have_no_difference() -> None:
    found = bland_altman(random_tables(9), STANCE)
    assert "nominal" in str(found.bias.estimate.undefined)
    assert found.n == 96
    assert bland_altman(random_tables(9, size=2), RELEVANCE).bias.estimate.value is not None


@pytest.mark.parametrize(
    ("first", "second", "cluster", "words"),
    [
        ([1, 2], [1], None, "differ in length: 2, 1, 2"),
        ([1, 2], [1, 2], ["a"], "differ in length: 2, 2, 1"),
        ([1, 2], [1, float("inf")], None, r"^second\[1\] is infinite"),
        ([float("-inf"), 2], [1, 2], None, r"^first\[0\] is infinite"),
        ([1, 2], [1, 2], ["a", None], r"cluster\[1\] is missing"),
    ],
)
def test_bad_numbers_are_refused(
    first: list[float], second: list[float], cluster: list[str] | None, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        bland_altman_of_numbers(first, second, cluster)


def test_several_groups_at_once_are_refused() -> None:
    one = random_tables(7)
    with pytest.raises(ValueError, match="2 groups"):
        bland_altman(Tables(one.counts, np.repeat([0, 1], 6), one.cluster, one.units, 2), letters(3))


def test_weights_count_as_so_many_units() -> None:
    tables = random_tables(10, size=4)
    half = Tables(tables.counts / 2, tables.group, tables.cluster, tables.units, 1)
    assert bland_altman(half, UNEVEN).bias == bland_altman(tables, UNEVEN).bias


def test_every_figure_counts_its_units_whether_defined_or_not() -> None:
    for found in (bland_altman_of_numbers([1, 2, 5], [0, 2, 3]), bland_altman(random_tables(9, size=4), STANCE)):
        assert {getattr(found, name).estimate.n for name in FIGURES} == {found.n}
        assert found.proportional.method == T_TEST
    one = bland_altman_of_numbers([3], [1])
    assert ({getattr(one, name).estimate.n for name in FIGURES}, one.proportional.method) == ({1}, T_TEST)


def test_small_whole_numbers_differ_as_numbers_do() -> None:
    """Unsigned integers would turn 0 - 2 into 254."""
    found = bland_altman_of_numbers(np.array([0, 2, 3], dtype=np.uint8), np.array([2, 2, 1], dtype=np.uint8))
    assert values(found) == values(bland_altman_of_numbers([0, 2, 3], [2, 2, 1]))


def test_clusters_are_told_apart_by_kind_too() -> None:
    assert bland_altman_of_numbers([1, 2, 3], [1, 1, 1], [1, "1", 1]).clusters == 2
