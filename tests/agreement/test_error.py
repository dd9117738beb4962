import numpy as np
import published_tables as published
import pytest
from agreement_cases import letters, pair_counts
from hypothesis import given, settings
from pair_references import REFERENCES, columns

from agreement.error import mae_values, mean_absolute_error, rmse_values, root_mean_squared_error
from agreement.estimate import Estimate
from agreement.scale import Scale

UNEVEN = Scale(("low", "middle", "high"), "ordinal", (0.0, 1.0, 3.0))


def test_both_by_hand_on_declared_codes() -> None:
    # Units (0,0), (0,1), (1,3), (3,3): apart 0, 1, 2, 0; mean 3/4, mean of squares 5/4.
    table = np.array([[1.0, 1, 0], [0, 0, 1], [0, 0, 1]])
    assert mean_absolute_error(table, UNEVEN) == Estimate(0.75, 4)
    assert root_mean_squared_error(table, UNEVEN) == Estimate(pytest.approx(1.25**0.5, abs=1e-15), 4)


def test_published_values() -> None:
    # scikit-learn's documentation: 3, -.5, 2, 7 against 2.5, 0, 2, 8: .5 and .612.
    codes = (-0.5, 0.0, 2.0, 2.5, 3.0, 7.0, 8.0)
    scale = Scale(tuple(map(str, codes)), "interval", codes)
    table = np.zeros((7, 7))
    for one, other in ((3.0, 2.5), (-0.5, 0.0), (2.0, 2.0), (7.0, 8.0)):
        table[codes.index(one), codes.index(other)] += 1
    assert mean_absolute_error(table, scale).value == pytest.approx(0.5)
    assert root_mean_squared_error(table, scale).value == pytest.approx(0.612, abs=6e-4)


def test_without_a_common_unit_they_are_undefined_in_words() -> None:
    for found in (mean_absolute_error(np.zeros((3, 3)), UNEVEN), root_mean_squared_error(np.zeros((3, 3)), UNEVEN)):
        assert found == Estimate(None, 0, "no unit was labelled by both raters")


def test_full_agreement_is_no_error_and_the_ends_are_the_range_apart() -> None:
    ends = np.array([[0.0, 0, 4], [0, 0, 0], [1, 0, 0]])
    for values in (mae_values, rmse_values):
        assert values(np.diag([3.0, 1, 2]), UNEVEN) == 0.0
        assert values(ends, UNEVEN) == 3.0


@settings(max_examples=40)
@given(pair_counts(3))
def test_laws_and_the_reference(table: np.ndarray) -> None:
    mae, rmse = mean_absolute_error(table, UNEVEN).value, root_mean_squared_error(table, UNEVEN).value
    if mae is None or rmse is None:
        assert not table.any()
        return
    first, second = columns(table, UNEVEN.codes)
    assert mae == pytest.approx(REFERENCES["mae"](first, second, UNEVEN), abs=1e-10)
    assert rmse == pytest.approx(REFERENCES["rmse"](first, second, UNEVEN), abs=1e-10)
    assert 0 <= mae <= rmse + 1e-12 <= 3 + 2e-12
    for values, found in ((mae_values, mae), (rmse_values, rmse)):
        assert float(values(table.T, UNEVEN)) == pytest.approx(found, abs=1e-12)
        assert float(values(3 * table, UNEVEN)) == pytest.approx(found, abs=1e-12)
        stretched = Scale(UNEVEN.values, "ordinal", tuple(10 + 4 * code for code in UNEVEN.codes))
        assert float(values(table, stretched)) == pytest.approx(4 * found, abs=1e-12), "in the unit of the codes"


def test_a_stack_of_tables_gives_the_values_of_each() -> None:
    stack = np.stack([published.WICE_GPT4, published.WICE_GPT35, np.zeros((3, 3))])
    for values in (mae_values, rmse_values):
        found = values(stack, letters(3))
        assert found[:2].tolist() == pytest.approx([float(values(table, letters(3))) for table in stack[:2]])
        assert np.isnan(found[2])
