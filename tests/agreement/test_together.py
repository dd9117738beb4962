from itertools import combinations, permutations

import numpy as np
import pandas as pd
import published_panels as panels
import published_tables as published
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from agreement.alpha import krippendorff_alpha
from agreement.estimate import Measured
from agreement.frame import CodedLabels, coded
from agreement.icc import ICC, icc
from agreement.scale import RELEVANCE, STANCE, Scale
from agreement.statistics import ALPHAS, NO_ORDER, STATISTICS
from agreement.tensors import coincidence_tables, pair_tables
from agreement.together import PANEL, TOGETHER, measured_together, panel_tables

Matrix = list[list[int | None]]
WEIGHTINGS = {"": "unweighted", "_linear": "linear", "_quadratic": "quadratic"}


def together(matrix: object, scale: Scale, **frame: object) -> dict[str, Measured]:
    """Every coefficient of all the raters of a units x raters matrix."""
    labels = coded(frame_of(matrix, **frame), scale)  # type: ignore[arg-type]
    return measured_together(labels, range(len(labels.raters)))


def values(matrix: object, scale: Scale) -> dict[str, float | None]:
    return {name: found.estimate.value for name, found in together(matrix, scale).items()}


# Two answers: units 0, 1 in a; 2, 3, 4 in b. Rater 2 has no label of unit 1; unit 3 has one label, unit 4 none.
SMALL: Matrix = [[1, 1, 2], [1, 2, None], [2, 2, 2], [None, 1, None], [None, None, None]]
CLUSTERS = ["a", "a", "b", "b", "b"]


def small(**columns: object) -> CodedLabels:
    return coded(frame_of(SMALL, clusters=CLUSTERS).assign(**columns), numbers(1, 2))


def test_panel_tables_by_hand() -> None:
    tables = panel_tables(small(), (0, 1, 2))
    # Unit 0 (1, 1, 2) has 6 ordered pairs: 2 of (1,1), 2 of (1,2), 2 of (2,1). Unit 1 (1, 2): one of (1,2), one (2,1).
    # A of a: (1,1) 2/6, (1,2) = (2,1) = 2/6 + 1/2. Shares of a: 2/3 + 1/2, 1/3 + 1/2.
    # Unit 2 (2, 2, 2): A (2,2) = 1, shares (0, 1); unit 3 (1): no pair, shares (1, 0).
    a = [[1 / 3, 5 / 6], [5 / 6, 0], [7 / 6, 5 / 6], [2, 0], [1, 1], [0, 1]]
    b = [[0, 0], [0, 1], [1, 1], [0, 1], [1, 1], [0, 1]]
    assert tables.counts == pytest.approx(np.array([a, b]), abs=1e-15)
    assert (tables.units.tolist(), tables.cluster.tolist(), tables.groups) == ([2, 1], [0, 1], 1)
    assert tables.totals[0, :2].sum() == pytest.approx(3), "pairs sum to the units that have one"
    assert tables.totals[0, 2].sum() == pytest.approx(4), "shares sum to the rated units"


def test_panel_tables_of_some_raters_in_their_order() -> None:
    # Raters 2 and 0 meet in units 0 (2, 1) and 2 (2, 2); unit 1 has one label of theirs.
    tables = panel_tables(small(), (2, 0))
    assert tables.totals[0].tolist() == [[0, 0.5], [0.5, 1], [1.5, 1.5], [0, 2], [2, 1]]
    assert tables.units.tolist() == [1, 1]


def test_a_unit_counts_by_its_weight() -> None:
    weight = np.repeat([3.0, 1.0, 1.0, 2.0, 1.0], 3)  # mean 8/5
    tables = panel_tables(small(weight=weight), (0, 1, 2))
    # Weights over their mean: 15/8, 5/8, 5/8, 10/8.
    a = [[5 / 8, 5 / 8 + 5 / 16], [15 / 16, 0], [10 / 8 + 5 / 16, 5 / 8 + 5 / 16], [20 / 8, 0], [15 / 8, 5 / 8]]
    assert tables.counts[0] == pytest.approx(np.array([*a, [0, 15 / 8]]))
    assert tables.counts[1, 2].tolist() == [10 / 8, 5 / 8]


def test_a_cluster_has_a_table_as_soon_as_it_has_a_label() -> None:
    labels = coded(frame_of([[1, 2], [None, 1], [None, None]]), numbers(1, 2))
    tables = panel_tables(labels, (0, 1))
    assert (tables.cluster.tolist(), tables.units.tolist()) == ([0, 1], [1, 0])
    assert panel_tables(labels, ()).counts.shape == (0, 3, 2)


# Three units: (1, 1, 2), (1, 2), (2, 2, 2), codes 1 and 2.
BY_HAND: Matrix = [[1, 1, 2], [1, 2, None], [2, 2, 2]]


def test_every_coefficient_by_hand() -> None:
    # pa = (1/3 + 0 + 1) / 3 = 4/9. pi = ((2/3 + 1/2) / 3, ...) = (7/18, 11/18).
    # Fleiss: pe = (49 + 121) / 324 = 170/324. AC1: pe = 2 / (2 * 1) * 2 * 7/18 * 11/18 = 154/324.
    # Conger: margins (2/3, 1/3), (1/3, 2/3), (0, 1): pairs agree by chance with 4/9, 1/3, 2/3; pe = 13/27.
    found = values(BY_HAND, numbers(1, 2))
    assert found["percent_agreement"] == pytest.approx(4 / 9, abs=1e-15)
    assert found["fleiss_kappa"] == pytest.approx((4 / 9 - 170 / 324) / (154 / 324), abs=1e-15)
    assert found["ac1"] == pytest.approx((4 / 9 - 154 / 324) / (170 / 324), abs=1e-15)
    assert found["conger_kappa"] == pytest.approx((4 / 9 - 13 / 27) / (14 / 27), abs=1e-15)
    assert found["brennan_prediger"] == pytest.approx((4 / 9 - 1 / 2) / (1 / 2), abs=1e-15)


def test_every_weighted_coefficient_by_hand() -> None:
    # Codes 0, 1, 4 for c, b, a... in scale order e, d, c. Units (e, d), (d, c), (e, e).
    # Linear distances ed 1/4, dc 3/4, ec 1; quadratic 1/16, 9/16, 1. Seen: (1/4 + 3/4) / 3, (1/16 + 9/16) / 3.
    # pi = (1/2, 1/3, 1/6). Fleiss expects 2 (1/4 * 1/6 + 3/4 * 1/18 + 1/12) = 1/3, 2 (1/96 + 1/32 + 1/12) = 1/4.
    # Conger: margins (2/3, 1/3, 0) and (1/3, 1/3, 1/3). Linear, by first: e 2/3 (1/4 + 1) / 3, d 1/3 (1/4 + 3/4) / 3:
    # 5/18 + 1/9 = 7/18. Quadratic 2/3 (1/16 + 1) / 3 + 1/3 (1/16 + 9/16) / 3 = 17/72 + 5/72 = 11/36.
    # AC2: sum pi (1 - pi) = 1/4 + 2/9 + 5/36 = 11/18. T = 9 - 2 * 2 = 5, 9 - 2 * 26/16 = 23/4; pe = T/6 * 11/18.
    # Brennan-Prediger expects 4/9 and 13/36.
    scale = Scale(("e", "d", "c"), "ordinal", (0.0, 1.0, 4.0))
    found = values([["e", "d"], ["d", "c"], ["e", "e"]], scale)
    linear, quadratic = 1 / 3, 5 / 24
    assert found["fleiss_kappa_linear"] == pytest.approx(1 - linear / (1 / 3), abs=1e-15)
    assert found["fleiss_kappa_quadratic"] == pytest.approx(1 - quadratic / (1 / 4))
    assert found["conger_kappa_linear"] == pytest.approx(1 - linear / (7 / 18))
    assert found["conger_kappa_quadratic"] == pytest.approx(1 - quadratic / (11 / 36))
    assert found["ac2_linear"] == pytest.approx(1 - linear / (1 - 5 / 6 * 11 / 18))
    assert found["ac2_quadratic"] == pytest.approx(1 - quadratic / (1 - 23 / 24 * 11 / 18))
    assert found["brennan_prediger_linear"] == pytest.approx(1 - linear / (4 / 9))
    assert found["brennan_prediger_quadratic"] == pytest.approx(1 - quadratic / (13 / 36))


def test_published_values_with_missing_labels() -> None:
    # Gwet 2014, the four raters of irrCAC's documentation.
    found = values(published.GWET_RAW, numbers(1, 5))
    assert found["percent_agreement"] == pytest.approx(0.81818, abs=6e-6)
    assert found["ac1"] == pytest.approx(0.77544, abs=6e-6)
    assert found["fleiss_kappa"] == pytest.approx(0.76117, abs=6e-6)
    assert found["conger_kappa"] == pytest.approx(0.763, abs=6e-4)
    assert found["alpha_nominal"] == pytest.approx(0.743, abs=6e-4)


@pytest.mark.parametrize(("name", "published_error"), [("ac1", 0.14295), ("fleiss_kappa", 0.15302)])
def test_the_jackknife_error_is_near_the_published_one(name: str, published_error: float) -> None:
    # Gwet's errors are for independent units, by linearisation: each unit its own cluster comes near.
    labels = coded(frame_of(published.GWET_RAW), numbers(1, 5))
    left_out = TOGETHER[name].values(panel_tables(labels, range(4)), labels.scale).left_out
    error = np.sqrt(11 / 12 * np.square(left_out - left_out.mean()).sum())
    assert error == pytest.approx(published_error, rel=0.15)


def test_published_values_of_complete_labels() -> None:
    assert values(panels.FLEISS_DIAGNOSES, numbers(1, 5))["fleiss_kappa"] == pytest.approx(0.430, abs=6e-4)
    wikipedia = values(panels.labels_from(panels.FLEISS_WIKIPEDIA), numbers(0, 4))
    assert wikipedia["fleiss_kappa"] == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize(("counts", "fleiss", "randolph"), panels.RANDOLPH)
def test_published_free_marginal_values(
    counts: tuple[tuple[int, ...], ...], fleiss: float | None, randolph: float
) -> None:
    found = values(panels.labels_from(counts), numbers(0, len(counts[0]) - 1))
    assert found["fleiss_kappa"] == (None if fleiss is None else pytest.approx(fleiss, abs=6e-7))
    assert found["brennan_prediger"] == pytest.approx(randolph, abs=6e-7)


def complete(seed: int) -> tuple[pd.DataFrame, Scale]:
    size = 2 + seed % 4
    return random_frame(seed, size, units=25, raters=2 + seed % 5, missing=0.0), letters(size)


def check_complete_labels_against_statsmodels(seed: int) -> None:
    frame, scale = complete(seed)
    codes = frame.assign(code=frame["value"].map(scale.values.index)).pivot(
        index="unit", columns="rater", values="code"
    )
    counts = aggregate_raters(codes.to_numpy(), n_cat=len(scale.values))[0]
    labels = coded(frame, scale)
    found = measured_together(labels, range(len(labels.raters)))
    assert found["fleiss_kappa"].estimate.value == pytest.approx(fleiss_kappa(counts), abs=1e-10)
    assert found["brennan_prediger"].estimate.value == pytest.approx(fleiss_kappa(counts, "randolph"), abs=1e-10)


def by_loops(name: str, weighting: str, matrix: pd.DataFrame, codes: tuple[float, ...]) -> float:
    """A coefficient in plain loops over units, raters and values, with agreement weights as the book has them."""
    size, reach = len(codes), codes[-1] - codes[0]
    apart = {
        "unweighted": lambda k, j: float(k != j),
        "linear": lambda k, j: abs(codes[k] - codes[j]) / reach,
        "quadratic": lambda k, j: (codes[k] - codes[j]) ** 2 / reach**2,
    }[weighting]
    units = [[int(value) for value in line if not np.isnan(value)] for line in matrix.to_numpy()]
    rated = [unit for unit in units if unit]
    agreed = [np.mean([1 - apart(*pair) for pair in permutations(unit, 2)]) for unit in rated if len(unit) > 1]
    shares = [np.mean([unit.count(k) / len(unit) for unit in rated]) for k in range(size)]
    given = [matrix[rater].dropna().astype(int).tolist() for rater in matrix if matrix[rater].notna().any()]
    margins = [[of_rater.count(k) / len(of_rater) for k in range(size)] for of_rater in given]
    weight = [[1 - apart(k, j) for j in range(size)] for k in range(size)]
    cells = [(k, j) for k in range(size) for j in range(size)]
    chance = {
        "percent_agreement": lambda: 0.0,
        "fleiss_kappa": lambda: sum(weight[k][j] * shares[k] * shares[j] for k, j in cells),
        "conger_kappa": lambda: np.mean(
            [sum(weight[k][j] * a[k] * b[j] for k, j in cells) for a, b in combinations(margins, 2)]
        ),
        "ac": lambda: np.sum(weight) / (size * (size - 1)) * sum(share * (1 - share) for share in shares),
        "brennan_prediger": lambda: np.sum(weight) / size**2,
    }[name]()
    return float((np.mean(agreed) - chance) / (1 - chance))


def check_labels_with_gaps_against_loops(seed: int) -> None:
    size, missing = 2 + seed % 4, (0.1, 0.4, 0.7)[seed % 3]
    scale = Scale(letters(size).values, "ordinal", (0.0, 1.0, 4.0, 6.0, 9.0)[:size])
    frame = random_frame(seed, size, units=20, raters=4, missing=missing)
    matrix = frame.assign(code=frame["value"].map({value: k for k, value in enumerate(scale.values)}))
    labels = coded(frame, scale)
    tables = panel_tables(labels, range(4))
    for name in PANEL:
        end = next((end for end in ("_linear", "_quadratic") if name.endswith(end)), "")
        family = name.removesuffix(end)
        theirs = by_loops(
            "ac" if family.startswith("ac") else family,
            WEIGHTINGS[end],
            matrix.pivot(index="unit", columns="rater", values="code"),
            scale.codes,
        )
        assert TOGETHER[name].values(tables, scale).total[0] == pytest.approx(theirs, abs=1e-10), name


@pytest.mark.parametrize("seed", range(20))
def test_statsmodels_and_plain_loops_give_the_same(seed: int) -> None:
    check_complete_labels_against_statsmodels(seed)
    check_labels_with_gaps_against_loops(seed)


@pytest.mark.load
def test_statsmodels_and_plain_loops_give_the_same_on_200_sets() -> None:
    for seed in range(20, 220):
        check_complete_labels_against_statsmodels(seed)
        check_labels_with_gaps_against_loops(seed)


@pytest.mark.parametrize("seed", range(4))
def test_two_raters_who_miss_nothing_have_the_coefficients_of_a_pair(seed: int) -> None:
    frame, scale = random_frame(seed, 4, raters=2, missing=0.0), letters(4)
    labels = coded(frame, scale)
    found = {name: measured.estimate.value for name, measured in measured_together(labels, (0, 1)).items()}
    pair = panel_pair(labels)
    same = {"conger_kappa": "kappa", "conger_kappa_linear": "kappa_linear", "conger_kappa_quadratic": "kappa_quadratic"}
    same |= {"fleiss_kappa": "scott_pi"} | {name: name for name in PANEL if name in STATISTICS}
    assert {"percent_agreement", "ac1", "ac2_linear", "ac2_quadratic", "brennan_prediger"} <= set(same)
    for ours, theirs in same.items():
        assert found[ours] == pytest.approx(pair[theirs], abs=1e-12), ours


def panel_pair(labels: CodedLabels) -> dict[str, float]:
    tables = pair_tables(labels, [(0, 1)])
    return {name: statistic.values(tables, labels.scale).total[0] for name, statistic in STATISTICS.items()}


@pytest.mark.parametrize("name", PANEL)
def test_leaving_out_a_cluster_is_computing_without_its_rows(name: str) -> None:
    frame, scale = random_frame(4, 3, units=24, raters=4, missing=0.4), letters(3)
    statistic = TOGETHER[name]
    left_out = statistic.values(panel_tables(coded(frame, scale), range(4)), scale).left_out
    for cluster, value in zip(sorted(frame["cluster"].unique()), left_out, strict=True):
        rest = coded(frame[frame["cluster"] != cluster], scale)
        assert value == pytest.approx(statistic.values(panel_tables(rest, range(4)), scale).total[0], abs=1e-12)


def test_an_interval_goes_with_each_value_and_n_counts_units_with_two_labels() -> None:
    found = together(published.GWET_RAW, numbers(1, 5))
    for name in (*ALPHAS, *PANEL):
        measured = found[name]
        assert (measured.estimate.n, measured.clusters) == (11, 11 if name in ALPHAS else 12), name
        assert measured.estimate.value is not None
        assert measured.interval.low is not None, name
        assert measured.interval.low < measured.estimate.value < measured.interval.high
    assert found["percent_agreement"].interval.method.startswith("Wilson")
    assert "atanh" in found["fleiss_kappa"].interval.method


labelled = st.lists(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=3, max_size=3), min_size=1, max_size=9)


def bare(matrix: Matrix) -> dict[str, float]:
    """The panel coefficients on the scale 1 to 3, NaN where undefined."""
    scale = numbers(1, 3)
    total = panel_tables(coded(frame_of(matrix), scale), range(3)).totals[0]
    return {name: float(TOGETHER[name].of(total, scale)) for name in PANEL}


@settings(max_examples=20)
@given(labelled, st.permutations(range(3)), st.permutations([1, 2, 3]))
def test_laws_of_several_raters(matrix: Matrix, order: list[int], names: list[int]) -> None:
    found = bare(matrix)
    assert bare([[line[rater] for rater in order] for line in matrix[::-1]]) == pytest.approx(found, nan_ok=True)
    backwards = bare([[None if value is None else 4 - value for value in line] for line in matrix])
    assert backwards == pytest.approx(found, nan_ok=True)
    renamed = bare([[None if value is None else names[value - 1] for value in line] for line in matrix])
    for name, value in found.items():
        low = {"share": 0.0, "coefficient": -1.0}.get(TOGETHER[name].form, -np.inf)
        assert np.isnan(value) or low - 1e-12 <= value <= 1, name
        if not name.endswith(("_linear", "_quadratic")):
            assert renamed[name] == pytest.approx(value, nan_ok=True), name


def test_a_unit_of_weight_two_counts_as_two_units() -> None:
    matrix = [[1, 2, None], [3, 3, None], [2, 2, 1], [1, 3, None]]
    weighted = together_of(frame_of(matrix).assign(weight=np.repeat([3.0, 1.0, 1.0, 2.0], 3)))
    repeated = together_of(frame_of([matrix[0]] * 3 + matrix[1:3] + [matrix[3]] * 2))
    for name in PANEL:
        assert weighted[name].estimate.value == pytest.approx(repeated[name].estimate.value, abs=1e-12), name


def together_of(frame: pd.DataFrame) -> dict[str, Measured]:
    return measured_together(coded(frame, numbers(1, 3)), range(3), PANEL)


def test_duplicated_clusters_keep_the_value_and_narrow_the_interval() -> None:
    frame, scale = random_frame(5, 3, raters=4), letters(3)
    again = frame.assign(unit="again-" + frame["unit"], cluster="again-" + frame["cluster"])
    once = measured_together(coded(frame, scale), range(4))
    twice = measured_together(coded(pd.concat([frame, again]), scale), range(4))
    for name in PANEL:
        one, two = once[name], twice[name]
        assert two.estimate.value == pytest.approx(one.estimate.value, abs=1e-12)
        assert two.interval.high - two.interval.low < one.interval.high - one.interval.low, name  # type: ignore[operator]


def test_perfect_agreement_is_exactly_one() -> None:
    found = values([[1, 1, None], [2, 2, 2], [3, None, 3], [2, None, None]], numbers(1, 3))
    assert {name: found[name] for name in PANEL} == dict.fromkeys(PANEL, 1.0)


def test_many_single_labels_can_take_a_kappa_below_minus_one() -> None:
    # One pair (1, 2), nine units with one label, 1: pa = 0, pi = (.95, .05), pe = .905: kappa -.905 / .095.
    found = together([[1, 2], *([[1, None]] * 9)], numbers(1, 2))["fleiss_kappa"]
    assert found.estimate.value == pytest.approx(-0.905 / 0.095)
    assert found.interval.undefined is not None


def test_only_what_is_asked_for_is_measured_each_as_its_own_module_does() -> None:
    frame, scale = random_frame(8, 3, raters=4), letters(3)
    labels = coded(frame, scale)
    every = measured_together(labels, range(4))
    assert list(every) == list(TOGETHER)
    asked = measured_together(labels, range(4), ["icc_1_k", "ac1", "alpha_ordinal"])
    assert asked == {name: every[name] for name in ("alpha_ordinal", "ac1", "icc_1_k")}
    assert asked["icc_1_k"] == icc(labels, range(4)).coefficients["icc_1_k"]
    alpha = krippendorff_alpha(coincidence_tables(labels, range(4)).totals[0], scale, "ordinal")
    assert asked["alpha_ordinal"].estimate.value == alpha.value
    assert measured_together(labels, range(4), ["pearson"]) == {}


def test_no_pair_of_labels_is_said() -> None:
    for found in (together([[1, None], [None, 2]], numbers(1, 2)), together([[1], [2]], numbers(1, 2))):
        for name in (*ALPHAS, *PANEL):
            assert found[name].estimate.undefined == "no unit has two labels", name
            assert found[name].interval.undefined == "the value itself is undefined"


def test_one_value_leaves_no_kappa_but_full_agreement_by_other_ideas_of_chance() -> None:
    found = together([[2, 2, 2], [2, 2, None], [2, None, None]], numbers(1, 3))
    words = "only one value was used: agreement by chance is certain (pe = 1)"
    for family in ("fleiss_kappa", "conger_kappa"):
        for end in WEIGHTINGS:
            assert found[family + end].estimate.undefined == words
    for name in ("percent_agreement", "ac1", "ac2_linear", "brennan_prediger", "brennan_prediger_quadratic"):
        assert found[name].estimate.value == 1.0


def test_a_rater_without_labels_does_not_count_as_one() -> None:
    with_nobody = values([[1, 1, None], [1, 2, None], [2, 2, None]], numbers(1, 2))
    assert with_nobody["conger_kappa"] == values([[1, 1], [1, 2], [2, 2]], numbers(1, 2))["conger_kappa"]


def test_weights_need_an_order() -> None:
    matrix = [["con", "pro"], ["pro", "pro"], ["neutral", "neutral"]]
    found = together(matrix, STANCE)
    for name, statistic in TOGETHER.items():
        ordered = name.endswith(("_linear", "_quadratic", "_ordinal", "_interval", "_ratio")) or name in ICC
        assert statistic.needs_order == ordered, name
        assert (found[name].estimate.undefined == NO_ORDER) == ordered, name
    two = values([["0", "1"], ["1", "1"], ["0", "0"]], RELEVANCE)
    assert two["fleiss_kappa_quadratic"] == two["fleiss_kappa"]


def test_each_coefficient_has_its_name_reading_and_form() -> None:
    names = [
        "percent_agreement",
        *(f"fleiss_kappa{end}" for end in WEIGHTINGS),
        *(f"conger_kappa{end}" for end in WEIGHTINGS),
        "ac1",
        "ac2_linear",
        "ac2_quadratic",
        *(f"brennan_prediger{end}" for end in WEIGHTINGS),
    ]
    assert list(TOGETHER) == [*ALPHAS, *names, *ICC]
    assert all(name == statistic.name for name, statistic in TOGETHER.items())
    assert TOGETHER["ac2_linear"].reading.endswith("linear weights on the declared codes and their declared range")
    forms = {name: TOGETHER[name].form for name in PANEL}
    assert {name for name, form in forms.items() if form == "coefficient"} == {"ac1", "brennan_prediger"}
    assert forms["percent_agreement"] == "share"


@pytest.mark.parametrize("name", sorted(PANEL))
def test_small_weights_give_the_same_coefficient(name: str) -> None:
    labels = coded(random_frame(3, 3, units=30, raters=4, missing=0.2), letters(3))
    stack = panel_tables(labels, (0, 1, 2, 3)).totals
    whole, small = (float(PANEL[name].of(table, labels.scale)[0]) for table in (stack, stack / 1000))
    assert small == pytest.approx(whole, abs=1e-12)
