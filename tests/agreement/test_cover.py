"""Covers: hand-worked cases, brute force over all sets of sources, and the large cases."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.cover import (
    cover_size,
    greedy_cover,
    minimum_cover,
    minimum_covers,
    vertex_cover_size,
)

# Figure 1 of the DeepTRACE paper, relevant statements 1 to 6 by sources 1 to 5.
FIGURE_1 = np.array(
    [
        [1, 0, 0, 1, 0],
        [0, 1, 1, 0, 1],
        [0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 1, 1, 0, 1],
        [0, 0, 1, 0, 0],
    ],
    dtype=bool,
)

# Source 0 covers four of six statements, so greedy takes it first and then needs two more sources;
# sources 1 and 2 cover three each, all six together: greedy 3, exact 2.
GREEDY_FAILS = np.array([[1, 1, 0], [1, 1, 0], [0, 1, 0], [1, 0, 1], [1, 0, 1], [0, 0, 1]], dtype=bool)

small_matrices = st.tuples(st.integers(0, 7), st.integers(0, 6)).flatmap(
    lambda shape: arrays(np.bool_, shape, elements=st.booleans())
)


def covers_by_brute_force(supports: np.ndarray) -> list[tuple[int, ...]]:
    rows = [set(np.flatnonzero(row)) for row in supports if row.any()]
    for size in range(supports.shape[1] + 1):
        found = [
            cover for cover in combinations(range(supports.shape[1]), size) if all(row & set(cover) for row in rows)
        ]
        if found:
            return found
    raise AssertionError("all sources together always cover")


def test_greedy_needs_more_sources_than_the_exact_cover_where_its_first_choice_misleads():
    assert greedy_cover(GREEDY_FAILS) == (0, 1, 2)
    assert minimum_covers(GREEDY_FAILS) == ((1, 2),)
    assert minimum_cover(GREEDY_FAILS) == (1, 2)


def test_greedy_gives_ties_to_the_lowest_source():
    # All three sources cover two statements; after source 0, source 1 and 2 cover one each.
    supports = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1]], dtype=bool)
    assert greedy_cover(supports) == (0, 1)


def test_matching_counts_more_than_the_set_cover_when_one_source_supports_all():
    # One source covers both statements, yet statements and sources can be paired off twice.
    supports = np.array([[1, 1], [1, 0]], dtype=bool)
    assert cover_size(supports) == 1
    assert vertex_cover_size(supports) == 2


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 4), (3, 4)])
def test_nothing_supported_needs_no_source(shape):
    nothing = np.zeros(shape, dtype=bool)
    assert minimum_cover(nothing) == greedy_cover(nothing) == ()
    assert minimum_covers(nothing) == ((),)
    assert cover_size(nothing) == vertex_cover_size(nothing) == 0


@settings(max_examples=150, deadline=None)
@given(small_matrices)
def test_minimum_covers_are_those_of_brute_force(supports):
    expected = covers_by_brute_force(supports)
    assert list(minimum_covers(supports)) == expected
    assert minimum_cover(supports) in expected


@settings(max_examples=60, deadline=None)
@given(small_matrices, st.randoms(use_true_random=False))
def test_sizes_do_not_depend_on_the_order_of_statements_and_sources(supports, random):
    rows, columns = list(range(supports.shape[0])), list(range(supports.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = supports[np.ix_(rows, columns)]
    assert cover_size(shuffled) == cover_size(supports)
    assert vertex_cover_size(shuffled) == vertex_cover_size(supports)


@settings(max_examples=60, deadline=None)
@given(small_matrices)
def test_exact_is_at_most_greedy_and_at_most_the_matching(supports):
    # A set cover by sources can never exceed a maximum matching: in a minimum cover each source
    # has a statement that only it covers, and these pairs are a matching.
    assert cover_size(supports) <= len(greedy_cover(supports))
    assert cover_size(supports) <= vertex_cover_size(supports)


def test_the_integer_program_for_large_cores_agrees_with_a_cover_known_by_construction():
    # Ten blocks of a 5-cycle (two neighbouring sources support each statement): dominance reduces
    # nothing, 50 sources are more than the search takes, and a 5-cycle needs 3 sources: 30.
    cycle = np.eye(5, dtype=bool) | np.roll(np.eye(5, dtype=bool), 1, axis=1)
    supports = np.kron(np.eye(10, dtype=bool), cycle)
    cover = minimum_cover(supports)
    assert len(cover) == 30
    assert supports[:, cover].any(axis=1).all()


def test_listing_all_covers_of_many_sources_is_refused():
    with pytest.raises(ValueError, match="at most 24 sources"):
        minimum_covers(np.zeros((1, 25), dtype=bool))
