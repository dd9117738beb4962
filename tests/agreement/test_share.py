import numpy as np
import published_tables as published
import pytest
from agreement_cases import pair_counts
from hypothesis import given

from agreement.share import percent_agreement, share_values


def test_percent_agreement_by_hand() -> None:
    # Four units, three of them equal.
    found = percent_agreement(np.array([[2.0, 1], [0, 1]]))
    assert (found.value, found.n) == (0.75, 4)


def test_published_values() -> None:
    assert percent_agreement(published.COHEN_1960_A).value == pytest.approx(0.29)
    assert percent_agreement(published.COHEN_1960_B).value == pytest.approx(0.70)
    for table, share, _ in published.PARADOXES:
        assert percent_agreement(table).value == pytest.approx(share)


def test_without_a_common_unit_it_is_undefined_in_words() -> None:
    found = percent_agreement(np.zeros((3, 3)))
    assert (found.value, found.n, found.undefined) == (None, 0, "no unit was labelled by both raters")


def test_one_value_only_is_full_agreement() -> None:
    assert percent_agreement(np.diag([0.0, 9])).value == 1.0


@given(pair_counts(3))
def test_laws_of_percent_agreement(table: np.ndarray) -> None:
    found = percent_agreement(table)
    if found.value is not None:
        assert 0 <= found.value <= 1
        assert percent_agreement(table.T) == found
        assert share_values(np.stack([table, 2 * table])).tolist() == [found.value, found.value]
