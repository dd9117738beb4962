"""Bands: every published row, every edge, and intervals that cannot tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.deeptrace import METRICS
from agreement.estimate import Estimate, Interval, Measured
from agreement.thresholds import BANDS, classify, classify_interval

A, B, P = "acceptable", "borderline", "problematic"

# The score cards of the paper in the order of METRICS, each with the band that its Table 2 gives. The paper itself
# colours the one-sided answers of You and Bing borderline, and one mark of GPT-5(DR) differs: Table 2 decides.
PUBLISHED = {
    "You": ([51.6, 19.4, 75.5, 1.1, 30.8, 69.0, 68.3, 24.4], [P, A, B, A, P, B, B, B]),
    "Bing": ([48.7, 29.5, 79.3, 36.2, 23.1, 50.4, 65.8, 20.5], [P, B, B, P, B, P, B, B]),
    "PPLX": ([83.4, 81.6, 82.0, 8.4, 31.6, 68.9, 49.0, 23.0], [P, P, B, B, P, B, P, B]),
    "GPT-4.5": ([90.4, 70.7, 85.4, 0.0, 47.0, 67.3, 39.8, 23.8], [P, P, B, A, P, B, P, B]),
    "GPT-5(DR)": ([54.67, 15.2, 87.5, 0.0, 12.5, 87.5, 79.1, 87.5], [P, A, B, A, B, A, B, A]),
    "YouChat(DR)": ([63.1, 19.6, 45.5, 66.3, 74.6, 63.2, 72.3, 83.5], [P, A, P, P, P, B, B, A]),
    "GPT-5(S)": ([69.7, 16.4, 41.1, 51.7, 58.9, 32.8, 31.4, 17.9], [P, A, P, P, P, P, P, P]),
    "PPLX(DR)": ([63.1, 5.6, 22.5, 57.5, 97.5, 5.5, 58.0, 9.1], [P, A, P, P, P, P, B, P]),
    "Copilot(TD)": ([94.8, 0.0, 13.2, 32.6, 90.2, 31.2, 62.1, 13.2], [P, A, P, P, P, P, B, P]),
    "Gemini(DR)": ([80.1, 11.2, 12.4, 14.5, 53.6, 33.1, 50.3, 27.1], [P, A, P, P, P, P, B, B]),
}

EDGES = {
    "one_sided": [(0, A), (19.99, A), (20, B), (39.99, B), (40, P), (100, P)],
    "overconfident": [(0, A), (19.99, A), (20, B), (39.99, B), (40, P), (100, P)],
    "relevant": [(0, P), (69.99, P), (70, B), (89.99, B), (90, A), (100, A)],
    "uncited": [(0, A), (4.99, A), (5, B), (9.99, B), (10, P), (100, P)],
    "unsupported": [(0, A), (9.99, A), (10, B), (24.99, B), (25, P), (100, P)],
    "necessity": [(0, P), (59.99, P), (60, B), (79.99, B), (80, A), (100, A)],
    "accuracy": [(0, P), (49.99, P), (50, B), (89.99, B), (90, A), (100, A)],
    "thoroughness": [(0, P), (19.99, P), (20, B), (49.99, B), (50, A), (100, A)],
}


def interval(low: float, high: float) -> Measured:
    return Measured(Estimate((low + high) / 2, 9), Interval(low, high, "t"), 9)


@pytest.mark.parametrize("system", PUBLISHED)
def test_every_published_row_falls_into_the_bands_of_table_2(system):
    values, bands = PUBLISHED[system]
    assert [classify(metric, percent) for metric, percent in zip(METRICS, values, strict=True)] == bands


@pytest.mark.parametrize("metric", METRICS)
def test_every_edge_belongs_to_the_band_above_it(metric):
    assert [(percent, classify(metric, percent)) for percent, _ in EDGES[metric]] == EDGES[metric]


def test_there_are_bands_for_every_metric_and_they_follow_its_direction():
    assert list(BANDS) == list(METRICS)
    for key, metric in METRICS.items():
        assert classify(key, 0) == (A if metric.better == "lower" else P)


def test_rounding_noise_does_not_move_a_mean_over_an_edge():
    assert 100 * (0.1 + 0.2) != 30.0
    assert classify("accuracy", 89.99999999999999) == A


def test_an_interval_tells_only_when_it_lies_in_one_band():
    assert classify_interval("accuracy", interval(0.91, 1.0)) == A
    assert classify_interval("accuracy", interval(0.5, 0.89)) == B
    assert classify_interval("accuracy", interval(0.499, 0.5)) == "cannot tell"
    assert classify_interval("accuracy", interval(0.5, 0.9)) == "cannot tell"
    assert classify_interval("accuracy", interval(0.49, 0.6)) == "cannot tell"
    assert classify_interval("unsupported", interval(0.3, 0.5)) == P


def test_an_undefined_interval_cannot_tell():
    one = Measured(Estimate(0.95, 1), Interval(None, None, "t", undefined="one answer"), 1)
    assert classify_interval("accuracy", one) == "cannot tell"


@pytest.mark.parametrize("percent", [-0.1, 100.1, float("nan")])
def test_what_is_no_percentage_is_refused(percent):
    with pytest.raises(ValueError, match="between 0 and 100"):
        classify("accuracy", percent)


@settings(deadline=None)
@given(st.sampled_from(list(METRICS)), st.floats(0, 100), st.floats(0, 100))
def test_a_better_value_is_never_in_a_worse_band(metric, one, other):
    better, worse = sorted([one, other], reverse=METRICS[metric].better == "higher")
    order = [A, B, P]
    assert order.index(classify(metric, better)) <= order.index(classify(metric, worse))
