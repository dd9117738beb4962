"""Whether error rates may be pooled: the test by hand and by scipy, its laws, and the pooled correction."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import f, ttest_1samp

from agreement.evidence import Evidence
from agreement.homogeneity import Homogeneity, rogan_gladen_pooled, same_rates
from agreement.rogan_gladen import rogan_gladen


def random_pairs(seed: int, clusters: int = 30, systems: int = 3, worse: float = 0.0) -> np.ndarray:
    """The judge is right with .85 on yes and .8 on no; on yes of the last system `worse` less."""
    rng = np.random.default_rng(seed)
    yes = rng.binomial(8, 0.5, (clusters, systems))
    right_yes = rng.binomial(yes, 0.85 - worse * (np.arange(systems) == systems - 1))
    right_no = rng.binomial(8 - yes, 0.8)
    rows = [[right_no, 8 - yes - right_no], [yes - right_yes, right_yes]]
    return np.moveaxis(np.array(rows, dtype=float), [0, 1], [2, 3])


def only_yes(right: list[list[int]], given_yes: list[list[int]]) -> np.ndarray:
    pairs = np.zeros((len(right), len(right[0]), 2, 2))
    pairs[:, :, 1, 1] = right
    pairs[:, :, 1, 0] = np.array(given_yes) - right
    return pairs


def test_two_systems_and_one_rate_are_a_t_test_of_scores() -> None:
    # Four queries, two yes in each system: rate 12/16. Right answers less the expected 1.5, less half of both.
    right = [[2, 1], [2, 2], [1, 1], [2, 1]]
    test = same_rates(only_yes(right, [[2, 2]] * 4))
    scores = np.array(right) - 1.5
    own = scores[:, 0] - scores.sum(axis=1) / 2
    expected = ttest_1samp(own, 0.0)
    assert (test.rates, test.clusters) == (1, 4)
    assert test.statistic == pytest.approx(expected.statistic**2)
    assert test.p == pytest.approx(expected.pvalue)


def test_several_systems_and_both_rates_are_hotellings_test() -> None:
    pairs = random_pairs(1)
    test = same_rates(pairs)
    vectors = []
    for value in (1, 0):
        given_value, right = pairs[:, :, value].sum(axis=2), pairs[:, :, value, value]
        over = right - right.sum() / given_value.sum() * given_value
        over = over - over.sum(axis=1, keepdims=True) * given_value.sum(axis=0) / given_value.sum()
        vectors.append(over[:, 1:])  # any one system may be left out
    found = np.concatenate(vectors, axis=1)
    mean, spread = found.mean(axis=0), np.cov(found.T)
    statistic = (30 - 4) / (4 * 29) * 30 * mean @ np.linalg.inv(spread) @ mean
    assert test.statistic == pytest.approx(statistic)
    assert test.p == pytest.approx(f.sf(statistic, 4, 26))


def test_different_rates_are_seen() -> None:
    assert same_rates(random_pairs(2, worse=0.3)).p < 0.001
    assert same_rates(random_pairs(2)).p > 0.05


@pytest.mark.load
def test_equal_rates_are_called_different_about_as_often_as_said() -> None:
    seen = [same_rates(random_pairs(seed, clusters=40)).p for seed in range(2000)]
    assert 0.035 <= np.mean(np.array(seen) < 0.05) <= 0.07


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.permutations([0, 1, 2]))
def test_the_order_of_systems_and_clusters_and_the_names_of_the_values_do_not_matter(
    seed: int, order: list[int]
) -> None:
    pairs = random_pairs(seed)
    statistic = same_rates(pairs).statistic
    mixed = pairs[np.random.default_rng(seed).permutation(30)][:, order]
    assert same_rates(mixed).statistic == pytest.approx(statistic)
    assert same_rates(pairs[:, :, ::-1, ::-1]).statistic == pytest.approx(statistic)


def test_a_judge_who_never_errs_is_alike_everywhere() -> None:
    test = same_rates(only_yes([[2, 2]] * 5, [[2, 2]] * 5))
    assert test == Homogeneity(0.0, 1.0, 0, 5)
    assert same_rates(only_yes([[0, 0]] * 5, [[2, 2]] * 5)).p == 1.0


def test_a_system_without_yes_takes_no_part_for_that_rate() -> None:
    pairs = random_pairs(4)
    pairs[:, 2, 1] = 0.0
    assert same_rates(pairs).rates == 3  # one difference of TPR, two of TNR


def test_clusters_may_belong_to_one_system_each() -> None:
    # Answers as clusters: 15 of each system, and nothing of the other.
    pairs = random_pairs(4, systems=2)
    pairs[:15, 0] = 0.0
    pairs[15:, 1] = 0.0
    assert (same_rates(pairs).rates, same_rates(pairs).clusters) == (2, 30)


def test_empty_clusters_do_not_count() -> None:
    pairs = random_pairs(4)
    with_empty = np.concatenate([pairs, np.zeros((10, 3, 2, 2))])
    assert same_rates(with_empty) == same_rates(pairs)


FEW = random_pairs(3, clusters=4)
FLAT = only_yes([[1, 2]] * 4, [[2, 2]] * 4)


@pytest.mark.parametrize(
    ("pairs", "rates", "clusters", "words"),
    [
        (random_pairs(3)[:, :1], 0, 30, "people labelled units of fewer than two systems"),
        (np.zeros((5, 2, 2, 2)), 0, 0, "people labelled units of fewer than two systems"),
        (FEW, 4, 4, "4 clusters cannot tell 4 differences apart"),
        (FLAT, 1, 4, "some differences do not vary over clusters"),
    ],
)
def test_what_cannot_be_compared_is_said_in_words(pairs: np.ndarray, rates: int, clusters: int, words: str) -> None:
    assert same_rates(pairs) == Homogeneity(None, None, rates, clusters, words)


def test_another_shape_is_turned_away() -> None:
    with pytest.raises(ValueError, match="clusters x systems x 2 x 2"):
        same_rates(np.zeros((3, 2, 2)))
    with pytest.raises(ValueError, match="clusters x systems x 2 x 2"):
        same_rates(np.zeros((3, 2, 3, 3)))


def test_pooled_rates_correct_each_system_by_all_of_them() -> None:
    pairs = random_pairs(2)
    judged = np.random.default_rng(0).integers(1, 20, (30, 3, 2)).astype(float)
    cluster = np.arange(30) * 2
    found = rogan_gladen_pooled(pairs, judged, cluster)
    assert len(found) == 3
    for system, each in enumerate(found):
        alone = rogan_gladen(Evidence(pairs.sum(axis=1), judged[:, system], cluster))
        assert each.share.measured == alone.share.measured
        assert each.raw == pytest.approx(judged[:, system, 1].sum() / judged[:, system].sum())


def test_rates_that_differ_are_not_pooled() -> None:
    judged = np.ones((30, 3, 2))
    for each in rogan_gladen_pooled(random_pairs(2, worse=0.3), judged, np.arange(30)):
        assert "does not err alike on all systems" in str(each.share.measured.estimate.undefined)
        assert each.share.measured.estimate.n == 720  # 8 units of 3 systems in 30 clusters
        assert each.tpr.estimate.value is not None
    for each in rogan_gladen_pooled(FEW, judged[:4], np.arange(4)):
        assert "is unknown: 4 clusters" in str(each.share.measured.estimate.undefined)
