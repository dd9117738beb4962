import numpy as np
import pandas as pd
import published_panels as panels
import pytest
from agreement_cases import frame_of, random_frame
from scipy.stats import kendalltau, pearsonr, spearmanr

from agreement.estimate import Estimate, Measured
from agreement.moments import pearson_of
from agreement.number_labels import ANY_NUMBER, number_labels
from agreement.numeric import NUMERIC, NumericReport, numeric_report
from agreement.panel import panel_of
from agreement.report import report
from agreement.scale import Scale

# Five answers of one unit each: two people on -2..2, a judge on 0..1; bob skipped the fourth, the judge the last.
#          ann bob judge
MATRIX = [
    [-2, -1, 0.137],
    [0, 1, 0.4],
    [1, 1, 0.25],
    [2, None, 0.9],
    [-1, 0, None],
]
RATERS = ["ann", "bob", "judge"]


def small(**columns: object) -> pd.DataFrame:
    return frame_of(MATRIX, RATERS, judge="judge").assign(**columns)


def values(measured: dict[str, Measured]) -> dict[str, float | None]:
    return {name: one.estimate.value for name, one in measured.items()}


def test_human_human_is_the_value_of_the_pair_when_there_are_two() -> None:
    # ann x bob on units 0, 1, 2, 4: (-2, -1), (0, 1), (1, 1), (-1, 0). Means -1/2, 1/4; products less means 3.5,
    # squares less means 5 and 2.75.
    humans = numeric_report(small()).human_human
    found = values(humans.mean)
    assert found["pearson"] == pytest.approx(3.5 / np.sqrt(5 * 2.75))
    assert found["ccc"] == pytest.approx(2 * 3.5 / (5 + 2.75 + 4 * 0.75**2))
    assert (found["mae"], found["rmse"]) == (pytest.approx(3 / 4), pytest.approx(np.sqrt(3 / 4)))
    # Order of ann: units 0, 4, 1, 2; bob: 0, 4, then 1 and 2 tied. Tau-b 5 / sqrt(6 * 5).
    assert found["kendall"] == pytest.approx(5 / np.sqrt(30))
    assert found["spearman"] == pytest.approx(4.5 / np.sqrt(5 * 4.5))
    assert (humans.raters, humans.units, humans.clusters, humans.left_out) == (("ann", "bob"), 4, 4, ())
    assert humans.pairs[0].statistics == humans.mean
    assert (humans.pairs[0].first, humans.pairs[0].second) == ("ann", "bob")
    assert (humans.pairs[0].units, humans.pairs[0].clusters) == (4, 4)


def test_pooled_people_count_in_both_orders() -> None:
    ann, bob = [-2, 0, 1, -1], [-1, 1, 1, 0]
    pooled = values(numeric_report(small()).human_human.pooled)
    assert pooled["pearson"] == pytest.approx(pearsonr(ann + bob, bob + ann).statistic)
    assert pooled["kendall"] == pytest.approx(kendalltau(ann + bob, bob + ann).statistic)
    assert pooled["mae"] == pytest.approx(3 / 4)


def test_the_judge_is_compared_with_each_human_and_with_all_rows_of_people() -> None:
    judge = numeric_report(small()).judges[0]
    ann = pearsonr([0.137, 0.4, 0.25, 0.9], [-2, 0, 1, 2]).statistic
    bob = pearsonr([0.137, 0.4, 0.25], [-1, 1, 1]).statistic
    assert judge.mean["pearson"].estimate.value == pytest.approx((ann + bob) / 2)
    rows = [0.137, 0.4, 0.25, 0.9, 0.137, 0.4, 0.25], [-2, 0, 1, 2, -1, 1, 1]
    assert judge.pooled["pearson"].estimate.value == pytest.approx(pearsonr(*rows).statistic)
    assert judge.pooled["spearman"].estimate.value == pytest.approx(spearmanr(*rows).statistic)
    assert [(pair.first, pair.second, pair.units) for pair in judge.pairs] == [("judge", "ann", 4), ("judge", "bob", 3)]
    assert (judge.judge, judge.units, judge.clusters, judge.mean["mae"].estimate.n) == ("judge", 4, 4, 4)
    humans = numeric_report(small()).human_human.mean
    for name, difference in judge.difference.items():
        apart = judge.mean[name].estimate.value - humans[name].estimate.value  # type: ignore[operator]
        assert difference.estimate.value == pytest.approx(apart), name


@pytest.mark.parametrize("aspect", panels.RAGCHECKER)
def test_published_correlations_of_ragchecker(aspect: str) -> None:
    # The paper's humans are one pair as the file has it, in one order; its judge stands beside both humans' rows.
    table, sums, humans, judge = panels.RAGCHECKER[aspect]
    matrix = [[i - 2, j - 2] for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    assert len(matrix) == 280
    found = numeric_report(frame_of(matrix)).human_human.mean["pearson"]
    assert found.estimate.value == pytest.approx(humans, abs=5.1e-5)
    assert found.interval.low is not None
    assert pearson_of(np.array([*sums, 0, 0, 0], dtype=float), ANY_NUMBER) == pytest.approx(judge, abs=6e-5)


def test_tables_are_pooled_where_asked_for_and_for_slots() -> None:
    for found in (numeric_report(small(), "pooled"), numeric_report(small(slot=True))):
        assert found.reading.pairing == "pooled"
        assert found.human_human.mean == found.human_human.pooled
        assert found.judges[0].mean == found.judges[0].pooled
        assert found.human_human.pairs == found.judges[0].pairs == ()
        assert found.human_human.pooled == numeric_report(small()).human_human.pooled
    difference = numeric_report(small(), "pooled").judges[0].difference["mae"].estimate.value
    assert difference == pytest.approx(values(found.judges[0].pooled)["mae"] - 3 / 4)  # type: ignore[operator]


def from_scale(seed: int) -> tuple[pd.DataFrame, NumericReport, Scale]:
    """Labels of a scale, and the report on their codes as numbers."""
    scale = Scale(("e", "d", "c", "b"), "interval", (-1.5, 0.0, 1.0, 4.0))
    frame = random_frame(seed, 4, units=40, raters=4)
    return (
        frame,
        numeric_report(frame.assign(value=frame["value"].map(dict(zip(scale.values, scale.codes, strict=True))))),
        scale,
    )


@pytest.mark.parametrize("seed", range(4))
def test_numbers_that_are_codes_of_a_scale_give_the_figures_of_its_tables(seed: int) -> None:
    frame, ours, scale = from_scale(seed)
    theirs = report(frame, scale, "pearson", statistics=list(NUMERIC))
    pooled = report(frame, scale, "pearson", "pooled", statistics=list(NUMERIC))
    for name in NUMERIC:
        for one, other in (
            (ours.human_human.mean, theirs.human_human.mean),
            (ours.human_human.pooled, pooled.human_human.mean),
            (ours.judges[0].mean, theirs.judges[0].mean),
            (ours.judges[0].difference, theirs.judges[0].difference),
            (ours.judges[0].pooled, pooled.judges[0].mean),
            (ours.judges[0].pairs[2].statistics, theirs.judges[0].pairs[2].statistics),
        ):
            mine, other_one = one[name], other[name]
            assert mine.estimate.value == pytest.approx(other_one.estimate.value, abs=1e-12), name
            assert mine.interval.low == pytest.approx(other_one.interval.low, abs=1e-9), name
            assert mine.interval.high == pytest.approx(other_one.interval.high, abs=1e-9), name
            assert (mine.estimate.n, mine.clusters) == (other_one.estimate.n, other_one.clusters), name
    assert ours.human_human.units == theirs.human_human.units
    assert ours.human_human.clusters == theirs.human_human.clusters


def test_texts_are_read_as_numbers_and_the_order_of_rows_changes_nothing() -> None:
    frame = small()
    assert frame["value"].dropna().map(type).eq(str).all()
    found = numeric_report(frame)
    typed = frame.assign(value=frame["value"].astype(float))
    assert numeric_report(typed.sample(frac=1, random_state=2)) == found
    assert [(one.rater, one.low, one.high) for one in found.ranges] == [
        ("ann", -2, 2),
        ("bob", -1, 1),
        ("judge", 0.137, 0.9),
    ]
    assert found.ranges[1].mean == pytest.approx(1 / 4)


def test_what_is_no_number_is_listed_and_not_read() -> None:
    frame = small()
    frame["value"] = frame["value"].astype(object)
    frame.loc[frame.index[0], "value"] = "Full"
    frame.loc[frame.index[3], "value"] = float("inf")
    frame.loc[frame.index[6], "value"] = True
    found = numeric_report(frame)
    assert [(odd.rater, odd.value, odd.count, odd.hint) for odd in found.not_numbers] == [
        ("ann", "'Full'", 1, "not a finite number"),
        ("ann", "True", 1, "not a finite number"),
        ("ann", "inf", 1, "not a finite number"),
    ]
    assert found.human_human.units == 1
    assert (found.units, found.clusters) == (5, 5)
    assert [(rater.labels, rater.missing, rater.out_of_scale) for rater in found.raters][:2] == [(2, 0, 3), (4, 1, 0)]
    assert sum(gap.count for gap in found.missing) == 2


def test_a_number_whose_square_no_sum_can_hold_is_listed_and_not_read() -> None:
    frame = small()
    frame["value"] = frame["value"].astype(object)
    for at, value in enumerate(("-1e101", 1e-101, 1e100, 1e-100, 0)):
        frame.loc[frame.index[3 * at], "value"] = value
    found = numeric_report(frame)
    assert [(odd.value, odd.hint) for odd in found.not_numbers] == [
        ("'-1e101'", "too large or too near 0: squares are summed"),
        ("1e-101", "too large or too near 0: squares are summed"),
    ]
    assert found.human_human.units == 2


def test_later_runs_do_not_enter() -> None:
    frame = small(run=0)
    again = frame.assign(run=1, value="0.5")
    found = numeric_report(pd.concat([again, frame]))
    assert found.human_human == numeric_report(frame).human_human
    assert found.rows_of_other_runs == len(again)


def test_bad_frames_are_refused_as_everywhere() -> None:
    with pytest.raises(ValueError, match="no column value"):
        numeric_report(small().drop(columns="value"))
    with pytest.raises(ValueError, match="a second label of this unit by this rater"):
        numeric_report(pd.concat([small(), small()]))
    with pytest.raises(ValueError, match="numbers take no weights yet"):
        numeric_report(small(weight=np.repeat([1, 2, 1, 1, 1], 3)))
    assert numeric_report(small(weight=1.0)) == numeric_report(small()), "equal weights are none"


def test_undefined_cases_are_said() -> None:
    alone = numeric_report(frame_of([line[1:] for line in MATRIX], RATERS[1:], judge="judge"))
    assert alone.human_human.mean["spearman"].estimate.undefined == "only one rater exists"
    assert alone.human_human.pooled["pearson"].estimate.undefined == "only one rater exists"
    assert alone.human_human.pairs == ()
    assert alone.judges[0].difference["mae"].estimate.undefined == "only one rater exists"
    assert alone.judges[0].mean["mae"].estimate.value is not None
    constant = numeric_report(frame_of([[1, 0.3], [1, 0.5], [1, 0.7]]))
    words = "r0 and r1: a rater gave the same number to every unit"
    assert {constant.human_human.mean[name].estimate.undefined for name in ("pearson", "spearman", "kendall")} == {
        words
    }
    own_words = words.removeprefix("r0 and r1: ")
    assert constant.human_human.pairs[0].statistics["kendall"].estimate == Estimate(None, 3, own_words)
    twice = numeric_report(frame_of([[1, 1], [1, 1]])).human_human.pooled["pearson"].estimate
    assert twice.undefined == own_words, "the pooled value is of no single pair"
    nobody = numeric_report(frame_of([[0.5], [0.6]], ["judge"], judge="judge"))
    assert nobody.judges[0].mean["pearson"].estimate.undefined == "no human labelled this question"
    apart = numeric_report(frame_of([[1, 2, None], [2, 3, None], [None, None, 5]], RATERS, judge="judge"))
    assert str(apart.judges[0].mean["rmse"].estimate.undefined).startswith(
        "judge and ann: no unit was labelled by both"
    )
    assert apart.judges[0].pairs == ()
    none = numeric_report(frame_of([[None, None]]))
    assert none.human_human.mean["pearson"].estimate.value is None
    assert none.ranges == ()


def test_people_who_share_too_little_are_left_out() -> None:
    matrix = [[1, 1, None], [1, 2, None], [2, 4, None], [2, 2, 1], [2, 1, None], [3, 1, None]]
    found = numeric_report(frame_of(matrix)).human_human
    assert found.raters == ("r0", "r1")
    assert [newcomer.name for newcomer in found.left_out] == ["r2"]
    kept = numeric_report(frame_of(matrix), overlap=1)
    assert (kept.reading.minimum_overlap, kept.human_human.raters) == (1, ("r0", "r1", "r2"))


def test_the_reading_names_every_statistic() -> None:
    reading = numeric_report(small()).reading
    assert list(reading.statistics) == list(NUMERIC) == ["pearson", "ccc", "mae", "rmse", "spearman", "kendall"]
    assert "both orders" in reading.pooled
    assert "each human, then averaged" in reading.judge_compared_with
    assert "run 0 only" in reading.runs
    assert reading.pairing_reason == panel_of(number_labels(small()).labels).reason
    assert "95%" in reading.interval
