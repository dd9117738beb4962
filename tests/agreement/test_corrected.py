"""What every correction returns: the cut, the interval with unseen errors, and differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from agreement.corrected import SQUARED, corrected, difference, jackknife_interval, refused, unseen, within
from agreement.estimate import Estimate, Interval, Measured
from agreement.jackknife import PLAIN, Replicates

FOUND = Replicates(0.5, np.arange(4), np.array([0.4, 0.5, 0.5, 0.6]))
ERROR = (3 / 4 * 0.02) ** 0.5


def test_the_degrees_of_freedom_are_those_of_the_labelled_clusters() -> None:
    interval = jackknife_interval(FOUND, 3)
    assert (interval.low, interval.high) == pytest.approx(
        (0.5 - t.ppf(0.975, 2) * ERROR, 0.5 + t.ppf(0.975, 2) * ERROR)
    )
    assert interval.method == PLAIN


@pytest.mark.parametrize(("down", "up"), [(0.3, 0.0), (0.0, 0.3), (0.3, 0.4)])
def test_errors_that_no_cluster_showed_widen_their_side(down: float, up: float) -> None:
    interval = jackknife_interval(FOUND, 3, down, up)
    half = t.ppf(0.975, 2) * ERROR
    assert (interval.low, interval.high) == pytest.approx((0.5 - np.hypot(half, down), 0.5 + np.hypot(half, up)))
    assert (interval.method, interval.level) == (SQUARED, 0.95)


def test_two_labelled_clusters_are_the_least() -> None:
    assert jackknife_interval(FOUND, 2).low is not None
    alone = jackknife_interval(FOUND, 1, 0.3, 0.3)
    words = "people labelled only one cluster: variation between clusters cannot be seen"
    assert alone == Interval(None, None, PLAIN, undefined=words)
    lost = Replicates(0.5, np.arange(2), np.array([0.4, np.nan]))
    assert "undefined without one" in str(jackknife_interval(lost, 2, 0.3, 0.3).undefined)


def test_the_exact_bound_of_a_rate_that_was_never_above_0() -> None:
    assert unseen(1) == pytest.approx(0.975)
    assert unseen(30) == pytest.approx(1 - 0.025 ** (1 / 30))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(-0.5, 0.5, (0.0, 0.5)), (0.5, 1.5, (0.5, 1.0)), (0.2, 0.3, (0.2, 0.3)), (-1.0, 2.0, (0.0, 1.0))],
)
def test_an_interval_is_cut_to_what_is_possible(low: float, high: float, expected: tuple[float, float]) -> None:
    cut = within(Interval(low, high, "made up", 0.9), 0.0, 1.0)
    assert (cut.low, cut.high, cut.method, cut.level) == (*expected, "made up", 0.9)


@pytest.mark.parametrize(("low", "high"), [(-0.5, -0.1), (-0.5, 0.0), (1.0, 1.2), (1.1, 1.2)])
def test_an_interval_outside_of_what_is_possible_is_undefined_and_never_of_zero_width(low: float, high: float) -> None:
    words = "the whole interval lies outside what is possible: people's sample and the judge contradict each other"
    assert within(Interval(low, high, "made up", 0.9), 0.0, 1.0) == Interval(None, None, "made up", 0.9, words)


def test_an_undefined_interval_stays_so() -> None:
    undefined = Interval(None, None, "made up", undefined="why not")
    assert within(undefined, 0.0, 1.0) == undefined


@pytest.mark.parametrize(("value", "kept"), [(1.25, 1.0), (-0.25, 0.0), (1.0, 1.0), (0.0, 0.0)])
def test_a_value_is_cut_only_where_it_is_impossible(value: float, kept: float) -> None:
    made = corrected(Replicates(value, np.arange(2), np.full(2, value)), Interval(0.1, 0.2, "m"), 7, 5, (0.0, 1.0))
    assert (made.measured.estimate.value, made.measured.estimate.n, made.measured.clusters) == (kept, 7, 5)
    said = f"the correction gave {value:.3f}, which is impossible: cut to {kept:g}" if value != kept else None
    assert made.cut == said


def test_a_refusal_has_words_and_nothing_else() -> None:
    none = refused(7, "no design")
    interval = Interval(None, None, PLAIN, undefined="the value itself is undefined")
    assert none.measured == Measured(Estimate(None, 7, "no design"), interval, 0)
    assert np.isnan(none.found.value)
    assert (none.cut, none.found.cluster.tolist(), none.found.left_out.tolist()) == (None, [], [])


def test_a_difference_counts_the_side_with_fewer_labels_and_lies_between_minus_1_and_1() -> None:
    high = Replicates(1.2, np.arange(4), np.array([1.1, 1.2, 1.2, 1.3]))
    low = Replicates(-0.1, np.arange(4), np.array([-0.1, -0.2, 0.0, -0.1]))
    one = corrected(high, jackknife_interval(high, 4), 40, 4, (0.0, 1.0))
    two = corrected(low, jackknife_interval(low, 3), 30, 3, (0.0, 1.0))
    for first, second, sign in ((one, two, 1.0), (two, one, -1.0)):
        apart = difference(first, second)
        assert (apart.estimate.value, apart.estimate.n, apart.clusters) == (sign, 30, 3)
        assert sign in (apart.interval.low, apart.interval.high)
    assert difference(one, refused(20, "no design")).estimate == Estimate(None, 20, "no design")
    left_out = high.left_out - low.left_out
    half = t.ppf(0.975, 2) * (3 / 4 * np.square(left_out - left_out.mean()).sum()) ** 0.5
    wide = difference(one, two, -5.0, 5.0)
    assert (wide.estimate.value, wide.interval.low) == pytest.approx((1.3, 1.3 - half))
