import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, pair_counts
from hypothesis import given, settings
from statsmodels.stats.inter_rater import cohens_kappa

from agreement.estimate import Estimate
from agreement.kappa import cohen_kappa
from agreement.margins import Margins, bias_index, kappa_max, margins_of, prevalence_index

# 10 units: margins 5 5 and 6 4; both first 4, both second 3, (1, 2) 1, (2, 1) 2.
TWO = np.array([[4.0, 1], [2, 3]])
NO_UNIT = "no unit was labelled by both raters"
TWO_ONLY = "the index exists for two values only"


def test_the_greatest_kappa_by_hand() -> None:
    # sum min = .5 + .4, pe = .3 + .2: (.9 - .5) / .5.
    assert kappa_max(TWO) == Estimate(pytest.approx(0.8, abs=1e-15), 10)


def test_the_greatest_kappa_of_cohens_table_by_hand() -> None:
    # Cohen 1960, 200 diagnoses: shares .5 .3 .2 and .6 .3 .1: sum min .9, pe .41; (.90 - .41) / (1 - .41) = .831.
    assert kappa_max(published.COHEN_1960_B).value == pytest.approx(0.831, abs=6e-4)


def test_the_indices_by_hand() -> None:
    assert prevalence_index(TWO) == Estimate(0.1, 10)
    assert bias_index(TWO) == Estimate(0.1, 10)
    # Feinstein & Cicchetti's tables of 100 units: 40-45, 80-5, 45-15, 25-35 on the diagonal, 9-6, 10-5, 15-25, 35-5 off
    tables = [table for table, _, _ in published.PARADOXES]
    assert [prevalence_index(table).value for table in tables] == pytest.approx([0.05, 0.75, 0.30, 0.10])
    assert [bias_index(table).value for table in tables] == pytest.approx([0.03, 0.05, 0.10, 0.30])


@settings(max_examples=40)
@given(pair_counts(2))
def test_kappa_is_made_of_agreement_and_both_indices(table: np.ndarray) -> None:
    # Byrt, Bishop & Carlin 1993: kappa = (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2).
    kappa, prevalence, bias = (
        cohen_kappa(table, letters(2)).value,
        prevalence_index(table).value,
        bias_index(table).value,
    )
    if kappa is not None and prevalence is not None and bias is not None:
        pabak = 2 * np.trace(table) / table.sum() - 1
        expected = (pabak - prevalence**2 + bias**2) / (1 - prevalence**2 + bias**2)
        assert kappa == pytest.approx(expected, abs=1e-12)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # standard errors of statsmodels
@settings(max_examples=40)
@given(pair_counts(3))
def test_the_greatest_kappa_is_statsmodels_and_never_below_kappa(table: np.ndarray) -> None:
    kappa, most = cohen_kappa(table, letters(3)).value, kappa_max(table)
    assert (most.value is None) == (kappa is None)
    if kappa is not None and most.value is not None:
        assert most.value == pytest.approx(cohens_kappa(table).kappa_max, abs=1e-10)
        assert max(kappa, 0) <= most.value + 1e-12
        assert most.value <= 1
        assert kappa_max(table.T).value == pytest.approx(most.value, abs=1e-12)
        assert kappa_max(table[::-1, ::-1]).value == pytest.approx(most.value, abs=1e-12)
        assert kappa_max(3 * table).value == pytest.approx(most.value, abs=1e-12)


@settings(max_examples=20)
@given(pair_counts(2))
def test_the_indices_are_the_same_for_raters_and_values_the_other_way_round(table: np.ndarray) -> None:
    for index in (prevalence_index, bias_index):
        found = index(table)
        assert found.value is None or 0 <= found.value <= 1
        assert index(table.T) == index(table[::-1, ::-1]) == found


def test_equal_margins_allow_full_agreement() -> None:
    assert kappa_max(np.array([[1.0, 4], [4, 1]])).value == 1.0
    assert kappa_max(np.array([[0.0, 6], [0, 0]])).value == 0.0, "each rater stays with a value of their own"


def test_what_is_undefined_is_said_in_words() -> None:
    nothing = Estimate(None, 0, NO_UNIT)
    assert margins_of(np.zeros((2, 2))) == Margins(nothing, nothing, nothing)
    assert "pe = 1" in str(kappa_max(np.diag([0.0, 7])).undefined)
    assert (kappa_max(np.diag([0.0, 7])).n, prevalence_index(np.diag([0.0, 7])).value) == (7, 1.0)
    assert margins_of(published.SAS).prevalence_index == Estimate(None, 19, TWO_ONLY)
    assert margins_of(published.SAS).bias_index == Estimate(None, 19, TWO_ONLY)
    assert margins_of(published.SAS).kappa_max == kappa_max(published.SAS)
