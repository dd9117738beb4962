"""Source Necessity, exact, greedy and by matching, with its bounds over unknown labels."""

from answers import STRICT, answer_of, answers, completions, figure_1
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.cover import minimum_covers
from agreement.necessity import greedy_necessity, source_necessity, vertex_cover_necessity
from agreement.sources import grid_of

# Source 1 supports four of six statements, so greedy starts with it; sources 2 and 3 alone cover all six.
GREEDY_FAILS = answer_of([1] * 6, [[2, 2, 0], [2, 2, 0], [0, 2, 0], [2, 0, 2], [2, 0, 2], [0, 0, 2]])

NECESSITIES = {"greedy": greedy_necessity, "vertex_cover": vertex_cover_necessity}


def test_figure_1_has_exactly_the_two_minimum_covers_the_paper_names():
    covers = minimum_covers(grid_of(figure_1(), STRICT).supported)
    assert [tuple(source + 1 for source in cover) for cover in covers] == [(1, 2, 3), (2, 3, 4)]


def test_figure_1_by_greedy_cover_and_by_matching():
    assert greedy_necessity(figure_1(), STRICT).estimate.value == 3 / 5
    assert vertex_cover_necessity(figure_1(), STRICT).estimate.value == 4 / 5


def test_where_greedy_misleads_the_exact_necessity_is_lower():
    assert source_necessity(GREEDY_FAILS, STRICT).estimate.value == 2 / 3
    assert greedy_necessity(GREEDY_FAILS, STRICT).estimate.value == 1.0


def test_necessity_of_an_answer_with_no_support_is_zero():
    assert source_necessity(answer_of([1], [[0]], [[0]]), STRICT).estimate.value == 0.0


@settings(max_examples=60, deadline=None)
@given(answers(), st.sampled_from(list(NECESSITIES)))
def test_the_other_necessities_are_bounded_over_all_completions(answer, name):
    found = NECESSITIES[name](answer, STRICT)
    outcomes = [NECESSITIES[name](filled, STRICT).estimate.value for filled in completions(answer)]
    defined = [value for value in outcomes if value is not None]
    if not defined:
        assert found.low is None
    elif name == "vertex_cover":
        assert (found.low, found.high) == (min(defined), max(defined))
    else:
        assert found.low <= min(defined)
        assert max(defined) <= found.high


def test_the_highest_necessity_of_a_large_open_matrix_is_a_sound_bound():
    # 20 of 20 sources may each be demanded by one of 10 empty rows: more choices than are searched,
    # and each choice of 10 different sources needs all 10.
    answer = answer_of([1] * 10, [[-1] * 20] * 10)
    found = source_necessity(answer, STRICT)
    assert (found.low, found.high, found.unknown) == (0.0, 0.5, 200)
