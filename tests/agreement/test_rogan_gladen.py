"""Rogan and Gladen's correction: by hand, Lee's published interval, brute force, and its refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from error_rates import random_evidence
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, t

from agreement.corrected import SQUARED
from agreement.estimate import Estimate, Interval, Measured
from agreement.evidence import Evidence
from agreement.jackknife import PLAIN
from agreement.rogan_gladen import LEE, Share, lee_interval, rogan_gladen


def clusters(*counts: tuple[int, int, int, int, int, int]) -> Evidence:
    """One cluster for each (no no, no yes, yes no, yes yes, judged no, judged yes)."""
    rows = np.array(counts, dtype=float)
    return Evidence(rows[:, :4].reshape(-1, 2, 2), rows[:, 4:], np.arange(len(rows)))


# Four times TNR 14/20 = .7, TPR 18/20 = .9, the judge says yes to 40 of 100: (.4 + .7 - 1) / (.7 + .9 - 1) = 1/6.
BY_HAND = clusters(*[(5, 2, 1, 6, 15, 10), (4, 2, 0, 7, 20, 5), (5, 2, 1, 5, 25, 25)] * 4)


def direct(rows: np.ndarray) -> float:
    no_no, no_yes, yes_no, yes_yes, no, yes = rows.sum(axis=0)
    tnr, tpr = no_no / (no_no + no_yes), yes_yes / (yes_no + yes_yes)
    return float((yes / (no + yes) + tnr - 1) / (tpr + tnr - 1))


def test_a_case_by_hand() -> None:
    found = rogan_gladen(BY_HAND)
    assert found.share.measured.estimate.value == pytest.approx(1 / 6, abs=1e-12)
    assert (found.raw, found.tnr.estimate.value, found.tpr.estimate.value) == pytest.approx((0.4, 0.7, 0.9))
    assert found.informed.estimate.value == pytest.approx(0.6)
    assert (found.tpr.estimate.n, found.tnr.estimate.n, found.share.measured.estimate.n) == (80, 80, 160)
    assert (found.share.measured.clusters, found.share.cut) == (12, None)


def test_the_published_interval_of_lee() -> None:
    # Inputs of the authors' README; theta .16667, interval (.056351, .262733).
    interval = lee_interval(Share(0.4, 1000), Share(0.7, 200), Share(0.9, 200))
    assert (interval.low, interval.high) == pytest.approx((0.056351, 0.262733), abs=5e-7)
    assert interval.method == LEE


def test_lees_interval_beside_ours_rests_on_the_same_counts() -> None:
    ours = rogan_gladen(BY_HAND).lee
    assert ours == lee_interval(Share(0.4, 400), Share(0.7, 80), Share(0.9, 80))


def test_lees_interval_is_cut_and_needs_a_judge_better_than_chance() -> None:
    # z^2 = 3.8415: p = 1.9207 / 53.841 = .035674, both rates 19/22, theta = (.035674 + 19/22 - 1) / (16/22) = -.13845,
    # spread of a rate (19/22)(3/22)/22 = .0053531, error sqrt(.00063894 + .0070405) / (16/22) = .12050, half .23617,
    # centre theta + 2 z^2 * .0053531 * (theta - (1 - theta)) = -.19097: (-.4271, .0452), cut at 0.
    cut = lee_interval(Share(0.0, 50), Share(0.9, 20), Share(0.9, 20))
    assert (cut.low, cut.high) == (0.0, pytest.approx(0.0452, abs=5e-5))
    mirrored = lee_interval(Share(1.0, 50), Share(0.9, 20), Share(0.9, 20))
    assert (mirrored.low, mirrored.high, mirrored.level) == (pytest.approx(1 - 0.0452, abs=5e-5), 1.0, 0.95)
    chance = lee_interval(Share(0.4, 50), Share(0.5, 20), Share(0.5, 20))
    assert chance == Interval(None, None, LEE, 0.95, "the judge is right no more often than chance")


def test_the_interval_is_that_of_leaving_clusters_out_one_by_one() -> None:
    for seed in range(5):
        evidence = random_evidence(seed, 2)
        rows = np.concatenate([evidence.pairs.reshape(-1, 4), evidence.judged], axis=1)
        left_out = np.array([direct(np.delete(rows, c, axis=0)) for c in range(len(rows))])
        error = np.sqrt(19 / 20 * np.square(left_out - left_out.mean()).sum())
        share = rogan_gladen(evidence).share
        half = t.ppf(0.975, 11) * error  # people labelled 12 of the 20 clusters
        assert share.found.left_out == pytest.approx(left_out, abs=1e-10)
        assert share.found.cluster.tolist() == evidence.cluster.tolist()
        assert share.measured.interval.low == pytest.approx(max(0, direct(rows) - half), abs=1e-10)
        assert share.measured.interval.high == pytest.approx(min(1, direct(rows) + half), abs=1e-10)


def test_a_rate_of_1_does_not_hide_that_the_judge_may_err() -> None:
    # TNR 1 in 5 clusters: it may be .025 ** (1 / 5) lower, which moves the value down by (1 - theta) / J of that.
    evidence = clusters(*[(6, 0, 1 + k % 2, 4 - k % 2, 20 + k, 20 - k) for k in range(5)])
    found = rogan_gladen(evidence)
    value, error = found.share.found.value, found.share.found.error
    informed = found.informed.estimate.value
    half = t.ppf(0.975, 4) * error
    assert found.share.measured.interval.method == SQUARED
    down = (1 - value) / informed * (1 - 0.025**0.2)
    assert found.share.measured.interval.low == pytest.approx(max(0, value - np.hypot(half, down)), abs=1e-10)
    assert found.share.measured.interval.high == pytest.approx(value + half, abs=1e-10)


def test_a_judge_who_never_erred_leaves_its_own_share_with_room_on_both_sides() -> None:
    evidence = clusters(*[(6, 0, 0, 4, 10 + k, 20 - k) for k in range(10)])
    share = rogan_gladen(evidence).share
    value = share.found.value
    assert value == pytest.approx((200 - 45) / 300)
    reach, half = 1 - 0.025**0.1, t.ppf(0.975, 9) * share.found.error
    assert share.measured.interval.low == pytest.approx(value - np.hypot(half, (1 - value) * reach))
    assert share.measured.interval.high == pytest.approx(value + np.hypot(half, value * reach))


def test_the_bounds_of_informedness_square_and_add_those_of_the_rates() -> None:
    for evidence in (random_evidence(3, 2), NEVER_YES):
        found = rogan_gladen(evidence)
        for side, sign in (("low", -1), ("high", 1)):
            apart = [getattr(rate.interval, side) - rate.estimate.value for rate in (found.tpr, found.tnr)]
            bound = getattr(found.informed.interval, side)
            assert bound - found.informed.estimate.value == pytest.approx(sign * np.hypot(*apart))
        assert found.informed.interval.method == "intervals of both rates, squared and added"


def test_informedness_counts_the_units_of_both_rates_and_the_clusters_of_the_rarer_one() -> None:
    informed = rogan_gladen(BY_HAND).informed
    assert (informed.estimate.n, informed.clusters) == (160, 12)
    # ONCE: 7 units of yes in one cluster, 20 of no in three. 6/7 + 17/20 - 1, and yes has no interval.
    once = rogan_gladen(ONCE)
    assert (once.informed.estimate.value, once.informed.estimate.n) == (pytest.approx(6 / 7 + 17 / 20 - 1), 27)
    assert (once.informed.clusters, once.informed.interval) == (1, once.tpr.interval)
    # NO_YES: 13 units of no only.
    assert rogan_gladen(NO_YES).informed.estimate == Estimate(None, 13, "people gave no unit this value")


def test_a_refused_correction_still_shows_the_rates_it_was_refused_for() -> None:
    # WEAK: 36 of 60 no and 42 of 60 yes right, half of the judged units yes.
    found = rogan_gladen(WEAK)
    assert (found.raw, found.tnr.estimate.value, found.tpr.estimate.value) == (0.5, 0.6, 0.7)
    assert found.informed.estimate == Estimate(pytest.approx(0.3), 120)
    assert (found.share.measured.estimate.n, found.lee.method) == (120, LEE)


def test_an_impossible_share_is_cut_and_said_so() -> None:
    # The judge says yes to 1 of 30, less than its false alarms (1 - TNR = .1): (1/30 - .1) / .8 = -1/12.
    evidence = clusters(*[(9, 1, 1, 9, 29, 1) for _ in range(9)], (8, 2, 1, 9, 29, 1), (10, 0, 1, 9, 29, 1))
    found = rogan_gladen(evidence)
    assert found.share.measured.estimate.value == 0.0
    assert found.share.cut == "the correction gave -0.083, which is impossible: cut to 0"


NEVER_YES = clusters((5, 1, 4, 0, 5, 1), (4, 2, 3, 0, 4, 2), (6, 1, 3, 0, 7, 1))
NO_YES = clusters((5, 2, 0, 0, 5, 5), (5, 1, 0, 0, 5, 5))
CHANCE = clusters((3, 3, 3, 3, 5, 5), (3, 3, 3, 3, 5, 5))
WEAK = clusters(*[(6 - k, 4 + k, 3 + k, 7 - k, 5, 5) for k in (0, 1, -1, 0, 1, -1)])
ONCE = clusters((6, 1, 1, 6, 5, 5), (6, 1, 0, 0, 5, 5), (5, 1, 0, 0, 5, 5))


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (replace(BY_HAND, judged=np.zeros((12, 2))), "the judge labelled nothing"),
        (replace(BY_HAND, pairs=np.zeros((12, 2, 2))), "people labelled nothing"),
        (NO_YES, "people gave no unit value 1"),
        (CHANCE, "TPR + TNR - 1 is 0.00: the judge is right no more often than chance"),
        (WEAK, r"must be above 0.1"),
        (ONCE, "not known well enough: only one cluster"),
    ],
)
def test_a_judge_who_is_not_known_to_be_informed_corrects_nothing(evidence: Evidence, words: str) -> None:
    found = rogan_gladen(evidence)
    assert words in str(found.share.measured.estimate.undefined)
    assert words in str(found.lee.undefined)
    assert found.share.measured.interval.low is None


def test_without_the_judges_labels_there_is_no_raw_share_either() -> None:
    assert rogan_gladen(replace(BY_HAND, judged=np.zeros((12, 2)))).raw is None


def test_a_judge_who_says_no_throughout_has_a_raw_share_of_0() -> None:
    found = rogan_gladen(replace(BY_HAND, judged=np.array([[25.0, 0.0]] * 12)))
    assert (found.raw, found.share.measured.estimate.value) == (0.0, 0.0)
    assert found.lee == lee_interval(Share(0.0, 300), found_rate(found.tnr), found_rate(found.tpr))


def found_rate(rate: Measured) -> Share:
    return Share(float(rate.estimate.value or 0.0), rate.estimate.n)


@pytest.mark.parametrize("mirror", [False, True])
def test_an_impossible_share_leaves_no_room_for_errors_that_could_only_take_it_further(mirror: bool) -> None:
    # TPR 1, which hides errors on yes, and fewer yes than false alarms: theta < 0. Lower TPR would move a share of 0
    # nowhere, so the interval is the plain one. The mirror image has TNR 1 and theta > 1.
    evidence = clusters(*[(54 + k, 6 - k, 0, 9, 55 - 2 * k, 5 + 2 * k) for k in (0, 1, 2, 0, -1, -2, 1, -1)])
    if mirror:
        evidence = Evidence(evidence.pairs[:, ::-1, ::-1], evidence.judged[:, ::-1], evidence.cluster)
    share = rogan_gladen(evidence).share
    half = t.ppf(0.975, 7) * share.found.error
    bounds = (share.measured.interval.low, share.measured.interval.high)
    expected = (share.found.value - half, 1.0) if mirror else (0.0, share.found.value + half)
    assert bounds == pytest.approx(expected, abs=1e-12)
    assert (share.measured.estimate.value, share.measured.interval.method) == (float(mirror), PLAIN)


def test_more_than_two_values_are_turned_away() -> None:
    with pytest.raises(ValueError, match="has two values, got 3"):
        rogan_gladen(random_evidence(0, 3))


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_swapping_yes_and_no_mirrors_the_share(seed: int) -> None:
    evidence = random_evidence(seed, 2)
    mirrored = Evidence(evidence.pairs[:, ::-1, ::-1], evidence.judged[:, ::-1], evidence.cluster)
    one, other = rogan_gladen(evidence), rogan_gladen(mirrored)
    assert other.tpr.estimate.value == one.tnr.estimate.value
    if one.share.measured.interval.low is not None:
        assert other.share.measured.estimate.value == pytest.approx(1 - one.share.measured.estimate.value)
        assert other.share.measured.interval.high == pytest.approx(1 - one.share.measured.interval.low)


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_correction_undoes_the_judges_errors_on_the_labelled_sample_itself(seed: int) -> None:
    # Judged units = labelled units: the corrected share is exactly people's.
    evidence = random_evidence(seed, 2, labelled=20)
    share = rogan_gladen(evidence).share
    if share.measured.estimate.value is not None:
        assert share.found.value == pytest.approx(evidence.pairs[:, 1].sum() / evidence.pairs.sum(), abs=1e-9)


def test_the_normal_quantile_of_lee_is_two_sided() -> None:
    # With huge samples the interval is theta +- z sqrt(p (1 - p) / n) / J.
    interval = lee_interval(Share(0.4, 10**6), Share(0.7, 10**12), Share(0.9, 10**12))
    half = norm.ppf(0.975) * (0.24 / 10**6) ** 0.5 / 0.6
    assert interval.high - interval.low == pytest.approx(2 * half, rel=1e-4)
