"""Labels before and after the judge's label was shown."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import numbers
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from agreement.anchoring import NO_CHANGE, NO_LABEL, Anchoring, anchoring
from agreement.scale import STANCE, Scale
from agreement.significance import T_TEST, untested
from agreement.statistics import STATISTICS

FIVE = numbers(1, 5)


def rows(*given: str, clusters: str = "") -> pd.DataFrame:
    """Each text: the value before, after and of the judge; "." is none. Each row is a cluster unless told otherwise."""
    values = [[None if mark == "." else mark for mark in text] for text in given]
    frame = pd.DataFrame(values, columns=["before", "after", "judge"], dtype=object)
    return frame.assign(cluster=list(clusters) or [f"c{row}" for row in range(len(given))])


def found(frame: pd.DataFrame, name: str = "percent_agreement", scale: Scale = FIVE) -> Anchoring:
    return anchoring(frame, scale, STATISTICS[name])


def random_rows(seed: int, units: int = 60, drawn: float = 0.4) -> pd.DataFrame:
    """Values 1 to 5 in clusters of four; with chance `drawn` a person takes over the judge's value."""
    rng = np.random.default_rng(seed)
    before, judge, other = (rng.integers(1, 6, units) for _ in range(3))
    after = np.where(rng.random(units) < drawn, judge, np.where(rng.random(units) < 0.3, other, before))
    frame = pd.DataFrame({"before": before, "after": after, "judge": judge}).astype(str)
    return frame.assign(cluster=[f"c{unit // 4:02}" for unit in range(units)])


def test_moves_by_hand() -> None:
    # 225, 331: stay. 245: nearer. 155: adopted. 542: nearer (3 to 2 away). 215: further. 243: as near as before.
    one = found(rows("225", "245", "155", "542", "215", "243", "331", "2.5"))
    assert (one.n, one.left_out, one.clusters) == (7, 1, 7)
    assert one.changed.estimate.value == pytest.approx(5 / 7)
    assert one.towards.estimate.value == pytest.approx(3 / 5)
    assert one.away.estimate.value == pytest.approx(1 / 5)
    assert one.adopted.estimate.value == pytest.approx(1 / 5)
    assert one.pull.estimate.value == pytest.approx(2 / 7)
    assert [m.estimate.n for m in (one.changed, one.towards, one.away, one.adopted, one.pull)] == [7, 5, 5, 5, 7]
    assert one.agreement.first.estimate.value == pytest.approx(1 / 7)
    assert one.agreement.second.estimate.value == 0.0
    # Three towards and one away: 2 (1 + 4) / 16.
    assert (one.sign_test.statistic, one.sign_test.p) == (3.0, pytest.approx(0.625))


def test_the_test_of_independent_labels_is_the_ordinary_t_test() -> None:
    one = found(rows("225", "245", "155", "542", "215", "243", "331"))
    theirs = stats.ttest_1samp([0, 1, 1, 1, -1, 0, 0], 0)
    assert (one.test.statistic, one.test.p) == (pytest.approx(theirs.statistic), pytest.approx(theirs.pvalue))
    interval = theirs.confidence_interval()
    assert (one.pull.interval.low, one.pull.interval.high) == (
        pytest.approx(interval.low),
        pytest.approx(interval.high),
    )


def test_labels_of_one_answer_move_together() -> None:
    # Cluster a: 2 towards of 2; b: 1 of 2; c: -1 of 2. Pull 2/6; without each 0, 1/4, 3/4.
    one = found(rows("155", "155", "155", "331", "215", "331", clusters="aabbcc"))
    error = (2 / 3 * np.square(np.array([0, 0.25, 0.75]) - 1 / 3).sum()) ** 0.5
    assert one.test.statistic == pytest.approx(1 / 3 / error)
    assert (one.clusters, one.test.freedom, one.pull.clusters) == (3, 2, 3)
    two = found(rows("155", "331", "215", "331", clusters="aabb")).pull  # 0, and .5 or -.5 without one cluster
    assert (two.estimate.value, two.interval.low, two.interval.high) == (0.0, -1.0, 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_agreement_before_and_after_equals_scikit_learn(seed: int) -> None:
    frame = random_rows(seed)
    one = found(frame, "kappa_quadratic")
    after, before = (
        cohen_kappa_score(frame[side].astype(int), frame["judge"].astype(int), weights="quadratic", labels=range(1, 6))
        for side in ("after", "before")
    )
    assert one.agreement.first.estimate.value == pytest.approx(after, abs=1e-10)
    assert one.agreement.second.estimate.value == pytest.approx(before, abs=1e-10)
    assert one.agreement.difference.estimate.value == pytest.approx(after - before, abs=1e-10)


def test_the_change_of_agreement_leaves_out_each_cluster() -> None:
    frame = random_rows(6, units=32)
    one = found(frame, "kappa")
    left_out = [
        found(frame[frame["cluster"] != f"c{c:02}"], "kappa").agreement.difference.estimate.value for c in range(8)
    ]
    assert one.agreement.test.statistic == pytest.approx(
        one.agreement.difference.estimate.value / (7 * np.var(left_out)) ** 0.5
    )


def test_the_codes_say_what_is_near() -> None:
    # From a to b with the judge on c: nearer by codes 0, 1, 2 and by codes 0, 9, 10; away from b when b is the middle.
    near = Scale(("a", "b", "c"), "ordinal", (0.0, 9.0, 10.0))
    assert found(rows("acb"), scale=near).towards.estimate.value == 1.0  # 9 away before, 1 after
    assert found(rows("acb"), scale=letters_of("abc")).towards.estimate.value == 0.0  # 1 away before and after
    thirds = Scale(("a", "b", "c"), "ordinal", (0.1, 0.2, 0.3))
    assert found(rows("acb"), scale=thirds).towards.estimate.value == 0.0


def letters_of(values: str) -> Scale:
    return Scale(tuple(values), "ordinal", tuple(float(k) for k in range(len(values))))


def test_on_a_nominal_scale_only_the_same_value_is_near() -> None:
    frame = rows("abc", "acc", "cbc", "aaa").replace({"a": "con", "b": "neutral", "c": "pro"})
    frame["cluster"] = list("abcd")
    one = found(frame, scale=STANCE)
    assert (one.changed.estimate.value, one.towards.estimate.value, one.away.estimate.value) == (
        3 / 4,
        pytest.approx(1 / 3),
        pytest.approx(1 / 3),
    )
    assert one.adopted.estimate.value == one.towards.estimate.value


def test_the_order_of_rows_does_not_matter_and_the_mirrored_scale_gives_the_same() -> None:
    frame = random_rows(7)
    one = found(frame, "kappa_quadratic")
    other = found(frame.sample(frac=1, random_state=1), "kappa_quadratic")
    assert (one.pull, one.towards, one.changed) == (other.pull, other.towards, other.changed)
    mirrored = frame.replace({str(k): str(6 - k) for k in range(1, 6)})
    assert found(mirrored).pull == found(frame).pull


def test_undoing_the_changes_turns_the_pull() -> None:
    frame = random_rows(8)
    undone = frame.rename(columns={"before": "after", "after": "before"})
    assert found(frame).pull.estimate.value == pytest.approx(-found(undone).pull.estimate.value)  # type: ignore[operator]
    assert found(frame).sign_test.p == pytest.approx(found(undone).sign_test.p)


def test_duplicated_clusters_keep_the_values() -> None:
    frame = random_rows(9)
    twice = found(pd.concat([frame, frame.assign(cluster="again-" + frame["cluster"])]))
    once = found(frame)
    assert twice.pull.estimate.value == pytest.approx(once.pull.estimate.value)
    assert twice.towards.estimate.value == pytest.approx(once.towards.estimate.value)
    assert twice.test.p < once.test.p  # type: ignore[operator]


def test_when_nobody_changes_there_is_no_direction() -> None:
    one = found(rows("111", "225", "333"))
    assert one.changed.estimate.value == 0.0
    assert {m.estimate.undefined for m in (one.towards, one.away, one.adopted)} == {NO_CHANGE}
    assert one.pull.estimate.value == 0.0
    assert "no variation" in str(one.test.undefined)
    assert one.sign_test.undefined is not None


def test_without_a_complete_row_everything_is_undefined() -> None:
    for frame in (rows("1.1", "x11", ".11"), rows()):
        one = found(frame)
        assert (one.n, one.left_out, one.clusters) == (0, len(frame), 0)
        measured = (one.changed, one.towards, one.away, one.adopted, one.pull, one.agreement.difference)
        assert {m.estimate.undefined for m in measured} == {NO_LABEL}
        assert (one.test, one.agreement.first.estimate.n) == (untested(T_TEST, NO_LABEL), 0)


def test_bad_frames_are_refused() -> None:
    with pytest.raises(ValueError, match="no column judge; it needs before, after, judge, cluster"):
        found(rows("111").drop(columns="judge"))
    with pytest.raises(ValueError, match="the cluster is missing"):
        found(rows("111", "121").assign(cluster=["a", None]))


def test_extra_labels_stand_for_their_value() -> None:
    scale = Scale(("a", "b", "c"), "ordinal", (0.0, 1.0, 2.0), {"x": "a"})
    assert found(rows("xab", "bax"), scale=scale).changed.estimate.value == 0.5
