"""The alternative annotator test."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp, wilcoxon
from statsmodels.stats.multitest import multipletests

from agreement.alt_test import (
    CLUSTER_T,
    EPSILON,
    NO_CONTEST,
    NO_VARIATION,
    ONE_VALUE,
    UNIT_T,
    UNIT_WILCOXON,
    AltTest,
    Basis,
    Scoring,
    alt_test,
)
from agreement.frame import coded
from agreement.scale import Scale

# Four invented people and a judge, scale 0 to 2, 60 units, a dot where there is no label. Run through the reference
# program of Calderon et al. (github.com/nitaytech/AltTest, 18428b1): winning rate and mean advantage probability.
PEOPLE = (
    ".00112211122.0101.1121.1112202120110122020212121.10.21102110",
    "202011201010101022.12101110020.10.012221.21011..01.12011022.",
    "0020112010121010220221011121201222.22221211011210.21001222.0",
    "10..212101121..0222.01.011202112.211.021220.212101..200.2221",
)
JUDGE = "000111201022101122212201112010020211222122000221212122122220"
PUBLISHED = {
    "accuracy": (0.8520416291797871, {0.0: 0.25, 0.1: 0.25, 0.15: 0.25, 0.2: 1.0}),
    "rmse": (0.8239944144549407, {0.0: 0.0, 0.1: 0.25, 0.15: 0.25, 0.2: 0.25}),
}


SCALE = numbers(0, 2)


def long_frame(people: tuple[str, ...], judge: str, clusters: list[str] | None = None) -> pd.DataFrame:
    """One string for each rater, one character for each unit, a dot for no label."""
    matrix = [[None if value == "." else value for value in unit] for unit in zip(*people, judge, strict=True)]
    return frame_of(matrix, [*(f"h{k}" for k in range(len(people))), "judge"], clusters, judge="judge")


def outcome(
    frame: pd.DataFrame,
    epsilon: float = 0.2,
    scoring: Scoring = "accuracy",
    basis: Basis = "cluster",
    scale: Scale = SCALE,
) -> AltTest:
    labels = coded(frame, scale)
    return alt_test(labels, labels.of_kind("judge")[0], labels.of_kind("human"), epsilon, scoring, basis)


@pytest.mark.parametrize("scoring", ["accuracy", "rmse"])
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.15, 0.2])
def test_the_published_form_gives_what_the_reference_program_gives(scoring: Scoring, epsilon: float) -> None:
    found = outcome(long_frame(PEOPLE, JUDGE), epsilon, scoring, "unit")
    advantage, rates = PUBLISHED[scoring]
    assert found.winning_rate.value == rates[epsilon]
    assert found.advantage.estimate.value == pytest.approx(advantage, abs=1e-12)
    assert found.passes == (rates[epsilon] >= 0.5)
    assert all(test.method == UNIT_T for test in found.humans)


def test_who_wins_each_unit_by_hand() -> None:
    # Units of h0, whose label leads; the others' labels, the judge's:   accuracy            squares
    # u0  h0 0, others 0 1, judge 1: each hits one                       both win            0+1, 1+0: both
    # u1  h0 0, others 0 0, judge 1: h0 hits two                         human (d = 1)       human
    # u2  h0 2, others 0 0, judge 1: nobody hits                         both                4+4, 1+1: judge (d = -1)
    # u3  h0 2, other 1, judge 1: the judge hits                         judge (d = -1)      judge
    # u4  h0 2, nobody else                                              left out
    # u5  h0 2, others 2 2, no judge                                     left out
    people = ("002222", "0001.2", "100..2")
    found = outcome(long_frame(people, "11111."), basis="unit").humans[0]
    assert (found.units, found.advantage.estimate.value, found.difference.value) == (4, 3 / 4, 0.0)
    squares = outcome(long_frame(people, "11111."), scoring="rmse", basis="unit").humans[0]
    assert (squares.units, squares.advantage.estimate.value, squares.difference.value) == (4, 3 / 4, -1 / 4)


def test_means_of_clusters_by_hand() -> None:
    # h0 against others who always say 0; the judge says 0 or 1. d = 1 where only h0 hits, -1 where only the judge does.
    #           A        B       C
    # h0        0 0      1 1     0 1 1 1
    # judge     0 1      0 0     0 0 1 0
    # d         0 1     -1 -1    0 -1 0 -1
    # Means .5, -1, -.5: mean -1/3, deviations 5/6, -2/3, -1/6, sum of squares 7/6, variance 7/12, error sqrt(7/36).
    people = ("00110111", "0" * 8, "0" * 8)
    found = outcome(long_frame(people, "01000010", list("AABBCCCC"))).humans[0]
    assert (found.units, found.clusters, found.method, found.difference.n) == (8, 3, CLUSTER_T, 3)
    assert found.difference.value == pytest.approx(-1 / 3)
    t = (-1 / 3 - 0.2) / (7 / 36) ** 0.5
    # With 2 degrees of freedom P(T < t) = 1/2 + t / (2 sqrt(2 + t^2)).
    assert found.p.value == pytest.approx(0.5 + t / (2 * (2 + t * t) ** 0.5))
    # The judge wins all but the second unit; without A 6 of 6, without B 5 of 6, without C 3 of 4.
    assert found.advantage.estimate.value == 7 / 8


def _by_scipy(frame: pd.DataFrame, scale: Scale, epsilon: float, basis: Basis) -> list[tuple[float, float | None]]:
    """Advantage and p-value of each human by accuracy, from a wide table; no p-value where all differences are one."""
    wide = frame.pivot(index="unit", columns="rater", values="value")
    cluster = frame.groupby("unit")["cluster"].first()
    people = [name for name in wide.columns if name != "judge"]
    found = []
    for human in people:
        others = wide[[name for name in people if name != human]]
        own = wide[wide[human].notna() & wide["judge"].notna() & others.notna().any(axis=1)]
        rest = others.loc[own.index]
        hits = {name: rest.eq(own[name], axis=0).sum(axis=1) / rest.notna().sum(axis=1) for name in (human, "judge")}
        judge_wins, human_wins = hits["judge"] >= hits[human], hits[human] >= hits["judge"]
        d = human_wins.astype(int) - judge_wins.astype(int)
        if basis == "cluster":
            d = d.groupby(cluster.loc[own.index]).mean()
        if d.nunique() == 1:
            found.append((judge_wins.mean(), None))
            continue
        test = ttest_1samp(d, epsilon, alternative="less") if basis == "cluster" or len(d) >= 30 else None
        p = test.pvalue if test else wilcoxon(d - epsilon, alternative="less", method="asymptotic").pvalue
        found.append((judge_wins.mean(), p))
    return found


def _against_scipy(seed: int) -> None:
    size, basis = 2 + seed % 3, ("cluster", "unit")[seed % 2]
    frame = random_frame(seed, size, units=(24, 72)[seed // 2 % 2], raters=5, missing=0.25)
    found = outcome(frame, 0.15, basis=basis, scale=letters(size))
    expected = _by_scipy(frame, letters(size), 0.15, basis)
    assert [test.advantage.estimate.value for test in found.humans] == pytest.approx([a for a, _ in expected])
    assert [test.p.value for test in found.humans] == pytest.approx([p for _, p in expected], abs=1e-10)
    if None in {p for _, p in expected}:  # scipy says p = 0 there; we test nothing
        return
    rejected, corrected, *_ = multipletests([p for _, p in expected], 0.05, "fdr_by")
    assert [test.adjusted_p for test in found.humans] == pytest.approx(list(corrected), abs=1e-10)
    assert [test.beaten for test in found.humans] == list(rejected)
    assert found.winning_rate.value == rejected.mean()
    assert found.advantage.estimate.value == pytest.approx(np.mean([a for a, _ in expected]))


@pytest.mark.parametrize("seed", range(20))
def test_p_values_are_those_of_scipy_and_statsmodels(seed: int) -> None:
    _against_scipy(seed)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20, 220))
def test_p_values_are_those_of_scipy_and_statsmodels_on_many_more_labels(seed: int) -> None:
    _against_scipy(seed)


@pytest.mark.parametrize(("units", "method"), [(29, UNIT_WILCOXON), (30, UNIT_T)])
def test_the_published_form_takes_the_t_test_from_thirty_units(units: int, method: str) -> None:
    frame = long_frame(tuple(one.replace(".", "0")[:units] for one in PEOPLE), JUDGE[:units])
    assert {test.method for test in outcome(frame, basis="unit").humans} == {method}


def test_units_of_one_answer_are_no_independent_evidence() -> None:
    """Each unit ten times in its cluster: the published form grows sure, means of clusters stay as they were."""
    people, judge = tuple(one[:12] * 10 for one in PEOPLE), JUDGE[:12] * 10
    clusters = [f"c{unit % 12:02}" for unit in range(120)]
    once = outcome(long_frame(tuple(one[:12] for one in PEOPLE), JUDGE[:12], clusters[:12]))
    often = outcome(long_frame(people, judge, clusters))
    unit = outcome(long_frame(people, judge, clusters), basis="unit")
    assert [t.p.value for t in often.humans] == pytest.approx([t.p.value for t in once.humans])
    assert all(u.p.value < c.p.value for u, c in zip(unit.humans, often.humans, strict=True) if c.p.value < 0.5)


def test_the_mean_advantage_leaves_a_cluster_out_of_all_people_at_once() -> None:
    frame = random_frame(3, 3, units=32, raters=5, missing=0.2)
    found = outcome(frame, scale=letters(3)).advantage
    without = [
        outcome(frame[frame["cluster"] != cluster], scale=letters(3)).advantage.estimate.value
        for cluster in sorted(frame["cluster"].unique())
    ]
    error = np.sqrt(7 / 8 * np.square(np.array(without) - np.mean(without)).sum())
    p, n, t = found.estimate.value, found.estimate.n, 2.3646242510102993  # t with 7 degrees of freedom
    variance = max(error**2, p * (1 - p) / n)
    penalty = t * t * variance / (p * (1 - p))
    centre = (p + penalty / 2) / (1 + penalty)
    half = t / (1 + penalty) * np.sqrt(variance + penalty * variance / (4 * p * (1 - p)))
    assert (found.interval.low, found.interval.high) == pytest.approx((centre - half, centre + half))
    assert found.clusters == 8


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_people_cannot_be_tested(count: int) -> None:
    found = outcome(long_frame(PEOPLE[:count], JUDGE))
    compared = count if count > 1 else 0  # one person has no other to be near to
    words = f"{compared} humans can be compared with a judge; it takes 3" if compared else NO_CONTEST
    assert (found.winning_rate.value, found.winning_rate.undefined, found.passes) == (None, words, None)
    assert len(found.humans) == compared
    assert all((t.p.undefined, t.adjusted_p, t.beaten) == (words, None, None) for t in found.humans)
    assert (found.advantage.estimate.undefined == NO_CONTEST) == (compared == 0)


def test_a_person_without_a_unit_to_be_compared_on_does_not_count() -> None:
    found = outcome(long_frame((*PEOPLE[:3], "." * 60), JUDGE))
    assert [test.human for test in found.humans] == ["h0", "h1", "h2"]


@pytest.mark.parametrize(
    ("clusters", "words"), [(["c"] * 6, ONE_VALUE), (["a", "b", "c", "d", "e", "f"], NO_VARIATION)]
)
def test_without_variation_nobody_is_tested(clusters: list[str], words: str) -> None:
    found = outcome(long_frame(("012012",) * 3, "012012", clusters))
    assert [test.p.undefined for test in found.humans] == [words] * 3
    assert (found.winning_rate.undefined, found.winning_rate.n, found.passes) == (words, 0, None)
    assert found.advantage.estimate.value == 1.0


def test_half_of_the_people_is_enough_to_pass() -> None:
    found = outcome(random_frame(30, 3, units=60, raters=5), scale=letters(3))
    assert [test.beaten for test in found.humans] == [False, False, True, True]
    assert (found.winning_rate.value, found.passes) == (0.5, True)


def test_two_clusters_are_enough_for_a_test() -> None:
    # d of h0: A 0, B -1; mean -.5, error .5: t = (-.5 - .2) / .5, and with one degree of freedom P is Cauchy's.
    found = outcome(long_frame(("01", "00", "00"), "00", ["A", "B"])).humans[0]
    assert found.p.value == pytest.approx(0.5 + np.arctan(-1.4) / np.pi)
    assert found.p.n == 2


def test_who_cannot_be_tested_does_not_count_in_the_winning_rate() -> None:
    """h3 shares one cluster only; the others are beaten or not as if alone."""
    frame = long_frame((*PEOPLE[:3], "0" + "." * 59), JUDGE)
    found = outcome(frame)
    assert [test.p.undefined for test in found.humans] == [None, None, None, ONE_VALUE]
    assert found.winning_rate.n == 3
    assert found.humans[3].beaten is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"epsilon": 1.0}, "at least 0 and below 1, not 1.0"),
        ({"epsilon": -0.1}, "at least 0 and below 1, not -0.1"),
        ({"scoring": "bleu"}, "'bleu' is none of accuracy, rmse"),
        ({"basis": "answer"}, "'answer' is none of cluster, unit"),
        ({"scoring": "rmse", "scale": numbers(0, 2, "nominal")}, "rmse needs codes with an order"),
    ],
)
def test_wrong_use_is_refused_in_words(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        outcome(long_frame(PEOPLE, JUDGE), **changes)  # type: ignore[arg-type]


def test_a_judge_is_none_of_the_people() -> None:
    labels = coded(long_frame(PEOPLE, JUDGE), numbers(0, 2))
    with pytest.raises(ValueError, match="h0 cannot be the judge and one of the humans"):
        alt_test(labels, 0, (0, 1, 2), 0.2)


def test_epsilon_depends_on_who_labels() -> None:
    assert EPSILON == {"expert": 0.2, "skilled": 0.15, "crowd": 0.1}


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_the_names_of_values_do_not_matter_for_accuracy(seed: int) -> None:
    frame = random_frame(seed, 3, units=24, raters=5)
    renamed = frame.assign(value=frame["value"].replace({"e": "d", "d": "c", "c": "e"}))
    one, two = outcome(frame, scale=letters(3)), outcome(renamed, scale=letters(3))
    assert one == two


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10_000), shift=st.floats(-3, 3).map(lambda shift: round(shift, 6)), stretch=st.floats(0.01, 100)
)
def test_the_unit_of_the_codes_does_not_matter_for_rmse(seed: int, shift: float, stretch: float) -> None:
    frame = random_frame(seed, 3, units=24, raters=5)
    codes = (0.0, 0.7, 2.1)
    other = tuple(shift + stretch * code for code in codes)
    one, two = (outcome(frame, scoring="rmse", scale=Scale(("e", "d", "c"), "ordinal", c)) for c in (codes, other))
    assert one == two


@pytest.mark.parametrize("stretch", [1e-7, 1e7])
def test_tiny_and_huge_codes_are_told_apart_as_well(stretch: float) -> None:
    frame = random_frame(2, 3, units=24, raters=5)
    scales = (Scale(("e", "d", "c"), "ordinal", (0.0, 0.7 * by, 2.1 * by)) for by in (1.0, stretch))
    one, two = (outcome(frame, scoring="rmse", scale=scale) for scale in scales)
    assert one == two


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_a_wider_epsilon_never_costs_a_win(seed: int) -> None:
    frame = random_frame(seed, 3, units=40, raters=5)
    rates = [outcome(frame, epsilon, scale=letters(3)).winning_rate.value for epsilon in (0.0, 0.1, 0.3, 0.6)]
    assert rates == sorted(rates)
