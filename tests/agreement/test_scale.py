"""Scales are checked when they are made."""

from __future__ import annotations

import pytest

from agreement.scale import Scale, equally_spaced


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ((0.0, 1.0), "codes must rise strictly, one for each value"),
        ((2.0, 1.0, 3.0), "codes must rise strictly"),
        ((0.0, float("nan"), 1.0), "codes must"),
        ((0.0, 1.0, float("nan")), "codes must be finite"),
        ((0.0, 1.0, float("inf")), "codes must be finite"),
        ((-1.0, 0.0, 1e101), "from 1e-100 to 1e100 in size"),
        ((-1e101, 0.0, 1.0), "from 1e-100 to 1e100 in size"),
        ((0.0, 1e-101, 1.0), "from 1e-100 to 1e100 in size"),
    ],
)
def test_codes_that_no_sum_of_squares_can_hold_are_refused(codes: tuple[float, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Scale(("a", "b", "c"), "interval", codes)


def test_equally_spaced_values_count_from_nought() -> None:
    made = equally_spaced(("a", "b", "c"), "interval", {"d": "a"})
    assert made == Scale(("a", "b", "c"), "interval", (0.0, 1.0, 2.0), {"d": "a"})


def test_very_large_and_very_small_codes_are_taken() -> None:
    assert Scale(("a", "b", "c"), "interval", (-1e100, 0.0, 1e-100)).codes[0] == -1e100


def test_values_differ_and_extra_labels_stand_for_one_of_them() -> None:
    with pytest.raises(ValueError, match="at least two different values"):
        Scale(("a", "a"), "nominal", (0.0, 1.0))
    for extra in ({"c": "d"}, {"a": "b"}):
        with pytest.raises(ValueError, match="coded_as maps extra labels"):
            Scale(("a", "b"), "nominal", (0.0, 1.0), extra)


def test_every_value_may_have_an_extra_label() -> None:
    made = Scale(("a", "b"), "nominal", (0.0, 1.0), {"x": "a", "y": "b"})
    assert [made.index(label) for label in ("a", "b", "x", "y", "z")] == [0, 1, 0, 1, None]
