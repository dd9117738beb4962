import json
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame

from agreement.margins import margins_of
from agreement.report import AgreementReport, ValueShare, as_json, report
from agreement.scale import STANCE, SUPPORT, Level
from agreement.statistics import STANDARD, STATISTICS

# Eight answers of one unit each: two humans, one judge; the second human skipped the last.
#          ann bob gpt
MATRIX = [
    [1, 1, 1],
    [1, 1, 1],
    [1, 2, 2],
    [2, 2, 2],
    [2, 2, 2],
    [2, 1, 2],
    [2, 2, 1],
    [1, None, 1],
]
RATERS = ["ann", "bob", "gpt"]


def small(**changes: object) -> AgreementReport:
    return report(frame_of(MATRIX, RATERS, judge="gpt").assign(**changes), numbers(1, 2), "kappa")


def test_human_human_is_the_value_of_the_pair_when_there_are_two() -> None:
    # ann x bob over seven units: (1,1) 2, (1,2) 1, (2,1) 1, (2,2) 3; po = 5/7, pe = (3*3 + 4*4)/49 = 25/49.
    humans = small().human_human
    kappa = humans.mean["kappa"]
    assert kappa.estimate.value == pytest.approx((5 / 7 - 25 / 49) / (1 - 25 / 49))
    assert (kappa.estimate.n, kappa.clusters, humans.units, humans.clusters) == (7, 7, 7, 7)
    assert kappa.interval.low is not None
    assert humans.pairs[0].table == ((2, 1), (1, 3))
    assert humans.pairs[0].statistics["kappa"] == kappa
    assert (humans.raters, humans.left_out) == (("ann", "bob"), ())
    # alpha of the same: o = [[4, 2], [2, 6]], n = 14: 1 - 13 * 4 / (2 * 6 * 8).
    assert humans.together["alpha_nominal"].estimate.value == pytest.approx(1 - 13 * 4 / 96)
    assert humans.together["alpha_nominal"] == humans.mean["alpha_nominal"]


def test_the_judge_is_compared_with_each_human_and_averaged() -> None:
    # gpt x ann, 8 units: (1,1) 3, (2,1) 1, (1,2) 1, (2,2) 3: kappa .5.
    # gpt x bob, 7 units: (1,1) 2, (2,1) 1, (1,2) 1, (2,2) 3.
    judge = small().judge("gpt")
    bob = (5 / 7 - 25 / 49) / (1 - 25 / 49)
    assert [pair.statistics["kappa"].estimate.value for pair in judge.pairs] == pytest.approx([0.5, bob])
    assert judge.mean["kappa"].estimate.value == pytest.approx((0.5 + bob) / 2)
    assert judge.difference["kappa"].estimate.value == pytest.approx((0.5 + bob) / 2 - bob)
    assert (judge.units, judge.clusters, judge.mean["kappa"].estimate.n) == (8, 8, 8)
    assert judge.confusion == ((5, 2), (2, 6))
    assert judge.prevalence == (ValueShare("1", 7 / 15, 7 / 15), ValueShare("2", 8 / 15, 8 / 15))
    assert judge.above_minus_below.value == 0.0
    assert "each human" in small().reading.judge_compared_with


def test_margins_stand_beside_the_kappa_of_each_pair_and_of_the_confusion_matrix() -> None:
    judge = small().judge("gpt")
    # All fifteen pairs, (5, 2) over (2, 6): both use the values alike, so kappa could be 1; |5 - 6| / 15, |2 - 2|.
    assert judge.margins.kappa_max.value == 1.0
    assert judge.margins.prevalence_index.value == pytest.approx(1 / 15)
    assert judge.margins.bias_index.value == 0.0
    for pair in (*judge.pairs, *small().human_human.pairs):
        assert pair.margins == margins_of(np.array(pair.table))
    assert judge.pairs[1].margins.prevalence_index.value == pytest.approx(1 / 7)


def test_the_difference_is_paired_by_cluster_as_a_loop_over_clusters_finds_it() -> None:
    frame, scale = random_frame(7, 3, raters=4), letters(3)
    measured = report(frame, scale, "kappa").judge("judge").difference["kappa_quadratic"]

    def difference(rows: pd.DataFrame) -> float:
        found = report(rows, scale, "kappa")
        judge = found.judge("judge").mean["kappa_quadratic"].estimate.value
        people = found.human_human.mean["kappa_quadratic"].estimate.value
        assert judge is not None
        assert people is not None
        return judge - people

    left_out = np.array([difference(frame[frame["cluster"] != name]) for name in frame["cluster"].unique()])
    count = len(left_out)
    half = 2.262157162740992 * np.sqrt((count - 1) / count * ((left_out - left_out.mean()) ** 2).sum())
    assert count == 10
    assert measured.estimate.value == pytest.approx(difference(frame))
    assert measured.interval.low == pytest.approx(difference(frame) - half)
    assert measured.interval.high == pytest.approx(difference(frame) + half)


def test_raters_missing_labels_and_labels_out_of_scale_are_counted() -> None:
    frame = frame_of([["full", "full"], ["none", "Full "], [None, "partial"]], ["ann", "gpt"], judge="gpt")
    found = report(frame.assign(reason=[None, None, None, None, "skipped", None]), SUPPORT, "kappa")
    assert [(rater.name, rater.labels, rater.missing, rater.out_of_scale) for rater in found.raters] == [
        ("ann", 2, 1, 0),
        ("gpt", 2, 0, 1),
    ]
    assert [(gap.kind, gap.reason, gap.count) for gap in found.missing] == [("human", "skipped", 1)]
    assert [(odd.rater, odd.value, odd.count) for odd in found.out_of_scale] == [("gpt", "'Full '", 1)]
    coverage = found.judge("gpt").coverage
    assert (coverage.judged, coverage.of, coverage.share.value) == (1, 2, 0.5)


def test_one_human_has_no_human_human_agreement() -> None:
    frame = frame_of([line[1:] for line in MATRIX], RATERS[1:], judge="gpt")
    found = report(frame, numbers(1, 2), "kappa")
    for measured in (*found.human_human.mean.values(), *found.human_human.together.values()):
        assert measured.estimate.undefined == "only one rater exists"
        assert measured.interval.undefined == "the value itself is undefined"
    judge = found.judge("gpt")
    assert judge.mean["kappa"].estimate.value is not None
    assert judge.difference["kappa"].estimate.undefined == "only one rater exists"


def test_many_people_who_never_meet_are_one_rater_for_each_unit() -> None:
    frame = frame_of([[1, None, None], [None, 2, None], [None, None, 1]])
    humans = report(frame, numbers(1, 2), "kappa").human_human
    assert humans.mean["kappa"].estimate.undefined == (
        "only one rater exists for each unit: no unit was labelled by two humans"
    )
    assert humans.together["alpha_nominal"].estimate.value is None
    assert humans.pairs == ()


def test_no_judge_and_no_human_are_said_too() -> None:
    assert report(frame_of([[1, 2], [2, 2]]), numbers(1, 2), "kappa").judges == ()
    found = report(frame_of([[1], [2]], ["gpt"], judge="gpt"), numbers(1, 2), "kappa")
    assert found.human_human.mean["kappa"].estimate.undefined == "no human labelled this question"
    judge = found.judge("gpt")
    assert judge.mean["kappa"].estimate.undefined == "no human labelled this question"
    assert judge.coverage.share.undefined == "no unit has a human label"
    assert (judge.prevalence, judge.above_minus_below.value, judge.pairs) == ((), None, ())
    assert judge.margins.kappa_max.undefined == "no unit was labelled by both raters"


def test_an_empty_frame_gives_a_report_of_nothing() -> None:
    found = report(pd.DataFrame(columns=["unit", "cluster", "rater", "rater_kind", "value"]), SUPPORT, "kappa")
    assert (found.units, found.clusters, found.raters, found.judges) == (0, 0, (), ())
    json.dumps(as_json(found), allow_nan=False)


def test_two_judges_have_a_report_each() -> None:
    frame = frame_of([[1, 1, 2], [2, 2, 2], [1, 1, 1]], ["ann", "gpt", "lexical"], judge="gpt")
    frame.loc[frame["rater"] == "lexical", "rater_kind"] = "judge"
    found = report(frame, numbers(1, 2), "kappa")
    assert [judge.judge for judge in found.judges] == ["gpt", "lexical"]
    assert found.judge("gpt").mean["kappa"].estimate.value == 1.0
    with pytest.raises(KeyError):
        found.judge("ann")


def test_an_adjudicator_is_counted_but_is_no_human() -> None:
    frame = frame_of(MATRIX, RATERS, judge="gpt")
    decided = frame[frame["rater"] == "ann"].assign(rater="chief", rater_kind="adjudicator")
    found = report(pd.concat([frame, decided]), numbers(1, 2), "kappa")
    assert found.human_human == small().human_human
    assert found.judges == small().judges
    assert [rater.name for rater in found.raters if rater.kind == "adjudicator"] == ["chief"]


def test_repeats_do_not_enter() -> None:
    frame = frame_of(MATRIX, RATERS, judge="gpt").assign(run=0)
    repeats = frame[frame["rater"] == "gpt"].assign(run=1, value="1")
    found = report(pd.concat([frame, repeats]), numbers(1, 2), "kappa")
    assert found.judges == small().judges
    assert found.rows_of_other_runs == 8


def test_a_pair_without_a_value_makes_the_mean_undefined_and_is_named() -> None:
    # ann and cid share no unit; ann and bob as well as bob and cid do.
    frame = frame_of([[1, 1, None], [2, 2, None], [None, 2, 2], [None, 1, 1]], ["ann", "bob", "cid"])
    humans = report(frame, numbers(1, 2), "kappa", "per pair").human_human
    assert humans.mean["kappa"].estimate.undefined == "ann and cid: no unit was labelled by both raters"
    assert [(pair.first, pair.second) for pair in humans.pairs] == [("ann", "bob"), ("bob", "cid")]
    constant = report(frame_of([[1, 1, 1], [1, 1, 1]]), numbers(1, 2), "kappa").human_human
    assert "r0 and r1: both raters used" in str(constant.mean["kappa"].estimate.undefined)
    assert "(and 2 more of 3 pairs)" in str(constant.mean["kappa"].estimate.undefined)


def test_pooling_needs_no_overlap_of_every_two_people() -> None:
    frame = frame_of([[1, 1, None], [2, 1, None], [None, 2, 2], [None, 1, 1]], ["ann", "bob", "cid"])
    found = report(frame, numbers(1, 2), "kappa")
    # Both orders halved: [[2, .5], [.5, 1]] of four: po = 3/4, pe = (2.5^2 + 1.5^2) / 16 = .53125.
    assert found.human_human.mean["kappa"].estimate.value == pytest.approx((0.75 - 0.53125) / (1 - 0.53125))
    assert found.human_human.pairs == ()
    assert found.reading.pairing == "pooled"


def test_slots_are_pooled_and_nobody_is_shown_alone() -> None:
    found = small(slot=True)
    assert found.reading.pairing == "pooled"
    assert "slots" in found.reading.pairing_reason
    assert (found.human_human.pairs, found.judge("gpt").pairs) == ((), ())
    # Judge x slots pooled: [[5, 2], [2, 6]] of fifteen pairs: po = 11/15, pe = (49 + 64) / 225; eight units.
    kappa = found.judge("gpt").mean["kappa"].estimate
    assert kappa.value == pytest.approx((11 / 15 - 113 / 225) / (1 - 113 / 225))
    assert kappa.n == 8
    assert found.human_human.together == small().human_human.together


def test_a_judge_beyond_every_human_label_is_undefined_and_names_the_pair() -> None:
    found = report(frame_of([[1, None], [None, 1]], ["ann", "gpt"], judge="gpt"), numbers(1, 2), "kappa").judge("gpt")
    assert found.mean["kappa"].estimate.undefined == "gpt and ann: no unit was labelled by both raters"
    assert (found.units, found.coverage.judged, found.coverage.of) == (0, 0, 1)
    assert found.above_minus_below.undefined == "no unit was labelled by the judge and a human"


def test_order_is_not_claimed_on_a_nominal_scale() -> None:
    frame = frame_of([["pro", "con"], ["con", "con"], ["neutral", "pro"]], ["ann", "gpt"], judge="gpt")
    judge = report(frame, STANCE, "kappa").judge("gpt")
    for measured in (judge.mean["pearson"].estimate, judge.above_minus_below):
        assert measured.undefined == "the scale is nominal: its values have no order"
    assert judge.margins.prevalence_index.undefined == "the index exists for two values only"
    assert judge.mean["kappa"].estimate.value is not None


def test_above_minus_below_says_whether_the_judge_gives_higher_values() -> None:
    frame = frame_of([[1, 2], [1, 2], [2, 2], [3, 1]], ["ann", "gpt"], judge="gpt")
    judge = report(frame, numbers(1, 3), "kappa").judge("gpt")
    assert judge.above_minus_below.value == pytest.approx(2 / 4 - 1 / 4)
    assert [(share.judge, share.human) for share in judge.prevalence] == [(0.25, 0.5), (0.75, 0.25), (0, 0.25)]


def test_one_cluster_keeps_values_and_has_no_interval() -> None:
    found = small(cluster="all").human_human.mean["kappa"]
    assert found.estimate.value is not None
    assert (found.clusters, found.interval.low) == (1, None)
    assert "only one cluster" in str(found.interval.undefined)


def test_weights_are_said() -> None:
    assert small().reading.weights == "each unit counts once"
    weight = [1.0] * 12 + [2.0] * 12
    found = small(weight=weight)
    assert "weight" in found.reading.weights
    assert found.human_human.mean["kappa"].estimate.n == 7


def test_the_order_of_rows_changes_no_digit() -> None:
    frame = random_frame(9, 4, raters=4)
    one = report(frame, letters(4), "kappa")
    other = report(frame.sample(frac=1, random_state=1), letters(4), "kappa")
    assert json.dumps(as_json(one)) == json.dumps(as_json(other))


def test_json_holds_every_field_in_order_and_no_nan() -> None:
    found = small()
    plain = json.loads(json.dumps(as_json(found), allow_nan=False))
    assert list(plain) == [field.name for field in fields(AgreementReport)]
    assert set(plain["human_human"]["mean"]) == set(STANDARD) & set(STATISTICS)
    assert plain["reading"]["statistics"]["kappa"] == STATISTICS["kappa"].reading
    assert plain["judges"][0]["mean"]["kappa"]["estimate"]["value"] == found.judge("gpt").mean["kappa"].estimate.value
    assert plain["judges"][0]["confusion"] == [[5, 2], [2, 6]]


def test_an_unknown_statistic_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no statistic 'fleiss_kappa' of a pair; there are percent_agreement, kappa"):
        report(frame_of([[1, 2]]), numbers(1, 2), "fleiss_kappa")
    with pytest.raises(ValueError, match=r"no statistic 'scott'; there are percent_agreement, .*, icc_3_k$"):
        report(frame_of([[1, 2]]), numbers(1, 2), "kappa", statistics=["kappa", "scott"])


def asked(*names: str, primary: str = "kappa", level: Level = "ordinal") -> AgreementReport:
    return report(frame_of(MATRIX, RATERS, judge="gpt"), numbers(1, 2, level), primary, statistics=names)


def test_what_is_asked_for_is_computed_and_the_primary_one_always() -> None:
    found = asked("ac1", "mae")
    judge = found.judge("gpt")
    for shown in (found.human_human.mean, judge.mean, judge.difference, judge.pairs[0].statistics):
        assert list(shown) == ["ac1", "mae", "kappa"]
    assert list(asked("kappa", "ac1").human_human.mean) == ["kappa", "ac1"], "none twice"
    assert set(found.reading.statistics) == {"ac1", "mae", "kappa", "alpha_ordinal"}
    assert set(found.reading.together) == {"ac1", "alpha_ordinal"}
    assert found.reading.together["ac1"] != found.reading.statistics["ac1"], "of several raters, and of two"


def test_the_alpha_of_the_scales_level_is_there_for_the_gate_and_others_when_asked_for() -> None:
    assert list(asked("kappa").human_human.together) == ["alpha_ordinal"]
    assert list(asked("alpha_nominal", level="ratio").human_human.together) == ["alpha_nominal", "alpha_ratio"]
    assert list(small().human_human.together) == [
        "alpha_nominal",
        "alpha_ordinal",
        "alpha_interval",
        "percent_agreement",
        "fleiss_kappa",
        "ac1",
    ]
    assert list(asked(primary="alpha_interval").human_human.together) == ["alpha_ordinal", "alpha_interval"]


def test_coefficients_of_several_raters_are_of_all_humans_at_once() -> None:
    found = asked("fleiss_kappa", "conger_kappa_linear", "icc_2_1", "kappa").human_human
    assert list(found.together) == ["alpha_ordinal", "fleiss_kappa", "conger_kappa_linear", "icc_2_1"]
    assert list(found.mean) == ["kappa"], "there are none of a pair"
    # ann and bob meet in seven units, ann alone has the eighth, 1: pa = 5/7; shares of 1 by unit:
    # units 1 to 7 give 1, 1, 1/2, 0, 0, 1/2, 0 and the eighth 1, so pi = (4/8, 4/8) and pe = 1/2.
    assert found.together["fleiss_kappa"].estimate.value == pytest.approx((5 / 7 - 1 / 2) / (1 / 2))
    # Conger: ann gives 1 in 4 of 8, bob in 3 of 7: pe = 1/2 * 3/7 + 1/2 * 4/7 = 1/2.
    assert found.together["conger_kappa_linear"].estimate.value == pytest.approx((5 / 7 - 1 / 2) / (1 / 2))
    assert (found.together["icc_2_1"].estimate.n, found.together["fleiss_kappa"].clusters) == (7, 8)


def test_humans_who_share_too_little_are_left_out_of_all_at_once_too() -> None:
    frame = frame_of([[1, 1, None], [1, 2, None], [2, 2, None], [2, 2, 1], [2, 1, None], [1, 1, None]])
    found = report(frame, numbers(1, 2), "kappa", statistics=["fleiss_kappa"]).human_human
    alone = report(frame[frame["rater"] != "r2"], numbers(1, 2), "kappa", statistics=["fleiss_kappa"]).human_human
    assert found.raters == ("r0", "r1")
    assert found.together == alone.together


def test_an_error_has_an_interval_cut_at_nought() -> None:
    # gpt x ann: two of eight units one apart. Left out alone 1/7 or 2/7: se^2 = 7/8 (2 (6/56)^2 + 6 (2/56)^2), t(7).
    error = asked("mae").judge("gpt").pairs[0].statistics["mae"]
    half = 2.3646242510102993 * (7 / 8 * (2 * (6 / 56) ** 2 + 6 * (2 / 56) ** 2)) ** 0.5
    assert error.estimate.value == 0.25
    assert (error.interval.low, error.interval.high) == (0.0, pytest.approx(0.25 + half))
