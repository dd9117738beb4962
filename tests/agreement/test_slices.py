"""Agreement within slices and whether the rest differs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import letters, random_frame
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from validation_cases import long_frame

from agreement.estimate import Measured
from agreement.frame import coded
from agreement.multiplicity import adjusted
from agreement.panel import Pairing
from agreement.report import report
from agreement.significance import T_TEST
from agreement.slices import SliceReport, cut, slices
from agreement.statistics import STATISTICS

THREE = letters(3)


def study(seed: int, noise: dict[str, float], clusters: int = 24, missing: float = 0.0) -> pd.DataFrame:
    """One judge and two humans; queries (clusters) of six units, three of each system; a third of queries a type.

    The judge errs with chance noise[system], the humans with chance .2.
    """
    rng = np.random.default_rng(seed)
    units = clusters * 6
    truth = rng.integers(0, 3, units)
    system = np.array(list(noise))[np.arange(units) % 6 // 3]

    def label(unit: int, chance: float) -> str | None:
        if rng.random() < missing:
            return None
        return THREE.values[rng.integers(0, 3) if rng.random() < chance else truth[unit]]

    given = {
        "h0": [label(unit, 0.2) for unit in range(units)],
        "h1": [label(unit, 0.2) for unit in range(units)],
        "judge": [label(unit, noise[system[unit]]) for unit in range(units)],
    }
    frame = long_frame(given, [f"q{unit // 6:02}" for unit in range(units)], judges=("judge",))
    number = frame["unit"].str[1:].astype(int)
    return frame.assign(system=system[number], kind=np.array(["a", "b", "c"])[number // 6 % 3])


def found(
    frame: pd.DataFrame, gated: tuple[str, ...] = ("system",), name: str = "kappa", pairing: Pairing = "per pair"
) -> dict[str, SliceReport]:
    labels = coded(frame, THREE)
    cuts = [cut(frame, labels, column, column, column in gated) for column in ("system", "kind")]
    return {one.value: one for one in slices(labels, cuts, STATISTICS[name], pairing)}


def of_judge(frame: pd.DataFrame, pairing: Pairing = "per pair") -> Measured:
    return report(frame, THREE, "kappa", pairing, statistics=()).judge("judge").mean["kappa"]


def test_a_slice_and_its_rest_by_hand() -> None:
    # System x: the judge is equal to h in 1 of 2 units, system y in 3 of 4.
    frame = long_frame({"h": list("edcedc"), "judge": list("eddedd")}, list("aabbcc"), judges=("judge",))
    frame["system"] = [*"xyxyyy"] * 2
    one = found(frame.assign(kind="k"), name="percent_agreement")
    assert list(one) == ["x", "y"]
    assert (one["x"].measured.estimate.value, one["x"].rest.estimate.value) == (0.5, 0.75)
    assert one["x"].difference.estimate.value == -0.25
    assert (one["x"].measured.estimate.n, one["x"].rest.estimate.n) == (2, 4)
    assert (one["x"].measured.clusters, one["x"].rest.clusters, one["x"].difference.clusters) == (2, 3, 3)
    # Without a cluster 0 - 3/4 or so: t with 1 degree of freedom is 12.7, cut off where two shares can differ most.
    assert (one["x"].difference.interval.low, one["x"].difference.interval.high) == (-1.0, 1.0)
    assert (one["x"].judge, one["x"].name, one["x"].gated, one["x"].correction) == ("judge", "system", True, "holm")


@pytest.mark.parametrize("seed", range(3))
def test_values_equal_scikit_learn_on_the_rows_of_the_slice(seed: int) -> None:
    frame = study(seed, {"x": 0.2, "y": 0.6}, missing=0.1)
    codes = frame.assign(value=frame["value"].map(THREE.values.index, na_action="ignore"))
    reports = found(frame)

    def reference(rows: pd.DataFrame) -> float:
        wide = rows.pivot(index="unit", columns="rater", values="value")
        both = [wide[["judge", human]].dropna() for human in ("h0", "h1")]
        return float(np.mean([cohen_kappa_score(*pair.to_numpy().T) for pair in both]))

    for value, one in reports.items():
        own = codes[one.name] == value
        assert one.measured.estimate.value == pytest.approx(reference(codes[own]), abs=1e-10)
        assert one.rest.estimate.value == pytest.approx(reference(codes[~own]), abs=1e-10)


@pytest.mark.parametrize("pairing", ["per pair", "pooled"])
def test_a_slice_is_measured_as_if_it_were_alone(pairing: Pairing) -> None:
    frame = study(4, {"x": 0.3, "y": 0.5}, missing=0.2)
    for value, one in found(frame, pairing=pairing).items():
        own = frame[one.name] == value
        alone, rest = (of_judge(rows, pairing) for rows in (frame[own], frame[~own]))
        assert one.measured == alone
        assert one.rest.estimate.value == pytest.approx(rest.estimate.value, abs=1e-12)
        assert one.rest.interval.low == pytest.approx(rest.interval.low, abs=1e-12)
        assert (one.rest.estimate.n, one.rest.clusters) == (rest.estimate.n, rest.clusters)


def test_systems_are_compared_within_queries() -> None:
    # Percent agreement of equal clusters is the mean over clusters, so the paired test is the ordinary one.
    frame = study(5, {"x": 0.3, "y": 0.5}).query("rater != 'h1'")
    wide = frame.pivot(index=["cluster", "system", "unit"], columns="rater", values="value")
    equal = (wide["judge"] == wide["h0"]).groupby(["cluster", "system"]).mean().unstack()
    one = found(frame, name="percent_agreement")["x"]
    theirs = stats.ttest_rel(equal["x"], equal["y"])
    assert (one.test.statistic, one.test.p) == (pytest.approx(theirs.statistic), pytest.approx(theirs.pvalue))
    interval = theirs.confidence_interval()
    assert (one.difference.interval.low, one.difference.interval.high) == pytest.approx((interval.low, interval.high))


def test_the_side_of_fewer_clusters_sets_the_degrees_of_freedom() -> None:
    frame = study(6, {"x": 0.3, "y": 0.5}, clusters=36)
    narrow = found(frame[(frame["kind"] != "a") | (frame["cluster"] < "q30")])
    assert (narrow["a"].measured.clusters, narrow["a"].rest.clusters) == (10, 24)
    assert (narrow["a"].test.freedom, narrow["b"].test.freedom) == (9, 11)
    one = narrow["a"]
    half = 2.2621571627409915 * one.difference.estimate.value / one.test.statistic  # type: ignore[operator]
    assert one.difference.interval.high == pytest.approx(one.difference.estimate.value + half)  # type: ignore[operator]


def test_a_slice_where_the_judge_fails_differs() -> None:
    reports = found(study(7, {"x": 0.1, "y": 0.9}))
    assert (reports["x"].verdict, reports["y"].verdict) == ("differs", "differs")
    assert reports["x"].difference.estimate.value == pytest.approx(-reports["y"].difference.estimate.value)  # type: ignore[operator]
    assert {reports[kind].verdict for kind in "abc"} == {"insufficient"}
    equal = found(study(8, {"x": 0.3, "y": 0.3}, clusters=36))
    assert {one.verdict for one in equal.values()} == {"no difference seen"}


def test_gated_slices_are_adjusted_by_holm_and_others_by_benjamini_hochberg() -> None:
    frame = study(9, {"x": 0.2, "y": 0.4}, clusters=36)
    reports = found(frame)
    raw = {value: one.test.p for value, one in reports.items()}
    assert tuple(reports[v].p for v in "xy") == adjusted([raw["x"], raw["y"]], "holm").p
    assert tuple(reports[v].p for v in "abc") == adjusted([raw[v] for v in "abc"], "benjamini-hochberg").p
    assert {reports[v].correction for v in "abc"} == {"benjamini-hochberg"}
    every = found(frame, gated=("system", "kind"))
    assert tuple(every[v].p for v in "xyabc") == adjusted([raw[v] for v in "xyabc"], "holm").p


def test_each_judge_has_a_family_of_its_own() -> None:
    frame = study(10, {"x": 0.2, "y": 0.4})
    second = frame[frame["rater"] == "judge"].assign(rater="other")
    both = pd.concat([frame, second], ignore_index=True)
    labels = coded(both, THREE)
    reports = slices(labels, [cut(both, labels, "system", "system", True)], STATISTICS["kappa"], "per pair")
    assert [(one.judge, one.value) for one in reports] == [
        ("judge", "x"),
        ("judge", "y"),
        ("other", "x"),
        ("other", "y"),
    ]
    assert [one.p for one in reports[:2]] == [one.p for one in reports[2:]]
    assert reports[0].p == found(frame)["x"].p


@pytest.mark.parametrize(("clusters", "verdict"), [(9, "insufficient"), (10, "no difference seen")])
def test_under_ten_clusters_a_slice_is_shown_and_not_tested(clusters: int, verdict: str) -> None:
    one = found(study(11, {"x": 0.3, "y": 0.3}, clusters=clusters))["x"]
    assert one.verdict == verdict
    assert one.measured.estimate.value is not None
    assert (one.p is None) == (verdict == "insufficient")
    assert one.insufficient == ("too few clusters: 9 of 10" if clusters == 9 else None)


def test_a_thin_rest_is_as_insufficient_as_a_thin_slice() -> None:
    frame = study(12, {"x": 0.3, "y": 0.3})
    reports = found(frame[(frame["system"] == "x") | (frame["cluster"] < "q05")])
    assert {reports[system].insufficient for system in "xy"} == {"too few clusters: 5 of 10"}


def test_where_the_test_is_undefined_the_words_are_passed_on() -> None:
    one = found(study(13, {"x": 0.0, "y": 0.5}).query("rater != 'h1'").assign(rater_kind="human"))
    assert one == {}
    frame = study(13, {"x": 0.0, "y": 0.5})
    frame.loc[(frame["system"] == "x"), "value"] = "e"
    constant = found(frame)["x"]
    assert constant.verdict == "insufficient"
    assert constant.insufficient == constant.difference.estimate.undefined
    assert constant.test.undefined == constant.insufficient


def test_a_human_who_labelled_nothing_of_a_slice_is_not_missed_there() -> None:
    frame = study(14, {"x": 0.3, "y": 0.3})
    reports = found(frame[(frame["rater"] != "h1") | (frame["system"] == "y")])
    assert reports["x"].measured.estimate.value is not None
    assert reports["x"].test.p is not None
    assert reports["y"].rest.estimate.undefined is not None, "nobody to compare h1 with among the rest"


def test_a_column_of_one_value_or_none_parts_nothing_and_units_without_a_value_are_in_no_slice() -> None:
    frame = study(15, {"x": 0.3, "y": 0.3})
    assert set(found(frame.assign(kind="a"))) == {"x", "y"}
    assert set(found(frame.assign(kind=None))) == {"x", "y"}
    some = frame.assign(kind=frame["kind"].where(frame["kind"] != "c"))
    without = frame[frame["kind"] != "c"]
    for kind in "ab":
        one, other = found(some)[kind], found(without)[kind]
        assert one.measured == other.measured
        assert one.rest.estimate == other.rest.estimate
        assert one.difference.estimate.value == pytest.approx(other.difference.estimate.value)


def test_without_humans_slices_say_so() -> None:
    frame = study(16, {"x": 0.3, "y": 0.3}).query("rater == 'judge'")
    assert {one.insufficient for one in found(frame).values()} == {"too few clusters: 0 of 10"}
    for side in ("measured", "rest"):
        words = {getattr(one, side).estimate.undefined for one in found(frame).values()}
        assert words == {"no human labelled this question"}
    assert {one.test.method for one in found(frame).values()} == {T_TEST}


def test_the_difference_of_two_errors_has_no_widest_value() -> None:
    one = found(study(7, {"x": 0.6, "y": 0.6}, clusters=2), name="mae")["x"].difference
    assert one.interval.high - one.interval.low > 4  # type: ignore[operator]


def test_the_pair_that_lacks_a_rest_is_named() -> None:
    frame = study(13, {"x": 0.3, "y": 0.3})
    frame.loc[(frame["system"] == "y") & (frame["rater"] != "h1"), "value"] = "e"
    assert str(found(frame)["x"].rest.estimate.undefined).startswith("judge and h0: ")


def test_two_coefficients_can_lie_two_apart() -> None:
    frame = study(7, {"x": 0.6, "y": 0.6}, clusters=2)
    one = found(frame)["x"].difference
    assert (one.interval.low, one.interval.high) == (-2.0, 2.0)


def test_the_order_of_rows_does_not_matter() -> None:
    frame = study(17, {"y": 0.3, "x": 0.5}, missing=0.1)
    assert list(found(frame)) == ["x", "y", "a", "b", "c"]
    assert found(frame.sample(frac=1, random_state=1)) == found(frame)


def test_weighted_units_leave_no_rest_of_rounding() -> None:
    frame = study(18, {"x": 0.3, "y": 0.5})
    number = frame["unit"].str[1:].astype(int)
    weighted = frame.assign(weight=0.1 + number % 7 / 3)
    own = weighted["system"] == "x"
    one = found(weighted)["y"]
    alone = of_judge(weighted[own])
    assert one.rest.estimate.value == pytest.approx(alone.estimate.value, abs=1e-12)


def test_bad_columns_are_refused() -> None:
    frame = random_frame(1, 3)
    labels = coded(frame, THREE)
    with pytest.raises(ValueError, match="no column system to cut by"):
        cut(frame, labels, "system", "system", True)
    two = frame.assign(half=["a", *["b"] * (len(frame) - 1)])
    with pytest.raises(ValueError, match=r"unit 'u0000' lies in two slices of half"):
        cut(two, labels, "half", "half", True)
