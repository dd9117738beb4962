"""Sensitivity, specificity, precision and F1 of a judge, value by value."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from agreement.classes import ClassFigures, ClassReport, class_report
from agreement.estimate import Estimate, Measured
from agreement.frame import CodedLabels, coded
from agreement.jackknife import WILSON, Replicates, plain_interval
from agreement.majority import majority

FIGURES = ("tpr", "tnr", "precision", "f1", "prevalence")


def report_of(pairs: list[tuple[str | None, str | None]], clusters: list[str] | None = None) -> ClassReport:
    """Pairs of judge and reference."""
    labels = coded(frame_of(pairs, ["judge", "truth"], clusters), letters(3))
    return class_report(labels, 0, 1)


def values(found: ClassFigures) -> dict[str, float | None]:
    return {name: getattr(found, name).estimate.value for name in FIGURES}


def pairs_of(table: list[list[int]]) -> list[tuple[str, str]]:
    """Judge-reference pairs of a table in the order e, d, c."""
    return [
        (j, r) for j, row in zip("edc", table, strict=True) for r, n in zip("edc", row, strict=True) for _ in range(n)
    ]


def test_three_values_by_hand() -> None:
    # Judge in rows, reference in columns, order e, d, c:   e 4 1 0 | d 2 3 1 | c 0 1 8   (20 units)
    found = report_of(pairs_of([[4, 1, 0], [2, 3, 1], [0, 1, 8]]))
    e, d, _ = found.classes
    # e: 6 in the reference, 5 of the judge, 4 hits; of the 14 others the judge gave e to one.
    assert values(e) == pytest.approx(
        {"tpr": 4 / 6, "tnr": 13 / 14, "precision": 4 / 5, "f1": 8 / 11, "prevalence": 0.3}
    )
    # d: 5 in the reference, 6 of the judge, 3 hits; of the 15 others the judge gave d to three.
    assert values(d) == pytest.approx(
        {"tpr": 3 / 5, "tnr": 12 / 15, "precision": 1 / 2, "f1": 6 / 11, "prevalence": 0.25}
    )
    assert [e.tpr.estimate.n, e.tnr.estimate.n, e.precision.estimate.n, e.f1.estimate.n] == [6, 14, 5, 20]
    # c: 9 in the reference, 9 of the judge, 8 hits.
    assert found.macro_tpr.estimate.value == pytest.approx((4 / 6 + 3 / 5 + 8 / 9) / 3)
    assert found.macro_precision.estimate.value == pytest.approx((4 / 5 + 1 / 2 + 8 / 9) / 3)
    assert found.macro_f1.estimate.value == pytest.approx((8 / 11 + 6 / 11 + 16 / 18) / 3)
    assert (found.judge, found.reference, found.units, found.clusters) == ("judge", "truth", 20, 20)
    assert [c.value for c in found.classes] == ["e", "d", "c"]


def test_the_interval_of_f1_leaves_out_a_cluster_at_a_time() -> None:
    # Clusters: A ee, ed; B ee, de; C dd, ee. F1 of e: hits 3, judge 4, reference 4: 6/8.
    pairs = [("e", "e"), ("e", "d"), ("e", "e"), ("d", "e"), ("d", "d"), ("e", "e")]
    found = report_of(pairs, list("AABBCC")).classes[0].f1
    # Without A: hits 2, judge 2, reference 3; without B: 2, 3, 2; without C: 2, 3, 3.
    expected = plain_interval(Replicates(0.75, np.arange(3), np.array([4 / 5, 4 / 5, 4 / 6])), 0.0, 1.0)
    assert found.estimate.value == pytest.approx(0.75)
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high))
    assert found.clusters == 3


def test_shares_rest_on_the_clusters_that_have_such_units() -> None:
    pairs = [("e", "e"), ("d", "e"), ("e", "e"), ("d", "d"), ("d", "d")]
    found = report_of(pairs, list("AABCC")).classes[0]
    assert (found.tpr.clusters, found.precision.clusters, found.tnr.clusters, found.prevalence.clusters) == (2, 2, 1, 3)
    assert found.tpr.interval.method == WILSON


@pytest.mark.parametrize(
    ("pairs", "figure", "words"),
    [
        ([("c", "e"), ("e", "e")], "tpr", "the reference gave 'c' to no unit that both labelled"),
        ([("c", "c"), ("e", "c")], "tnr", "the reference gave 'c' to every unit that both labelled"),
        ([("e", "c"), ("e", "e")], "precision", "the judge gave 'c' to no unit that both labelled"),
        ([("e", "d"), ("e", "e")], "f1", "neither the judge nor the reference gave 'c' to a unit that both labelled"),
        *(([("e", None), (None, "c")], name, "no unit was labelled by both raters") for name in FIGURES),
    ],
)
def test_what_is_undefined_is_said_in_words(
    pairs: list[tuple[str | None, str | None]], figure: str, words: str
) -> None:
    measured: Measured = getattr(report_of(pairs).classes[2], figure)
    assert (measured.estimate.value, measured.estimate.undefined) == (None, words)
    assert measured.interval.undefined is not None


def test_a_value_given_but_never_by_both_has_an_f1_of_nought() -> None:
    found = report_of([("c", "e"), ("e", "e"), ("e", "e")]).classes[2]
    assert found.f1.estimate.value == 0.0


def test_a_mean_over_values_is_undefined_with_the_one_that_lacks() -> None:
    found = report_of([("e", "e"), ("e", "d"), ("d", "d")])
    assert found.macro_tpr.estimate.undefined == "the reference gave 'c' to no unit that both labelled"
    assert found.macro_precision.estimate.undefined == "the judge gave 'c' to no unit that both labelled"
    assert found.macro_f1.estimate.undefined == (
        "neither the judge nor the reference gave 'c' to a unit that both labelled"
    )
    nothing = report_of([("e", None), (None, "e")])
    assert nothing.macro_f1.estimate == Estimate(None, 0, "no unit was labelled by both raters")
    assert (found.macro_tpr.estimate.n, report_of([("e", "e")]).macro_f1.estimate.n) == (3, 1)


def test_a_judge_that_is_always_right_has_ones_everywhere() -> None:
    found = report_of([("e", "e"), ("d", "d"), ("c", "c")] * 3)
    for one in found.classes:
        assert values(one) == pytest.approx({**dict.fromkeys(FIGURES, 1.0), "prevalence": 1 / 3})
    assert found.macro_f1.estimate.value == pytest.approx(1.0)


def test_a_majority_is_a_reference_like_any_other() -> None:
    labels = coded(random_frame(2, 3, raters=4), letters(3))
    found = majority(labels, labels.of_kind("human"))
    report = class_report(found.labels, labels.of_kind("judge")[0], found.rater)
    assert (report.judge, report.reference) == ("judge", "majority")
    assert report.units <= found.units - found.ties


def _against_sklearn(seed: int) -> None:
    size = 2 + seed % 4
    frame, scale = (
        random_frame(seed, size, units=60, raters=2, missing=(0.0, 0.2, 0.5)[seed % 3]),
        letters(2 + seed % 4),
    )
    labels = coded(frame, scale)
    found = class_report(labels, 1, 0)
    both = frame.pivot(index="unit", columns="rater", values="value").dropna()
    truth, judged, names = list(both["h0"]), list(both["judge"]), list(scale.values)
    precision, recall, f1, _ = precision_recall_fscore_support(truth, judged, labels=names, zero_division=np.nan)
    table = confusion_matrix(truth, judged, labels=names)
    for k, one in enumerate(found.classes):
        others = np.delete(table, k, axis=0)
        tnr = np.delete(others, k, axis=1).sum() / others.sum()
        expected = dict(zip(FIGURES, (recall[k], tnr, precision[k], f1[k], table[k].sum() / table.sum()), strict=True))
        ours = {name: np.nan if value is None else value for name, value in values(one).items()}
        assert ours == pytest.approx(expected, abs=1e-10, nan_ok=True)
    macro = [found.macro_precision, found.macro_tpr, found.macro_f1]
    expected = [figures.mean() for figures in (precision, recall, f1)]
    assert [np.nan if m.estimate.value is None else m.estimate.value for m in macro] == pytest.approx(
        expected, abs=1e-10, nan_ok=True
    )


@pytest.mark.parametrize("seed", range(20))
def test_figures_are_those_of_scikit_learn(seed: int) -> None:
    _against_sklearn(seed)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20, 220))
def test_figures_are_those_of_scikit_learn_on_many_more_labels(seed: int) -> None:
    _against_sklearn(seed)


def _labels(seed: int) -> CodedLabels:
    return coded(random_frame(seed, 3, units=24, raters=2), letters(3))


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_swapping_the_raters_swaps_precision_and_recall(seed: int) -> None:
    labels = _labels(seed)
    one, other = class_report(labels, 0, 1), class_report(labels, 1, 0)
    for a, b in zip(one.classes, other.classes, strict=True):
        assert a.tpr.estimate.value == b.precision.estimate.value
        assert a.f1.estimate.value == b.f1.estimate.value


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_shares_lie_in_their_interval_and_both_within_nought_and_one(seed: int) -> None:
    for one in class_report(_labels(seed), 0, 1).classes:
        for name in FIGURES:
            measured: Measured = getattr(one, name)
            if measured.interval.low is not None:
                assert 0 <= measured.interval.low <= measured.estimate.value <= measured.interval.high <= 1


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_clusters_twice_keep_every_value(seed: int) -> None:
    frame = random_frame(seed, 3, units=24, raters=2)
    again = frame.assign(unit="again-" + frame["unit"], cluster="again-" + frame["cluster"])
    once, twice = coded(frame, letters(3)), coded(pd.concat([frame, again]), letters(3))
    for a, b in zip(class_report(once, 0, 1).classes, class_report(twice, 0, 1).classes, strict=True):
        assert values(a) == pytest.approx(values(b))


def test_units_count_by_their_weight() -> None:
    frame = frame_of([("e", "e"), ("d", "e"), ("d", "d")], ["judge", "truth"])
    weighted = frame.assign(weight=frame["unit"].map({"u0000": 3.0, "u0001": 1.0, "u0002": 1.0}))
    found = class_report(coded(weighted, letters(3)), 0, 1).classes[0]
    assert found.tpr.estimate.value == pytest.approx(3 / 4)


def test_light_units_count_as_one_a_cluster_at_least() -> None:
    frame = frame_of([("e", "e"), ("d", "e"), ("c", None)], ["judge", "truth"], list("xyz"))
    light = frame.assign(weight=frame["unit"].map({"u0000": 0.1, "u0001": 0.1, "u0002": 3.0}))
    found = class_report(coded(light, letters(3)), 0, 1)
    assert (found.classes[0].f1.estimate.n, found.classes[0].tpr.estimate.n) == (2, 2)
