"""Numbers as citations write them."""

from __future__ import annotations

import pytest

from data.citations.numbering import LONGEST_RANGE, numbers_in, superscript_numbers


@pytest.mark.parametrize(
    ("inner", "values"),
    [
        ("1", (1,)),
        ("007", (7,)),
        ("1, 2;3；4、5", (1, 2, 3, 4, 5)),
        ("1 and 3", (1, 3)),
        ("1, and 3", (1, 3)),
        ("2–4", (2, 3, 4)),
        ("2 \u2011 4", (2, 3, 4)),
        ("4, 2, 4", (4, 2)),
        ("１，２", (1, 2)),
        ("3, p. 12", (3,)),
        ("3, pp. 12–15", (3,)),
        ("1,\n2", (1, 2)),
        ("1-100", tuple(range(1, 101))),
    ],
)
def test_numbers_are_read_in_the_order_written_each_once(inner: str, values: tuple[int, ...]) -> None:
    assert numbers_in(inner).values == values
    assert numbers_in(inner).why == ""


@pytest.mark.parametrize(
    "inner",
    [
        "",
        " ",
        "a",
        "1 2",
        "1.5",
        "-1",
        "+1",
        "1/2",
        "50%",
        "1st",
        "v2",
        "3-1",
        "2-2",
        "1-101",
        "1,\n\n2",
        "1,",
        "1" * 10,
    ],
)
def test_what_is_no_list_of_numbers_has_none_and_says_why(inner: str) -> None:
    assert numbers_in(inner).values == ()
    assert numbers_in(inner).why


def test_a_list_longer_than_anyone_cites_is_none() -> None:
    ranges = ",".join(f"{start}-{start + LONGEST_RANGE - 1}" for start in range(1, 600, LONGEST_RANGE))
    assert numbers_in(ranges).values == ()


def test_raised_digits_are_one_number() -> None:
    assert superscript_numbers("¹²,³⁻⁵").values == (12, 3, 4, 5)
