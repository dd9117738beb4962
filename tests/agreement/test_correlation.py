from collections.abc import Callable

import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, numbers, pair_counts
from hypothesis import given, settings
from hypothesis import strategies as st
from pair_references import REFERENCES, columns
from scipy.stats import pearsonr, spearmanr

from agreement.correlation import (
    concordance,
    concordance_values,
    kendall,
    kendall_values,
    matthews,
    matthews_values,
    pearson,
    pearson_values,
    spearman,
    spearman_values,
)
from agreement.estimate import Estimate
from agreement.kappa import cohen_kappa
from agreement.scale import Scale

CONSTANT = "a rater gave the same value to every unit"
NO_UNIT = "no unit was labelled by both raters"
# Units (0,0), (1,0), (2,2), (1,2).
FOUR = np.array([[1.0, 0, 0], [1, 0, 1], [0, 0, 1]])


def test_pearson_by_hand() -> None:
    # Units (0,0), (1,0), (2,2), (1,2): means 1 and 1; sxy = 1*1 + 0 + 1*1 + 0 = 2; sxx = 2, syy = 4; r = 2 / sqrt 8.
    found = pearson(FOUR, letters(3))
    assert found.value == pytest.approx(2 / 8**0.5, abs=1e-15)
    assert found.n == 4


def test_spearman_by_hand() -> None:
    # The same units: ranks 1, 2.5, 4, 2.5 and 1.5, 1.5, 3.5, 3.5; centred -1.5, 0, 1.5, 0 and -1, -1, 1, 1:
    # sxy = 3, sxx = 4.5, syy = 4; rho = 3 / sqrt 18.
    assert spearman(FOUR).value == pytest.approx(3 / 18**0.5, abs=1e-15)


def test_kendalls_tau_b_by_hand() -> None:
    # Of the same units' six pairs three are in order: (00,22), (00,12), (10,22). Tied: the first rater on (10,12), the
    # second on (00,10) and (22,12). tau = 3 / sqrt((6 - 1)(6 - 2)).
    assert kendall(FOUR) == Estimate(pytest.approx(3 / 20**0.5, abs=1e-15), 4)
    # (0,1) and (1,0) are the one pair, in opposite order.
    assert kendall(np.array([[0.0, 1], [1, 0]])).value == -1.0


def test_matthews_of_three_values_by_hand() -> None:
    # Margins 1 2 1 and 2 0 2, two of four equal: 4 * 2 - (2 + 0 + 2) = 4; (16 - 6)(16 - 8) = 80.
    assert matthews(FOUR) == Estimate(pytest.approx(4 / 80**0.5, abs=1e-15), 4)


def test_lins_concordance_by_hand() -> None:
    # Means 1 and 1, population moments s_xy 2/4, s_x^2 2/4, s_y^2 4/4: 2 * .5 / 1.5. A step of one for all of rater
    # two's labels of a lower pair: units (0,1), (1,2): s_xy = s^2 = 1/4, (mean x - mean y)^2 = 1: .5 / 1.5.
    assert concordance(FOUR, letters(3)) == Estimate(pytest.approx(2 / 3, abs=1e-15), 4)
    shifted = np.array([[0.0, 1, 0], [0, 0, 1], [0, 0, 0]])
    assert concordance(shifted, letters(3)).value == pytest.approx(1 / 3, abs=1e-15)


def test_published_value_of_kendalls_tau_b() -> None:
    # SciPy's documentation of kendalltau: 12 2 1 12 2 against 1 4 7 1 0.
    codes = (0.0, 1.0, 2.0, 4.0, 7.0, 12.0)
    table = np.zeros((6, 6))
    for one, other in ((12, 1), (2, 4), (1, 7), (12, 1), (2, 0)):
        table[codes.index(one), codes.index(other)] += 1
    assert kendall(table).value == pytest.approx(-0.47140452079103173, abs=1e-15)


def test_published_value_of_matthews_correlation() -> None:
    # scikit-learn's documentation of matthews_corrcoef: + + + - against + - + +: -.33.
    assert matthews(np.array([[0.0, 1], [1, 2]])).value == pytest.approx(-0.33, abs=6e-3)


def test_published_value_of_lins_concordance() -> None:
    # Gwet 2014: quadratic kappa .892 of this table, which is the same number.
    assert concordance(published.GWET_2014, letters(3)).value == pytest.approx(0.892, abs=6e-4)


def test_published_values() -> None:
    for table, r, rho in ((published.WICE_GPT4, 0.579315, 0.566032), (published.WICE_GPT35, 0.395753, 0.303028)):
        assert pearson(table, letters(3)).value == pytest.approx(r, abs=6e-7)
        assert spearman(table).value == pytest.approx(rho, abs=6e-7)


def test_of_two_values_it_is_phi() -> None:
    # (n11 n00 - n10 n01) / sqrt of the product of margins: (45*40 - 6*9) / sqrt(49 * 51 * 46 * 54).
    table = published.PARADOXES[0][0]
    expected = (45 * 40 - 6 * 9) / (49 * 51 * 46 * 54) ** 0.5
    assert pearson(table, letters(2)).value == pytest.approx(expected, abs=1e-14)
    for found in (spearman(table), kendall(table), matthews(table)):
        assert found.value == pytest.approx(expected, abs=1e-14)


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
        words = CONSTANT if len(first) else NO_UNIT
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


@settings(max_examples=40)
@given(pair_counts(3))
def test_the_others_equal_their_references_wherever_defined(table: np.ndarray) -> None:
    scale = Scale(("a", "b", "c"), "ordinal", (0.0, 1.0, 4.0))
    first, second = columns(table, scale.codes)
    varied = len(set(first)) > 1 and len(set(second)) > 1
    for name, found in (("kendall", kendall(table)), ("mcc", matthews(table))):
        assert found.undefined == (None if varied else CONSTANT if len(first) else NO_UNIT)
        if found.value is not None:
            assert found.value == pytest.approx(REFERENCES[name](first, second, scale), abs=1e-10)
    lin = concordance(table, scale)
    if lin.value is not None:
        assert lin.value == pytest.approx(REFERENCES["ccc"](first, second, scale), abs=1e-10)


@settings(max_examples=40)
@given(pair_counts(4))
def test_laws_of_the_others(table: np.ndarray) -> None:
    scale = letters(4)
    tau, lin, mcc = kendall(table).value, concordance(table, scale).value, matthews(table).value
    r, kappa = pearson(table, scale).value, cohen_kappa(table, scale, "quadratic")
    for other in (table.T, 2 * table, table[::-1, ::-1]):
        assert kendall(other).value == pytest.approx(tau, abs=1e-12)
        assert matthews(other).value == pytest.approx(mcc, abs=1e-12)
        assert concordance(other, scale).value == pytest.approx(lin, abs=1e-12)
    assert all(value is None or -1 <= value <= 1 for value in (tau, lin, mcc))
    assert tau is None or kendall(table[::-1]).value == pytest.approx(-tau, abs=1e-12)
    assert lin == kappa.value
    assert r is None or (lin is not None and abs(lin) <= abs(r) + 1e-12)


@settings(max_examples=30)
@given(pair_counts(4), st.permutations(range(4)))
def test_matthews_ignores_names(table: np.ndarray, order: list[int]) -> None:
    assert matthews(table[np.ix_(order, order)]).value == pytest.approx(matthews(table).value, abs=1e-12)


def test_the_others_are_one_where_raters_are_identical_and_minus_one_where_opposed() -> None:
    same = np.diag([3.0, 1, 7, 11])
    assert [kendall_values(same), matthews_values(same), concordance_values(same, letters(4))] == [1.0, 1.0, 1.0]
    opposed = np.diag([3.0, 1, 1, 3])[::-1]
    assert [kendall_values(opposed), concordance_values(opposed, letters(4))] == [-1.0, -1.0]
    assert matthews_values(np.diag([3.0, 3])[::-1]) == -1.0


def test_constant_raters_are_undefined_in_words() -> None:
    beside_varied = np.array([[3.0, 4], [0, 0]])
    for found in (kendall(beside_varied), matthews(beside_varied), kendall(beside_varied.T), matthews(beside_varied.T)):
        assert found == Estimate(None, 7, CONSTANT)
    assert concordance(beside_varied, letters(2)).value == pytest.approx(0, abs=1e-15), "no covariance, some variance"
    both = np.diag([0.0, 7])
    assert (concordance(both, letters(2)).value, concordance(both, letters(2)).n) == (None, 7)
    assert "pe = 1" in str(concordance(both, letters(2)).undefined)
    empty = np.zeros((2, 2))
    for found in (kendall(empty), matthews(empty), concordance(empty, letters(2))):
        assert found == Estimate(None, 0, NO_UNIT)


def test_kendall_and_matthews_keep_their_digits_on_many_nearly_constant_labels() -> None:
    # phi of [[N, 1], [1, 1]]: (N - 1) / (2 (N + 1)).
    many = np.array([[1e8, 1], [1, 1]])
    expected = (1e8 - 1) / (2 * (1e8 + 1))
    assert kendall(many).value == pytest.approx(expected, rel=1e-14)
    assert matthews(many).value == pytest.approx(expected, rel=1e-14)


def test_a_constant_shift_between_raters_is_not_seen() -> None:
    # Five and nine units one value higher: without care 1.0000000000000002.
    shifted = np.array([[0.0, 5, 0], [0, 0, 9], [0, 0, 0]])
    assert pearson(shifted, letters(3)).value == 1.0
    assert pearson(shifted[:, ::-1], letters(3)).value == -1.0


def test_a_constant_rater_is_seen_through_the_rounding_of_weights() -> None:
    # Labels of weight .1 in all: the mean of a constant code .7 is not .7 to the last digit.
    assert 0.7 * 0.1 / 0.1 != 0.7
    scale = Scale(("a", "b"), "interval", (0.7, 1.1))
    for table in (np.array([[0.05, 0.05], [0, 0]]), np.array([[0.05, 0], [0.05, 0]])):
        assert pearson(table, scale).undefined == CONSTANT


def test_a_stack_of_tables_gives_the_values_of_each() -> None:
    stack = np.stack([published.WICE_GPT4, published.WICE_GPT35, np.zeros((3, 3))])
    for values, one in (
        (pearson_values(stack, letters(3)), lambda t: pearson(t, letters(3))),
        (spearman_values(stack), spearman),
        (kendall_values(stack), kendall),
        (matthews_values(stack), matthews),
        (concordance_values(stack, letters(3)), lambda t: concordance(t, letters(3))),
    ):
        assert values[:2] == pytest.approx([one(table).value for table in stack[:2]])
        assert np.isnan(values[2])


@pytest.mark.parametrize("values", [pearson_values, concordance_values])
def test_small_weights_give_the_same_value(values: Callable[[np.ndarray, Scale], np.ndarray]) -> None:
    table = np.array([[4.0, 1.0, 0.0], [2.0, 3.0, 1.0], [0.0, 1.0, 5.0]])
    scale = numbers(1, 3)
    assert float(values(table / 1000, scale)) == pytest.approx(float(values(table, scale)), abs=1e-12)
