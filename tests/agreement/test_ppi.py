"""Prediction-powered inference on a sample of the judged set: by hand, by brute force, and its laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import linregress, t

from agreement.corrected import SQUARED, difference
from agreement.estimate import Interval
from agreement.jackknife import PLAIN
from agreement.ppi import Rule, ppi_mean, ppi_ratio
from agreement.ppi_sums import Design, Parts

NAN = np.nan


def alone(probability: list[float] | np.ndarray) -> Design:
    """Every unit is its own cluster."""
    return Design(np.array(probability, dtype=float), np.arange(len(probability)))


# Eight units; people label units 0, 1 (probability 1/2: weight 2 each) and 4 (1/4: weight 4). Weights sum to 8.
JUDGE = np.array([1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0])
HUMAN = np.array([1.0, 1.0, NAN, NAN, 0.0, NAN, NAN, NAN])
EIGHT = alone([0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25])


@pytest.mark.parametrize(
    ("lam", "value"),
    [
        (0.0, 0.5),  # people alone: (2 * 1 + 2 * 1 + 4 * 0) / 8
        (1.0, 0.375),  # 5/8 + (2 * 0 + 2 * 1 + 4 * -1) / 8
        (0.5, 0.4375),  # 5/16 + (2 * .5 + 2 * 1 + 4 * -.5) / 8
    ],
)
def test_a_mean_by_hand(lam: float, value: float) -> None:
    found = ppi_mean(HUMAN, JUDGE, EIGHT, Rule(lam))
    assert found.corrected.measured.estimate.value == pytest.approx(value, abs=1e-12)
    assert (found.corrected.measured.estimate.n, found.corrected.measured.clusters) == (3, 3)
    assert (found.lam, found.judged, found.corrected.cut) == (lam, 8, None)


def test_a_ratio_by_hand() -> None:
    # Four answers, two labelled with probability 1/2. lam 1: parts (3 + 1 + 2 + 2) / 4 + (2 * 1 + 2 * -1) / 4 = 2,
    # wholes (4 + 2 + 4 + 4) / 4 + (2 * 0 + 2 * 2) / 4 = 4.5.
    # lam 0: parts (2 * 4 + 2 * 1) / 4 = 2.5, wholes (2 * 4 + 2 * 6) / 4 = 5.
    human = Parts(np.array([4.0, NAN, 1.0, NAN]), np.array([4.0, NAN, 6.0, NAN]))
    judge = Parts(np.array([3.0, 1.0, 2.0, 2.0]), np.array([4.0, 2.0, 4.0, 4.0]))
    values = [
        ppi_ratio(human, judge, alone([0.5] * 4), Rule(lam)).corrected.measured.estimate.value for lam in (1.0, 0.0)
    ]
    assert values == pytest.approx([2 / 4.5, 2.5 / 5], abs=1e-12)


@pytest.mark.parametrize(
    ("judge", "lam"),
    [
        ([0.2, 0.4, 0.6, 0.8], 0.5),  # people 0, .5, .4, .6: the slope is worked out by scipy below
        ([0.8, 0.6, 0.4, 0.2], 0.0),  # against people: cut to 0
        ([0.4, 0.5, 0.48, 0.52], 1.0),  # steeper than 1: cut to 1
        ([0.3, 0.3, 0.3, 0.3], 0.0),  # constant: nothing to go by
    ],
)
def test_the_best_weight_is_the_slope_of_people_on_the_judge(judge: list[float], lam: float) -> None:
    human, every = np.array([0.0, 0.5, 0.4, 0.6]), np.array([*judge, 0.9, 0.9])
    if lam == 0.5:
        lam = linregress(judge, human).slope
        assert 0 < lam < 1
    found = ppi_mean(np.append(human, [NAN, NAN]), every, alone([2 / 3] * 6))
    assert found.lam == pytest.approx(lam, abs=1e-12)
    value = lam * every.mean() + human.mean() - lam * np.mean(judge)
    assert found.corrected.found.value == pytest.approx(value, abs=1e-12)


def random_case(seed: int, units: int = 60, clusters: int = 12) -> tuple[Parts, Parts, Design]:
    """Ratios in clusters of unequal size; about half of the clusters labelled, with unequal probabilities."""
    rng = np.random.default_rng(seed)
    cluster = np.sort(rng.integers(0, clusters, units)) * 7 - 3
    whole = rng.integers(1, 6, units).astype(float)
    part = rng.binomial(whole.astype(int), 0.3 + 0.4 * (cluster % 2)).astype(float)
    judge_whole = np.maximum(1.0, whole + rng.integers(-1, 2, units))
    judge_part = np.minimum(judge_whole, np.maximum(0.0, part + rng.integers(-1, 2, units)))
    chance = rng.uniform(0.3, 0.9, clusters)
    drawn = rng.random(clusters) < chance
    drawn[[0, 1, 2]] = True
    at = (cluster + 3) // 7
    human = Parts(np.where(drawn[at], part, NAN), np.where(drawn[at], whole, NAN))
    return human, Parts(judge_part, judge_whole), Design(chance[at], cluster)


def plainly(human: Parts, judge: Parts, design: Design, lam: float | None) -> float:
    """The estimate written out as in the docstring, the weight from loops over clusters."""
    have = ~np.isnan(human.part)
    weight = 1 / design.probability[have]
    weight = weight / weight.sum()
    share = (weight @ human.part[have]) / (weight @ human.whole[have])
    residual = weight * (human.part - share * human.whole)[have]
    by_judge = (judge.part - share * judge.whole)[have]
    by_judge = weight * (by_judge - weight @ by_judge)
    if lam is None:
        own = design.cluster[have]
        sums = np.array([[residual[own == c].sum(), by_judge[own == c].sum()] for c in np.unique(own)])
        spread = sums[:, 1] @ sums[:, 1]
        lam = 0.0 if spread < 1e-20 else float(np.clip(sums[:, 0] @ sums[:, 1] / spread, 0, 1))
    part, whole = (
        lam * j.mean() + weight @ (h[have] - lam * j[have])
        for h, j in ((human.part, judge.part), (human.whole, judge.whole))
    )
    return float(part / whole)


def without(human: Parts, judge: Parts, design: Design, left: int) -> tuple[Parts, Parts, Design]:
    kept = design.cluster != left
    return (
        Parts(human.part[kept], human.whole[kept]),
        Parts(judge.part[kept], judge.whole[kept]),
        Design(design.probability[kept], design.cluster[kept]),
    )


@pytest.mark.parametrize("lam", [None, 0.0, 0.4, 1.0])
def test_the_interval_is_that_of_leaving_clusters_out_one_by_one(lam: float | None) -> None:
    for seed in range(5):
        case = random_case(seed)
        found = ppi_ratio(*case, Rule(lam)).corrected
        ids = np.unique(case[2].cluster)
        left_out = np.array([plainly(*without(*case, left), lam) for left in ids])
        value = plainly(*case, lam)
        assert found.measured.estimate.value == pytest.approx(value, abs=1e-10)
        assert found.found.cluster.tolist() == ids.tolist()
        assert found.found.left_out == pytest.approx(left_out, abs=1e-10)
        error = np.sqrt((len(ids) - 1) / len(ids) * np.square(left_out - left_out.mean()).sum())
        half = t.ppf(0.975, found.measured.clusters - 1) * error
        assert found.measured.interval.low == pytest.approx(max(0, value - half), abs=1e-10)
        assert found.measured.interval.high == pytest.approx(min(1, value + half), abs=1e-10)


def test_with_everyone_labelled_the_mean_has_its_t_interval_whatever_the_judge_said() -> None:
    rng = np.random.default_rng(5)
    human, judge = rng.random(20), rng.random(20)
    measured = ppi_mean(human, judge, alone([1.0] * 20), Rule(0.0)).corrected.measured
    half = t.ppf(0.975, 19) * human.std(ddof=1) / np.sqrt(20)
    assert measured.estimate.value == pytest.approx(human.mean())
    assert (measured.interval.low, measured.interval.high) == pytest.approx(
        (human.mean() - half, human.mean() + half), abs=1e-12
    )
    assert ppi_mean(human, judge, alone([1.0] * 20)).corrected.measured.estimate.value == pytest.approx(human.mean())


def test_for_these_units_only_labelled_clusters_leave_and_the_sampled_share_shrinks_the_interval() -> None:
    # Simple random sample of 4 of 10: the textbook error is sqrt((1 - 4/10) s^2 / 4), the t interval's by leaving out.
    rng = np.random.default_rng(8)
    judge = rng.random(10)
    human = np.where(np.arange(10) < 4, rng.random(10), NAN)
    found = ppi_mean(human, judge, alone([0.4] * 10), Rule(0.7, "these units")).corrected
    residual = (human - 0.7 * judge)[:4]
    half = t.ppf(0.975, 3) * np.sqrt(0.6 * residual.var(ddof=1) / 4)
    value = 0.7 * judge.mean() + residual.mean()
    assert found.measured.interval.low == pytest.approx(max(0, value - half), abs=1e-12)
    assert found.measured.interval.high == pytest.approx(min(1, value + half), abs=1e-12)
    assert found.found.cluster.tolist() == [0, 1, 2, 3]


def test_the_least_probability_of_a_cluster_shrinks_it() -> None:
    human, judge, design = random_case(1)
    low = replace(design, probability=np.where(np.arange(60) % 5 == 0, 0.2, design.probability))
    found = ppi_ratio(human, judge, low, Rule(0.0, "these units")).corrected.found
    free = ppi_ratio(human, judge, low, Rule(0.0)).corrected.found
    at = np.searchsorted(free.cluster, found.cluster)
    least = np.array([low.probability[low.cluster == c].min() for c in found.cluster])
    assert found.left_out - found.value == pytest.approx(np.sqrt(1 - least) * (free.left_out[at] - free.value))


def test_answers_that_were_sure_to_be_drawn_have_no_part_in_the_error_of_these_units() -> None:
    # Two answers drawn for certain, two of six others by chance: the first two do not vary.
    human = np.array([0.2, 0.9, 0.1, 0.6, *[NAN] * 4])
    found = ppi_mean(human, np.full(8, 0.5), alone([1.0, 1.0, *[1 / 3] * 6]), Rule(0.0, "these units")).corrected
    assert found.found.left_out[:2] == pytest.approx(found.found.value)
    assert found.measured.interval.low is not None


def test_a_census_of_these_units_has_no_sampling_error() -> None:
    found = ppi_mean(np.array([0.0, 1.0, 1.0]), np.ones(3), alone([1.0] * 3), Rule(None, "these units"))
    assert found.corrected.measured.estimate.value == pytest.approx(2 / 3)
    words = "people labelled every unit that counts: the value is theirs, without sampling error"
    assert found.corrected.measured.interval == Interval(None, None, PLAIN, 0.95, words)


def test_an_error_that_no_cluster_showed_is_not_taken_for_none() -> None:
    # Judge and people agree on all 10 labelled units of 40: exact bound of the error 1 - .025 ** (1 / 10), squared
    # and added to the t interval of the judge's mean; the sum of squares of its left-out values by hand below.
    judge = np.array([1.0, 0.0] * 20)
    human = np.where(np.arange(40) < 10, judge, NAN)
    measured = ppi_mean(human, judge, alone([0.25] * 40)).corrected.measured
    error = np.sqrt(39 / 40 * 40 * (0.5 / 39) ** 2)
    half = np.hypot(t.ppf(0.975, 9) * error, 1 - 0.025**0.1)
    assert measured.interval.method == SQUARED
    assert (measured.interval.low, measured.interval.high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-9)


def test_no_interval_has_zero_width_when_all_labels_are_0() -> None:
    human = np.where(np.arange(40) < 10, 0.0, NAN)
    judge = np.array([1.0, 0.0] * 20)
    measured = ppi_mean(human, judge, alone([0.25] * 40)).corrected.measured
    assert measured.estimate.value == 0.0
    assert (measured.interval.low, measured.interval.high) == pytest.approx((0.0, 1 - 0.025**0.1), abs=1e-12)


def test_values_on_another_range_have_the_bounds_of_that_range() -> None:
    human = np.where(np.arange(40) < 10, 5.0, NAN)
    rule = Rule(low=1.0, high=5.0)
    measured = ppi_mean(human, np.full(40, 4.0), alone([0.25] * 40), rule).corrected.measured
    assert (measured.interval.low, measured.interval.high) == pytest.approx((5 - 4 * (1 - 0.025**0.1), 5.0), abs=1e-9)
    with pytest.raises(ValueError, match=r"unit 0: people's value lies outside \[0, 1\]"):
        ppi_mean(human, np.full(40, 1.0), alone([0.25] * 40))


def test_an_impossible_value_is_cut_and_said_so() -> None:
    # lam 1: judge's mean 1/4, people 1 lower than the judge on the labelled half: 1/4 - 1/2 = -1/4.
    judge = np.array([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    human = np.array([0.0, 0.0, NAN, NAN, NAN, NAN, NAN, NAN])
    found = ppi_mean(human, judge, alone([0.25] * 8), Rule(1.0)).corrected
    assert found.measured.estimate.value == 0.0
    assert found.cut == "the correction gave -0.250, which is impossible: cut to 0"
    assert found.found.value == pytest.approx(-0.25)
    assert found.measured.interval.low == 0.0


def test_the_difference_of_two_systems_is_paired_by_query() -> None:
    rng = np.random.default_rng(2)
    base = rng.random(30)
    queries = Design(np.full(30, 0.5), np.arange(30) + 100)
    drawn = np.arange(30) % 2 == 0
    human = [np.where(drawn, np.clip(base + shift, 0, 1), NAN) for shift in (0.0, -0.1)]
    judge = [np.clip(base + shift, 0, 1) for shift in (0.05, 0.0)]
    first, second = (ppi_mean(h, j, queries).corrected for h, j in zip(human, judge, strict=True))
    apart = difference(first, second)
    left_out = first.found.left_out - second.found.left_out
    half = t.ppf(0.975, 14) * np.sqrt(29 / 30 * np.square(left_out - left_out.mean()).sum())
    value = first.found.value - second.found.value
    assert apart.estimate.value == pytest.approx(value)
    assert (apart.estimate.n, apart.clusters) == (15, 15)
    assert (apart.interval.low, apart.interval.high) == pytest.approx((value - half, value + half), abs=1e-12)
    assert half < 0.5 * (first.measured.interval.high - first.measured.interval.low)


def test_a_difference_with_a_refused_side_is_refused_for_its_reason() -> None:
    fine = ppi_mean(HUMAN, JUDGE, EIGHT).corrected
    none = ppi_mean(np.full(8, NAN), JUDGE, EIGHT).corrected
    for sides in ((fine, none), (none, fine)):
        assert difference(*sides).estimate.undefined == "people labelled nothing: there is nothing to correct by"


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_neither_the_order_nor_the_numbers_of_units_and_clusters_matter(seed: int, random: object) -> None:
    human, judge, design = random_case(seed % 1000)
    order = np.random.default_rng(seed).permutation(60)
    moved = ppi_ratio(
        Parts(human.part[order], human.whole[order]),
        Parts(judge.part[order], judge.whole[order]),
        Design(design.probability[order], 1000 - design.cluster[order]),
    ).corrected.measured
    still = ppi_ratio(human, judge, design).corrected.measured
    assert moved.estimate.value == pytest.approx(still.estimate.value, abs=1e-10)
    assert moved.interval.low == pytest.approx(still.interval.low, abs=1e-10)


@settings(max_examples=25)
@given(st.integers(0, 999), st.floats(0.2, 1.0))
def test_probabilities_count_by_their_ratios_and_doubled_clusters_leave_the_value(seed: int, factor: float) -> None:
    human, judge, design = random_case(seed)
    value = ppi_ratio(human, judge, design).corrected.found.value
    scaled = replace(design, probability=design.probability * factor)
    assert ppi_ratio(human, judge, scaled).corrected.found.value == pytest.approx(value, abs=1e-10)
    twice = ppi_ratio(
        Parts(np.tile(human.part, 2), np.tile(human.whole, 2)),
        Parts(np.tile(judge.part, 2), np.tile(judge.whole, 2)),
        Design(np.tile(design.probability, 2), np.concatenate([design.cluster, design.cluster + 1000])),
    )
    assert twice.corrected.found.value == pytest.approx(value, abs=1e-10)


@settings(max_examples=25)
@given(st.integers(0, 999))
def test_a_judge_who_agrees_wherever_people_looked_is_believed_everywhere(seed: int) -> None:
    human, _, design = random_case(seed)
    have = ~np.isnan(human.part)
    rng = np.random.default_rng(seed)
    judge = Parts(np.where(have, human.part, rng.integers(0, 3, 60)), np.where(have, human.whole, 3.0))
    found = ppi_ratio(human, judge, design)
    if found.lam != 0:  # 0 only where people's residuals are constant
        assert found.lam == pytest.approx(1.0)
        assert found.corrected.found.value == pytest.approx(judge.part.sum() / judge.whole.sum(), abs=1e-9)
