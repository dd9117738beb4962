import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from agreement.moments import PairNumbers, moment_tables, stacked
from agreement.ranks import RANKS, kendall_left_out, spearman_left_out
from agreement.share import NO_COMMON_UNIT

SCIPY = {"spearman": spearmanr, "kendall": kendalltau}


def pair_of(*units: tuple[int, float, float]) -> PairNumbers:
    """Units as (cluster, first, second)."""
    cluster, first, second = (np.array(column) for column in zip(*units, strict=True))
    return PairNumbers(cluster.astype(int), first.astype(float), second.astype(float))


# Ties in both: first .1, .1, .3, .5; second 1, 2, 2, 3.
SMALL = pair_of((0, 0.1, 1), (0, 0.1, 2), (5, 0.3, 2), (9, 0.5, 3))


def test_spearman_by_hand() -> None:
    # Ranks 1.5, 1.5, 3, 4 and 1, 2.5, 2.5, 4, less 2.5: -1, -1, .5, 1.5 and -1.5, 0, 0, 1.5.
    # Joint 1.5 + 2.25 = 3.75; squares 4.5 and 4.5.
    found = spearman_left_out(SMALL)
    assert found.total == pytest.approx(3.75 / 4.5, abs=1e-15)
    # Without 0: two units in the same order. Without 5: ranks 1.5, 1.5, 3 and 1, 2, 3: 1.5 / sqrt(1.5 * 2).
    # Without 9: 1.5, 1.5, 3 and 1, 2.5, 2.5: -.5, -.5, 1 and -1, .5, .5: .75 / 1.5.
    assert found.without == pytest.approx([1.0, 1.5 / np.sqrt(3), 0.5], abs=1e-15)


def test_kendall_by_hand() -> None:
    # Six pairs of units: tied by the first 1, by the second 1, the other four in the same order: 4 / sqrt(5 * 5).
    found = kendall_left_out(SMALL)
    assert found.total == pytest.approx(4 / 5, abs=1e-15)
    # Without 0 one pair, in order; without 5 three pairs, one tied, two in order: 2 / sqrt(2 * 3);
    # without 9 three pairs, one tied by each, one in order: 1 / 2.
    assert found.without == pytest.approx([1.0, 2 / np.sqrt(6), 0.5], abs=1e-15)


def random_pair(seed: int) -> PairNumbers:
    """Sometimes many ties, sometimes none; clusters of all sizes, in no order."""
    rng = np.random.default_rng(seed)
    units, ties = 30, (2, 5, 1000)[seed % 3]
    first = rng.integers(-ties, ties, units) / 7
    second = first + rng.integers(-ties, ties, units) / (1, 7)[seed % 2]
    return PairNumbers(rng.integers(0, 1 + seed % 8, units), first, second)


def scipy_value(name: str, first: np.ndarray, second: np.ndarray) -> float:
    if len(set(first)) < 2 or len(set(second)) < 2:
        return float("nan")
    return float(SCIPY[name](first, second).statistic)


def check_against_scipy(name: str, seed: int) -> None:
    pair = random_pair(seed)
    found = RANKS[name].left_out(pair)
    assert found.total == pytest.approx(scipy_value(name, pair.first, pair.second), abs=1e-10, nan_ok=True)
    kept = [pair.cluster != cluster for cluster in np.unique(pair.cluster)]
    theirs = [scipy_value(name, pair.first[rest], pair.second[rest]) for rest in kept]
    assert found.without == pytest.approx(theirs, abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("name", RANKS)
@pytest.mark.parametrize("seed", range(20))
def test_scipy_gives_the_same_with_each_cluster_left_out(name: str, seed: int) -> None:
    check_against_scipy(name, seed)


@pytest.mark.load
@pytest.mark.parametrize("name", RANKS)
def test_scipy_gives_the_same_on_200_sets(name: str) -> None:
    for seed in range(20, 220):
        check_against_scipy(name, seed)


def test_kendall_of_many_units_takes_no_time_by_the_pair() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=3000), rng.integers(0, 4, 3000).astype(float)
    found = kendall_left_out(PairNumbers(np.arange(3000) // 3, first, second))
    assert found.total == pytest.approx(kendalltau(first, second).statistic, abs=1e-10)
    assert found.without[7] == pytest.approx(
        kendalltau(np.delete(first, [21, 22, 23]), np.delete(second, [21, 22, 23])).statistic, abs=1e-10
    )


numbers = st.sampled_from([-2.0, -1.0, 0.0, 0.137, 1.0, 2.5])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), numbers, numbers), min_size=1, max_size=12))
def test_laws_of_ranks(units: list[tuple[int, float, float]]) -> None:
    pair = pair_of(*units)
    for name, rank in RANKS.items():
        found = rank.left_out(pair)
        assert np.isnan(found.total) or -1 <= found.total <= 1
        swapped = rank.left_out(PairNumbers(pair.cluster[::-1], pair.second[::-1], pair.first[::-1]))
        assert swapped.total == pytest.approx(found.total, abs=1e-12, nan_ok=True), name
        assert swapped.without == pytest.approx(found.without, abs=1e-12, nan_ok=True), name
        bent = rank.left_out(PairNumbers(pair.cluster, np.exp(pair.first), -pair.second))
        assert bent.total == pytest.approx(-found.total, abs=1e-12, nan_ok=True), "only the order counts"


def test_one_order_is_exactly_one() -> None:
    pair = pair_of((0, 0.1, 3), (1, 0.7, 8), (2, 0.9, 900))
    against = PairNumbers(pair.cluster, pair.first, -pair.second)
    for rank in RANKS.values():
        assert (rank.left_out(pair).total, rank.left_out(against).total) == (1.0, -1.0)


def test_a_constant_rater_and_no_unit_are_undefined() -> None:
    constant = pair_of((0, 0.3, 1), (1, 0.3, 2), (2, 0.3, 3))
    for name, rank in RANKS.items():
        found = rank.left_out(constant)
        assert np.isnan([found.total, *found.without]).all(), name
        assert rank.statistic.why(moment_tables([constant]).totals[0]) == "a rater gave the same number to every unit"
        nothing = rank.left_out(stacked([]))
        assert np.isnan(nothing.total)
        assert len(nothing.without) == 0
        assert rank.statistic.why(np.zeros(9)) == NO_COMMON_UNIT
        assert (rank.statistic.name, rank.statistic.needs_order) == (name, False)


def test_values_go_by_pair_then_cluster_as_the_sums_do() -> None:
    pairs = [random_pair(5), random_pair(7)]
    tables = moment_tables(pairs)
    for rank in RANKS.values():
        found = rank.values(pairs, tables)
        assert found.total.tolist() == [rank.left_out(pair).total for pair in pairs]
        assert found.of_group(1).left_out.tolist() == rank.left_out(pairs[1]).without.tolist()
        assert found.of_group(1).cluster.tolist() == np.unique(pairs[1].cluster).tolist()
        assert rank.values([], moment_tables([])).left_out.shape == (0,)
