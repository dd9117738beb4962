"""Systematic disagreement: Stuart-Maxwell, Bowker, their cluster forms and the cumulative bias."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import letters, pair_counts
from hypothesis import given, settings
from statsmodels.stats.contingency_tables import SquareTable
from validation_cases import one_unit_each, random_tables, tables_of

from agreement.jackknife import PLAIN
from agreement.scale import RELEVANCE, STANCE
from agreement.significance import CHI_SQUARE, WALD
from agreement.symmetry import NO_DISAGREEMENT, bias_values, bowker, cumulative_bias, stuart_maxwell, symmetry
from agreement.tensors import Tables

# Stuart 1955, unaided vision of 7,477 women, right eye by left eye: homogeneity 11.96 (3 df), symmetry 19.11 (6 df).
STUART_1955 = np.array([[1520.0, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]])
THREE = letters(3)
# 20 random data sets each time, and 180 more in the load suite.
SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.load) for seed in range(20, 200))]


def test_both_tests_by_hand_on_two_values_are_mcnemars() -> None:
    # b = 9 and c = 3 disagreements: (9 - 3)^2 / (9 + 3) = 3 on 1 degree of freedom.
    table = np.array([[20.0, 9], [3, 10]])
    for tested in (stuart_maxwell(table), bowker(table)):
        assert (tested.statistic, tested.freedom, tested.method) == (pytest.approx(3.0), 1, CHI_SQUARE)
        assert tested.p == pytest.approx(0.0832645, abs=1e-6)


def test_both_tests_by_hand_on_three_values() -> None:
    # Bowker: (6-2)^2/8 + (4-0)^2/4 + (5-3)^2/8 = 2 + 4 + .5 = 6.5 on 3.
    # Stuart-Maxwell: rows 20, 12, 7 minus columns 12, 14, 13: d = 8, -2, -6. Without the first value
    # S = [[12 + 14 - 10, -(5 + 3)], [-(5 + 3), 7 + 13 - 8]] = [[16, -8], [-8, 12]] with determinant 128, so
    # d' S^-1 d = (12 * 4 + 2 * 8 * 12 + 16 * 36) / 128 = 6.375 on 2.
    table = np.array([[10.0, 6, 4], [2, 5, 5], [0, 3, 4]])
    assert bowker(table).statistic == pytest.approx(6.5)
    assert bowker(table).freedom == 3
    assert stuart_maxwell(table).statistic == pytest.approx(6.375)
    assert stuart_maxwell(table).freedom == 2


def test_the_published_vision_data() -> None:
    homogeneity, symmetric = stuart_maxwell(STUART_1955), bowker(STUART_1955)
    assert (homogeneity.statistic, homogeneity.freedom) == (pytest.approx(11.96, abs=0.005), 3)
    assert (symmetric.statistic, symmetric.freedom) == (pytest.approx(19.11, abs=0.005), 6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_classical_tests_equal_statsmodels(seed: int) -> None:
    table = np.random.default_rng(seed).integers(1, 30, (2 + seed % 4, 2 + seed % 4)).astype(float)
    theirs = SquareTable(table, shift_zeros=False)
    for ours, reference in ((stuart_maxwell(table), theirs.homogeneity()), (bowker(table), theirs.symmetry())):
        assert ours.statistic == pytest.approx(reference.statistic, abs=1e-10)
        assert (ours.freedom, ours.p) == (reference.df, pytest.approx(reference.pvalue, abs=1e-10))


@pytest.mark.parametrize("seed", range(6))
def test_with_independent_units_the_cluster_test_is_bhapkars(seed: int) -> None:
    # Bhapkar's covariance has N where the jackknife's has N - 1: F = W (N - 1) / N * (N - m) / (m (N - 1)).
    table = np.random.default_rng(seed).integers(1, 9, (3, 3)).astype(float)
    bhapkar, n = SquareTable(table, shift_zeros=False).homogeneity(method="bhapkar").statistic, table.sum()
    found = symmetry(one_unit_each(table), THREE).homogeneity
    assert found.statistic == pytest.approx(bhapkar * (n - 2) / (2 * n), abs=1e-10)
    assert (found.freedom, found.freedom_of_error, found.method) == (2, n - 2, WALD)


def test_on_two_values_the_cluster_tests_are_the_t_test_of_the_bias() -> None:
    tables = random_tables(1, size=2)
    found = symmetry(tables, RELEVANCE)
    assert found.above_minus_below.estimate.value is not None
    assert found.above_minus_below.interval.high is not None
    half = found.above_minus_below.interval.high - found.above_minus_below.estimate.value
    t = found.above_minus_below.estimate.value / (half / 2.200985160082949)  # 97.5 % of t with 11 degrees of freedom
    assert found.homogeneity.statistic == pytest.approx(t * t)
    assert found.symmetry.statistic == pytest.approx(t * t)


def test_the_cluster_test_of_symmetry_leaves_out_each_cluster() -> None:
    tables = random_tables(2, clusters=20)
    pairs = ([0, 0, 1], [1, 2, 2])

    def skew(table: np.ndarray) -> np.ndarray:
        return (table[pairs] - table.T[pairs]) / table.sum()

    total = tables.counts.sum(axis=0)
    left_out = np.array([skew(total - own) for own in tables.counts])
    covariance = np.cov(left_out.T, bias=True) * 19
    f = skew(total) @ np.linalg.inv(covariance) @ skew(total) * (20 - 3) / (3 * 19)
    found = symmetry(tables, THREE).symmetry
    assert (found.statistic, found.freedom, found.freedom_of_error) == (pytest.approx(f), 3, 17)


def test_nested_disagreement_is_less_sure_than_the_classical_tests_say() -> None:
    # All units of a cluster disagree the same way: 4 clusters one way and 2 the other are no evidence of a bias.
    up, down, same = [[0, 0], [10, 0]], [[0, 10], [0, 0]], [[5, 0], [0, 5]]
    found = symmetry(tables_of(up, up, up, up, down, down, same, same), RELEVANCE)
    assert found.stuart_maxwell.p is not None
    assert found.homogeneity.p is not None
    assert found.stuart_maxwell.p < 0.01 < 0.3 < found.homogeneity.p


def test_the_bias_by_hand() -> None:
    # Of 10 units the first is above in 4 (below the diagonal) and below in 1: .3. Without a: 1/5 - 1/5; without b: 3/5.
    a, b = [[1, 0, 0], [2, 1, 0], [1, 0, 0]], [[1, 1, 0], [0, 1, 0], [0, 1, 1]]
    found = symmetry(tables_of(a, b), THREE)
    assert found.above_minus_below.estimate.value == pytest.approx(0.3)
    assert (found.above_minus_below.estimate.n, found.n, found.above_minus_below.clusters, found.clusters) == (
        10,
        10,
        2,
        2,
    )
    # se^2 = 1/2 * 2 * .3^2, t with 1 degree of freedom 12.706: cut off at the bounds.
    assert (
        found.above_minus_below.interval.low,
        found.above_minus_below.interval.high,
        found.above_minus_below.interval.method,
    ) == (-1.0, 1.0, PLAIN)


def test_the_shift_of_each_value_by_hand() -> None:
    found = symmetry(tables_of([[1, 0, 0], [2, 1, 0], [1, 0, 0]], [[1, 1, 0], [0, 1, 0], [0, 1, 1]]), THREE)
    # Rows 3, 4, 3 and columns 5, 4, 1 of 10.
    assert [shift.value for shift in found.shifts] == list(THREE.values)
    assert [(shift.first, shift.second) for shift in found.shifts] == [(0.3, 0.5), (0.4, 0.4), (0.3, 0.1)]
    assert [shift.difference.estimate.value for shift in found.shifts] == pytest.approx([-0.2, 0.0, 0.2])
    assert all((shift.difference.clusters, shift.difference.estimate.n) == (2, found.n) for shift in found.shifts)
    # Of the first value without each cluster .2 and -.6: se .4, times 12.706, cut off at the bounds.
    assert (found.shifts[0].difference.interval.low, found.shifts[0].difference.interval.high) == (-1.0, 1.0)


def test_the_interval_of_a_shift_leaves_out_each_cluster() -> None:
    tables = random_tables(3)
    total = tables.counts.sum(axis=0)
    left_out = [(rest.sum(axis=1) - rest.sum(axis=0))[1] / rest.sum() for rest in total - tables.counts]
    half = 2.200985160082949 * (11 * np.var(left_out)) ** 0.5
    interval = symmetry(tables, THREE).shifts[1].difference.interval
    assert interval.high is not None
    assert interval.low is not None
    assert (interval.high - interval.low) / 2 == pytest.approx(half)


@settings(max_examples=30)
@given(pair_counts(3))
def test_the_second_rater_first_turns_the_signs_and_keeps_the_tests(table: np.ndarray) -> None:
    for test in (stuart_maxwell, bowker):
        one, other = test(table), test(table.T)
        assert one.undefined == other.undefined
        assert one.p is None or one.p == pytest.approx(other.p)
    assert bias_values(table) == pytest.approx(-bias_values(table.T), nan_ok=True)


@settings(max_examples=30)
@given(pair_counts(4))
def test_renaming_values_and_adding_agreements_or_unused_values_keeps_the_classical_tests(table: np.ndarray) -> None:
    larger = np.zeros((5, 5))
    larger[np.ix_([3, 0, 4, 1], [3, 0, 4, 1])] = table + 7 * np.eye(4)
    for test in (stuart_maxwell, bowker):
        one, other = test(table), test(larger)
        assert (one.freedom, one.undefined) == (other.freedom, other.undefined)
        assert one.statistic is None or one.statistic == pytest.approx(other.statistic, abs=1e-9)


def test_values_that_fall_into_separate_sets_are_tested_set_by_set() -> None:
    # Values 0, 1 are only taken for each other and so are 2, 3: two McNemar tests, (8-2)^2/10 + (5-1)^2/6 on 2.
    table = np.diag([9.0, 9, 9, 9])
    table[0, 1], table[1, 0], table[2, 3], table[3, 2] = 8, 2, 5, 1
    for tested in (stuart_maxwell(table), bowker(table)):
        assert (tested.statistic, tested.freedom) == (pytest.approx(3.6 + 16 / 6), 2)


def test_swapping_the_raters_turns_the_bias_and_keeps_the_cluster_tests() -> None:
    tables = random_tables(4, lean=0.3)
    swapped = tables_of(*tables.counts.transpose(0, 2, 1))
    one, other = symmetry(tables, THREE), symmetry(swapped, THREE)
    assert one.above_minus_below.estimate.value == pytest.approx(-other.above_minus_below.estimate.value)  # type: ignore[operator]
    assert one.above_minus_below.interval.high == pytest.approx(-other.above_minus_below.interval.low)  # type: ignore[operator]
    assert one.homogeneity.p == pytest.approx(other.homogeneity.p)
    assert one.symmetry.p == pytest.approx(other.symmetry.p)


def test_duplicated_clusters_keep_the_values_and_sharpen_the_tests() -> None:
    tables = random_tables(5, clusters=15, lean=0.2)
    once, twice = symmetry(tables, THREE), symmetry(tables_of(*tables.counts, *tables.counts), THREE)
    assert once.above_minus_below.estimate.value == pytest.approx(twice.above_minus_below.estimate.value)
    for name in ("homogeneity", "symmetry", "stuart_maxwell", "bowker"):
        assert getattr(twice, name).p < getattr(once, name).p


def test_full_agreement_leaves_nothing_to_test() -> None:
    found = symmetry(tables_of(np.diag([3, 1, 0]), np.diag([0, 2, 2])), THREE)
    for tested in (found.homogeneity, found.symmetry, found.stuart_maxwell, found.bowker):
        assert tested.undefined == NO_DISAGREEMENT
    assert (found.homogeneity.method, found.bowker.method) == (WALD, CHI_SQUARE)
    assert found.stuart_maxwell.method == CHI_SQUARE
    assert found.above_minus_below.estimate.value == 0.0
    assert "no variation" in str(found.above_minus_below.interval.undefined)


def test_without_a_common_unit_everything_is_undefined() -> None:
    empty = np.empty(0, dtype=np.intp)
    found = symmetry(Tables(np.empty((0, 3, 3)), empty, empty, empty, 1), THREE)
    assert found.above_minus_below.estimate.undefined == "no unit was labelled by both raters"
    assert (found.n, found.clusters, found.shifts) == (0, 0, ())
    assert found.homogeneity.undefined == NO_DISAGREEMENT


def test_few_clusters_leave_the_cluster_tests_open() -> None:
    found = symmetry(tables_of([[1, 2, 1], [0, 1, 1], [1, 0, 1]], [[1, 1, 1], [2, 1, 0], [1, 1, 1]]), THREE)
    assert "too few clusters: 2" in str(found.homogeneity.undefined)
    assert found.stuart_maxwell.p is not None


def test_values_without_an_order_have_no_bias() -> None:
    assert "nominal" in str(cumulative_bias(random_tables(6), STANCE).estimate.undefined)
    assert cumulative_bias(random_tables(6), STANCE).estimate.n == random_tables(6).units.sum()
    assert cumulative_bias(random_tables(6, size=2), RELEVANCE).estimate.value is not None


def test_several_groups_at_once_are_refused() -> None:
    one = random_tables(7)
    two = Tables(one.counts, np.repeat([0, 1], 6), one.cluster, one.units, 2)
    with pytest.raises(ValueError, match="2 groups; take one pair of raters, or pool"):
        symmetry(two, THREE)


@pytest.mark.load
def test_where_nothing_is_systematic_the_cluster_tests_reject_about_as_often_as_said() -> None:
    rng = np.random.default_rng(1)
    rejected = np.zeros(2)
    for _ in range(1000):
        clusters = np.zeros((30, 3, 3))
        for counts in clusters:
            truth = rng.choice(3, 10, p=rng.dirichlet(np.ones(3)))
            leaning = np.clip(truth + rng.integers(-1, 2) * (rng.random(10) < 0.3), 0, 2)
            # Which of the two leans is drawn for each cluster: units disagree alike within it, and evenly over all.
            pair = (truth, leaning) if rng.random() < 0.5 else (leaning, truth)
            np.add.at(counts, tuple(np.where(rng.random(10) < 0.3, rng.integers(0, 3, 10), side) for side in pair), 1)
        found = symmetry(tables_of(*clusters), THREE)
        rejected += [tested.p is not None and tested.p < 0.05 for tested in (found.homogeneity, found.symmetry)]
    assert (rejected / 1000 >= 0.03).all()
    assert (rejected / 1000 <= 0.075).all()
