"""What the result of the alternative annotator test says beside its verdict, and codes that are uneven or signed."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import frame_of, random_frame

from agreement.alt_test import (
    CLUSTER_T,
    NO_VARIATION,
    ONE_VALUE,
    UNIT_T,
    UNIT_WILCOXON,
    AltTest,
    Basis,
    Scoring,
    alt_test,
)
from agreement.frame import coded
from agreement.scale import Scale

THREE = ("e", "d", "c")


def outcome(seed: int, units: int, scale: Scale, scoring: Scoring = "accuracy", basis: Basis = "cluster") -> AltTest:
    labels = coded(random_frame(seed, len(scale.values), units=units, raters=5), scale)
    return alt_test(labels, labels.of_kind("judge")[0], labels.of_kind("human"), 0.15, scoring, basis)


def ordinal(*codes: float) -> Scale:
    return Scale(("e", "d", "c")[: len(codes)], "ordinal", codes)


def test_the_result_names_the_judge_and_how_it_was_tested() -> None:
    found = outcome(1, 24, ordinal(0, 1, 2), "rmse", "unit")
    assert (found.judge, found.scoring, found.epsilon, found.basis) == ("judge", "rmse", 0.15, "unit")
    assert [test.human for test in found.humans] == ["h0", "h1", "h2", "h3"]


@pytest.mark.parametrize(
    ("basis", "units", "method"), [("cluster", 48, CLUSTER_T), ("unit", 24, UNIT_WILCOXON), ("unit", 72, UNIT_T)]
)
def test_a_p_value_counts_the_clusters_or_units_it_rests_on(basis: Basis, units: int, method: str) -> None:
    for test in outcome(2, units, ordinal(0, 1, 2), basis=basis).humans:
        assert (test.method, test.p.n) == (method, test.clusters if basis == "cluster" else test.units)
        assert test.difference.n == test.p.n


def test_an_undefined_p_value_counts_them_too() -> None:
    # h0 meets the others in one cluster only; the other three agree with the judge everywhere.
    matrix = [["e"] * 5, *[[None, *("d" * 4)] for _ in range(4)]]
    labels = coded(frame_of(matrix, ["h0", "h1", "h2", "h3", "judge"], judge="judge"), ordinal(0, 1, 2))
    found = alt_test(labels, 4, (0, 1, 2, 3), 0.2)
    assert [(test.p.undefined, test.p.n) for test in found.humans] == [(ONE_VALUE, 1), *[(NO_VARIATION, 5)] * 3]
    assert found.winning_rate.undefined == ONE_VALUE  # the words of the first human
    two = alt_test(labels, 4, (1, 2), 0.2)
    assert [(test.p.undefined, test.p.n) for test in two.humans] == [
        ("2 humans can be compared with a judge; it takes 3", 5)
    ] * 2


def test_of_two_values_near_and_equal_are_the_same() -> None:
    """With one step between the codes the root mean square orders people as the share of other labels does."""
    near, equal = (outcome(3, 32, ordinal(0, 1), scoring) for scoring in ("rmse", "accuracy"))
    assert near.humans == equal.humans
    assert near.advantage == equal.advantage


def test_codes_on_both_sides_of_nought_are_as_good_as_others() -> None:
    around, above = (outcome(4, 32, ordinal(*np.add((0, 1, 2), by)), "rmse") for by in (-1, 0))
    assert around.humans == above.humans
