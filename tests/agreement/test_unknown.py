"""What unknown labels leave open: extremes over all choices of rows, and when a value stands."""

from itertools import product

import numpy as np
import pytest
from answers import LENIENT, STRICT
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.metric import MetricRules
from agreement.unknown import Completions, extreme_ratio, settle

SEEN = Completions(low=0.25, high=0.75, always=True, part=1, whole=3, unknown=1, read=4, never="nothing there")

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.integers(0, 4)).map(
        lambda row: (row[0], min(row[1:]), max(row[1:])),
    ),
    max_size=7,
)


@settings(deadline=None)
@given(rows, st.sampled_from(["lowest", "highest"]))
def test_extremes_are_those_of_every_choice_of_optional_rows(rows, which):
    ratios = []
    for keep in product([False, True], repeat=len(rows)):
        kept = [row for row, chosen in zip(rows, keep, strict=True) if chosen or row[0]]
        whole = sum(row[2] for row in kept)
        ratios += [sum(row[1] for row in kept) / whole] if whole else []
    sure, parts, wholes = (np.array([row[k] for row in rows], dtype=kind) for k, kind in enumerate((bool, int, int)))
    best = {"lowest": min, "highest": max}[which]
    assert extreme_ratio(which, sure, parts, wholes) == (best(ratios) if ratios else None)


def test_adding_optional_rows_stops_where_it_no_longer_helps():
    # Sure 1/2; adding 0/2 gives 1/4, adding 1/1 as well would raise it to 2/5.
    sure, parts, wholes = np.array([True, False, False]), np.array([1, 0, 1]), np.array([2, 2, 1])
    assert extreme_ratio("lowest", sure, parts, wholes) == 1 / 4
    assert extreme_ratio("highest", sure, parts, wholes) == 2 / 3


def test_an_open_value_waits_for_its_cells_and_keeps_its_bounds():
    found = settle(SEEN, STRICT)
    assert (found.estimate.value, found.estimate.undefined) == (None, "1 cell unlabelled")
    assert (found.low, found.high, found.unknown, found.part, found.whole) == (0.25, 0.75, 1, 0, 0)


@pytest.mark.parametrize(("share", "value"), [(0.24, None), (0.25, 1 / 3), (1.0, 1 / 3)])
def test_the_allowed_share_counts_unknown_labels_among_those_read(share, value):
    assert settle(SEEN, MetricRules(partial_counts=False, unknown_share=share)).estimate.value == value


def test_bounds_that_meet_are_no_value_where_a_completion_leaves_it_undefined():
    half_defined = Completions(0.5, 0.5, False, 0, 0, 1, 4, "nothing there")
    assert settle(half_defined, STRICT).estimate.value is None
    assert settle(half_defined, LENIENT).estimate.value is None


def test_what_no_completion_defines_says_why_and_waits_for_nothing():
    found = settle(Completions(None, None, False, 0, 0, 3, 4, "nothing there"), LENIENT)
    assert (found.estimate.undefined, found.unknown) == ("nothing there", 0)
