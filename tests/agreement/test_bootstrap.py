"""The cluster bootstrap: the same as drawing clusters one by one, only faster."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from agreement.bootstrap import (
    Clusters,
    Draws,
    Resampled,
    bootstrap_difference,
    bootstrap_mean,
    cluster_bootstrap,
    collapsed,
    redrawn,
    resampled,
    side_by_side,
)
from agreement.comparison import Comparison
from agreement.estimate import Estimate, Interval
from agreement.frame import Floats, coded
from agreement.jackknife import Replicates, leaving_out
from agreement.panel import panel_of
from agreement.report import human_pairs, judge_with_humans
from agreement.statistics import STATISTICS
from agreement.tensors import Tables, pair_tables

KAPPA = STATISTICS["kappa"]
SCALE = letters(3)


def seeded(replicates: int = 2_000, seed: int = 1) -> Draws:
    return Draws(np.random.default_rng(seed), replicates)


def share(sums: Floats) -> Floats:
    """First of two features over the second."""
    return np.divide(sums[:, 0], sums[:, 1], out=np.full(len(sums), np.nan), where=sums[:, 1] > 0)


def pairs_of(seed: int) -> tuple[Comparison, Comparison]:
    """Judge with humans, humans with each other."""
    labels = coded(random_frame(seed, 3), SCALE)
    panel = panel_of(labels)
    return judge_with_humans(labels, labels.of_kind("judge")[0], panel), human_pairs(labels, panel)


def same_draw(clusters: Clusters, chosen: np.ndarray) -> Floats:
    """A naive choice of clusters, `chosen[r]` with repetition, as counts of kinds."""
    return np.array([np.bincount(clusters.kind[one], minlength=len(clusters.features)) for one in chosen], dtype=float)


@settings(max_examples=40)
@given(arrays(float, (7, 2, 3), elements=st.sampled_from([0.0, 1.0, 2.5])), st.integers(0, 999))
def test_the_same_multiplicities_give_the_same_sums_as_naive_resampling(features: Floats, seed: int) -> None:
    clusters = collapsed(features)
    chosen = np.random.default_rng(seed).integers(0, 7, (5, 7))
    assert np.array_equal(clusters.summed(same_draw(clusters, chosen)), features[chosen].sum(axis=1))


def test_clusters_with_equal_features_become_one_kind() -> None:
    features = np.array([[1.0, 2.0], [0.5, 0.0], [1.0, 2.0], [2.0, 1.0], [1.0, 2.0]])
    clusters = collapsed(features)
    assert len(clusters.features) == 3
    assert sorted(clusters.multiplicity.tolist()) == [1, 1, 3]
    assert np.array_equal(clusters.features[clusters.kind], features)


def test_no_two_kinds_are_alike_among_thousands_of_clusters() -> None:
    features = np.random.default_rng(3).integers(0, 3, (5_000, 2, 2)).astype(float)
    clusters = collapsed(features)
    assert len(clusters.features) == 81  # every table of four counts from 0 to 2
    assert np.array_equal(clusters.features[clusters.kind], features)


@pytest.mark.parametrize(("multiplicities", "few"), [((1, 2, 3), False), ((17, 34), True)])
def test_draws_follow_the_multinomial_law(multiplicities: tuple[int, ...], few: bool) -> None:
    """Every draw has C clusters; each kind has mean m and variance m (1 - m / C); two kinds covary by -m m' / C."""
    clusters = Clusters(np.eye(len(multiplicities)), np.repeat(np.arange(len(multiplicities)), multiplicities))
    assert clusters.few_kinds is few
    drawn = clusters.drawn(40_000, np.random.default_rng(5))
    m, size = np.array(multiplicities), sum(multiplicities)
    assert (drawn.sum(axis=1) == size).all()
    assert drawn.mean(axis=0) == pytest.approx(m, rel=0.02)
    assert np.cov(drawn.T, ddof=0) == pytest.approx(np.diag(m) - np.outer(m, m) / size, rel=0.05)


def test_small_draws_have_the_probabilities_of_drawing_one_by_one() -> None:
    """Two clusters of one kind, one of another: 27 equally likely choices; 8, 12, 6, 1 of them with 0, 1, 2, 3."""
    clusters = Clusters(np.eye(2), np.array([0, 0, 1]))
    drawn = clusters.drawn(54_000, np.random.default_rng(7))
    naive = np.bincount([choice.count(2) for choice in product(range(3), repeat=3)])
    assert naive.tolist() == [8, 12, 6, 1]
    assert stats.chisquare(np.bincount(drawn[:, 1].astype(int)), naive * 2_000).pvalue > 0.001


def test_replicates_in_chunks_are_as_many_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    features = np.random.default_rng(2).random((30, 2))
    whole = redrawn(features, share, seeded(50))
    monkeypatch.setattr("agreement.bootstrap._AT_ONCE", 32 * 7)
    monkeypatch.setattr("agreement.bootstrap._IN_CACHE", 60)
    chunked = redrawn(features, share, seeded(50))
    assert collapsed(features).chunk == 7
    assert chunked == pytest.approx(whole, abs=1e-12)


def test_the_intervals_are_those_of_scipy_within_monte_carlo_error() -> None:
    """scipy.stats.bootstrap draws the rows of a sample one by one; here the statistic is the ratio of two sums."""
    rng = np.random.default_rng(11)
    whole = rng.integers(1, 9, 25).astype(float)
    features = np.column_stack([rng.binomial(whole.astype(int), rng.beta(4, 1, 25)), whole])
    ours = cluster_bootstrap(features, share, seeded(20_000))

    def ratio(index: np.ndarray, axis: int = -1) -> np.ndarray:
        return features[index, 0].sum(axis=axis) / features[index, 1].sum(axis=axis)

    for method, interval in (("percentile", ours.percentile), ("BCa", ours.bca)):
        theirs = stats.bootstrap(
            (np.arange(25),), ratio, n_resamples=20_000, method=method, vectorized=True, rng=np.random.default_rng(1)
        ).confidence_interval
        assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high), abs=0.004)


def test_with_equal_replicates_bca_is_that_of_scipy() -> None:
    """The same replicates handed to scipy's quantiles: no Monte Carlo error is left."""
    sample = np.random.default_rng(4).lognormal(size=30)
    result = stats.bootstrap((sample,), np.mean, n_resamples=999, method="BCa", rng=np.random.default_rng(8))
    values = result.bootstrap_distribution
    found = Replicates(float(sample.mean()), np.arange(30), (sample.sum() - sample) / 29)
    ours = resampled(found, values)
    low, high = result.confidence_interval
    assert (ours.bca.low, ours.bca.high) == pytest.approx((low, high), abs=1e-12)
    assert (ours.percentile.low, ours.percentile.high) == pytest.approx(
        np.quantile(values, [0.025, 0.975]).tolist(), abs=1e-12
    )


def test_the_intervals_by_hand() -> None:
    # Replicates 1..99 around 50: one of them equals the value, so 49 and a half of 99 are below: z0 = 0. Left-out
    # values 49, 50, 51 have no skew: a = 0. Both intervals run from the 5 % to the 95 % point, 1 + .05 * 98 = 5.9.
    found = Replicates(50.0, np.arange(3), np.array([49.0, 50.0, 51.0]))
    both = resampled(found, np.arange(1.0, 100.0), level=0.90)
    assert (both.percentile.low, both.percentile.high) == pytest.approx((5.9, 94.1))
    assert (both.bca.low, both.bca.high) == pytest.approx((5.9, 94.1))
    assert both.percentile.level == both.bca.level == 0.90
    assert both.dropped.value == 0.0


def test_replicates_without_a_value_are_counted_and_left_out() -> None:
    found = Replicates(0.5, np.arange(2), np.array([0.4, 0.6]))
    values = np.append(np.linspace(0.3, 0.7, 41), np.full(9, np.nan))
    both = resampled(found, values)
    assert both.dropped.value == pytest.approx(9 / 50)
    assert both.dropped.n == 50
    assert both.percentile.low == pytest.approx(0.3 + 0.4 * 0.025)
    assert both.percentile.method == "cluster percentile bootstrap, 50 replicates"
    assert both.bca.method == "cluster BCa bootstrap, 50 replicates"


def test_the_mean_over_pairs_is_drawn_jointly() -> None:
    """Naively: choose clusters, add the tables of each pair, take the mean of the two kappas."""
    compared, _ = pairs_of(1)
    clusters = collapsed(side_by_side(compared.tables))
    chosen = np.random.default_rng(9).integers(0, 10, (4, 10))
    totals = clusters.summed(same_draw(clusters, chosen))
    tables = compared.tables
    for replicate, choice in enumerate(chosen):
        for group in range(2):
            naive = sum(tables.counts[(tables.group == group) & (tables.cluster == c)].sum(axis=0) for c in choice)
            assert np.array_equal(totals[replicate, group], naive)


def test_the_mean_over_pairs_agrees_with_its_jackknife() -> None:
    compared, _ = pairs_of(1)
    mean, both = compared.mean(KAPPA), bootstrap_mean(compared, KAPPA, seeded())
    assert spread(both) == pytest.approx(3.92 * mean.found.error, rel=0.2)
    middle = (bounds(both)[0] + bounds(both)[1]) / 2
    assert middle == pytest.approx(mean.found.value, abs=0.5 * mean.found.error)


def test_a_paired_difference_agrees_with_its_jackknife_and_not_with_unpaired_ones() -> None:
    """The second judge copies the first but for every ninth unit: what they share cancels in each replicate."""
    frame = random_frame(2, 3)
    judge = frame[frame["rater"] == "judge"]
    copy = judge.assign(rater="copy", value=judge["value"].where(np.arange(len(judge)) % 9 > 0, "e"))
    labels = coded(pd.concat([frame, copy]), SCALE)
    panel = panel_of(labels)
    second, first = (judge_with_humans(labels, one, panel) for one in labels.of_kind("judge"))
    both = bootstrap_difference(first, second, KAPPA, seeded())
    paired = first.mean(KAPPA).found.minus(second.mean(KAPPA).found)
    assert spread(both) == pytest.approx(3.92 * paired.error, rel=0.2)
    assert spread(both) < 0.6 * 3.92 * np.hypot(first.mean(KAPPA).found.error, second.mean(KAPPA).found.error)
    low, high = bounds(both)
    assert low < paired.value < high


def test_a_difference_of_a_comparison_and_itself_has_no_variation() -> None:
    judge, _ = pairs_of(3)
    both = bootstrap_difference(judge, judge, KAPPA, seeded(50))
    assert "no variation" in str(both.bca.undefined)


def test_clusters_of_only_one_side_are_drawn_too() -> None:
    first = Tables(np.ones((2, 1, 1)), np.array([0, 0]), np.array([0, 2]), np.array([1, 1]), 1)
    second = Tables(np.full((2, 1, 1), 5.0), np.array([0, 1]), np.array([1, 2]), np.array([1, 1]), 2)
    assert side_by_side(first, second)[..., 0, 0].tolist() == [[1, 0, 0], [0, 5, 0], [1, 0, 5]]
    three = side_by_side(first, second, first)[..., 0, 0].tolist()
    assert three == [[1, 0, 0, 1], [0, 5, 0, 0], [1, 0, 5, 1]]


def test_labels_of_different_frames_are_not_paired() -> None:
    frame = random_frame(1, 3)
    both = []
    for part in (frame, frame[frame["cluster"] != "c000"]):
        labels = coded(part, SCALE)
        both.append(Comparison(labels, ((0, 1),), pair_tables(labels, [(0, 1)]), 40))
    with pytest.raises(ValueError, match="code the labels of both from one frame"):
        bootstrap_difference(both[0], both[1], KAPPA, seeded(10))


def test_the_same_seed_gives_the_same_intervals() -> None:
    compared, _ = pairs_of(4)
    assert bootstrap_mean(compared, KAPPA, seeded(200)) == bootstrap_mean(compared, KAPPA, seeded(200))
    assert bootstrap_mean(compared, KAPPA, seeded(200)) != bootstrap_mean(compared, KAPPA, seeded(200, seed=2))


@settings(max_examples=20)
@given(st.permutations(range(12)), st.integers(2, 3))
def test_neither_order_nor_duplication_of_clusters_moves_the_value_they_surround(order: list[int], times: int) -> None:
    """Duplicated clusters leave the value and narrow the interval by about the root of their number."""
    features = np.array([[k % 4 + 1.0, 5.0] for k in range(12)])
    base = cluster_bootstrap(features, share, seeded())
    moved = cluster_bootstrap(np.repeat(features[order], times, axis=0), share, seeded())
    assert spread(moved) == pytest.approx(spread(base) / times**0.5, rel=0.15)
    low, high = bounds(moved)
    assert low < 0.5 < high


def bounds(both: Resampled) -> tuple[float, float]:
    assert both.percentile.low is not None
    assert both.percentile.high is not None
    return both.percentile.low, both.percentile.high


def spread(both: Resampled) -> float:
    low, high = bounds(both)
    return high - low


NAN = float("nan")
STEADY = np.array([0.4, 0.5, 0.6])
UNDEFINED = {
    "the value itself is undefined": (Replicates(NAN, np.arange(0), np.empty(0)), np.empty(0)),
    "only one cluster": (Replicates(0.5, np.arange(1), np.array([NAN])), np.full(9, 0.5)),
    "undefined without one of the clusters (1 of 2)": (Replicates(0.5, np.arange(2), np.array([0.5, NAN])), STEADY),
    "there is no variation to judge by": (Replicates(1.0, np.arange(2), np.ones(2)), np.ones(9)),
    "undefined in every replicate": (Replicates(0.5, np.arange(2), np.array([0.4, 0.6])), np.full(9, NAN)),
    "nearly all replicates have the same value": (
        Replicates(0.5, np.arange(2), np.array([0.4, 0.6])),
        np.full(40, 0.5),
    ),
    "fewer than 40 replicates have a value: too few for the tails": (
        Replicates(0.5, np.arange(2), np.array([0.4, 0.6])),
        np.append(np.linspace(0, 1, 39), NAN),
    ),
}


@pytest.mark.parametrize("words", UNDEFINED)
def test_both_intervals_are_undefined_in_words(words: str) -> None:
    found, drawn = UNDEFINED[words]
    both = resampled(found, drawn)
    for kind, interval in (("percentile", both.percentile), ("BCa", both.bca)):
        method = f"cluster {kind} bootstrap, {len(drawn)} replicates"
        assert interval == Interval(None, None, method, 0.95, interval.undefined)
        assert words in str(interval.undefined)


@pytest.mark.parametrize("values", [[0.6, 0.7, 0.8], [0.2, 0.3, 0.4]])
def test_bca_is_undefined_when_all_replicates_lie_on_one_side(values: list[float]) -> None:
    both = resampled(Replicates(0.5, np.arange(2), np.array([0.4, 0.6])), np.tile(values, 14))
    words = "all replicates lie on one side of the value, so its bias cannot be corrected"
    assert both.bca == Interval(None, None, "cluster BCa bootstrap, 42 replicates", 0.95, words)
    assert both.percentile.undefined is None


def test_a_difference_is_undefined_when_one_side_does_not_vary() -> None:
    """The judge is always right, the humans not always: kappa 1 shows no variation of its own."""
    matrix = [[1, 1, 1], [2, 2, 2], [1, 1, 1], [2, 2, 2], [1, 2, 1], [2, 1, 2]]
    labels = coded(frame_of([["edc"[v] for v in row] for row in matrix], ["a", "b", "judge"], judge="judge"), SCALE)
    perfect = Comparison(labels, ((0, 2),), pair_tables(labels, [(0, 2)]), 6)
    humans = Comparison(labels, ((0, 1),), pair_tables(labels, [(0, 1)]), 6)
    for both in (
        bootstrap_difference(perfect, humans, KAPPA, seeded(50)),
        bootstrap_difference(humans, perfect, KAPPA, seeded(50)),
    ):
        assert "there is no variation to judge by" in str(both.percentile.undefined)


def test_nothing_is_drawn_for_a_value_that_is_undefined() -> None:
    labels = coded(frame_of([["e", "e"], ["e", "e"]]), SCALE)
    constant = Comparison(labels, ((0, 1),), pair_tables(labels, [(0, 1)]), 2)
    both = bootstrap_mean(constant, KAPPA, seeded(50))
    assert both.dropped == Estimate(None, 0, "nothing was drawn, because the value itself is undefined")
    assert both.percentile.undefined == "the value itself is undefined"
    nobody = Comparison(labels, (), pair_tables(labels, []), 0, "only one rater exists")
    assert bootstrap_mean(nobody, KAPPA, seeded(50)).percentile.undefined == "the value itself is undefined"
    assert bootstrap_difference(nobody, constant, KAPPA, seeded(50)).bca.undefined == "the value itself is undefined"


def test_the_share_of_replicates_without_a_value_is_that_of_the_draws() -> None:
    """Kappa is undefined without clusters 3 to 5 of 6 (all others are e, e): half to the sixth of all draws, 1.6 %."""
    labels = coded(frame_of([["e", "e"]] * 3 + [["d", "d"], ["e", "d"], ["d", "e"]]), SCALE)
    some = Comparison(labels, ((0, 1),), pair_tables(labels, [(0, 1)]), 6)
    both = bootstrap_mean(some, KAPPA, seeded(20_000))
    assert both.dropped.value == pytest.approx(0.5**6 + 1 / 6**6, abs=0.003)
    assert both.dropped.n == 20_000


def test_two_thousand_replicates_are_drawn_unless_told_otherwise_and_at_least_one_is_needed() -> None:
    features = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]])
    assert cluster_bootstrap(features, share, Draws(np.random.default_rng(1))).dropped.n == 2_000
    assert cluster_bootstrap(features, share, seeded(1)).dropped.n == 1
    with pytest.raises(ValueError, match="at least one replicate, got 0"):
        seeded(0)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20))
def test_on_many_data_sets_the_intervals_are_those_of_a_naive_loop(seed: int) -> None:
    """Quadratic kappa of two raters; the loop draws clusters one by one and adds their tables."""
    labels = coded(random_frame(seed, 3, units=60), SCALE)
    tables = pair_tables(labels, [(0, 1)])
    quadratic = STATISTICS["kappa_quadratic"]
    both = cluster_bootstrap(tables.counts, lambda totals: quadratic.of(totals, SCALE), seeded(10_000))
    rng = np.random.default_rng(seed)
    chosen = rng.integers(0, len(tables.counts), (10_000, len(tables.counts)))
    naive = resampled(
        leaving_out(tables.counts, lambda totals: quadratic.of(totals, SCALE)),
        quadratic.of(tables.counts[chosen].sum(axis=1), SCALE),
    )
    for ours, theirs in ((both.percentile, naive.percentile), (both.bca, naive.bca)):
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)
