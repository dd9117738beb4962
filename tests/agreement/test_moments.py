from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr

from agreement.moments import MOMENTS, PairNumbers, moment_tables, stacked
from agreement.number_labels import ANY_NUMBER
from agreement.share import NO_COMMON_UNIT


def pair_of(*units: tuple[int, float, float]) -> PairNumbers:
    """Units as (cluster, first, second)."""
    cluster, first, second = (np.array(column) for column in zip(*units, strict=True))
    return PairNumbers(cluster.astype(int), first.astype(float), second.astype(float))


def values(pair: PairNumbers) -> dict[str, float]:
    total = moment_tables([pair]).totals[0]
    return {name: float(statistic.of(total, ANY_NUMBER)) for name, statistic in MOMENTS.items()}


def test_the_sums_by_hand() -> None:
    # First 1, 2, 6, sorted middle 2; second 0, 4, 2, middle 2: x = -1, 0, 4 and y = -2, 2, 0; d = 1, -2, 4.
    tables = moment_tables([pair_of((7, 1, 0), (3, 2, 4), (7, 6, 2))])
    assert tables.counts.tolist() == [[1, 0, 2, 0, 4, 0, -2, 2, 4], [2, 3, -2, 17, 4, 2, 5, 5, 17]]
    assert (tables.cluster.tolist(), tables.units.tolist(), tables.group.tolist()) == ([3, 7], [1, 2], [0, 0])


def test_all_groups_count_from_the_same_numbers() -> None:
    one, other = pair_of((0, 1, 1), (0, 5, 2)), pair_of((1, 9, 4))
    tables = moment_tables([one, other])
    # First 1, 5, 9, middle 5; second 1, 2, 4, middle 2.
    assert tables.counts[:, 1].tolist() == [-4, 4]
    assert tables.counts[:, 2].tolist() == [-1, 2]
    assert (tables.group.tolist(), tables.cluster.tolist(), tables.groups) == ([0, 1], [0, 1], 2)


def test_no_pair_has_no_sums() -> None:
    assert moment_tables([]).counts.shape == (0, 9)
    empty = moment_tables([stacked([])])
    assert (empty.groups, empty.totals.tolist()) == (1, [[0.0] * 9])


def test_each_statistic_by_hand() -> None:
    # x 1, 2, 6 (mean 3), y 0, 4, 2 (mean 2): s_x^2 = 14/3, s_y^2 = 8/3, s_xy = (4 - 2 + 0)/3. d = 1, -2, 4.
    found = values(pair_of((0, 1, 0), (1, 2, 4), (2, 6, 2)))
    assert found["pearson"] == pytest.approx(2 / sqrt(14 * 8), abs=1e-15)
    assert found["ccc"] == pytest.approx(2 * (2 / 3) / (14 / 3 + 8 / 3 + 1), abs=1e-15)
    assert found["mae"] == pytest.approx(7 / 3, abs=1e-15)
    assert found["rmse"] == pytest.approx(sqrt(21 / 3), abs=1e-15)


def random_pair(seed: int) -> PairNumbers:
    rng = np.random.default_rng(seed)
    units = 40
    first = rng.normal(rng.normal(0, 20), 1 + 5 * rng.random(), units)
    second = 0.3 * first + rng.normal(rng.normal(0, 20), 2, units)
    return PairNumbers(np.sort(rng.integers(0, 10, units)), first, second)


def check_against_numpy_and_scipy(seed: int) -> None:
    pair = random_pair(seed)
    x, y = pair.first, pair.second
    found = values(pair)
    assert found["pearson"] == pytest.approx(pearsonr(x, y).statistic, abs=1e-10)
    apart = x.var() + y.var() + (x.mean() - y.mean()) ** 2
    assert found["ccc"] == pytest.approx(2 * np.cov(x, y, ddof=0)[0, 1] / apart, abs=1e-10)
    assert found["mae"] == pytest.approx(np.abs(x - y).mean(), abs=1e-10)
    assert found["rmse"] == pytest.approx(sqrt(((x - y) ** 2).mean()), abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_numpy_and_scipy_give_the_same(seed: int) -> None:
    check_against_numpy_and_scipy(seed)


@pytest.mark.load
def test_numpy_and_scipy_give_the_same_on_200_sets() -> None:
    for seed in range(20, 220):
        check_against_numpy_and_scipy(seed)


def test_large_numbers_that_differ_little_keep_their_digits() -> None:
    pair = random_pair(3)
    far = PairNumbers(pair.cluster, pair.first + 1e9, pair.second - 1e9)
    assert values(far)["pearson"] == pytest.approx(values(pair)["pearson"], abs=1e-6)


@pytest.mark.parametrize("name", MOMENTS)
def test_leaving_out_a_cluster_is_computing_without_it(name: str) -> None:
    pair = random_pair(4)
    found = MOMENTS[name].values(moment_tables([pair]), ANY_NUMBER)
    for cluster, value in zip(np.unique(pair.cluster), found.left_out, strict=True):
        kept = pair.cluster != cluster
        rest = PairNumbers(pair.cluster[kept], pair.first[kept], pair.second[kept])
        assert value == pytest.approx(values(rest)[name], abs=1e-12)


numbers = st.sampled_from([-2.0, -1.0, 0.0, 0.137, 1.0, 2.5])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), numbers, numbers), min_size=1, max_size=12))
def test_laws_of_moments(units: list[tuple[int, float, float]]) -> None:
    pair = pair_of(*units)
    found = values(pair)
    swapped = values(PairNumbers(pair.cluster[::-1], pair.second[::-1], pair.first[::-1]))
    assert swapped == pytest.approx(found, abs=1e-12, nan_ok=True)
    twice = values(stacked([pair, PairNumbers(pair.cluster + 9, pair.first, pair.second)]))
    assert twice == pytest.approx(found, abs=1e-12, nan_ok=True)
    assert 0 <= found["mae"] <= found["rmse"] + 1e-12
    stretched = values(PairNumbers(pair.cluster, 3 * pair.first - 7, pair.second))
    assert stretched["pearson"] == pytest.approx(found["pearson"], abs=1e-9, nan_ok=True)
    if not np.isnan(found["pearson"]):
        assert abs(found["ccc"]) <= abs(found["pearson"]) + 1e-12, "concordance is never above correlation"


def test_both_orders_treat_the_raters_alike() -> None:
    both = pair_of((4, 1, 2), (5, 3, 4)).both_orders()
    assert (both.cluster.tolist(), both.first.tolist()) == ([4, 5, 4, 5], [1, 3, 2, 4])
    assert both.second.tolist() == [2, 4, 1, 3]


def test_perfect_agreement_and_exact_opposition() -> None:
    same = values(pair_of((0, 0.1, 0.1), (1, 0.7, 0.7), (2, 0.2, 0.2)))
    assert (same["pearson"], same["ccc"]) == (pytest.approx(1.0), pytest.approx(1.0))
    assert (same["mae"], same["rmse"]) == (0.0, 0.0)
    opposite = values(pair_of((0, 0.1, -0.1), (1, 0.7, -0.7), (2, 0.2, -0.2)))
    assert opposite["pearson"] == pytest.approx(-1.0)
    assert -1.0 <= opposite["pearson"] <= 1.0


@pytest.mark.parametrize("constant", [0.1, 0.137, -3.0, 1e9])
def test_a_constant_rater_has_no_correlation_and_full_distance(constant: float) -> None:
    pair = pair_of(*((k, constant, 0.3 * k) for k in range(7)))
    found = values(pair)
    assert np.isnan(found["pearson"])
    assert found["ccc"] == 0.0, "as a constant rater has a quadratic kappa of 0"
    total = moment_tables([pair]).totals[0]
    assert MOMENTS["pearson"].why(total) == "a rater gave the same number to every unit"


def test_a_rater_who_is_constant_without_one_cluster_is_seen_as_such() -> None:
    # The middle number is .2, so what is left lies off the middle, all at the same place.
    pair = pair_of((0, 0.1, 1), (0, 0.2, 2), (0, 0.25, 0), (1, 0.7, 3), (1, 0.7, 1), (1, 0.7, 2))
    without_0, without_1 = MOMENTS["pearson"].values(moment_tables([pair]), ANY_NUMBER).left_out
    assert np.isnan(without_0)
    assert not np.isnan(without_1)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_crumbs_of_rounding_are_no_spread(size: float) -> None:
    # Seven equal numbers off the middle: n sum x^2 - (sum x)^2 misses 0 for many of them.
    rest = [(1, k * size, 0.1 * k) for k in range(8)]
    for off in np.linspace(11, 12, 25) * size:
        pair = pair_of(*rest, *((0, off, 0.1 * k) for k in range(7)))
        without_0, without_1 = MOMENTS["pearson"].values(moment_tables([pair]), ANY_NUMBER).left_out
        assert without_0 == pytest.approx(1.0)
        assert np.isnan(without_1)
        swapped = moment_tables([PairNumbers(pair.cluster, pair.second, pair.first)])
        assert np.isnan(MOMENTS["pearson"].values(swapped, ANY_NUMBER).left_out[1])


def test_undefined_cases_are_said() -> None:
    same = moment_tables([pair_of((0, 0.3, 0.3), (1, 0.3, 0.3))]).totals[0]
    assert np.isnan(MOMENTS["ccc"].of(same, ANY_NUMBER))
    assert MOMENTS["ccc"].why(same) == "both raters gave one and the same number to every unit"
    nothing = np.zeros(9)
    for name, statistic in MOMENTS.items():
        assert np.isnan(statistic.of(nothing, ANY_NUMBER)), name
        assert statistic.why(nothing) == NO_COMMON_UNIT, name


def test_each_statistic_has_its_name_and_form() -> None:
    assert all(name == statistic.name and statistic.reading for name, statistic in MOMENTS.items())
    assert {name: statistic.form for name, statistic in MOMENTS.items()} == {
        "pearson": "coefficient",
        "ccc": "coefficient",
        "mae": "error",
        "rmse": "error",
    }
