from itertools import permutations

import numpy as np
import published_tables as published
import pytest
from agreement_cases import frame_of, letters, numbers, pair_counts
from hypothesis import given
from hypothesis import strategies as st

from agreement.alpha import alpha_values, krippendorff_alpha, why_no_alpha
from agreement.estimate import Estimate
from agreement.frame import coded
from agreement.scale import Level, Scale
from agreement.tensors import coincidence_tables

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def alpha(matrix: list[list[int | None]] | tuple[tuple[int | None, ...], ...], level: Level, scale: Scale) -> Estimate:
    """Alpha of a units x raters matrix, through the frame and the coincidence matrix."""
    labels = coded(frame_of(matrix), scale)
    return krippendorff_alpha(coincidence_tables(labels, range(len(matrix[0]))).totals[0], scale, level)


def test_nominal_alpha_by_hand() -> None:
    # Units (1,1), (1,2), (2,2): o = [[2, 1], [1, 2]], n_c = 3, 3, n = 6. Observed 2, expected 2 * 3 * 3 = 18.
    # alpha = 1 - 5 * 2 / 18 = 4/9.
    assert alpha([[1, 1], [1, 2], [2, 2]], "nominal", numbers(1, 2)).value == pytest.approx(4 / 9, abs=1e-15)


def test_ordinal_and_interval_alpha_by_hand() -> None:
    # Units (1,1), (1,2), (3,3): o11 = 2, o12 = o21 = 1, o33 = 2; n_c = 3, 1, 2; n = 6.
    # Mid-cumulative counts 1.5, 3.5, 5: squared distances 12: 4, 13: 12.25, 23: 2.25.
    # Observed 2 * 1 * 4 = 8; expected 2 * (3*1*4 + 3*2*12.25 + 1*2*2.25) = 180. alpha = 1 - 5 * 8 / 180 = 7/9.
    # Interval distances 1, 4, 1: observed 2, expected 2 * (3 + 24 + 2) = 58; alpha = 1 - 10 / 58.
    units = [[1, 1], [1, 2], [3, 3]]
    assert alpha(units, "ordinal", numbers(1, 3)).value == pytest.approx(7 / 9, abs=1e-15)
    assert alpha(units, "interval", numbers(1, 3)).value == pytest.approx(1 - 10 / 58, abs=1e-15)


@pytest.mark.parametrize(
    ("matrix", "low", "high", "level", "expected", "within"),
    [
        (published.transposed(published.KRIPPENDORFF_A), 0, 1, "nominal", 0.095, 6e-4),
        (published.transposed(published.KRIPPENDORFF_B), 1, 5, "nominal", 0.692, 6e-4),
        (published.transposed(published.KRIPPENDORFF_C), 1, 5, "nominal", 904 / 1216, 1e-12),
        (published.transposed(published.KRIPPENDORFF_C), 1, 5, "ordinal", 0.815, 6e-4),
        (published.transposed(published.KRIPPENDORFF_C), 1, 5, "interval", 0.849, 6e-4),
        (published.transposed(published.KRIPPENDORFF_C), 1, 5, "ratio", 0.797, 6e-4),
        (published.transposed(published.KRIPPENDORFF_DOCSTRING), 1, 4, "nominal", 0.691358, 6e-7),
        (published.transposed(published.KRIPPENDORFF_DOCSTRING), 1, 4, "interval", 0.810845, 6e-7),
        (published.HAYES_KRIPPENDORFF, 0, 3, "ordinal", 0.7598, 6e-5),
        (published.GWET_RAW, 1, 5, "nominal", 0.743, 6e-4),
    ],
)
def test_published_values(
    matrix: list[list[int | None]], low: int, high: int, level: Level, expected: float, within: float
) -> None:
    assert alpha(matrix, level, numbers(low, high)).value == pytest.approx(expected, abs=within)


@pytest.mark.parametrize("level", LEVELS)
def test_one_disagreement_among_equal_labels_is_alpha_zero(level: Level) -> None:
    found = alpha(published.transposed(published.ONE_DISAGREEMENT), level, numbers(1, 3))
    assert found.value == pytest.approx(0.0, abs=1e-12)
    assert found.n == 22


def test_interval_alpha_uses_the_declared_codes() -> None:
    units = [[1, 1], [1, 2], [3, 3]]
    uneven = Scale(("1", "2", "3"), "ordinal", (1.0, 2.0, 10.0))
    # Distances 12: 1, 13: 81, 23: 64: observed 2, expected 2 * (3 + 6 * 81 + 2 * 64) = 1234.
    assert alpha(units, "interval", uneven).value == pytest.approx(1 - 10 / 1234, abs=1e-15)
    assert alpha(units, "ordinal", uneven).value == alpha(units, "ordinal", numbers(1, 3)).value


def test_ratio_alpha_by_hand() -> None:
    # Units (0,0), (0,2), (6,6), codes 0, 2, 6: o00 = 2, o02 = o20 = 1, o66 = 2; n_c = 3, 1, 2; n = 6.
    # Distances 02: 1, 06: 1, 26: (4/8)^2 = 1/4, and 00: 0 although 0/0. Observed 2.
    # Expected 2 * (3*1*1 + 3*2*1 + 1*2/4) = 19. alpha = 1 - 5 * 2 / 19 = 9/19.
    scale = Scale(("0", "2", "6"), "ratio", (0.0, 2.0, 6.0))
    assert alpha([[0, 0], [0, 2], [6, 6]], "ratio", scale).value == pytest.approx(9 / 19, abs=1e-15)


def test_the_unit_of_a_ratio_scale_does_not_matter_however_small_its_codes() -> None:
    matrix = [[1, 2], [2, 2], [1, 1], [0, 2], [2, 1]]
    sizes = [Scale(("0", "1", "2"), "ratio", tuple(by * code for code in (0.0, 1.0, 3.0))) for by in (1.0, 0.01)]
    large, small = (alpha(matrix, "ratio", size) for size in sizes)
    assert large.value == pytest.approx(small.value, abs=1e-12)


def test_ratio_alpha_has_no_meaning_below_zero() -> None:
    units = [[-1, 1], [1, 1], [0, 1]]
    assert alpha(units, "ratio", numbers(-1, 1)).undefined == "a ratio needs codes of 0 or more"
    assert alpha(units, "interval", numbers(-1, 1)).value is not None
    pair = np.array([[0.0, 5], [0, 0]])  # the table of two raters who use one value each
    assert why_no_alpha(pair) == why_no_alpha(pair.T) == "a ratio needs codes of 0 or more"


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_is_undefined_in_words(level: Level) -> None:
    assert alpha([[1, None], [None, 2]], level, numbers(1, 2)).undefined == "no unit has two labels"
    same = alpha([[2, 2], [2, 2], [1, None]], level, numbers(1, 2))
    assert same.undefined == "only one value was used", "a label in a unit of its own is not pairable"
    assert same.n == 4


@given(pair_counts(4), st.sampled_from(LEVELS))
def test_laws_of_alpha(counts: np.ndarray, level: Level) -> None:
    both = counts + counts.T
    found = krippendorff_alpha(both, letters(4), level)
    if found.value is None:
        assert np.count_nonzero(both.sum(axis=0)) < 2
        return
    assert -1 <= found.value <= 1
    if level != "ratio":  # where nought is matters to a ratio
        assert krippendorff_alpha(both[::-1, ::-1], letters(4), level).value == pytest.approx(found.value, abs=1e-12)
    # Duplicated units bring alpha closer to its large-sample value, by exactly the factor of n - 1 and n.
    n = both.sum()
    twice = krippendorff_alpha(2 * both, letters(4), level).value
    assert twice is not None
    assert (1 - twice) * (2 * (n - 1)) == pytest.approx((1 - found.value) * (2 * n - 1), abs=1e-9)


@given(pair_counts(4), st.permutations(range(4)))
def test_nominal_alpha_ignores_names(counts: np.ndarray, order: list[int]) -> None:
    both = counts + counts.T
    one = krippendorff_alpha(both, letters(4), "nominal")
    other = krippendorff_alpha(both[np.ix_(order, order)], letters(4), "nominal")
    assert (one.value is None) == (other.value is None)
    assert one.value is None or one.value == pytest.approx(other.value, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_perfect_agreement_is_exactly_one(level: Level) -> None:
    assert krippendorff_alpha(np.diag([2.0, 7, 5]), letters(3), level).value == 1.0


def test_raters_may_be_in_any_order() -> None:
    for order in permutations(range(4)):
        matrix = [[line[rater] for rater in order] for line in published.GWET_RAW]
        assert alpha(matrix, "ordinal", numbers(1, 5)) == alpha(published.GWET_RAW, "ordinal", numbers(1, 5))


def test_each_matrix_of_a_stack_has_its_own_ordinal_distances() -> None:
    stack = np.stack([np.array([[2.0, 1, 0], [1, 0, 0], [0, 0, 2]]), np.array([[2.0, 0, 0], [0, 0, 1], [0, 1, 8]])])
    found = alpha_values(stack, letters(3), "ordinal")
    assert found == pytest.approx([krippendorff_alpha(one, letters(3), "ordinal").value for one in stack])
