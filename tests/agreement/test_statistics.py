from typing import get_args

import numpy as np
import pandas as pd
import published_tables as published
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame
from pair_references import REFERENCES, columns

from agreement.comparison import Comparison
from agreement.estimate import Measured
from agreement.frame import CodedLabels, coded
from agreement.jackknife import ATANH, PLAIN, WILSON, Replicates
from agreement.referee import REFEREED, referee_value
from agreement.scale import RELEVANCE, STANCE, Scale
from agreement.statistics import ALPHAS, NO_ORDER, STANDARD, STATISTICS, Form, Statistic, custom_kappa
from agreement.tensors import coincidence_tables, pair_tables
from agreement.weights import declared_disagreement

HUMANS = ((0, 1), (0, 2), (1, 2))


def labels_of(seed: int, size: int = 3) -> CodedLabels:
    return coded(random_frame(seed, size, raters=4), letters(size))


def means(labels: CodedLabels) -> Comparison:
    return Comparison(labels, HUMANS, pair_tables(labels, HUMANS), len(labels.unit_names))


def test_the_names_and_their_readings_are_fixed() -> None:
    assert list(STATISTICS) == [
        "percent_agreement",
        "kappa",
        "kappa_linear",
        "kappa_quadratic",
        "scott_pi",
        "brennan_prediger",
        "brennan_prediger_quadratic",
        "ac1",
        "ac2_linear",
        "ac2_quadratic",
        "alpha_nominal",
        "alpha_ordinal",
        "alpha_interval",
        "alpha_ratio",
        "pearson",
        "spearman",
        "kendall",
        "ccc",
        "mcc",
        "mae",
        "rmse",
    ]
    assert list(ALPHAS) == ["alpha_nominal", "alpha_ordinal", "alpha_interval", "alpha_ratio"]
    assert all(name == statistic.name and statistic.reading for name, statistic in STATISTICS.items())
    assert set(STANDARD) - set(STATISTICS) == {"fleiss_kappa"}
    assert len(STANDARD) == 12


def test_what_may_fall_below_minus_one_and_what_is_an_error_says_so() -> None:
    forms = {name: statistic.form for name, statistic in STATISTICS.items() if statistic.form != "coefficient"}
    assert forms == {
        "percent_agreement": "share",
        "brennan_prediger_quadratic": "open coefficient",
        "ac2_linear": "open coefficient",
        "ac2_quadratic": "open coefficient",
        "mae": "error",
        "rmse": "error",
    }
    own = custom_kappa(np.eye(2))
    assert (own.name, own.reading) == ("kappa_custom", "Cohen's kappa, weights declared for this scale")
    assert own.form == "open coefficient"


# 20 random data sets each time, and 180 more in the load suite.
SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.load) for seed in range(20, 200))]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_statistic_equals_a_reference_on_random_labels(seed: int) -> None:
    size, missing = 2 + seed % 4, (0.1, 0.5, 0.8)[seed % 3]
    frame = random_frame(seed, size, units=30, raters=3, missing=missing)
    scale = Scale(letters(size).values, "ordinal", (0.0, 1.0, 4.0, 6.0, 9.0)[:size])
    labels = coded(frame, scale)
    tables = pair_tables(labels, [(0, 1)])
    for name, statistic in STATISTICS.items():
        ours = statistic.values(tables, scale).total[0]
        assert ours == pytest.approx(reference(name, frame, scale), abs=1e-10, nan_ok=True), name
    for name, statistic in ALPHAS.items():
        ours = statistic.values(coincidence_tables(labels, (0, 1, 2)), scale).total[0]
        theirs = referee_value(name, frame, scale, "h0", "h1", "judge").value
        assert ours == pytest.approx(np.nan if theirs is None else theirs, abs=1e-10, nan_ok=True), name


def reference(name: str, frame: pd.DataFrame, scale: Scale) -> float:
    """The statistic of the two humans by another library; NaN where it is undefined."""
    if name in REFEREED:
        theirs = referee_value(name, frame, scale, "h0", "h1").value
        return np.nan if theirs is None else theirs
    both = frame.pivot(index="unit", columns="rater", values="value")[["h0", "h1"]].dropna()
    first, second = (both[rater].map(dict(zip(scale.values, scale.codes, strict=True))).to_numpy() for rater in both)
    one_value = len({*first, *second}) == 1
    if not len(both) or (one_value and name in ("scott_pi", "ccc")):
        return np.nan
    return REFERENCES[name](first, second, scale)


THREE = numbers(0, 2)
EVERITT = declared_disagreement(THREE, published.FLEISS_COHEN_EVERITT_SIMILARITY, "agreement")


@pytest.mark.parametrize(
    ("table", "statistic", "published_error", "within"),
    [
        # Half of the published 95 % interval over t(99): .680 to .913 and .764 to .935 (Gwet 2014, by irrCAC).
        (published.GWET_2014, STATISTICS["kappa"], (0.913 - 0.680) / 2 / 1.984, 0.02),
        (published.GWET_2014, STATISTICS["ac1"], (0.935 - 0.764) / 2 / 1.984, 0.02),
        (published.FLEISS_COHEN_EVERITT, custom_kappa(EVERITT), 0.05699, 0.02),
        # 19 units only, where the jackknife is wider than the large-sample errors of SAS.
        (published.SAS, STATISTICS["kappa"], 0.1380, 0.1),
        (published.SAS, STATISTICS["kappa_linear"], 0.1457, 0.1),
    ],
)
def test_leaving_out_single_units_comes_near_published_standard_errors(
    table: np.ndarray, statistic: Statistic, published_error: float, within: float
) -> None:
    first, second = columns(table, THREE.codes)
    frame = frame_of([[int(a), int(b)] for a, b in zip(first, second, strict=True)])
    found = statistic.values(pair_tables(coded(frame, THREE), [(0, 1)]), THREE).mean()
    assert found.error == pytest.approx(published_error, rel=within)


def test_kappa_with_weights_of_ones_own_has_an_interval_too() -> None:
    # Weights that are quadratic in disguise: ten times the squared distance of the codes.
    labels = labels_of(2)
    apart = declared_disagreement(letters(3), [[0, 10, 40], [10, 0, 10], [40, 10, 0]], "disagreement")
    own, quadratic = means(labels).mean(custom_kappa(apart)), means(labels).mean(STATISTICS["kappa_quadratic"])
    assert own.estimate.value == pytest.approx(quadratic.estimate.value, abs=1e-14)
    assert own.measured().interval.low == pytest.approx(quadratic.measured().interval.low, abs=1e-12)
    assert own.minus(quadratic).estimate.value == pytest.approx(0, abs=1e-14)
    assert custom_kappa(apart).words(np.diag([3.0, 0, 0]), STANCE) != NO_ORDER, "its weights need no order"


@pytest.mark.parametrize("name", STATISTICS)
def test_leaving_out_a_cluster_is_computing_without_its_rows(name: str) -> None:
    frame, scale = random_frame(3, 3, units=24, raters=4), letters(3)
    found = means(coded(frame, scale)).mean(STATISTICS[name]).found
    for cluster, value in zip(sorted(frame["cluster"].unique()), found.left_out, strict=True):
        without = means(coded(frame[frame["cluster"] != cluster], scale)).mean(STATISTICS[name])
        assert value == pytest.approx(without.estimate.value, abs=1e-12), cluster


@pytest.mark.parametrize("name", ALPHAS)
def test_leaving_out_a_cluster_holds_for_alpha_over_all_raters(name: str) -> None:
    frame, scale = random_frame(4, 3, units=24, raters=4), letters(3)
    statistic = ALPHAS[name]
    left_out = statistic.values(coincidence_tables(coded(frame, scale), range(4)), scale).left_out
    for cluster, value in zip(sorted(frame["cluster"].unique()), left_out, strict=True):
        rest = coded(frame[frame["cluster"] != cluster], scale)
        without = statistic.values(coincidence_tables(rest, range(4)), scale).total[0]
        assert value == pytest.approx(without, abs=1e-12), cluster


def test_duplicated_clusters_keep_the_value_and_narrow_the_interval() -> None:
    frame, scale = random_frame(5, 3), letters(3)
    again = frame.assign(unit="again-" + frame["unit"], cluster="again-" + frame["cluster"])
    once, twice = means(coded(frame, scale)), means(coded(pd.concat([frame, again]), scale))
    for name, statistic in STATISTICS.items():
        one, two = once.mean(statistic).measured(), twice.mean(statistic).measured()
        if not name.startswith("alpha"):
            assert two.estimate.value == pytest.approx(one.estimate.value, abs=1e-12)
        assert width(two) < width(one)


def width(measured: Measured) -> float:
    assert measured.interval.low is not None
    assert measured.interval.high is not None
    return measured.interval.high - measured.interval.low


NEED_NO_ORDER = ("percent_agreement", "kappa", "scott_pi", "brennan_prediger", "ac1", "alpha_nominal", "mcc")


@pytest.mark.parametrize("name", [name for name in STATISTICS if name not in NEED_NO_ORDER])
def test_what_needs_an_order_is_undefined_on_more_than_two_nominal_values(name: str) -> None:
    statistic = STATISTICS[name]
    assert statistic.senseless_on(STANCE)
    assert not statistic.senseless_on(RELEVANCE), "two values can always be ordered"
    assert statistic.words(np.eye(3), STANCE) == NO_ORDER
    tables = pair_tables(labels_of(0), [(0, 1)])
    assert np.isnan(statistic.values(tables, letters(3, "nominal")).total).all()


@pytest.mark.parametrize("name", NEED_NO_ORDER)
def test_what_needs_no_order_is_defined_on_nominal_values(name: str) -> None:
    tables = pair_tables(labels_of(0), [(0, 1)])
    assert np.isfinite(STATISTICS[name].values(tables, letters(3, "nominal")).total).all()
    assert STATISTICS[name].words(np.zeros((3, 3)), STANCE) != NO_ORDER


def of_form(form: Form) -> Statistic:
    return Statistic("any", "any", lambda tables, scale: tables[:, 0, 0], lambda table: "any", form=form)


def found(value: float) -> Replicates:
    """Two clusters, without which the value is .2 less or more: se .2, and t(1) is 12.7."""
    return Replicates(value, np.arange(2), np.array([value - 0.2, value + 0.2]))


def test_the_form_of_a_statistic_decides_how_its_interval_is_made() -> None:
    made = {form: of_form(form).interval(found(0.3), 40) for form in get_args(Form)}
    assert {form: interval.method for form, interval in made.items()} == {
        "coefficient": ATANH,
        "open coefficient": ATANH,
        "share": WILSON,
        "error": PLAIN,
    }
    assert made["error"].low == 0.0, "an error is cut at 0"
    assert made["error"].high == pytest.approx(0.3 + 12.706204736 * 0.2), "and nowhere else"


def test_the_form_of_a_statistic_decides_how_far_a_difference_can_reach() -> None:
    reach = {form: of_form(form).difference(found(0.3), found(-0.4)) for form in get_args(Form)}
    half = 12.706204736 * 0.4  # both values go up and down together by .2; here the other way round
    wide = {form: of_form(form).difference(found(0.3), opposed(0.4)) for form in get_args(Form)}
    assert all(interval.undefined is not None for interval in reach.values()), "they never differ"
    assert [wide["coefficient"].low, wide["coefficient"].high] == [-2.0, 2.0]
    assert [wide["share"].low, wide["share"].high] == [-1.0, 1.0]
    for form in ("open coefficient", "error"):
        assert [wide[form].low, wide[form].high] == pytest.approx([-0.1 - half, -0.1 + half])


def opposed(value: float) -> Replicates:
    return Replicates(value, np.arange(2), np.array([value + 0.2, value - 0.2]))


def test_only_an_error_is_better_when_it_is_lower() -> None:
    assert [form for form in get_args(Form) if of_form(form).lower_is_better] == ["error"]


def test_fifty_thousand_clusters_take_one_pass() -> None:
    # A jackknife that looped over clusters in Python would take minutes and run into the time limit.
    rng = np.random.default_rng(0)
    clusters = 50_000
    unit = np.arange(clusters)
    code = rng.integers(0, 3, 2 * clusters).astype(np.int16)
    labels = CodedLabels(
        letters(3), (), unit, unit, unit, None, np.tile(unit, 2), code, np.array([0, clusters, 2 * clusters]), (), (), 0
    )
    tables = pair_tables(labels, [(0, 1)])
    for statistic in STATISTICS.values():
        assert len(statistic.values(tables, letters(3)).mean().left_out) == clusters
