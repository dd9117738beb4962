import numpy as np
import pandas as pd
import published_panels as panels
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.frame import coded
from agreement.icc import ICC, IccReport, complete_tables, icc
from agreement.scale import RELEVANCE, STANCE, Scale
from agreement.statistics import NO_ORDER

Matrix = list[list[int | None]]
TWO_WAY = ("icc_2_1", "icc_2_k", "icc_3_1", "icc_3_k")


def report_of(matrix: object, scale: Scale, **columns: object) -> IccReport:
    labels = coded(frame_of(matrix).assign(**columns), scale)  # type: ignore[arg-type]
    return icc(labels, range(len(labels.raters)))


def values(found: IccReport) -> dict[str, float | None]:
    return {name: measured.estimate.value for name, measured in found.coefficients.items()}


def undefined(found: IccReport) -> set[str | None]:
    return {measured.estimate.undefined for measured in found.coefficients.values()}


def test_the_six_coefficients_by_hand() -> None:
    # Units (1, 2), (2, 4), (3, 3): sums 3, 6, 6 of units, 6, 9 of raters, 15 of all; squares 43. 15^2 / 6 = 37.5.
    # Between units (9 + 36 + 36)/2 - 37.5 = 3, BMS = 1.5. Raters (36 + 81)/3 - 37.5 = 1.5, JMS = 1.5.
    # Total 5.5: error 1, EMS = .5; within 2.5, WMS = 2.5 / 3 = 5/6. n = 3, k = 2.
    found = values(report_of([[1, 2], [2, 4], [3, 3]], numbers(1, 4)))
    assert found["icc_1_1"] == pytest.approx((1.5 - 5 / 6) / (1.5 + 5 / 6), abs=1e-15)
    assert found["icc_1_k"] == pytest.approx((1.5 - 5 / 6) / 1.5, abs=1e-15)
    assert found["icc_2_1"] == pytest.approx(1 / (1.5 + 0.5 + 2 * 1 / 3), abs=1e-15)
    assert found["icc_2_k"] == pytest.approx(1 / (1.5 + 1 / 3), abs=1e-15)
    assert found["icc_3_1"] == pytest.approx(1 / 2, abs=1e-15)
    assert found["icc_3_k"] == pytest.approx(1 / 1.5, abs=1e-15)


def test_published_values() -> None:
    found = report_of(panels.SHROUT_FLEISS, numbers(1, 10))
    assert values(found) == pytest.approx(panels.SHROUT_FLEISS_ICC, abs=0.006)
    assert (found.units, found.left_out, found.clusters, found.raters) == (6, 0, 6, ("r0", "r1", "r2", "r3"))


def test_the_sums_of_a_cluster_by_hand() -> None:
    # Codes 0, 1, 4 lie -2, -1, 2 from the middle. Unit 0 of a: (-2, 2); unit 0 of b: (-1, 2), unit 1 (2, 2).
    scale = Scale(("e", "d", "c"), "ordinal", (0.0, 1.0, 4.0))
    frame = frame_of([["e", "c"], ["d", "c"], ["c", "c"], ["d", None]], clusters=["a", "b", "b", "c"])
    tables = complete_tables(coded(frame, scale), (0, 1))
    assert tables.counts.tolist() == [[1, 1, -2, 2, 8, 0], [2, 2, 1, 4, 13, 1 + 16]]
    assert (tables.cluster.tolist(), tables.units.tolist(), tables.groups) == ([0, 1], [1, 2], 1)
    assert complete_tables(coded(frame, scale), (1, 0)).counts[0].tolist() == [1, 1, 2, -2, 8, 0]


def test_a_unit_with_a_missing_label_is_left_out_and_counted() -> None:
    complete = report_of([[1, 2], [2, 4], [3, 3]], numbers(1, 4))
    gaps = report_of([[1, 2], [2, 4], [4, None], [3, 3], [None, 1], [None, None]], numbers(1, 4))
    assert (gaps.units, gaps.left_out) == (3, 2)
    assert values(gaps) == values(complete)


def test_whole_weights_count_a_unit_that_often_in_the_means() -> None:
    # Weights scale sums only: with n = 3 units and weights 2, 1, 1 of mean 4/3, sums are those of 1.5, .75, .75 units.
    found = report_of([[1, 2], [2, 4], [3, 3]], numbers(1, 4), weight=[2, 2, 1, 1, 1, 1])
    label, weight = np.array([[1, 2], [2, 4], [3, 3.0]]), np.array([1.5, 0.75, 0.75])
    mean = (weight[:, None] * label).sum() / 6
    between = 2 * (weight * (label.mean(axis=1) - mean) ** 2).sum() / 2
    within = (weight[:, None] * (label - label.mean(axis=1, keepdims=True)) ** 2).sum() / 3
    assert values(found)["icc_1_1"] == pytest.approx((between - within) / (between + within))
    # A missing label takes its unit's weight out: the weights of the others keep their proportions.
    gap = report_of([[1, 2], [2, 4], [3, 3], [1, None]], numbers(1, 4), weight=[2, 2, 1, 1, 1, 1, 9, 9])
    assert values(gap) == pytest.approx(values(found))


def by_analysis_of_variance(label: np.ndarray) -> dict[str, float]:
    """The coefficients from effects fitted one after the other, on means instead of sums."""
    n, k = label.shape
    unit = label.mean(axis=1, keepdims=True) - label.mean()
    rater = label.mean(axis=0, keepdims=True) - label.mean()
    rest = label - label.mean() - unit - rater
    bms, jms = k * (unit**2).sum() / (n - 1), n * (rater**2).sum() / (k - 1)
    ems, wms = (
        (rest**2).sum() / ((n - 1) * (k - 1)),
        ((label - label.mean(axis=1, keepdims=True)) ** 2).sum() / (n * (k - 1)),
    )
    return {
        "icc_1_1": (bms - wms) / (bms + (k - 1) * wms),
        "icc_1_k": (bms - wms) / bms,
        "icc_2_1": (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n),
        "icc_2_k": (bms - ems) / (bms + (jms - ems) / n),
        "icc_3_1": (bms - ems) / (bms + (k - 1) * ems),
        "icc_3_k": (bms - ems) / bms,
    }


def check_against_analysis_of_variance(seed: int) -> None:
    size, raters = 3 + seed % 3, 2 + seed % 4
    scale = Scale(letters(size).values, "interval", (0.0, 1.0, 4.0, 6.5, 9.0)[:size])
    frame = random_frame(seed, size, units=30, raters=raters, missing=0.15)
    code = frame.assign(code=frame["value"].map(dict(zip(scale.values, scale.codes, strict=True))))
    complete = code.pivot(index="unit", columns="rater", values="code").dropna().to_numpy()
    labels = coded(frame, scale)
    found = icc(labels, range(raters))
    assert found.units == len(complete)
    assert found.left_out == frame.dropna(subset="value")["unit"].nunique() - len(complete)
    assert values(found) == pytest.approx(by_analysis_of_variance(complete), abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_an_analysis_of_variance_gives_the_same(seed: int) -> None:
    check_against_analysis_of_variance(seed)


@pytest.mark.load
def test_an_analysis_of_variance_gives_the_same_on_200_sets() -> None:
    for seed in range(20, 220):
        check_against_analysis_of_variance(seed)


@pytest.mark.parametrize("name", ICC)
def test_leaving_out_a_cluster_is_computing_without_its_rows(name: str) -> None:
    frame, scale = random_frame(4, 4, units=40, raters=3), letters(4)
    left_out = ICC[name].values(complete_tables(coded(frame, scale), range(3)), scale).left_out
    for cluster, value in zip(sorted(frame["cluster"].unique()), left_out, strict=True):
        rest = icc(coded(frame[frame["cluster"] != cluster], scale), range(3))
        assert value == pytest.approx(values(rest)[name], abs=1e-12), cluster


def test_an_interval_goes_with_each_value() -> None:
    frame, scale = random_frame(6, 4, raters=3), letters(4)
    for name, measured in icc(coded(frame, scale), range(3)).coefficients.items():
        assert measured.interval.low < measured.estimate.value < measured.interval.high, name  # type: ignore[operator]
        assert "atanh" in measured.interval.method
        assert measured.clusters == 10


def test_duplicated_clusters_hardly_move_the_value() -> None:
    frame, scale = random_frame(5, 4, units=60, raters=3), letters(4)
    again = frame.assign(unit="again-" + frame["unit"], cluster="again-" + frame["cluster"])
    once, twice = (icc(coded(one, scale), range(3)) for one in (frame, pd.concat([frame, again])))
    assert values(twice) == pytest.approx(values(once), abs=0.02)
    assert twice.clusters == 2 * once.clusters


def bare(matrix: Matrix, scale: Scale) -> dict[str, float]:
    """The coefficients, NaN where undefined."""
    total = complete_tables(coded(frame_of(matrix), scale), range(len(matrix[0]))).totals[0]
    return {name: float(statistic.of(total, scale)) for name, statistic in ICC.items()}


@settings(max_examples=20)
@given(st.lists(st.lists(st.integers(1, 5), min_size=3, max_size=3), min_size=2, max_size=6), st.permutations(range(3)))
def test_laws_of_intraclass_correlation(matrix: Matrix, order: list[int]) -> None:
    found = bare(matrix, numbers(1, 5))
    assert bare([[line[rater] for rater in order] for line in matrix[::-1]], numbers(1, 5)) == pytest.approx(
        found, abs=1e-9, nan_ok=True
    )
    wider = Scale(("1", "2", "3", "4", "5"), "interval", (-30.0, -10.0, 10.0, 30.0, 50.0))
    stretched = bare([[6 - label for label in line] for line in matrix], wider)  # type: ignore[operator]
    assert stretched == pytest.approx(found, abs=1e-9, nan_ok=True)
    assert all(np.isnan(value) or value <= 1 + 1e-12 for value in found.values())
    for name in ("icc_1_1", "icc_3_1"):
        assert np.isnan(found[name]) or found[name] >= -1 / 2 - 1e-12, "not below -1 / (k - 1)"
    # Spearman-Brown leads from one rater to the mean of k.
    for single, mean in (("icc_1_1", "icc_1_k"), ("icc_3_1", "icc_3_k")):
        if not np.isnan(found[mean]):
            one = found[single]
            assert found[mean] == pytest.approx(3 * one / (1 + 2 * one), abs=1e-9)


def test_raters_who_agree_have_one_and_raters_who_differ_by_a_shift_only_are_consistent() -> None:
    same = report_of([[1, 1], [3, 3], [2, 2]], numbers(1, 4))
    assert values(same) == dict.fromkeys(ICC, 1.0)
    assert "bound" in str(same.coefficients["icc_2_1"].interval.undefined)
    shifted = values(report_of([[1, 2], [3, 4], [2, 3]], numbers(1, 4)))
    assert (shifted["icc_3_1"], shifted["icc_3_k"]) == (1.0, 1.0)
    # BMS = 2, EMS = 0, JMS = 1.5: ICC(2,1) = 2 / (2 + 2 * 1.5 / 3).
    assert shifted["icc_2_1"] == pytest.approx(2 / 3, abs=1e-15)


def test_undefined_cases_are_said() -> None:
    scale = numbers(1, 3)
    alone = report_of([[1], [2], [None], [3]], scale)
    assert undefined(alone) == {"only one rater exists"}
    assert (alone.units, alone.left_out) == (3, 0)
    assert undefined(report_of([[1, None], [None, 2]], scale)) == {"no unit was labelled by every rater"}
    assert undefined(report_of([[1, 3], [None, 2]], scale)) == {"only one unit was labelled by every rater"}
    assert undefined(report_of([[3, 3], [3, 3]], scale)) == {"every rater gave every unit the same value"}
    assert undefined(report_of([[2, 2], [2, 2]], scale)) == {"every rater gave every unit the same value"}
    labels = coded(frame_of([[1, 2]]), scale)
    assert undefined(icc(labels, ())) == {"there is no rater"}
    assert icc(labels, ()).left_out == 0


def test_units_that_differ_too_little_are_said() -> None:
    # Rows sum to 3 each: BMS = 0; raters' means are equal: JMS = 0; EMS = 1, and 0 + 1 + 2 (0 - 1) / 2 = 0.
    found = report_of([[1, 2], [2, 1]], numbers(1, 2))
    words = "the units differ too little from each other for this formula"
    assert {name for name, value in values(found).items() if value is None} == {
        "icc_1_k",
        "icc_2_1",
        "icc_2_k",
        "icc_3_k",
    }
    assert found.coefficients["icc_2_1"].estimate.undefined == words
    assert values(found)["icc_3_1"] == -1.0
    # Constant raters who differ: no unit differs from another, which is no agreement of theirs but no error either.
    constant = report_of([[1, 2], [1, 2], [1, 2]], numbers(1, 2))
    assert values(constant)["icc_2_1"] == 0.0
    assert constant.coefficients["icc_3_1"].estimate.undefined == words


def test_uneven_codes_leave_no_crumb_where_there_is_no_error() -> None:
    scale = Scale(("a", "b", "c"), "interval", (0.1, 0.4, 1.1))
    found = values(report_of([["a", "a", "a"], ["b", "b", "b"], ["c", "c", "c"]], scale))
    assert found == dict.fromkeys(ICC, 1.0)
    constant = report_of([["b", "b"], ["b", "b"], ["b", "b"]], scale)
    assert undefined(constant) == {"every rater gave every unit the same value"}


@pytest.mark.parametrize("size", [0.001, 1.0, 1000.0])
def test_crumbs_of_rounding_are_no_variation(size: float) -> None:
    for middle in np.linspace(0.3, 0.7, 9):
        scale = Scale(("a", "b", "c"), "interval", (0.0, middle * size, size))
        assert undefined(report_of([["b"] * 3] * 7, scale)) == {"every rater gave every unit the same value"}
        agreed = values(report_of([["b"] * 3] * 6 + [["c"] * 3], scale))
        assert agreed == dict.fromkeys(ICC, 1.0)


def test_one_complete_unit_is_one_whatever_it_weighs() -> None:
    found = report_of([[1, 3], [None, 2], [None, 2], [None, 1]], numbers(1, 3), weight=[9, 9, 1, 1, 1, 1, 1, 1])
    assert undefined(found) == {"only one unit was labelled by every rater"}


def test_slots_have_only_the_coefficients_that_do_not_ask_who_gave_a_label() -> None:
    matrix = [[1, 2], [2, 4], [3, 3]]
    found = report_of(matrix, numbers(1, 4), slot=True)
    for name in TWO_WAY:
        assert found.coefficients[name].estimate.undefined is not None
        assert "slots" in found.coefficients[name].estimate.undefined
    assert values(found)["icc_1_1"] == values(report_of(matrix, numbers(1, 4)))["icc_1_1"]


def test_the_values_need_an_order() -> None:
    assert undefined(report_of([["con", "pro"], ["pro", "pro"], ["neutral", "con"]], STANCE)) == {NO_ORDER}
    assert values(report_of([["0", "1"], ["1", "1"], ["0", "0"]], RELEVANCE))["icc_1_1"] is not None


def test_each_coefficient_has_its_name_and_form() -> None:
    assert list(ICC) == list(panels.SHROUT_FLEISS_ICC)
    assert all(name == statistic.name and statistic.reading for name, statistic in ICC.items())
    assert [name for name, statistic in ICC.items() if statistic.form == "coefficient"] == ["icc_1_1", "icc_3_1"]
