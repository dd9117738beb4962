from math import tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.estimate import Interval
from agreement.jackknife import (
    ATANH,
    EXACT,
    PLAIN,
    WILSON,
    Replicates,
    Values,
    atanh_interval,
    difference_interval,
    leaving_out,
    plain_interval,
    share_interval,
)
from agreement.tensors import Tables

T2, T9 = 4.302652729911275, 2.2621571627409915  # 97.5 % points of t with 2 and 9 degrees of freedom


def found(value: float, left_out: list[float]) -> Replicates:
    return Replicates(value, np.arange(len(left_out)), np.array(left_out))


def test_the_atanh_interval_by_hand() -> None:
    # On the atanh scale .4, .5, .6 around .5: sum of squares .02, se = sqrt(2/3 * .02), t with 2 degrees of freedom.
    half = T2 * (2 / 3 * 0.02) ** 0.5
    interval = atanh_interval(found(tanh(0.5), [tanh(0.4), tanh(0.5), tanh(0.6)]))
    assert (interval.low, interval.high) == pytest.approx((tanh(0.5 - half), tanh(0.5 + half)), abs=1e-9)
    assert (interval.level, interval.undefined) == (0.95, None)


def test_another_level_has_another_quantile() -> None:
    # 90 %: t = 2.919986 with 2 degrees of freedom.
    half = 2.919985580355516 * (2 / 3 * 0.02) ** 0.5
    interval = atanh_interval(found(0.0, [tanh(-0.1), 0.0, tanh(0.1)]), level=0.90)
    assert (interval.low, interval.high, interval.level) == (
        pytest.approx(-tanh(half), abs=1e-9),
        pytest.approx(tanh(half), abs=1e-9),
        0.90,
    )


def test_the_difference_interval_by_hand_is_paired_by_cluster() -> None:
    # a without its clusters 0, 1, 2: .5, .6, .7; b has only cluster 1: without it .5, else .4.
    # Difference without 0, 1, 2: .1, .1, .3; mean 1/6, sum of squares .0266667, se = sqrt(2/3 * .0266667).
    a = found(0.6, [0.5, 0.6, 0.7])
    b = Replicates(0.4, np.array([1]), np.array([0.5]))
    half = T2 * (2 / 3 * (2 * (1 / 6 - 0.1) ** 2 + (0.3 - 1 / 6) ** 2)) ** 0.5
    interval = difference_interval(a, b, -1.0, 1.0)
    assert (interval.low, interval.high) == pytest.approx((0.2 - half, 0.2 + half), abs=1e-9)
    assert a.minus(b).cluster.tolist() == [0, 1, 2]


def test_a_difference_cannot_exceed_what_its_statistics_allow() -> None:
    wide = difference_interval(found(0.0, [-0.9, 0.9]), found(0.1, [0.9, -0.9]), -1.0, 1.0)
    assert (wide.low, wide.high) == (-2.0, 2.0)


def test_clusters_of_only_one_side_still_count_in_a_difference() -> None:
    a, b = Replicates(0.5, np.array([0, 2]), np.array([0.4, 0.6])), Replicates(0.3, np.array([1]), np.array([0.2]))
    paired = a.minus(b)
    assert paired.cluster.tolist() == [0, 1, 2]
    assert paired.left_out == pytest.approx([0.1, 0.3, 0.3])


def test_the_share_interval_by_hand() -> None:
    # Ten clusters of one unit, seven agree: without an agreeing one 6/9, else 7/9; se^2 = .7 * .3 / 9, so n_eff = 9.
    interval = share_interval(found(0.7, [6 / 9] * 7 + [7 / 9] * 3), n=10)
    centre = (0.7 + T9**2 / 18) / (1 + T9**2 / 9)
    half = T9 / (1 + T9**2 / 9) * (0.7 * 0.3 / 9 + T9**2 / (4 * 81)) ** 0.5
    assert (interval.low, interval.high) == pytest.approx((centre - half, centre + half), abs=1e-9)
    assert interval.method == WILSON


def test_clusters_never_make_a_share_surer_than_independent_units() -> None:
    # Without any cluster the share stays .5: n_eff is held at the 20 units, and the interval keeps a width.
    interval = share_interval(found(0.5, [0.5] * 10), n=20)
    centre_half = T9 / (1 + T9**2 / 20) * (0.25 / 20 + T9**2 / (4 * 400)) ** 0.5
    assert (interval.low, interval.high) == pytest.approx((0.5 - centre_half, 0.5 + centre_half), abs=1e-9)


@pytest.mark.parametrize(("value", "low", "high"), [(1.0, 0.025**0.1, 1.0), (0.0, 0.0, 1 - 0.025**0.1)])
def test_a_share_of_all_or_none_has_an_exact_bound(value: float, low: float, high: float) -> None:
    interval = share_interval(found(value, [value] * 10), n=100)
    assert (interval.low, interval.high) == pytest.approx((low, high))
    assert interval.method == EXACT


@given(st.floats(0.01, 0.99), st.lists(st.floats(0, 1), min_size=2, max_size=20), st.integers(20, 500))
def test_a_share_interval_lies_in_zero_to_one_around_the_share(value: float, left_out: list[float], n: int) -> None:
    interval = share_interval(found(value, left_out), n)
    assert interval.low is not None
    assert interval.high is not None
    assert 0 <= interval.low < value < interval.high <= 1


@given(st.floats(-0.99, 0.99), st.lists(st.floats(-0.99, 0.99), min_size=2, max_size=20))
def test_an_atanh_interval_lies_in_minus_one_to_one_or_is_undefined(value: float, left_out: list[float]) -> None:
    interval = atanh_interval(found(value, left_out))
    if interval.low is None or interval.high is None:
        assert max(left_out) - min(left_out) < 1e-9
    else:
        assert -1 <= interval.low < value < interval.high <= 1


NAN = float("nan")
UNDEFINED = {
    "the value itself is undefined": found(NAN, []),
    "only one cluster": found(0.5, [NAN]),
    "undefined without one of the clusters (2 of 3)": found(0.5, [0.4, NAN, NAN]),
    "at its bound (1)": found(1.0, [1.0, 1.0]),
    "at its bound (-1)": found(-1.0, [-1.0, -1.0]),
    "the value is -1 or 1, where the atanh scale has no end": found(0.5, [0.4, 1.0, 0.6]),
    "the value, or that without one of the clusters, is below -1": found(-1.2, [-0.9, -0.8, -0.7]),
    "without one of the clusters, is below -1": found(-0.9, [-1.2, -0.8, -0.7]),
    "no variation": found(0.5, [0.5, 0.5, 0.5 + 1e-13]),
}


@pytest.mark.parametrize("words", UNDEFINED)
def test_an_interval_is_undefined_in_words(words: str) -> None:
    interval = atanh_interval(UNDEFINED[words])
    assert (interval.low, interval.high) == (None, None)
    assert words in str(interval.undefined)


@pytest.mark.parametrize("words", list(UNDEFINED)[:3])
def test_a_share_interval_is_undefined_in_words(words: str) -> None:
    assert words in str(share_interval(UNDEFINED[words], 10).undefined)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (found(NAN, []), found(0.5, [0.4, 0.6]), "the value itself is undefined"),
        (found(0.5, [0.4, 0.6]), found(NAN, []), "the value itself is undefined"),
        (found(0.5, [NAN, 0.6]), found(0.5, [0.4, 0.6]), "undefined without one of the clusters (1 of 2)"),
        (found(1.0, [1.0, 1.0]), found(0.5, [0.4, 0.6]), "at its bound (1)"),
        (found(0.5, [0.4, 0.6]), found(-1.0, [-1.0, -1.0]), "at its bound (-1)"),
        (found(0.5, [0.4, 0.6]), found(0.5, [0.4, 0.6]), "no variation"),
        (found(0.5, [0.4]), found(0.5, [0.4]), "only one cluster"),
    ],
)
def test_a_difference_interval_is_undefined_in_words(a: Replicates, b: Replicates, words: str) -> None:
    assert words in str(difference_interval(a, b, -1.0, 1.0).undefined)


def groups() -> Values:
    """Group 0 on clusters 0 and 1, group 1 on cluster 1 only; the counts do not matter here."""
    tables = Tables(np.ones((3, 2, 2)), np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([4, 4, 4]), 2)
    return Values(tables, np.array([0.6, 0.2]), np.array([0.5, 0.7, 0.3]))


def test_the_mean_over_groups_leaves_a_cluster_out_of_all_of_them() -> None:
    mean = groups().mean()
    assert mean.value == pytest.approx(0.4)
    assert mean.cluster.tolist() == [0, 1]
    # Without cluster 0 group 1 is as before: (.5 + .2) / 2; without cluster 1: (.7 + .3) / 2.
    assert mean.left_out == pytest.approx([0.35, 0.5])


def test_one_group_keeps_its_own_clusters() -> None:
    one = groups().of_group(1)
    assert (one.value, one.cluster.tolist(), one.left_out.tolist()) == (0.2, [1], [0.3])


def test_a_statistic_of_summed_features_is_computed_without_each_cluster() -> None:
    # Sums and counts of three clusters: 1/2, 3/2, 8/4. Mean 12/8; without each: 11/6, 9/6, 4/4.
    features = np.array([[1.0, 2.0], [3.0, 2.0], [8.0, 4.0]])
    mean = leaving_out(features, lambda stack: stack[:, 0] / stack[:, 1])
    assert mean.value == 1.5
    assert mean.left_out.tolist() == pytest.approx([11 / 6, 1.5, 1.0])
    assert mean.cluster.tolist() == [0, 1, 2]


def test_the_plain_interval_is_cut_off_at_the_bounds_of_its_statistic() -> None:
    # Left-out values 1, 2, 3: sum of squares 2, se = sqrt(2/3 * 2); around 2 it reaches below 0.
    half = T2 * (4 / 3) ** 0.5
    free, bounded = (plain_interval(found(2.0, [1.0, 2.0, 3.0]), low) for low in (-np.inf, 0.0))
    assert (free.low, free.high) == (pytest.approx(2 - half), pytest.approx(2 + half))
    assert (bounded.low, bounded.high) == (0.0, pytest.approx(2 + half))
    assert plain_interval(found(0.0, [0.0, 0.0]), low=0.0).undefined == (
        "a value at its bound (0): resampling sees no variation there"
    )


ONE_CLUSTER = found(0.5, [0.4])


@pytest.mark.parametrize(
    ("interval", "method"),
    [
        (atanh_interval(ONE_CLUSTER, level=0.9), ATANH),
        (share_interval(ONE_CLUSTER, 4, level=0.9), WILSON),
        (share_interval(found(0.0, [0.0, 0.0]), 4, level=0.9), EXACT),
        (share_interval(found(0.4, [0.3, 0.5]), 4, level=0.9), WILSON),
        (plain_interval(ONE_CLUSTER, level=0.9), PLAIN),
        (plain_interval(found(2.0, [2.0, 2.0]), level=0.9), PLAIN),
        (plain_interval(found(2.0, [1.0, 3.0]), level=0.9), PLAIN),
        (difference_interval(found(1.0, [1.0, 1.0]), found(0.5, [0.4, 0.6]), -1.0, 1.0, level=0.9), PLAIN),
        (difference_interval(found(0.2, [0.1, 0.3]), found(0.5, [0.6, 0.4]), -1.0, 1.0, level=0.9), PLAIN),
    ],
)
def test_an_interval_names_its_method_and_level_also_when_it_is_undefined(interval: Interval, method: str) -> None:
    assert (interval.method, interval.level) == (method, 0.9)


def test_other_degrees_of_freedom_give_another_quantile() -> None:
    # Left-out values 1, 2, 3: se = sqrt(4/3). t with 9 degrees of freedom instead of 2.
    interval = plain_interval(found(2.0, [1.0, 2.0, 3.0]), freedom=9)
    assert interval.high == pytest.approx(2 + T9 * (4 / 3) ** 0.5)
