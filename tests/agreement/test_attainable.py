"""The correlation a judge could attain with the mean of people who are not perfectly reliable."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, numbers, random_frame
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.attainable import CONSTANT, IMAGE, NO_UNIT, Attainable, attainable, spearman_brown
from agreement.comparison import Mean
from agreement.estimate import Estimate, Interval
from agreement.frame import CodedLabels, coded
from agreement.jackknife import Replicates, plain_interval
from agreement.panel import panel_of
from agreement.report import human_pairs
from agreement.scale import Scale, equally_spaced
from agreement.statistics import NO_ORDER, STATISTICS

ORDERED = Scale(("e", "d", "c"), "ordinal", (0.0, 1.0, 3.0))


def between(labels: CodedLabels, statistic: str = "pearson") -> Mean:
    return human_pairs(labels, panel_of(labels, "per pair")).mean(STATISTICS[statistic])


def found_of(frame: pd.DataFrame, scale: Scale = ORDERED) -> Attainable:
    labels = coded(frame, scale)
    return attainable(labels, labels.of_kind("judge")[0], labels.of_kind("human"), between(labels))


def matrix_of(*raters: list[int | None], clusters: list[str] | None = None) -> pd.DataFrame:
    """Raters x units of 1 to 5; the last rater is the judge."""
    names = [f"h{k}" for k in range(len(raters) - 1)] + ["judge"]
    return frame_of(list(zip(*raters, strict=True)), names, clusters, judge="judge")


def test_two_people_by_hand() -> None:
    # h0 1 2 3 4, h1 2 1 4 3: both have mean 2.5 and sum of squares 5; products -1.5*-.5 twice and 1.5*.5 twice: 3.
    # r = 3/5; reliability of two = 2 * .6 / 1.6 = .75. Their mean: 1.5 1.5 3.5 3.5.
    # Judge 1 3 3 5: mean 3, sum of squares 8; mean of people: 4; products -2*-1 + 0 + 0 + 2*1 = 4; r = 4/sqrt(32).
    found = found_of(matrix_of([1, 2, 3, 4], [2, 1, 4, 3], [1, 3, 3, 5]), numbers(1, 5))
    assert found.people.value == 2
    assert found.human_human.estimate.value == pytest.approx(0.6)
    assert found.reliability.estimate.value == pytest.approx(0.75)
    assert found.ceiling.estimate.value == pytest.approx(sqrt(0.75))
    assert found.judge.estimate.value == pytest.approx(4 / sqrt(32))
    assert found.disattenuated.estimate.value == pytest.approx(4 / sqrt(32) / sqrt(0.75))
    assert (found.judge.estimate.n, found.judge.clusters, found.disattenuated.clusters) == (4, 4, 4)


def test_the_formula_of_spearman_and_brown_by_hand() -> None:
    # Two tests of reliability .5 make 2/3, three 3/4; one is itself; half of one of reliability 2/3 is .5.
    values = spearman_brown(np.array([0.5, 0.5, 0.5, 2 / 3, 1.0]), np.array([2, 3, 1, 0.5, 7]))
    assert values == pytest.approx([2 / 3, 3 / 4, 1 / 2, 1 / 2, 1])
    assert np.isnan(spearman_brown(np.array([0.0, -0.2]), 2)).all()


def test_where_the_number_of_people_varies_it_counts_by_its_harmonic_mean() -> None:
    # Units with 2, 2, 3, 3 people: 4 / (1/2 + 1/2 + 1/3 + 1/3) = 2.4. Units of one person or no judge stay out.
    people = ([1, 2, 3, 5, 4, 2], [2, 1, 4, 5, None, 3], [None, None, 3, 4, None, 3])
    found = found_of(matrix_of(*people, [1, 2, 3, 5, 4, None]), numbers(1, 5))
    assert found.people.value == pytest.approx(2.4)
    assert found.judge.estimate.n == 4
    means = [1.5, 1.5, 10 / 3, 14 / 3]
    assert found.judge.estimate.value == pytest.approx(np.corrcoef([1, 2, 3, 5], means)[0, 1])


def test_a_judge_that_knows_the_truth_reaches_the_ceiling_and_no_more() -> None:
    """Truth normal, four people with errors as large as it: r is near 1/2, the ceiling near sqrt(4/5)."""
    rng = np.random.default_rng(3)
    truth = rng.normal(size=2_000)
    ratings = [*(truth + rng.normal(size=(4, 2_000))), truth]
    columns = [np.clip(np.rint(3 * rating), -9, 9).astype(int).tolist() for rating in ratings]
    frame = matrix_of(*columns, clusters=[f"c{unit % 40:02}" for unit in range(2_000)])
    found = found_of(frame, numbers(-9, 9, "interval"))
    assert found.human_human.estimate.value == pytest.approx(0.5, abs=0.03)
    assert found.ceiling.estimate.value == pytest.approx(sqrt(0.8), abs=0.02)
    assert found.judge.estimate.value == pytest.approx(found.ceiling.estimate.value, abs=0.02)
    assert found.disattenuated.interval.low < 1 < found.disattenuated.interval.high


def _by_numpy(frame: pd.DataFrame, scale: Scale) -> tuple[float, float, float]:
    """Number of people, judge with their mean, and that over the ceiling."""
    numbered = frame.dropna(subset="value").assign(
        code=lambda f: f["value"].map(dict(zip(scale.values, scale.codes, strict=True)))
    )
    wide = numbered.pivot(index="unit", columns="rater", values="code")
    people = [name for name in wide.columns if name != "judge"]
    r = np.mean([wide[[a, b]].dropna().corr().iloc[0, 1] for a, b in combinations(people, 2)])
    own = wide[wide["judge"].notna() & (wide[people].notna().sum(axis=1) >= 2)]
    k = len(own) / (1 / own[people].notna().sum(axis=1)).sum()
    with_mean = np.corrcoef(own["judge"], own[people].mean(axis=1))[0, 1]
    return k, with_mean, with_mean / sqrt(k * r / (1 + (k - 1) * r)) if r > 0 else np.nan


def _against_numpy(seed: int) -> None:
    frame = random_frame(seed, 3, units=60, raters=4, missing=(0.0, 0.2, 0.4)[seed % 3])
    found = found_of(frame)
    values = (found.people.value, found.judge.estimate.value, found.disattenuated.estimate.value)
    ours = [np.nan if value is None else value for value in values]
    assert ours == pytest.approx(_by_numpy(frame, ORDERED), abs=1e-10, nan_ok=True)


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_numpy(seed: int) -> None:
    _against_numpy(seed)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20, 220))
def test_values_are_those_of_numpy_on_many_more_labels(seed: int) -> None:
    _against_numpy(seed)


def test_leaving_out_a_cluster_is_computing_without_its_rows() -> None:
    frame = random_frame(1, 3, units=40, raters=4, missing=0.3)
    clusters = sorted(frame["cluster"].unique())
    without = [_by_numpy(frame[frame["cluster"] != cluster], ORDERED)[2] for cluster in clusters]
    found = found_of(frame).disattenuated
    expected = plain_interval(Replicates(found.estimate.value, np.arange(len(clusters)), np.array(without)))
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), abs=1e-10)


def test_the_ceiling_has_the_image_of_the_interval_of_people() -> None:
    found = found_of(random_frame(1, 3, units=80, raters=4))
    k, low, high = found.people.value, found.human_human.interval.low, found.human_human.interval.high
    image = [k * r / (1 + (k - 1) * r) for r in (low, high)]
    assert (found.reliability.interval.low, found.reliability.interval.high) == pytest.approx(image)
    assert (found.ceiling.interval.low, found.ceiling.interval.high) == pytest.approx([sqrt(r) for r in image])
    assert (found.ceiling.interval.method, found.ceiling.clusters) == (IMAGE, found.human_human.clusters)


def test_an_interval_of_people_that_reaches_below_nought_leaves_a_ceiling_from_nought() -> None:
    found = found_of(matrix_of([1, 2, 3, 4, 5, 1], [5, 2, 3, 3, 5, 2], [1, 3, 3, 5, 1, 2]), numbers(1, 5))
    assert found.human_human.interval.low < 0 < found.human_human.estimate.value
    assert found.ceiling.interval.low == 0.0


UNRELATED = "the mean human-human Pearson is -0.60, not above 0: people's mean measures nothing"


@pytest.mark.parametrize(
    ("people", "judge", "no_ceiling", "no_judge"),
    [
        (([1, 2, 3, 4], [4, 3, 2, 1]), [1, 2, 3, 3], "the mean human-human Pearson is -1.00, not above 0", CONSTANT),
        (([1, 2, 3, 4], [3, 4, 1, 2]), [1, 2, 3, 3], UNRELATED, None),
        (([1, 2, 3, 4], [2, 1, 1, 2]), [1, 2, 3, 3], "the mean human-human Pearson is 0.00, not above 0", None),
        (([1, 2, 3, 4], [2, 1, 4, 3]), [2, 2, 2, 2], None, CONSTANT),
        (([1, 2, 3, 4], [2, 1, 4, 3]), [None] * 4, NO_UNIT, NO_UNIT),
        (([1, 2, None, None], [None, None, 4, 3]), [1, 2, 3, 3], NO_UNIT, NO_UNIT),
        (([1, 1, 1, 1], [2, 1, 4, 3]), [1, 2, 3, 3], "h0 and h1: a rater gave the same value to every unit", None),
    ],
)
def test_what_is_undefined_is_said_in_words(
    people: tuple[list[int | None], ...], judge: list[int | None], no_ceiling: str | None, no_judge: str | None
) -> None:
    found = found_of(matrix_of(*people, judge), numbers(1, 5))
    for measured, words in (
        (found.reliability, no_ceiling),
        (found.ceiling, no_ceiling),
        (found.judge, no_judge),
        (found.disattenuated, no_ceiling or no_judge),
    ):
        assert (measured.estimate.undefined or "").startswith(words or "")
        assert (measured.estimate.value is None) == (words is not None)
        assert words is None or measured.interval.undefined is not None
    assert found.people.undefined == (NO_UNIT if no_judge == NO_UNIT else None)


@pytest.mark.parametrize("units", range(3, 13))
def test_a_constant_judge_is_seen_whatever_rounding_leaves_of_its_spread(units: int) -> None:
    frame = matrix_of([1, 2, 3, 5, 4, 1, 2, 5, 5, 3, 2, 1][:units], ([2, 1, 3, 4, 5] * 3)[:units], [2] * units)
    assert found_of(frame, numbers(1, 8)).judge.estimate.undefined == CONSTANT


def test_people_without_a_judge_have_no_ceiling_even_with_an_interval_of_their_own() -> None:
    frame = random_frame(1, 3, units=80, raters=4)
    frame.loc[frame["rater"] == "judge", "value"] = None
    found = found_of(frame)
    assert found.human_human.interval.low is not None
    assert (found.reliability.interval.undefined, found.ceiling.interval.undefined) == (NO_UNIT, NO_UNIT)


def test_a_nominal_scale_of_three_values_has_no_correlation() -> None:
    found = found_of(random_frame(1, 3, raters=4), equally_spaced(("e", "d", "c"), "nominal"))
    assert [m.estimate.undefined for m in (found.ceiling, found.judge, found.disattenuated)] == [NO_ORDER] * 3
    assert [m.interval.low for m in (found.ceiling, found.judge, found.disattenuated)] == [None] * 3


def test_a_perfect_judge_of_perfect_people_stands_at_the_ceiling_of_one() -> None:
    found = found_of(matrix_of(*[[1, 2, 3, 5]] * 3), numbers(1, 5))
    assert (found.ceiling.estimate.value, found.judge.estimate.value, found.disattenuated.estimate.value) == (1, 1, 1)
    assert found.ceiling.interval.undefined is not None


def test_another_statistic_is_refused() -> None:
    labels = coded(random_frame(1, 3, raters=4), ORDERED)
    with pytest.raises(ValueError, match="one of Pearson, not of kappa"):
        attainable(labels, 3, (0, 1, 2), between(labels, "kappa"))


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10_000), shift=st.floats(-5, 5).map(lambda shift: round(shift, 6)), stretch=st.floats(0.1, 10)
)
def test_the_scale_of_the_codes_does_not_matter(seed: int, shift: float, stretch: float) -> None:
    frame = random_frame(seed, 3, units=24, raters=4)
    other = Scale(ORDERED.values, "ordinal", tuple(shift + stretch * code for code in ORDERED.codes))
    one, two = found_of(frame), found_of(frame, other)
    assert one.judge.estimate.value == pytest.approx(two.judge.estimate.value, abs=1e-9)


def test_codes_far_from_nought_keep_their_precision() -> None:
    frame = random_frame(1, 3, units=24, raters=4)
    far = Scale(ORDERED.values, "ordinal", tuple(1e6 + code for code in ORDERED.codes))
    value = found_of(frame).judge.estimate.value
    assert found_of(frame, far).judge.estimate.value == pytest.approx(value, abs=1e-12)


@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_clusters_twice_keep_every_value(seed: int) -> None:
    frame = random_frame(seed, 3, units=24, raters=4)
    again = frame.assign(unit="z" + frame["unit"], cluster="z" + frame["cluster"])
    one, two = found_of(frame), found_of(pd.concat([frame, again]))
    for name in ("reliability", "ceiling", "judge", "disattenuated"):
        values = [getattr(found, name).estimate.value for found in (one, two)]
        assert values[0] is values[1] is None or values[0] == pytest.approx(values[1], abs=1e-9)


def test_units_count_by_their_weight() -> None:
    frame = matrix_of([1, 2, 3, 4], [2, 1, 4, 3], [1, 3, 3, 5])
    twice = pd.concat([frame, frame[frame["unit"] == "u0001"].assign(unit="again", cluster="again")])
    weighted = frame.assign(weight=np.where(frame["unit"] == "u0001", 2.0, 1.0))
    one, two = found_of(twice, numbers(1, 5)), found_of(weighted, numbers(1, 5))
    assert one.judge.estimate.value == pytest.approx(two.judge.estimate.value)
    assert one.ceiling.estimate.value == pytest.approx(two.ceiling.estimate.value)


@pytest.mark.parametrize("codes", [(0.0, 1.0), (-1.0, 1.0), (0.0, 1e-7), (0.0, 1e7)])
def test_two_values_correlate_whatever_their_codes(codes: tuple[float, float]) -> None:
    frame = random_frame(2, 2, units=40, raters=4)
    found = found_of(frame, Scale(("e", "d"), "ordinal", codes))
    plain = found_of(frame, Scale(("e", "d"), "ordinal", (1.0, 2.0)))
    assert plain.judge.estimate.value is not None
    assert found.judge.estimate.value == pytest.approx(plain.judge.estimate.value, abs=1e-12)
    assert found.judge.interval.high == pytest.approx(plain.judge.interval.high, abs=1e-9)


def test_every_figure_counts_the_units_it_rests_on() -> None:
    found = found_of(matrix_of([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], [1, 3, 3, 5, None]), numbers(1, 5))
    assert (found.people.n, found.judge.estimate.n, found.disattenuated.estimate.n) == (4, 4, 4)
    assert [m.estimate.n for m in (found.human_human, found.reliability, found.ceiling)] == [5, 5, 5]
    nothing = found_of(matrix_of([1, 2, 3, 4], [2, 1, 4, 3], [None] * 4), numbers(1, 5))
    assert nothing.people == Estimate(None, 0, NO_UNIT)
    assert (nothing.ceiling.estimate, nothing.judge.estimate.n) == (Estimate(None, 4, NO_UNIT), 0)
    assert nothing.ceiling.interval == Interval(None, None, IMAGE, 0.95, NO_UNIT)


def test_the_image_of_an_interval_keeps_its_level() -> None:
    found = found_of(random_frame(1, 3, units=80, raters=4))
    assert (found.ceiling.interval.level, found.reliability.interval.level) == (0.95, 0.95)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_perfect_correlation_is_1_whatever_rounding_makes_of_it(sign: int) -> None:
    """Half of the people's value: r is 1.000000000000001 before it is put right."""
    judge = [3 + sign * half for half in (0, 1, 0)]
    found = found_of(matrix_of([0, 2, 0], [0, 2, 0], judge), numbers(0, 6))
    assert found.judge.estimate.value == sign
