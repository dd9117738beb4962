"""Shares corrected by a confusion matrix: by hand, against Rogan and Gladen, brute force, and refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from error_rates import random_evidence
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import t

from agreement.evidence import Evidence, confusion
from agreement.misclassification import corrected_shares, onto_simplex
from agreement.rogan_gladen import rogan_gladen


def alike(pairs: list[list[float]], judged: list[float], wobble: float = 1.0) -> Evidence:
    """These counts in each of six clusters on average; one unit of class 0 moves to and fro between two columns."""
    every = np.array([pairs] * 6, dtype=float)
    every[::2, 0, :2] += (-wobble, wobble)
    every[1::2, 0, :2] += (wobble, -wobble)
    return Evidence(every, np.array([judged] * 6, dtype=float), np.arange(6))


def test_a_case_by_hand() -> None:
    # P(judge | people): class 0 -> (.8, .2, 0), class 1 -> (.1, .8, .1), class 2 -> (0, .2, .8).
    # True shares (.5, .3, .2) make the judge say .43, .1 + .24 + .04 = .38, .03 + .16 = .19.
    pairs = [[8.0, 2.0, 0.0], [1.0, 8.0, 1.0], [0.0, 2.0, 8.0]]
    found = corrected_shares(alike(pairs, [43.0, 38.0, 19.0]))
    assert [each.measured.estimate.value for each in found.shares] == pytest.approx([0.5, 0.3, 0.2], abs=1e-12)
    assert found.raw == pytest.approx((0.43, 0.38, 0.19))
    assert found.confusion.matrix == ((0.8, 0.1, 0.0), (0.2, 0.8, 0.2), (0.0, 0.1, 0.8))
    singular = np.linalg.svd(np.array(found.confusion.matrix), compute_uv=False)
    assert found.confusion.smallest.estimate.value == pytest.approx(singular[-1])
    assert found.confusion.condition == pytest.approx(singular[0] / singular[-1])
    assert [each.measured.estimate.n for each in found.shares] == [180] * 3  # 30 units in each of 6 clusters
    assert found.confusion.smallest.estimate.n == 180


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([0.7, 0.85, 0.97, 1.0]))
def test_two_classes_are_rogan_and_gladens(seed: int, right: float) -> None:
    evidence = random_evidence(seed, 2, right=right)
    one, both = rogan_gladen(evidence).share, corrected_shares(evidence).shares[1]
    if one.measured.estimate.value is None or both.measured.estimate.value is None:
        return  # each has a bound of its own below which it refuses
    assert both.measured.estimate.value == pytest.approx(one.measured.estimate.value, abs=1e-10)
    assert both.found.left_out == pytest.approx(one.found.left_out, abs=1e-10)
    for side in ("low", "high"):
        ours, theirs = getattr(both.measured.interval, side), getattr(one.measured.interval, side)
        assert ours == pytest.approx(theirs, abs=1e-10)


def test_two_classes_are_compared_where_both_are_defined() -> None:
    defined = [corrected_shares(random_evidence(seed, 2)).shares[1].measured.estimate.value for seed in range(10)]
    assert sum(value is not None for value in defined) >= 8


def test_the_interval_is_that_of_leaving_clusters_out_one_by_one() -> None:
    for seed in range(4):
        evidence = random_evidence(seed, 3, clusters=24, labelled=16, right=0.85)

        def direct(kept: np.ndarray, of: Evidence) -> np.ndarray:
            counts = of.pairs[kept].sum(axis=0)
            judged = of.judged[kept].sum(axis=0)
            return np.linalg.inv((counts / counts.sum(axis=1, keepdims=True)).T) @ (judged / judged.sum())

        every = np.arange(24)
        left_out = np.array([direct(np.delete(every, c), evidence) for c in every])
        values = direct(every, evidence)
        error = np.sqrt(23 / 24 * np.square(left_out - left_out.mean(axis=0)).sum(axis=0))
        for k, share in enumerate(corrected_shares(evidence).shares):
            assert share.found.left_out == pytest.approx(left_out[:, k], abs=1e-10)
            assert share.measured.clusters == 16
            half = t.ppf(0.975, 15) * error[k]
            assert share.measured.interval.low == pytest.approx(max(0, values[k] - half), abs=1e-10)
            assert share.measured.interval.high == pytest.approx(min(1, values[k] + half), abs=1e-10)


def test_a_class_the_judge_never_got_wrong_adds_its_exact_bound() -> None:
    # Class 2 is always right in all 6 clusters: its rate may be delta = 1 - .025 ** (1 / 6) lower, the units going to
    # class 0 or 1, which moves the shares by share_2 delta (M^-1 e_2 - M^-1 e_j).
    rng = np.random.default_rng(0)
    pairs = np.array([[[8, 2, 0], [1, 8, 1], [0, 0, 10]]] * 6) + 0.0
    pairs[:, 0, 0] += rng.integers(0, 3, 6)
    evidence = Evidence(pairs, rng.integers(10, 20, (6, 3)).astype(float), np.arange(6))
    found = corrected_shares(evidence)
    inverse = np.linalg.inv(confusion(pairs.sum(axis=0)))
    values = np.array([share.found.value for share in found.shares])
    delta = values[2] * (1 - 0.025 ** (1 / 6))
    moves = np.array([delta * (inverse[:, 2] - inverse[:, j]) for j in (0, 1)])
    for k, share in enumerate(found.shares):
        half = t.ppf(0.975, 5) * share.found.error
        up, down = max(0.0, moves[:, k].max()), max(0.0, -moves[:, k].min())
        assert share.measured.interval.low == pytest.approx(max(0, values[k] - np.hypot(half, down)), abs=1e-10)
        assert share.measured.interval.high == pytest.approx(min(1, values[k] + np.hypot(half, up)), abs=1e-10)


def test_impossible_shares_are_moved_to_the_nearest_possible_ones_and_said_so() -> None:
    # Class 2 is said less often than the false alarms of class 1 alone would give.
    pairs = [[8.0, 2.0, 0.0], [1.0, 7.0, 2.0], [0.0, 2.0, 8.0]]
    evidence = alike(pairs, [40.0, 55.0, 5.0])
    found = corrected_shares(evidence)
    values = np.array([share.found.value for share in found.shares])
    assert values.min() < 0
    points = [share.measured.estimate.value for share in found.shares]
    assert min(points) == 0.0
    assert sum(points) == pytest.approx(1.0)
    figures = ", ".join(f"{value:.3f}" for value in values)
    assert found.projected == (
        f"the correction gave {figures}, which are no shares: moved to the nearest possible ones"
    )
    assert found.shares[0].cut == found.projected


@settings(max_examples=12)
@given(st.lists(st.floats(-1, 2), min_size=2, max_size=5))
def test_the_projection_is_the_nearest_point_of_the_simplex(values: list[float]) -> None:
    wanted = np.array(values)
    nearest = onto_simplex(wanted)
    assert nearest.sum() == pytest.approx(1.0)
    assert nearest.min() >= 0
    size = len(wanted)
    found = minimize(
        lambda x: np.square(x - wanted).sum(),
        np.full(size, 1 / size),
        bounds=[(0, 1)] * size,
        constraints={"type": "eq", "fun": lambda x: x.sum() - 1},
    )
    assert np.square(nearest - wanted).sum() <= found.fun + 1e-6


def test_shares_that_are_possible_stay() -> None:
    assert onto_simplex(np.array([0.2, 0.3, 0.5])) == pytest.approx([0.2, 0.3, 0.5])
    assert corrected_shares(random_evidence(0, 3, right=0.9)).projected is None


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.permutations([0, 1, 2]))
def test_the_order_of_classes_does_not_matter(seed: int, order: list[int]) -> None:
    evidence = random_evidence(seed, 3, right=0.9)
    moved = Evidence(evidence.pairs[:, order][:, :, order], evidence.judged[:, order], evidence.cluster)
    still, other = corrected_shares(evidence).shares, corrected_shares(moved).shares
    for k, share in zip(order, other, strict=True):
        assert share.measured.estimate.value == pytest.approx(still[k].measured.estimate.value, abs=1e-9)
        assert share.measured.interval.low == pytest.approx(still[k].measured.interval.low, abs=1e-9)


def test_a_judge_who_never_erred_keeps_its_shares() -> None:
    found = corrected_shares(alike(np.diag([5.0, 3.0, 2.0]).tolist(), [6.0, 3.0, 1.0], wobble=0.0))
    assert [share.measured.estimate.value for share in found.shares] == pytest.approx([0.6, 0.3, 0.1])
    low, high = found.shares[0].measured.interval.low, found.shares[0].measured.interval.high
    delta = 1 - 0.025 ** (1 / 6)
    assert low == pytest.approx(0.6 - delta * np.hypot(0.3, 0.1))  # units of classes 1 and 2 called 0
    assert high == pytest.approx(0.6 + delta * 0.6)


BASE = random_evidence(1, 3)
SAME = alike([[5.0, 5.0, 0.0], [5.0, 5.0, 0.0], [0.0, 1.0, 9.0]], [10.0, 10.0, 10.0])
ONE_CLUSTER = replace(
    random_evidence(2, 3, right=0.9),
    pairs=random_evidence(2, 3, right=0.9).pairs * np.array([1.0, 1.0, 0.0])[None, :, None],
)


def only_once(evidence: Evidence, value: int) -> Evidence:
    """People used the value in the first cluster only."""
    pairs = evidence.pairs.copy()
    pairs[1:, value] = 0.0
    pairs[0, value, value] = 5.0
    return replace(evidence, pairs=pairs)


# The judge says 0 whatever people say: its matrix has a singular value of exactly 0.
DEAF = Evidence(np.array([[[5.0, 0, 0]] * 3] * 4), np.array([[15.0, 0, 0]] * 4), np.arange(4))


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (DEAF, "the smallest singular value of its confusion matrix is 0.00, with a lower bound of 0.00"),
        (replace(BASE, judged=np.zeros((20, 3))), "the judge labelled nothing"),
        (replace(BASE, pairs=np.zeros((20, 3, 3))), "people labelled nothing"),
        (ONE_CLUSTER, "people gave no unit value 2"),
        (SAME, "the smallest singular value of its confusion matrix is 0.00, with a lower bound of 0.00"),
        (random_evidence(6, 3, right=0.3), "which must be above 0.1"),
        (only_once(random_evidence(2, 3, right=0.9), 2), "not known well enough: the value is undefined without one"),
    ],
)
def test_a_matrix_that_cannot_be_inverted_safely_corrects_nothing(evidence: Evidence, words: str) -> None:
    found = corrected_shares(evidence)
    assert len(found.shares) == 3
    assert all(words in str(share.measured.estimate.undefined) for share in found.shares)
    assert {share.measured.estimate.n for share in found.shares} == {evidence.used().n}


def test_a_singular_matrix_has_no_condition_number() -> None:
    assert corrected_shares(SAME).confusion.condition is None
    assert corrected_shares(DEAF).confusion.condition is None
    assert corrected_shares(ONE_CLUSTER).confusion is None
    assert corrected_shares(replace(BASE, judged=np.zeros((20, 3)))).raw == ()


def test_a_class_that_is_nearly_all_has_an_interval_cut_at_1() -> None:
    # Class 0 is called 1 one time in ten: the judge's (.9, .1, 0) is what class 0 alone gives.
    pairs = [[9.0, 1.0, 0.0], [0.0, 9.0, 1.0], [0.0, 1.0, 9.0]]
    found = corrected_shares(alike(pairs, [99.0, 11.0, 0.0]))
    assert found.raw == pytest.approx((0.9, 0.1, 0.0))
    first = found.shares[0]
    assert first.found.value == pytest.approx(1.0)
    assert (first.measured.estimate.value, first.measured.interval.high) == (pytest.approx(1.0, abs=0.01), 1.0)
    assert found.shares[2].measured.interval.low == 0.0


def test_a_share_outside_of_what_is_possible_reaches_no_further_by_errors_nobody_saw() -> None:
    # Class 1 is never wrong, and its share comes out below 0: where it is none, its errors move nothing. Two classes,
    # so the interval is that of Rogan and Gladen.
    counts = [(54 + k, 6 - k, 0, 9, 55 - 2 * k, 5 + 2 * k) for k in (0, 1, 2, 0, -1, -2, 1, -1)]
    rows = np.array(counts, dtype=float)
    evidence = Evidence(rows[:, :4].reshape(-1, 2, 2), rows[:, 4:], np.arange(8))
    found = corrected_shares(evidence)
    assert found.shares[1].found.value < 0
    low, high = (found.shares[1].found.value + side * t.ppf(0.975, 7) * found.shares[1].found.error for side in (-1, 1))
    assert (found.shares[1].measured.interval.low, found.shares[1].measured.interval.high) == pytest.approx((0, high))
    assert low < 0 < high


def test_a_share_below_0_moves_no_other_share_by_errors_nobody_saw() -> None:
    # Class 2 is never wrong and its share comes out below 0; classes 0 and 1 were got wrong, so nothing is added.
    steps = np.array([0, 1, 2, 0, -1, -2, 1, -1]) * 10.0
    pairs = np.array([[[800 - s, 0, 200 + s], [200 + s, 800 - s, 0], [0, 0, 900]] for s in steps])
    judged = np.array([[500.0 + s, 450.0 - s, 50.0] for s in steps])
    found = corrected_shares(Evidence(pairs, judged, np.arange(8)))
    assert found.shares[2].found.value < 0
    for share in found.shares[:2]:
        half = t.ppf(0.975, 7) * share.found.error
        assert share.measured.interval.low == pytest.approx(share.found.value - half)
        assert share.measured.interval.high == pytest.approx(share.found.value + half)


def test_a_share_above_1_counts_as_1_when_its_unseen_errors_are_added() -> None:
    # The judge mixes classes 1 and 2 up and says 1 of many: their shares add up to less than 0, that of class 0 (never
    # wrong, in 8 clusters) to more than 1. The bound of its errors, 1 - .025 ** (1 / 8), then moves a share of 1.
    steps = np.array([0, 1, 2, 0, -1, -2, 1, -1]) * 20.0
    pairs = np.array([[[2000, 0, 0], [200 + s, 800 - s, 1000], [1000 - s, 200 + s, 800]] for s in steps])
    judged = np.array([[700.0 + s, 300.0 - s, 0.0] for s in steps])
    found = corrected_shares(Evidence(pairs, judged, np.arange(8)))
    values = np.array([share.found.value for share in found.shares])
    assert values[0] > 1
    inverse = np.linalg.inv(confusion(pairs.sum(axis=0)))
    moves = (1 - 0.025 ** (1 / 8)) * np.array([inverse[:, 0] - inverse[:, j] for j in (1, 2)])
    half = [t.ppf(0.975, 7) * share.found.error for share in found.shares]
    for k, share in enumerate(found.shares):
        up, down = max(0.0, moves[:, k].max()), max(0.0, -moves[:, k].min())
        assert share.measured.interval.low == pytest.approx(max(0.0, values[k] - np.hypot(half[k], down)))
        assert share.measured.interval.high == pytest.approx(min(1.0, values[k] + np.hypot(half[k], up)))
