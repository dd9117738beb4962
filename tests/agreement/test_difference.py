"""Differences of figures on the same clusters, with the test whether there is one."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from agreement.comparison import Comparison
from agreement.difference import JudgeDifference, difference_of, judge_difference
from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import coded
from agreement.jackknife import PLAIN
from agreement.panel import panel_of
from agreement.report import human_pairs, judge_with_humans, report
from agreement.significance import T_TEST, untested
from agreement.statistics import STATISTICS
from agreement.tensors import pair_tables

SCALE = letters(3)
KAPPA, PERCENT = STATISTICS["kappa"], STATISTICS["percent_agreement"]


def two_judges(seed: int, missing: float = 0.15) -> pd.DataFrame:
    """Humans h0 and h1, judges A and B; labels of both judges are missing here and there."""
    frame = random_frame(seed, 3, units=60, raters=4, missing=missing)
    names = {"h2": "B", "judge": "A"}
    kind = frame["rater_kind"].where(frame["rater"] != "h2", "judge")
    return frame.assign(rater=frame["rater"].replace(names), rater_kind=kind)


def between(frame: pd.DataFrame, first: str = "A", second: str = "B") -> JudgeDifference:
    return judge_difference(coded(frame, SCALE), first, second, KAPPA)


def test_the_difference_of_two_judges_by_hand() -> None:
    # One human; a unit is a cluster. Judge A is right on three of four units, B on two.
    # Percent agreement .75 - .5 = .25. Without each unit: A 2/3, 2/3, 2/3, 1; B 1/3, 1/3, 2/3, 2/3; differences
    # 1/3, 1/3, 0, 1/3 with mean .25 and sum of squares 3 (1/12)^2 + (1/4)^2 = 1/12; se^2 = 3/4 * 1/12 = 1/16.
    # t = .25 / .25 = 1 with 3 degrees of freedom: p = .391002.
    matrix = [["e", "e", "e"], ["d", "d", "d"], ["c", "c", "e"], ["e", "d", "d"]]
    labels = coded(kinds(frame_of(matrix, ["h", "A", "B"])), SCALE)
    found = judge_difference(labels, "A", "B", PERCENT)
    assert (found.figures.first.estimate.value, found.figures.second.estimate.value) == (0.75, 0.5)
    assert found.figures.difference.estimate.value == 0.25
    assert found.figures.test.statistic == pytest.approx(1.0)
    assert found.figures.test.freedom == 3
    assert found.figures.test.p == pytest.approx(0.391002, abs=1e-6)
    assert found.figures.difference.interval.low == pytest.approx(0.25 - 3.182446305284263 * 0.25)
    assert (found.first, found.second, found.humans, found.units, found.left_out) == ("A", "B", ("h",), 4, 0)
    assert found.figures.difference.estimate.n == 4


def kinds(frame: pd.DataFrame) -> pd.DataFrame:
    """Raters in capitals are judges."""
    return frame.assign(rater_kind=["judge" if name.isupper() else "human" for name in frame["rater"]])


def test_only_units_of_both_judges_count() -> None:
    """A leaves out the hard unit u0003: on its own units it would have percent agreement 1, B .5."""
    matrix = [["e", "e", "e"], ["d", "d", "d"], ["c", "e", "c"], ["e", None, "d"], [None, "e", None]]
    found = judge_difference(coded(kinds(frame_of(matrix, ["h", "A", "B"])), SCALE), "A", "B", PERCENT)
    assert found.figures.first.estimate.value == pytest.approx(2 / 3)
    assert found.figures.second.estimate.value == 1.0
    assert (found.units, found.left_out) == (3, 1)


@pytest.mark.parametrize("seed", range(20))
def test_each_mean_is_that_of_scikit_learn_on_the_units_of_both_judges(seed: int) -> None:
    frame = two_judges(seed)
    wide = frame.pivot_table(index="unit", columns="rater", values="value", aggfunc="first").dropna(subset=["A", "B"])
    found = between(frame)

    def mean(judge: str) -> float:
        common = (wide.dropna(subset=[human]) for human in ("h0", "h1"))
        return float(np.mean([cohen_kappa_score(w[judge], w[h]) for w, h in zip(common, ("h0", "h1"), strict=True)]))

    assert found.figures.first.estimate.value == pytest.approx(mean("A"), abs=1e-10)
    assert found.figures.second.estimate.value == pytest.approx(mean("B"), abs=1e-10)
    assert found.figures.difference.estimate.value == pytest.approx(mean("A") - mean("B"), abs=1e-10)
    assert found.units == wide[["h0", "h1"]].notna().any(axis=1).sum()


def test_percent_agreement_on_single_units_is_the_paired_t_test_of_scipy() -> None:
    """With one human, one unit a cluster and no gap, the jackknife of a mean is its usual standard error."""
    rng = np.random.default_rng(6)
    matrix = [["edc"[k] for k in rng.integers(0, 3, 3)] for _ in range(40)]
    found = judge_difference(coded(kinds(frame_of(matrix, ["h", "A", "B"])), SCALE), "A", "B", PERCENT).figures
    right = [[row[0] == row[judge] for row in matrix] for judge in (1, 2)]
    theirs = stats.ttest_rel(*(np.array(one, dtype=float) for one in right))
    assert found.test.p == pytest.approx(theirs.pvalue, abs=1e-10)
    interval = theirs.confidence_interval()
    assert (found.difference.interval.low, found.difference.interval.high) == pytest.approx(
        (interval.low, interval.high)
    )


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_swapped_judges_give_the_opposite_difference_and_the_same_p_value(seed: int) -> None:
    frame = two_judges(seed)
    one, other = between(frame).figures, between(frame, "B", "A").figures
    assert one.difference.estimate.value == pytest.approx(-float(other.difference.estimate.value or 0.0))
    assert one.test.p == pytest.approx(other.test.p)
    assert one.difference.interval.low == pytest.approx(-float(other.difference.interval.high or 0.0))


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_the_p_value_is_below_a_twentieth_where_the_interval_leaves_out_zero(seed: int) -> None:
    found = between(two_judges(seed)).figures
    interval = found.difference.interval
    assert interval.low is not None
    assert interval.high is not None
    assert found.test.p is not None
    assert (found.test.p < 0.05) == (not interval.low <= 0 <= interval.high)


def test_judge_human_minus_human_human_is_the_difference_of_the_report() -> None:
    frame = random_frame(3, 3)
    labels = coded(frame, SCALE)
    panel = panel_of(labels)
    judge = judge_with_humans(labels, labels.of_kind("judge")[0], panel)
    found = difference_of(judge, human_pairs(labels, panel), KAPPA)
    assert found.difference == report(frame, SCALE, "kappa").judge("judge").difference["kappa"]
    assert found.first == report(frame, SCALE, "kappa").judge("judge").mean["kappa"]


def test_before_and_after_are_two_runs_of_one_frame() -> None:
    """Humans label everything again after the guideline was repaired: run 1; only their run 0 enters a report."""
    before = random_frame(5, 3, raters=3, missing=0.1)
    after = random_frame(5, 3, raters=3, missing=0.0).assign(run=1)
    frame = pd.concat([before.assign(run=0), after])
    pairs = [(0, 1)]
    runs = [coded(frame, SCALE, run) for run in (0, 1)]
    old, new = (Comparison(run, tuple(pairs), pair_tables(run, pairs), 40) for run in runs)
    found = difference_of(new, old, KAPPA)
    assert (
        found.first.estimate.value == KAPPA.of(pair_tables(coded(after.assign(run=0), SCALE), pairs).totals, SCALE)[0]
    )
    assert found.difference.estimate.value == pytest.approx(
        float(found.first.estimate.value or 0) - float(found.second.estimate.value or 0)
    )
    assert found.difference.clusters == 10


def test_an_undefined_side_leaves_no_difference_and_no_test() -> None:
    constant = kinds(frame_of([["e", "e", "d"], ["e", "e", "d"]], ["h", "A", "B"]))
    found = between(constant).figures
    assert "one and the same value" in str(found.difference.estimate.undefined)
    assert found.test == untested(T_TEST, str(found.difference.estimate.undefined))
    interval = Interval(None, None, PLAIN, undefined="the value itself is undefined")
    assert found.difference == Measured(Estimate(None, 2, found.test.undefined), interval, 0)
    assert (found.first.estimate.n, found.second.estimate.n) == (2, 2)


def test_a_judge_at_its_bound_leaves_a_difference_without_a_test() -> None:
    matrix = [["e", "e", "e"], ["d", "d", "d"], ["c", "c", "e"], ["e", "e", "d"]]
    found = between(kinds(frame_of(matrix, ["h", "A", "B"]))).figures
    assert found.difference.estimate.value is not None
    assert found.test.undefined == found.difference.interval.undefined
    assert "at its bound (1)" in str(found.test.undefined)


def test_judges_without_a_common_unit_cannot_be_compared() -> None:
    matrix = [["e", "e", None], ["d", None, "d"], ["c", "c", None]]
    found = between(kinds(frame_of(matrix, ["h", "A", "B"])))
    assert (found.units, found.left_out) == (0, 3)
    assert "no unit was labelled by both raters" in str(found.figures.difference.estimate.undefined)


def test_without_humans_the_words_say_so() -> None:
    found = between(kinds(frame_of([["e", "e"], ["d", "e"]], ["A", "B"])))
    assert found.figures.test.undefined == "no human labelled this question"
    assert found.humans == ()


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [("A", "h0", "no judge 'h0' in these labels; there are A, B"), ("A", "A", "got 'A' twice")],
)
def test_wrong_names_are_refused(first: str, second: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        between(two_judges(1), first, second)
    with pytest.raises(ValueError, match="no judge 'A' in these labels; there are none"):
        between(two_judges(1).assign(rater_kind="human"))


def test_labels_of_different_frames_are_not_paired() -> None:
    frame = random_frame(1, 3)
    parts = [coded(part, SCALE) for part in (frame, frame[frame["cluster"] != "c000"])]
    pairs = tuple(combinations(range(2), 2))
    one, other = (Comparison(labels, pairs, pair_tables(labels, pairs), 40) for labels in parts)
    with pytest.raises(
        ValueError, match="the two comparisons are of different clusters; code the labels of both from one frame"
    ):
        difference_of(one, other, KAPPA)
