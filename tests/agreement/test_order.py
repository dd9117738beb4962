"""Order bias of pairwise judgements."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.order import ALL_TIES, NO_PAIR, OrderBias, order_bias
from agreement.scale import DEPTH, PASS_FAIL, STANCE, Scale
from agreement.significance import T_TEST, untested

BOTH = [first + second for first in "ABt" for second in "ABt"]
VALUE = {"A": "A", "B": "B", "t": "tie", "?": "no idea", " ": None}


def judged(*given: str, clusters: list[str] | None = None) -> pd.DataFrame:
    """Each text is a pair: the place preferred in its first order, then in the swapped one (A left, B right, t tie)."""
    return pd.DataFrame(
        [
            {
                "pair": f"p{number}",
                "swapped": bool(swapped),
                "cluster": clusters[number] if clusters else f"q{number}",
                "rater": "j",
                "value": VALUE[place],
            }
            for number, places in enumerate(given)
            for swapped, place in enumerate(places)
        ]
    )


def found(*given: str, clusters: list[str] | None = None, scale: Scale = DEPTH) -> OrderBias:
    return order_bias(judged(*given, clusters=clusters), scale, "j")


def test_a_left_lean_by_hand() -> None:
    # AB: the same report twice. AA: left twice. tA: a tie, then left. BB: right twice. tt: two ties.
    # AB has 1 left and 1 right; in all 4 left, 3 right, 3 ties of 10 judgements; AB and tt are consistent.
    bias = found("AB", "AA", "tA", "BB", "tt")
    assert bias.consistency.estimate.value == pytest.approx(2 / 5)
    assert bias.ties.estimate.value == pytest.approx(3 / 10)
    assert bias.left_share.estimate.value == pytest.approx(4 / 7)
    assert bias.left_bias.estimate.value == pytest.approx(1 / 10)
    assert [m.estimate.n for m in (bias.consistency, bias.ties, bias.left_share, bias.left_bias)] == [5, 10, 7, 10]
    assert (bias.rater, bias.pairs, bias.left_out, bias.clusters) == ("j", 5, 0, 5)
    # Per pair left minus right: 0, 2, 1, -2, 0. Mean .2 of 2, se^2 = sum of squares 8.8 / (5 * 4), t = .2 / sqrt(.44).
    assert bias.test.statistic == pytest.approx(0.2 / 0.44**0.5)
    assert bias.test.freedom == 4
    # AA and tA lean left, BB right: two of three, p = 1.
    assert (bias.sign_test.statistic, bias.sign_test.p) == (2.0, 1.0)


def test_the_table_turns_the_swapped_verdict_to_the_first_order() -> None:
    # Rows: verdict in the first order, columns: in the other, in the order B, tie, A. "AB" says A both times.
    assert found("AB").table == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert found("AA").table == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert found("tB").table == ((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


def test_always_left_is_a_full_bias_and_never_consistent() -> None:
    bias = found(*["AA"] * 8)
    assert (bias.left_share.estimate.value, bias.left_bias.estimate.value) == (1.0, 1.0)
    assert bias.consistency.estimate.value == 0.0
    assert bias.left_share.interval.low == pytest.approx(0.025 ** (1 / 8))
    assert bias.sign_test.p == pytest.approx(2 / 2**8)
    assert "no variation" in str(bias.test.undefined)


def test_the_better_report_wherever_it_stands_is_no_bias() -> None:
    bias = found("AB", "BA", "AB", "AB", "tt")
    assert (bias.consistency.estimate.value, bias.left_bias.estimate.value) == (1.0, 0.0)
    assert bias.left_share.estimate.value == 0.5
    assert bias.sign_test.undefined is not None


def test_pairs_of_one_query_are_one_cluster() -> None:
    given, clusters = ["AA", "AA", "AB", "tA", "BB", "BA"], ["q", "q", "r", "r", "s", "s"]
    bias = found(*given, clusters=clusters)
    # Left minus right: q 4, r 1, s -2 of 4 judgements each: .25; without each: -1/8, 2/8, 5/8.
    assert bias.left_bias.estimate.value == pytest.approx(3 / 12)
    error = (2 / 3 * ((1 / 8 + 2 / 8) ** 2 + (5 / 8 - 2 / 8) ** 2)) ** 0.5
    assert bias.test.statistic == pytest.approx(0.25 / error)
    assert (bias.clusters, bias.left_bias.clusters, bias.test.freedom) == (3, 3, 2)
    assert bias.ties.estimate.value == pytest.approx(1 / 12)
    wide = found("AA", "AB", "AB", "AB", clusters=list("qqrr")).left_bias  # 2 of 8; 0 or 1/2 without one cluster
    assert (wide.estimate.value, wide.interval.low, wide.interval.high) == (0.25, -1.0, 1.0)
    assert bias.left_bias.interval.low == pytest.approx(max(-1.0, 0.25 - 4.302652729911275 * error))


def test_pairs_judged_in_one_order_and_labels_without_value_are_left_out() -> None:
    bias = found("AA", "A", "A ", "A?", "AB")
    assert (bias.pairs, bias.left_out) == (2, 3)
    assert bias.left_bias.estimate.value == pytest.approx(0.5)


def test_only_the_asked_rater_and_run_count() -> None:
    frame = judged("AA", "AB", "BA")
    others = pd.concat([frame.assign(run=0), frame.assign(run=1, value="B"), frame.assign(run=0, rater="k", value="B")])
    assert order_bias(others.reset_index(drop=True), DEPTH, "j") == order_bias(frame, DEPTH, "j")


def test_scales_without_a_tie_and_with_extra_labels_work_too() -> None:
    two = Scale(("right", "left"), "nominal", (0.0, 1.0), {"first": "left"})
    frame = judged("AA", "AB", "BA").replace({"value": {"A": "first", "B": "right"}})
    bias = order_bias(frame, two, "j")
    assert (bias.ties.estimate.value, bias.left_share.estimate.value) == (0.0, 4 / 6)
    assert bias.consistency.estimate.value == pytest.approx(2 / 3)


@settings(max_examples=12)
@given(st.lists(st.sampled_from(BOTH), min_size=3, max_size=12))
def test_taking_the_other_order_as_the_first_changes_nothing(given_places: list[str]) -> None:
    one, other = found(*given_places), found(*(places[::-1] for places in given_places))
    assert (one.left_bias, one.left_share, one.ties) == (other.left_bias, other.left_share, other.ties)
    assert one.consistency == other.consistency


@settings(max_examples=12)
@given(st.lists(st.sampled_from(BOTH), min_size=3, max_size=12))
def test_the_mirrored_preference_has_the_opposite_bias(given_places: list[str]) -> None:
    mirror = str.maketrans("AB", "BA")
    one, other = found(*given_places), found(*(places.translate(mirror) for places in given_places))
    assert one.left_bias.estimate.value == pytest.approx(-other.left_bias.estimate.value)  # type: ignore[operator]
    assert one.test.p is None or one.test.p == pytest.approx(other.test.p)
    assert one.sign_test.p == other.sign_test.p
    assert one.consistency == other.consistency


def test_duplicated_queries_keep_the_bias_and_sharpen_the_test() -> None:
    given = ["AA", "AB", "tA", "BB", "AA", "AA"]
    once, twice = found(*given), found(*given, *given)
    assert once.left_bias.estimate.value == pytest.approx(twice.left_bias.estimate.value)
    assert once.test.p > twice.test.p  # type: ignore[operator]


def test_without_a_pair_in_both_orders_everything_is_undefined() -> None:
    for bias in (found("A", "B"), found("A ", " B"), order_bias(judged("AA"), DEPTH, "nobody")):
        for measured in (bias.consistency, bias.ties, bias.left_share, bias.left_bias):
            assert measured.estimate.undefined == NO_PAIR
        assert (bias.pairs, bias.test) == (0, untested(T_TEST, NO_PAIR))


def test_ties_alone_have_no_share_of_the_left() -> None:
    bias = found("tt", "tt", "tt")
    assert bias.left_share.estimate.undefined == ALL_TIES
    assert (bias.left_bias.estimate.value, bias.ties.estimate.value) == (0.0, 1.0)


def test_bad_frames_are_refused() -> None:
    frame = judged("AA", "AB")
    words = "the frame has no column swapped, rater; it needs pair, swapped, cluster, rater, value"
    with pytest.raises(ValueError, match=f"^{words}$"):
        order_bias(frame.drop(columns=["swapped", "rater"]), DEPTH, "j")
    with pytest.raises(ValueError, match="row 1: swapped must be true or false"):
        order_bias(frame.assign(swapped=[True, np.nan, True, False]), DEPTH, "j")
    with pytest.raises(ValueError, match="second label"):
        order_bias(frame.assign(swapped=False), DEPTH, "j")
    with pytest.raises(
        ValueError, match="the values of a nominal scale have no order, so none of them stands for the left place"
    ):
        order_bias(frame, STANCE, "j")
    assert order_bias(frame, PASS_FAIL, "j").pairs == 0
