import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, numbers, pair_counts
from hypothesis import given
from scipy.stats import pearsonr, spearmanr

from agreement.correlation import pearson, pearson_values, spearman, spearman_values
from agreement.scale import Scale


def columns(table: np.ndarray, codes: tuple[float, ...]) -> tuple[list[float], list[float]]:
    """One entry for each unit of a count table."""
    cells = [(i, j) for i, j in np.ndindex(table.shape) for _ in range(int(table[i, j]))]
    return [codes[i] for i, _ in cells], [codes[j] for _, j in cells]


def test_pearson_by_hand() -> None:
    # Units (0,0), (1,0), (2,2), (1,2): means 1 and 1; sxy = 1*1 + 0 + 1*1 + 0 = 2; sxx = 2, syy = 4; r = 2 / sqrt 8.
    table = np.array([[1.0, 0, 0], [1, 0, 1], [0, 0, 1]])
    found = pearson(table, letters(3))
    assert found.value == pytest.approx(2 / 8**0.5, abs=1e-15)
    assert found.n == 4


def test_spearman_by_hand() -> None:
    # The same units: ranks 1, 2.5, 4, 2.5 and 1.5, 1.5, 3.5, 3.5; centred -1.5, 0, 1.5, 0 and -1, -1, 1, 1:
    # sxy = 3, sxx = 4.5, syy = 4; rho = 3 / sqrt 18.
    table = np.array([[1.0, 0, 0], [1, 0, 1], [0, 0, 1]])
    assert spearman(table).value == pytest.approx(3 / 18**0.5, abs=1e-15)


def test_published_values() -> None:
    for table, r, rho in ((published.WICE_GPT4, 0.579315, 0.566032), (published.WICE_GPT35, 0.395753, 0.303028)):
        assert pearson(table, letters(3)).value == pytest.approx(r, abs=6e-7)
        assert spearman(table).value == pytest.approx(rho, abs=6e-7)


def test_of_two_values_it_is_phi() -> None:
    # (n11 n00 - n10 n01) / sqrt of the product of margins: (45*40 - 6*9) / sqrt(49 * 51 * 46 * 54).
    table = published.PARADOXES[0][0]
    expected = (45 * 40 - 6 * 9) / (49 * 51 * 46 * 54) ** 0.5
    assert pearson(table, letters(2)).value == pytest.approx(expected, abs=1e-14)
    assert spearman(table).value == pytest.approx(expected, abs=1e-14)


def test_codes_are_declared_and_spearman_sees_only_their_order() -> None:
    uneven = Scale(("a", "b", "c"), "ordinal", (0.0, 1.0, 10.0))
    table = np.array([[3.0, 2, 0], [1, 4, 1], [0, 1, 5]])
    first, second = columns(table, uneven.codes)
    assert pearson(table, uneven).value == pytest.approx(pearsonr(first, second).statistic, abs=1e-12)
    assert pearson(table, uneven).value != pytest.approx(pearson(table, letters(3)).value, abs=1e-4)


@given(pair_counts(4))
def test_both_equal_scipy_wherever_defined(table: np.ndarray) -> None:
    first, second = columns(table, letters(4).codes)
    r, rho = pearson(table, letters(4)), spearman(table)
    if len(set(first)) < 2 or len(set(second)) < 2:
        words = "a rater gave the same value to every unit" if first else "no unit was labelled by both raters"
        assert (r.value, rho.value, r.undefined, rho.undefined) == (None, None, words, words)
        return
    assert r.value == pytest.approx(pearsonr(first, second).statistic, abs=1e-10)
    assert rho.value == pytest.approx(spearmanr(first, second).statistic, abs=1e-10)


@given(pair_counts(3))
def test_laws_of_correlation(table: np.ndarray) -> None:
    scale = letters(3)
    for found, turned, reversed_, twice, shifted in (
        (
            pearson(table, scale),
            pearson(table.T, scale),
            pearson(table[::-1], scale),
            pearson(2 * table, scale),
            pearson(table, numbers(1001, 1003)),
        ),
        (spearman(table), spearman(table.T), spearman(table[::-1]), spearman(2 * table), spearman(table)),
    ):
        if found.value is not None:
            assert -1 <= found.value <= 1
            assert turned.value == pytest.approx(found.value, abs=1e-12)
            assert reversed_.value == pytest.approx(-found.value, abs=1e-12)
            assert twice.value == pytest.approx(found.value, abs=1e-12)
            assert shifted.value == pytest.approx(found.value, abs=1e-9)


def test_perfect_agreement_is_exactly_one_and_perfect_opposition_minus_one() -> None:
    same = np.diag([3.0, 1, 7, 11])
    for values in (pearson_values(same, letters(4)), spearman_values(same)):
        assert values == 1.0
    for values in (pearson_values(np.diag([3.0, 1, 1, 3])[::-1], letters(4)), spearman_values(np.diag([3.0, 9])[::-1])):
        assert values == -1.0


def test_a_constant_shift_between_raters_is_not_seen() -> None:
    assert pearson(np.array([[0.0, 4, 0], [0, 0, 5], [0, 0, 0]]), letters(3)).value == 1.0


def test_a_constant_rater_is_seen_through_the_rounding_of_weights() -> None:
    # Labels of weight .1 in all: the mean of a constant code .7 is not .7 to the last digit.
    assert 0.7 * 0.1 / 0.1 != 0.7
    scale = Scale(("a", "b"), "interval", (0.7, 1.1))
    assert pearson(np.array([[0.05, 0.05], [0, 0]]), scale).undefined == "a rater gave the same value to every unit"


def test_a_stack_of_tables_gives_the_values_of_each() -> None:
    stack = np.stack([published.WICE_GPT4, published.WICE_GPT35, np.zeros((3, 3))])
    for values, one in (
        (pearson_values(stack, letters(3)), lambda t: pearson(t, letters(3))),
        (spearman_values(stack), spearman),
    ):
        assert values[:2] == pytest.approx([one(table).value for table in stack[:2]])
        assert np.isnan(values[2])
