"""The label most raters gave, with its tie rule in view."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from agreement_cases import frame_of, letters, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.frame import CodedLabels, coded
from agreement.majority import Majority, majority
from agreement.tensors import pair_tables

# Scale c < b < a would be alphabetical backwards: letters(3) is e, d, c in this order.
MATRIX = [
    ["e", "e", "d"],  # e
    ["e", "d", None],  # tie of e and d
    ["c", None, None],  # single: c
    [None, None, None],  # nobody
    ["c", "d", "e"],  # tie of all three
    ["d", "c", "c"],  # c
    ["c", "d", None],  # tie of d and c
]


def labels_of(matrix: list[list[str | None]]) -> CodedLabels:
    return coded(frame_of(matrix), letters(3))


def by_unit(found: Majority) -> dict[str, str]:
    own = found.labels.of(found.rater)
    names, values = found.labels.unit_names, found.labels.scale.values
    return {names[unit]: values[code] for unit, code in zip(own.unit, own.code, strict=True)}


SETTLED = {"u0000": "e", "u0002": "c", "u0005": "c"}


@pytest.mark.parametrize(
    ("tie", "of_ties"),
    [
        ("none", {}),
        ("lowest", {"u0001": "e", "u0004": "e", "u0006": "d"}),
        ("highest", {"u0001": "d", "u0004": "c", "u0006": "c"}),
    ],
)
def test_each_tie_rule_by_hand(tie: str, of_ties: dict[str, str]) -> None:
    found = majority(labels_of(MATRIX), (0, 1, 2), tie)  # type: ignore[arg-type]
    assert by_unit(found) == SETTLED | of_ties
    assert (found.tie, found.units, found.ties, found.single) == (tie, 6, 3, 1)


def test_only_the_named_raters_vote() -> None:
    found = majority(labels_of(MATRIX), (1, 2))
    assert by_unit(found) == {"u0001": "d", "u0005": "c", "u0006": "d"}
    assert (found.units, found.ties, found.single) == (5, 2, 2)


def test_the_majority_is_a_rater_that_pair_tables_take_and_means_over_humans_do_not() -> None:
    labels = labels_of(MATRIX)
    found = majority(labels, (0, 1, 2))
    # Rater 0 against the majority: e-e (unit 0), c-c (unit 2), d-c (unit 5).
    assert pair_tables(found.labels, [(0, found.rater)]).totals[0].tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert (found.rater, found.labels.raters[3].name, found.labels.raters[3].labels) == (3, "majority", 3)
    assert found.labels.of_kind("human") == labels.of_kind("human")
    assert found.labels.of(2).code.tolist() == labels.of(2).code.tolist()


def test_nobody_settles_nothing() -> None:
    found = majority(labels_of(MATRIX), ())
    assert (by_unit(found), found.units, found.ties, found.single) == ({}, 0, 0, 0)


def test_an_unknown_tie_rule_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'first'; there are none, lowest, highest"):
        majority(labels_of(MATRIX), (0,), "first")  # type: ignore[arg-type]


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), size=st.integers(2, 5))
def test_the_majority_of_random_labels_is_that_of_a_plain_count(seed: int, size: int) -> None:
    frame, scale = random_frame(seed, size, units=12, raters=5, missing=0.3), letters(size)
    found = majority(coded(frame, scale), (0, 1, 2, 3, 4))
    for unit, values in frame.dropna(subset="value").groupby("unit")["value"]:
        votes = Counter(values).most_common()
        alone = len(votes) == 1 or votes[0][1] > votes[1][1]
        assert by_unit(found).get(unit) == (votes[0][0] if alone else None)


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_the_order_of_rows_and_raters_changes_nothing(seed: int) -> None:
    frame, scale = random_frame(seed, 3, units=10, raters=4), letters(3)
    once = majority(coded(frame, scale), (0, 1, 2, 3), "highest")
    again = majority(coded(frame.sample(frac=1, random_state=seed), scale), (3, 1, 0, 2), "highest")
    assert by_unit(once) == by_unit(again)
    assert np.array_equal(once.labels.of(once.rater).unit, np.sort(once.labels.of(once.rater).unit))
