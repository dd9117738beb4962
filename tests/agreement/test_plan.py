"""The plan: a case by hand, its defining property, and where no number helps."""

from math import atanh, sqrt, tanh

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t

from agreement.estimate import Estimate, Interval, Measured
from agreement.plan import clusters_needed


def on_atanh(value: float, error: float, clusters: int) -> Measured:
    half = t.ppf(0.975, clusters - 1) * error
    interval = Interval(tanh(atanh(value) - half), tanh(atanh(value) + half), "atanh jackknife-t")
    return Measured(Estimate(value, 100), interval, clusters)


def plain(value: float, half: float, clusters: int) -> Measured:
    return Measured(Estimate(value, 100), Interval(value - half, value + half, "jackknife-t"), clusters)


def test_a_case_by_hand():
    # Plain scale, 25 clusters, half-width .20 = t(24) se with t(24) = 2.0639: se = .09691. Lower bound above
    # -.10 from 0 asks t(C'-1) .09691 sqrt(25 / C') < .10: at 93 it is 1.98609 * .050246 = .09979,
    # at 92 1.98638 * .050518 = .10035. So 93, 68 more.
    plan = clusters_needed(plain(0.0, 0.20, 25), -0.10, "plain")
    assert (plan.total, plan.further) == (93, 68)
    assert plan.words == "if the estimate stays at 0.00"


def test_no_more_clusters_are_needed_where_the_bound_is_met():
    assert clusters_needed(on_atanh(0.8, 0.05, 40), 0.5).further == 0


@settings(max_examples=60, deadline=None)
@given(st.floats(0.0, 0.95), st.floats(0.02, 0.4), st.floats(0.02, 0.3), st.integers(5, 200))
def test_the_planned_number_is_the_smallest_that_lifts_the_bound(value, below, error, clusters):
    target = value - below
    plan = clusters_needed(on_atanh(value, error, clusters), target)

    def lower(planned: int) -> float:
        return atanh(value) - t.ppf(0.975, planned - 1) * error * sqrt(clusters / planned)

    assert lower(plan.total) > atanh(target) - 1e-9
    assert plan.further == plan.total - clusters
    if plan.further:
        assert lower(plan.total - 1) <= atanh(target) + 1e-9


@settings(deadline=None)
@given(st.floats(0.51, 0.9), st.floats(0.0, 0.05))
def test_a_higher_target_never_needs_fewer_clusters(value, raise_by):
    one = on_atanh(value, 0.15, 30)
    low, high = clusters_needed(one, 0.3), clusters_needed(one, 0.3 + raise_by)
    assert high.total >= low.total


def test_an_estimate_on_the_wrong_side_has_no_plan():
    plan = clusters_needed(on_atanh(0.45, 0.1, 30), 0.5)
    assert (plan.total, plan.further) == (None, None)
    assert plan.words == "the estimate itself (0.45) is not above 0.50: more labels alone will not lift it"
    at = clusters_needed(plain(0.5, 0.1, 30), 0.5, "plain")
    assert at.words == "the estimate itself (0.50) is not above 0.50: more labels alone will not lift it"


def test_an_estimate_too_close_to_its_target_has_no_plan():
    assert "more than 1,000,000 clusters" in clusters_needed(on_atanh(0.500001, 0.1, 30), 0.5).words


@pytest.mark.parametrize("value", [None, 1.0])
def test_an_undefined_interval_has_no_plan(value):
    estimate = Estimate(value, 9) if value else Estimate(None, 9, "one category used")
    one = Measured(estimate, Interval(None, None, "atanh", undefined="at its bound"), 9)
    plan = clusters_needed(one, 0.5)
    assert plan.total is None
    assert plan.words == ("no plan: at its bound" if value else "no plan: one category used")


def test_a_bound_that_rounding_has_put_at_minus_one_has_a_plan_too():
    # atanh(-1) is taken at -1 + 1e-12: half-width atanh(.8) + 14.16 = 15.26, to be less than atanh(.8) - atanh(.5).
    found = clusters_needed(Measured(Estimate(0.8, 100), Interval(-1.0, 1.0, "atanh jackknife-t"), 2), 0.5)
    half, gap = atanh(0.8) - atanh(-1 + 1e-12), atanh(0.8) - atanh(0.5)

    def reach(clusters: int) -> float:
        return t.ppf(0.975, clusters - 1) / sqrt(clusters)

    assert half * reach(found.total) / reach(2) < gap <= half * reach(found.total - 1) / reach(2)


def test_two_clusters_are_the_fewest():
    assert clusters_needed(plain(0.5, 0.1, 2), 0.3, "plain").total == 2
