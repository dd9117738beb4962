import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, numbers, pair_counts
from hypothesis import given
from hypothesis import strategies as st

from agreement.kappa import cohen_kappa, kappa_values, weighted_kappa
from agreement.scale import Scale, equally_spaced
from agreement.weights import Weighting, declared_disagreement, disagreement

WEIGHTINGS: tuple[Weighting, ...] = ("unweighted", "linear", "quadratic")
THREE = letters(3)


def value(table: np.ndarray, weighting: Weighting = "unweighted", scale: Scale | None = None) -> float:
    found = cohen_kappa(table, scale or letters(len(table)), weighting).value
    assert found is not None
    return found


def test_kappa_by_hand() -> None:
    # 10 units: both no 4, both yes 3, first yes second no 2, the other way round 1.
    # po = .7; margins: first 5 no 5 yes, second 6 no 4 yes; pe = .5 * .6 + .5 * .4 = .5; kappa = .2 / .5 = .4.
    found = cohen_kappa(np.array([[4.0, 1], [2, 3]]), letters(2))
    assert found.value == pytest.approx(0.4, abs=1e-15)
    assert found.n == 10


def test_weighted_kappa_by_hand_on_declared_codes() -> None:
    # Codes 0, 1, 3 (range 3), four units: (0,0), (1,3), (3,3), (0,1). Observed mean distances:
    # linear (0+2+0+1)/4 = .75, quadratic (0+4+0+1)/4 = 1.25. Margins: first 0:.5 1:.25 3:.25, second 0:.25 1:.25 3:.5.
    # Expected linear: .5*(.25*1+.5*3) + .25*(.25*1+.5*2) + .25*(.25*3+.25*2) = .875 + .3125 + .3125 = 1.5.
    # Expected quadratic: .5*(.25+4.5) + .25*(.25+2) + .25*(2.25+1) = 2.375 + .5625 + .8125 = 3.75.
    table = np.array([[1.0, 1, 0], [0, 0, 1], [0, 0, 1]])
    scale = Scale(("low", "middle", "high"), "ordinal", (0.0, 1.0, 3.0))
    assert value(table, "linear", scale) == pytest.approx(1 - 0.75 / 1.5, abs=1e-15)
    assert value(table, "quadratic", scale) == pytest.approx(1 - 1.25 / 3.75, abs=1e-15)


@pytest.mark.parametrize(
    ("table", "expected", "within"),
    [
        (published.COHEN_1960_A, -0.0923, 6e-5),
        (published.COHEN_1960_B, 0.492, 6e-4),
        (published.SAS, 0.4842, 6e-5),
        (published.GWET_2014, 0.796, 6e-4),
        (published.FLEISS_COHEN_EVERITT, 0.4286, 6e-5),
        (published.SKLEARN_TEST, 0.9315, 6e-5),
        (published.WICE_GPT4, 0.433376, 6e-7),
        (published.WICE_GPT35, 0.096757, 6e-7),
        *((table, kappa, 6e-3) for table, _, kappa in published.PARADOXES),
    ],
)
def test_published_unweighted_values(table: np.ndarray, expected: float, within: float) -> None:
    assert value(table) == pytest.approx(expected, abs=within)


@pytest.mark.parametrize(
    ("table", "weighting", "expected", "within"),
    [
        (published.SAS, "linear", 0.4701, 6e-5),
        (published.GWET_2014, "linear", 0.843, 6e-4),
        (published.GWET_2014, "quadratic", 0.892, 6e-4),
        (published.SKLEARN_TEST, "linear", 0.9412, 6e-5),
        (published.SKLEARN_TEST, "quadratic", 0.9541, 6e-5),
        (published.WICE_GPT4, "linear", 0.47829, 6e-6),
        (published.WICE_GPT4, "quadratic", 0.54968, 6e-6),
        (published.WICE_GPT35, "linear", 0.165824, 6e-7),
        (published.WICE_GPT35, "quadratic", 0.276474, 6e-7),
    ],
)
def test_published_weighted_values(table: np.ndarray, weighting: Weighting, expected: float, within: float) -> None:
    assert value(table, weighting) == pytest.approx(expected, abs=within)


def test_an_unused_value_of_the_declared_scale_counts() -> None:
    table = published.table_of(published.ANXIETY, 1, 6)
    assert value(table, "unweighted", numbers(1, 6)) == pytest.approx(-0.006289308, abs=1e-9)
    assert value(table, "linear", numbers(1, 6)) == pytest.approx(0.126214, abs=1e-6)
    assert value(table, "quadratic", numbers(1, 6)) == pytest.approx(0.229798, abs=1e-6)
    # R irr kappa2 takes the values that were used for the scale, one step apart: .1459075 and .2520325.
    used = np.delete(np.delete(table, 4, axis=0), 4, axis=1)
    assert value(used, "linear") == pytest.approx(0.1459075, abs=6e-8)
    assert value(used, "quadratic") == pytest.approx(0.2520325, abs=6e-8)


def test_published_values_with_weights_of_ones_own() -> None:
    declared = declared_disagreement(THREE, published.COHEN_1968_DISTANCES, "disagreement")
    assert weighted_kappa(published.COHEN_1960_B, declared).value == pytest.approx(0.348, abs=6e-4)
    alike = declared_disagreement(THREE, published.FLEISS_COHEN_EVERITT_SIMILARITY, "agreement")
    assert weighted_kappa(published.FLEISS_COHEN_EVERITT, alike).value == pytest.approx(0.50707, abs=6e-6)


def test_uneven_weights_by_hand_need_not_be_symmetric() -> None:
    # Four units: (0,1) 1, (1,0) 1, (1,1) 2. To give 0 for 1 is 3 apart, 1 for 0 only 1: observed (3 + 1) / 4 = 1.
    # Margins: first .25 .75, second .25 .75: expected .25 * .75 * 3 + .75 * .25 * 1 = .75; kappa = 1 - 1 / .75.
    found = weighted_kappa(np.array([[0.0, 1], [1, 2]]), np.array([[0.0, 3], [1, 0]]))
    assert found.value == pytest.approx(1 - 1 / 0.75, abs=1e-15)
    assert found.n == 4


def test_weights_that_jump_can_lead_below_minus_one() -> None:
    # Only low against high is apart. Ten units, one of them (low, high): observed .1, expected .1 * .1; 1 - 10 = -9.
    table = np.array([[0.0, 0, 1], [0, 9, 0], [0, 0, 0]])
    apart = np.array([[0.0, 0, 1], [0, 0, 0], [1, 0, 0]])
    assert weighted_kappa(table, apart).value == pytest.approx(-9)


def test_weights_that_tell_the_values_used_not_apart_are_undefined_in_words() -> None:
    apart = np.array([[0.0, 0, 1], [0, 0, 1], [1, 1, 0]])
    found = weighted_kappa(np.array([[3.0, 2, 0], [1, 4, 0], [0, 0, 0]]), apart)
    assert (found.value, found.n) == (None, 10)
    assert found.undefined == (
        "the weights tell none of the values used apart: agreement by chance is certain (pe = 1)"
    )
    one_cell = np.array([[0.0, 5, 0], [0, 0, 0], [0, 0, 0]])
    assert str(weighted_kappa(one_cell, apart).undefined).startswith("the weights tell none")
    assert str(weighted_kappa(np.diag([5.0, 0, 0]), apart).undefined).startswith("both raters used one and the same")


def test_the_order_of_the_scale_is_declared_not_alphabetical() -> None:
    # scikit-learn docs: negative, neutral, positive happens to be alphabetical; unweighted kappa .6875 does not care.
    table = np.array([[2.0, 0, 0], [0, 1, 0], [1, 0, 1]])
    assert value(table) == pytest.approx(0.6875)
    declared, alphabetical = ("none", "partial", "full"), [2, 0, 1]
    assert value(table, "quadratic", equally_spaced(declared, "ordinal")) != pytest.approx(
        value(table[np.ix_(alphabetical, alphabetical)], "quadratic")
    )


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_kappa_is_undefined_in_words(weighting: Weighting) -> None:
    assert cohen_kappa(np.zeros((3, 3)), THREE, weighting).undefined == "no unit was labelled by both raters"
    one_value = cohen_kappa(np.diag([0.0, 7, 0]), THREE, weighting)
    assert (one_value.value, one_value.n) == (None, 7)
    assert "pe = 1" in str(one_value.undefined)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_a_constant_rater_beside_a_varied_one_agrees_as_by_chance(weighting: Weighting) -> None:
    assert value(np.array([[0.0, 0, 0], [3, 4, 5], [0, 0, 0]]), weighting) == pytest.approx(0, abs=1e-12)


@given(pair_counts(4), st.sampled_from(WEIGHTINGS))
def test_laws_of_kappa(table: np.ndarray, weighting: Weighting) -> None:
    scale = letters(4)
    found = cohen_kappa(table, scale, weighting)
    if found.value is None:
        assert not table.any() or (np.count_nonzero(table) == 1 and np.trace(table) == table.sum())
        return
    assert -1 <= found.value <= 1
    assert value(table.T, weighting, scale) == pytest.approx(found.value, abs=1e-12), "symmetry"
    assert value(table[::-1, ::-1], weighting, scale) == pytest.approx(found.value, abs=1e-12), "reversed scale"
    assert value(3 * table, weighting, scale) == pytest.approx(found.value, abs=1e-12), "every unit three times"
    stretched = Scale(scale.values, "ordinal", tuple(10 + 4 * code for code in scale.codes))
    assert value(table, weighting, stretched) == pytest.approx(found.value, abs=1e-12), "affine codes"


@given(pair_counts(4), st.permutations(range(4)))
def test_unweighted_kappa_ignores_names(table: np.ndarray, order: list[int]) -> None:
    one, other = cohen_kappa(table, letters(4)), cohen_kappa(table[np.ix_(order, order)], letters(4))
    assert (one.value is None) == (other.value is None)
    assert one.value is None or one.value == pytest.approx(other.value, abs=1e-12)


@given(st.lists(st.integers(1, 9), min_size=4, max_size=4), st.sampled_from(WEIGHTINGS))
def test_perfect_agreement_is_exactly_one(diagonal: list[int], weighting: Weighting) -> None:
    assert value(np.diag(np.array(diagonal, dtype=float)), weighting) == 1.0


def test_full_disagreement_on_two_balanced_values_is_minus_one() -> None:
    assert value(np.array([[0.0, 5], [5, 0]])) == -1.0


def test_full_disagreement_is_exactly_minus_one_where_rounding_misses_it() -> None:
    # Thirds squared: without care -1.0000000000000004.
    assert value(np.diag([4.0, 3, 3, 4])[::-1], "quadratic") == -1.0


def test_a_stack_of_tables_gives_the_values_of_each() -> None:
    tables = np.stack([published.COHEN_1960_A, published.SAS, np.zeros((3, 3))])
    found = kappa_values(tables, disagreement(THREE, "quadratic"))
    assert found[:2] == pytest.approx([value(table, "quadratic") for table in tables[:2]])
    assert np.isnan(found[2])
