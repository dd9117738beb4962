"""Drift of a judge on an anchor set."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import letters
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from validation_cases import long_frame

from agreement.drift import NOT_JUDGED_TWICE, Drift, drift
from agreement.frame import coded
from agreement.multiplicity import adjusted
from agreement.scale import Scale
from agreement.statistics import STATISTICS

THREE = letters(3)
VALUES = THREE.values


def anchors(
    seed: int, noise: dict[str, float], clusters: int = 30, shift: float = 0.0, same: float = 0.0
) -> pd.DataFrame:
    """Units in clusters of five. Each rater errs with chance noise[rater]; the judge "new" also goes one value up with
    chance `shift`, and repeats "old" with chance `same`."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, clusters * 5)
    codes = {
        who: np.where(rng.random(len(truth)) < chance, rng.integers(0, 3, len(truth)), truth)
        for who, chance in noise.items()
    }
    codes["new"] = np.where(rng.random(len(truth)) < same, codes["old"], codes["new"])
    codes["new"] = np.minimum(codes["new"] + (rng.random(len(truth)) < shift), 2)
    given: dict[str, list[str | None]] = {who: [VALUES[code] for code in own] for who, own in codes.items()}
    return long_frame(given, [f"c{unit // 5:02}" for unit in range(len(truth))], judges=("old", "new"))


NOISE = {"h0": 0.2, "h1": 0.2, "old": 0.2, "new": 0.2}


def found(frame: pd.DataFrame, name: str = "kappa", scale: Scale = THREE) -> Drift:
    return drift(coded(frame, scale), "old", "new", STATISTICS[name])


def test_the_figures_by_hand() -> None:
    # Before e e d c, after e d d d; the human says e d d c. Two of four changed. Equal to the human: 3 before, 3 after.
    frame = long_frame(
        {"h": list("eddc"), "old": list("eedc"), "new": list("eddd")}, list("aabb"), judges=("old", "new")
    )
    one = found(frame, "percent_agreement")
    assert (one.units, one.left_out, one.clusters) == (4, 0, 2)
    assert one.changed.estimate.value == 0.5
    assert one.agreement.estimate.value == 0.5
    figures = one.with_humans.figures
    assert (figures.first.estimate.value, figures.second.estimate.value) == (0.75, 0.75)
    assert (one.with_humans.first, one.with_humans.second) == ("new", "old")
    # Shares of e, d, c after 1/4, 3/4, 0 and before 2/4, 1/4, 1/4.
    assert [share.difference.estimate.value for share in one.shares] == pytest.approx([-0.25, 0.5, -0.25])
    assert (one.verdict, one.reasons) == ("cannot tell", ("too few clusters were judged both times: 2 of 10",))


def test_the_figures_of_random_labels_equal_scikit_learn() -> None:
    frame = anchors(1, NOISE)
    wide = frame.pivot(index="unit", columns="rater", values="value").map(VALUES.index)
    one = found(frame)
    assert one.agreement.estimate.value == pytest.approx(cohen_kappa_score(wide["new"], wide["old"]), abs=1e-10)
    after, before = (
        np.mean([cohen_kappa_score(wide[judge], wide[human]) for human in ("h0", "h1")]) for judge in ("new", "old")
    )
    assert one.with_humans.figures.difference.estimate.value == pytest.approx(after - before, abs=1e-10)
    assert (one.p_shares, one.p_humans) == adjusted((one.homogeneity.p, one.with_humans.figures.test.p), "holm").p


def test_on_two_values_the_change_of_shares_is_a_paired_t_test_over_clusters() -> None:
    frame = anchors(2, NOISE, shift=0.3)
    two = frame.assign(value=frame["value"].replace("c", "d"))
    wide = (
        two.assign(one=two["value"] == "d")
        .pivot(index=["cluster", "unit"], columns="rater", values="one")
        .astype(float)
    )
    by_cluster = (wide["new"] - wide["old"]).groupby("cluster").mean()  # five units in each
    tested = found(two, scale=letters(2)).homogeneity
    assert tested.p == pytest.approx(stats.ttest_1samp(by_cluster, 0).pvalue, abs=1e-10)


def test_a_judge_that_moved_up_drifts_by_its_shares() -> None:
    one = found(anchors(3, NOISE, clusters=40, shift=0.5))
    assert one.verdict == "drift"
    assert one.reasons[0].startswith("the shares of the values changed (adjusted p ")
    assert one.p_shares is not None
    assert one.p_shares < 0.05


def test_ten_clusters_are_enough_to_see_drift() -> None:
    shifted = {clusters: found(anchors(3, NOISE, clusters=clusters, shift=0.8)) for clusters in (9, 10)}
    assert {clusters: one.verdict for clusters, one in shifted.items()} == {9: "cannot tell", 10: "drift"}
    assert shifted[9].reasons == ("too few clusters were judged both times: 9 of 10",)
    assert "changed" in shifted[10].reasons[0]


def test_a_judge_that_lost_touch_with_the_humans_drifts_with_equal_shares() -> None:
    one = found(anchors(4, NOISE | {"old": 0.0, "new": 0.9}, clusters=60))
    assert one.p_shares is not None
    assert one.p_shares > 0.05
    assert (one.verdict, one.reasons) == (
        "drift",
        (f"the agreement with the humans changed (adjusted p {one.p_humans:.3g})",),
    )


def test_a_judge_that_says_the_same_again_does_not_drift() -> None:
    one = found(anchors(5, NOISE, clusters=40, same=1.0))
    assert one.changed.estimate.value == 0.0
    assert (one.verdict, one.reasons) == ("no drift seen", ("at most 8.8% of the labels changed",))
    assert one.changed.interval.high == pytest.approx(1 - 0.025 ** (1 / 40))
    assert one.with_humans.figures.difference.interval.undefined is not None
    assert (one.p_shares, one.p_humans) == (None, None)


def test_the_same_labels_on_few_clusters_are_not_enough() -> None:
    one = found(anchors(5, NOISE, clusters=20, same=1.0))
    assert one.verdict == "cannot tell"
    assert one.reasons[0].startswith("a share may have changed by more than 0.10")
    assert one.reasons[1].startswith("the agreement with the humans cannot be compared: ")


def test_many_labels_may_change_when_shares_and_agreement_stay() -> None:
    one = found(anchors(6, NOISE | {"old": 0.3, "new": 0.3}, clusters=200))
    assert one.changed.interval.low > 0.10  # type: ignore[operator]
    assert (one.verdict, one.reasons) == ("no drift seen", ("both changes are within 0.10",))


def test_a_wide_interval_leaves_it_open() -> None:
    one = found(anchors(1, NOISE | {"old": 0.5, "new": 0.5}, clusters=15))
    assert one.verdict == "cannot tell"
    assert one.reasons == (
        "a share may have changed by more than 0.10",
        "the agreement with the humans may have changed by more than 0.10",
    )


def test_few_changed_labels_do_not_outweigh_an_open_agreement_with_the_humans() -> None:
    frame = anchors(5, {"h0": 0.2, "old": 0.05, "new": 0.05}, clusters=60, same=0.9)
    one = found(frame[(frame["rater"] != "h0") | (frame["cluster"] < "c06")])
    assert one.changed.interval.high < 0.03  # type: ignore[operator]
    assert one.verdict == "cannot tell"
    assert one.reasons == ("the agreement with the humans may have changed by more than 0.10",)


def test_without_humans_only_few_changed_labels_show_that_nothing_drifted() -> None:
    frame = anchors(6, NOISE | {"old": 0.3, "new": 0.3}, clusters=200)
    alone = found(frame[frame["rater_kind"] == "judge"])
    assert alone.verdict == "cannot tell"
    assert alone.reasons == ("the agreement with the humans cannot be compared: no human labelled this question",)
    same = anchors(6, NOISE, clusters=60, same=1.0)
    assert found(same[same["rater_kind"] == "judge"]).verdict == "no drift seen"


def test_after_and_before_the_other_way_round_turn_the_changes() -> None:
    frame = anchors(9, NOISE, shift=0.2)
    labels = coded(frame, THREE)
    one, other = found(frame), drift(labels, "new", "old", STATISTICS["kappa"])
    assert (one.before, one.after, one.correction) == (other.after, other.before, "holm") == ("old", "new", "holm")
    assert (one.changed, one.p_shares, one.verdict) == (other.changed, pytest.approx(other.p_shares), other.verdict)
    a, b = (side.with_humans.figures.difference.estimate.value for side in (one, other))
    assert a == pytest.approx(-b)


def test_units_judged_once_are_left_out_and_counted() -> None:
    frame = anchors(10, NOISE)
    partly = frame[~((frame["rater"] == "new") & (frame["cluster"] < "c10"))]
    both = frame[frame["cluster"] >= "c10"]
    one, only = found(partly), found(both)
    assert (one.units, one.left_out, one.clusters) == (100, 50, 20)
    assert (one.changed, one.p_shares, one.verdict) == (only.changed, only.p_shares, only.verdict)


def test_nothing_judged_twice_cannot_tell() -> None:
    frame = anchors(11, NOISE)
    apart = frame[(frame["rater"] != "new") | (frame["cluster"] < "c10")]
    apart = apart[(apart["rater"] != "old") | (apart["cluster"] >= "c10")]
    one = found(apart)
    assert one.changed.estimate.undefined == NOT_JUDGED_TWICE
    assert (one.units, one.left_out, one.shares, one.verdict) == (0, 150, (), "cannot tell")


def test_what_is_no_judge_or_no_agreement_is_refused() -> None:
    labels = coded(anchors(12, NOISE, clusters=2), THREE)
    kappa = STATISTICS["kappa"]
    with pytest.raises(ValueError, match="no judge 'h0'"):
        drift(labels, "h0", "new", kappa)
    with pytest.raises(ValueError, match="twice"):
        drift(labels, "new", "new", kappa)
    with pytest.raises(ValueError, match="mae is an error"):
        drift(labels, "old", "new", STATISTICS["mae"])
