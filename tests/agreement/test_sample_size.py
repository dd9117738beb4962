"""Sample sizes of a share: textbook numbers, the inverse, laws, and numbers out of range."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from agreement.sample_size import design_effect, margin_of, sample_size

POPULATIONS = st.integers(2, 100_000)
SHARES = st.floats(0.02, 0.98)


@pytest.mark.parametrize(
    ("population", "size"),
    [(100, 80), (500, 218), (1000, 278), (2000, 323), (5000, 357), (10_000, 370), (10**9, 385)],
)
def test_the_sizes_of_the_usual_table_for_5_percent(population: int, size: int) -> None:
    # Krejcie & Morgan 1970, table 1, whose 217, 322 and 384 are rounded to the nearest; ours are rounded up.
    assert sample_size(population) == size


def test_a_case_by_hand() -> None:
    # z^2 = 3.8415, p (1 - p) = .16, margin .04: n0 = 384.15; of 600: 384.15 / (1 + 383.15 / 600) = 234.45.
    assert sample_size(600, 0.04, 0.2) == 235
    # Twice the units by clusters: n0 = 768.29, 768.29 / (1 + 767.29 / 600) = 337.13.
    assert sample_size(600, 0.04, 0.2, 2.0) == 338
    # 1.95996 sqrt(2 * .16 * (600 - 338) / (338 * 599)) = .03988
    assert margin_of(338, 600, 0.2, 2.0) == pytest.approx(0.03988, abs=5e-6)


@settings(max_examples=40)
@given(POPULATIONS, st.floats(0.01, 0.3), SHARES, st.floats(0.5, 5.0))
def test_the_size_is_the_smallest_whose_margin_is_kept(
    population: int, margin: float, share: float, effect: float
) -> None:
    size = sample_size(population, margin, share, effect)
    assert margin_of(size, population, share, effect) <= margin + 1e-9
    if size > 1:
        assert margin_of(size - 1, population, share, effect) > margin - 1e-9


@settings(max_examples=40)
@given(POPULATIONS, SHARES)
def test_more_units_never_widen_and_a_census_has_no_margin(population: int, share: float) -> None:
    assert margin_of(population, population, share) == 0.0
    middle = max(1, population // 2)
    assert margin_of(middle, population, share) < margin_of(max(1, middle // 2), population, share) + 1e-12
    assert sample_size(population, 0.05, share) <= sample_size(population, 0.05)


def test_the_margin_is_the_error_of_drawing_without_replacement() -> None:
    # 150 of 600 with 240 yes: standard deviation of the share, times the normal quantile.
    error = hypergeom(600, 240, 150).std() / 150
    assert margin_of(150, 600, 0.4) == pytest.approx(1.959963984540054 * error)


def test_the_margin_of_a_size_asks_for_that_size() -> None:
    for n in range(1, 500, 7):
        assert sample_size(500, margin_of(n, 500)) == n
    assert margin_of(20, 100) == margin_of(20, 100, 0.5, 1.0)


def test_one_unit_is_enough_where_there_is_but_one_or_the_margin_is_wide() -> None:
    assert (sample_size(1), margin_of(1, 1)) == (1, 0.0)
    assert sample_size(1000, 0.99, 0.5) == 1


def test_the_design_effect_by_hand() -> None:
    assert design_effect(1, -1.0) == 1.0
    assert design_effect(10, 0.2) == pytest.approx(2.8)
    assert design_effect(1, 0.9) == 1.0
    assert design_effect(5, -0.5) == 0.0
    assert design_effect(7, 1.0) == 7.0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sample_size(0),
        lambda: sample_size(10, 0.0),
        lambda: sample_size(10, 1.0),
        lambda: sample_size(10, share=0.0),
        lambda: sample_size(10, share=1.0),
        lambda: sample_size(10, design_effect=0.0),
        lambda: margin_of(0, 10),
        lambda: margin_of(11, 10),
        lambda: design_effect(0.5, 0.1),
        lambda: design_effect(2, 1.1),
        lambda: design_effect(2, -1.1),
    ],
)
def test_numbers_out_of_range_are_turned_away(wrong) -> None:
    with pytest.raises(ValueError, match="got"):
        wrong()
