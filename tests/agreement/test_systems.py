"""Metrics of systems: means, pooled figures, exclusions, and differences paired by query."""

from math import sqrt

import numpy as np
import pytest
from answers import STRICT, answer_of
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from agreement.deeptrace import METRICS, AnswerMetrics, measure
from agreement.estimate import Estimate, Interval, Measured
from agreement.jackknife import Replicates, share_interval
from agreement.metric import MetricRules, MetricValue
from agreement.systems import SystemMetric, mean_interval, system_differences, system_metrics


def value(part: int, whole: int) -> MetricValue:
    share = part / whole
    return MetricValue(Estimate(share, whole), share, share, 0, part, whole)


def missing(words: str, unknown: int = 0) -> MetricValue:
    return MetricValue(Estimate(None, 0, words), None, None, unknown)


def answer(system: str, query: str, accuracy: MetricValue, key: str = "a") -> AnswerMetrics:
    """An answer whose citation accuracy is given, and that has no other metric."""
    values = dict.fromkeys(METRICS, missing("not looked at")) | {"accuracy": accuracy}
    return AnswerMetrics(key, system, query, "debate", values)


def accuracy_of(answers: list[AnswerMetrics], system: str = "s") -> SystemMetric:
    return next(row for row in system_metrics(answers) if (row.system, row.metric) == (system, "accuracy"))


THREE = [answer("s", "q1", value(1, 2)), answer("s", "q2", value(3, 4)), answer("s", "q3", value(4, 4))]


def test_mean_pooled_and_interval_of_three_answers_by_hand():
    # Values .5, .75, 1: mean .75, standard deviation .25, t(2) = 4.30265: .75 +- 4.30265 * .25 / sqrt(3) = .6210;
    # cut off at 1. Pooled: (1 + 3 + 4) / (2 + 4 + 4) = .8.
    found = accuracy_of(THREE)
    assert (found.mean.estimate, found.mean.clusters) == (Estimate(0.75, 3), 3)
    assert found.mean.interval.low == pytest.approx(0.75 - 0.6210, abs=1e-4)
    assert found.mean.interval.high == 1.0
    assert found.pooled.estimate == Estimate(0.8, 10)
    # Without each answer 7 of 8, 5 of 6, 4 of 6.
    replicates = Replicates(0.8, np.arange(3), np.array([7 / 8, 5 / 6, 4 / 6]))
    assert (found.pooled.interval, found.pooled.clusters) == (share_interval(replicates, 10), 3)
    assert (found.answers, found.excluded) == (3, ())


def test_a_pooled_share_that_rests_on_one_answer_has_no_interval():
    # The published conventions call an answer without citations fully accurate: a value that rests on nothing.
    nothing = MetricValue(Estimate(1.0, 0), 1.0, 1.0, 0, 0, 0)
    found = accuracy_of([answer("s", "q1", value(1, 2)), answer("s", "q2", nothing)])
    assert found.pooled.estimate == Estimate(0.5, 2)
    assert "undefined without one of the clusters (1 of 2)" in found.pooled.interval.undefined
    one_each = accuracy_of([answer("s", "q1", value(1, 2)), answer("s", "q2", value(1, 1))])
    replicates = Replicates(2 / 3, np.arange(2), np.array([1.0, 1 / 2]))
    assert one_each.pooled.interval == share_interval(replicates, 3)


def test_answers_without_a_value_are_counted_by_reason():
    answers = [
        *THREE,
        answer("s", "q4", missing("3 cells unlabelled", 3)),
        answer("s", "q5", missing("1 cell unlabelled", 1)),
        answer("s", "q6", missing("no citation of a readable source")),
    ]
    found = accuracy_of(answers)
    assert found.mean.estimate == Estimate(0.75, 3)
    assert found.answers == 6
    assert found.excluded == (("cells unlabelled", 2), ("no citation of a readable source", 1))


def test_a_refused_judgement_is_counted_and_never_unsupported():
    refused = answer_of([1, 1], [[-1], [2]], [[1], [1]], system="s", query="q1")
    full = answer_of([1, 1], [[2], [2]], [[1], [1]], system="s", query="q2")
    rows = {row.metric: row for row in system_metrics([measure(one, STRICT) for one in (refused, full)])}
    assert rows["unsupported"].mean.estimate == Estimate(0.0, 1)
    assert rows["unsupported"].excluded == (("cells unlabelled", 1),)


def test_bounds_of_allowed_unknown_labels_are_averaged_beside_the_mean():
    half = MetricRules(partial_counts=False, unknown_share=0.5)
    one = answer_of([1, 1], [[-1], [2]], [[1], [1]], query="q1")
    two = answer_of([1], [[0]], [[1]], query="q2")
    rows = {row.metric: row for row in system_metrics([measure(a, half) for a in (one, two)])}
    # Accuracy of the first is 1 of its 1 known citation, between 1/2 and 1; of the second 0.
    assert rows["accuracy"].mean.estimate.value == 0.5
    assert (rows["accuracy"].low, rows["accuracy"].high) == (0.25, 0.5)


def test_a_system_without_any_value_says_so():
    found = accuracy_of([answer("s", "q1", missing("no citation of a readable source"))])
    nothing = Estimate(None, 0, "no answer has a value")
    assert found.mean.estimate == nothing
    assert found.pooled == Measured(nothing, Interval(None, None, "t", 0.95, nothing.undefined), 0)
    assert found.mean.interval.undefined == "fewer than 2 answers: variation cannot be seen"
    assert (found.low, found.high) == (None, None)


def test_one_answer_has_a_value_and_no_interval():
    found = accuracy_of(THREE[:1])
    assert found.mean.estimate == Estimate(0.5, 1)
    assert found.mean.interval.undefined == "fewer than 2 answers: variation cannot be seen"
    assert found.pooled.interval.low is None


def test_systems_come_by_name_and_metrics_in_the_order_of_the_paper():
    rows = system_metrics([answer("b", "q", value(1, 2)), answer("a", "q", value(1, 2))])
    assert [(row.system, row.metric) for row in rows] == [(s, m) for s in ("a", "b") for m in METRICS]


def test_a_binary_mean_at_its_bound_gets_wilson():
    for n in (2, 10, 200):
        wilson = stats.binomtest(0, n).proportion_ci(method="wilson")
        found = mean_interval([0.0] * n, binary=True)
        assert (found.low, found.high) == (0.0, pytest.approx(wilson.high))
        assert mean_interval([1.0] * n, binary=True).low == pytest.approx(1 - wilson.high)


def test_each_metric_has_the_interval_of_its_kind():
    both = answer_of([1, 1], [[2], [2]], [[1], [1]], stance=[2, 0])
    rows = {row.metric: row for row in system_metrics([measure(both, STRICT)] * 5)}
    assert rows["one_sided"].mean.interval == mean_interval([0.0] * 5, binary=True)
    assert rows["unsupported"].mean.interval == mean_interval([0.0] * 5, binary=False)


def test_a_ratio_mean_at_its_bound_gets_the_exact_one_sided_bound():
    # 10 zeros: a mean of 1 - .05^(1/10) = .2589 would show them with probability .05.
    found = mean_interval([0.0] * 10, binary=False)
    assert (found.low, found.high) == (0.0, pytest.approx(0.2589, abs=1e-4))
    assert found.method == "exact one-sided bound"
    top = mean_interval([1.0] * 10, binary=False)
    assert (top.low, top.high) == (pytest.approx(1 - 0.2589, abs=1e-4), 1.0)
    exact = stats.binomtest(0, 10, alternative="less").proportion_ci(0.95, method="exact")
    assert found.high == pytest.approx(exact.high)


def test_answers_that_are_all_the_same_between_the_bounds_have_no_interval():
    assert "all answers have the same value" in mean_interval([0.5] * 9, binary=False).undefined
    assert mean_interval([0.3, 0.1 + 0.2], binary=False).low is None  # they differ by rounding only


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 1), max_size=12), st.booleans())
def test_a_mean_interval_is_never_of_zero_width_and_holds_its_mean(values, binary):
    found = mean_interval(values, binary)
    if found.low is None:
        assert found.undefined
    else:
        assert 0 <= found.low < found.high <= 1
        assert found.low - 1e-12 <= np.mean(values) <= found.high + 1e-12


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.3, 0.7), min_size=3, max_size=20, unique=True))
def test_the_mean_interval_is_that_of_the_reference(values):
    reference = stats.ttest_1samp(values, 0.5).confidence_interval(0.95)
    found = mean_interval(values, binary=False)
    assert found.low == pytest.approx(max(0.0, reference.low), abs=1e-9)
    assert found.high == pytest.approx(min(1.0, reference.high), abs=1e-9)


def differences(answers: list[AnswerMetrics]):
    return next(row for row in system_differences(answers) if row.metric == "accuracy")


def test_a_difference_is_paired_by_query_and_drops_what_only_one_has():
    # q1: .75 - .25 = .5; q2: .5 - .25 = .25; q3: 1 - 1 = 0; q4 and q5 are answered by one system only.
    # Mean .25, standard deviation .25, half-width 4.30265 * .25 / sqrt(3).
    a = [answer("a", q, value(k, 4)) for q, k in [("q1", 3), ("q2", 2), ("q3", 4), ("q4", 1)]]
    b = [answer("b", q, value(k, 4)) for q, k in [("q1", 1), ("q2", 1), ("q3", 4), ("q5", 2)]]
    found = differences(a + b)
    assert (found.first, found.second, found.dropped) == ("a", "b", 2)
    assert (found.mean.estimate, found.mean.clusters) == (Estimate(0.25, 3), 3)
    half = 4.30265 * 0.25 / sqrt(3)
    assert found.mean.interval.low == pytest.approx(0.25 - half, abs=1e-4)
    assert found.mean.interval.high == pytest.approx(0.25 + half, abs=1e-4)


def test_the_interval_of_a_difference_is_cut_where_two_shares_can_differ_most():
    # q1: 1 - 0, q2: 1/2 - 1/2: mean 1/2, and t with 1 degree of freedom is 12.7.
    a = [answer("a", "q1", value(4, 4)), answer("a", "q2", value(2, 4))]
    b = [answer("b", "q1", value(0, 4)), answer("b", "q2", value(2, 4))]
    interval = differences(a + b).mean.interval
    assert (interval.low, interval.high) == (-1.0, 1.0)


def test_pairing_sees_a_steady_lead_that_separate_intervals_would_hide():
    rng = np.random.default_rng(3)
    hard = rng.integers(10, 70, 30)
    a = [answer("a", f"q{i}", value(int(k + 10 + i % 2), 100)) for i, k in enumerate(hard)]
    b = [answer("b", f"q{i}", value(int(k), 100)) for i, k in enumerate(hard)]
    assert differences(a + b).mean.interval.low > 0.09
    assert accuracy_of(a + b, "a").mean.interval.low < accuracy_of(a + b, "b").mean.interval.high


def test_several_answers_to_a_query_count_once_as_their_mean():
    a = [answer("a", "q1", value(4, 4)), answer("a", "q1", value(0, 4)), answer("a", "q2", value(4, 4))]
    b = [answer("b", "q1", value(1, 4)), answer("b", "q2", value(1, 4))]
    assert differences(a + b).mean.estimate == Estimate(0.5, 2)


def test_differences_without_common_queries_or_variation_are_undefined_in_words():
    apart = differences([answer("a", "q1", value(1, 2)), answer("b", "q2", value(1, 2))])
    assert apart.mean.estimate == Estimate(None, 0, "no query where both systems have a value")
    assert (apart.mean.clusters, apart.dropped) == (0, 2)
    same = differences([answer(s, q, value(1, 2)) for s in "ab" for q in ("q1", "q2")])
    assert same.mean.estimate == Estimate(0.0, 2)
    assert "all queries have the same value" in same.mean.interval.undefined


def test_every_two_systems_are_compared_on_every_metric():
    rows = system_differences([answer(s, "q", value(1, 2)) for s in "cab"])
    assert [(row.first, row.second) for row in rows if row.metric == "accuracy"] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(rows) == 3 * len(METRICS)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=8), st.randoms())
def test_the_order_of_answers_does_not_matter(pairs, random):
    answers = [answer("s", f"q{i}", value(min(part, whole), whole)) for i, (part, whole) in enumerate(pairs)]
    shuffled = answers.copy()
    random.shuffle(shuffled)
    one, other = accuracy_of(answers), accuracy_of(shuffled)
    assert one.mean.estimate.value == pytest.approx(other.mean.estimate.value)
    assert one.pooled.estimate == other.pooled.estimate
    assert one.mean.interval.low == pytest.approx(other.mean.interval.low)
