"""The plan by simulation: cases worked out by hand, the pilot's own interval, and the label budget's lesson."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from agreement_cases import frame_of, letters

from agreement import planning
from agreement.frame import coded
from agreement.panel import panel_of
from agreement.planning import Design, Forecast, Pilot, Targets, forecast, pilot_of, smallest
from agreement.report import human_pairs, judge_with_humans
from agreement.scale import equally_spaced
from agreement.statistics import STATISTICS

YES_NO = equally_spaced(("no", "yes"), "nominal")
SHARE, KAPPA = STATISTICS["percent_agreement"], STATISTICS["kappa_quadratic"]


def one_human(*answers: str) -> Pilot:
    """A pilot of one human, always yes; `answers` spell the judge's labels of each answer's statements, y and n."""
    rows = [["yes", "yes" if said == "y" else "no"] for answer in answers for said in answer]
    clusters = [f"c{k}" for k, answer in enumerate(answers) for _ in answer]
    labels = coded(frame_of(rows, ["human", "judge"], clusters, judge="judge"), YES_NO)
    return pilot_of(labels, labels.of_kind("judge")[0], panel_of(labels))


def study(seed: int, answers: int = 30, statements: int = 10, missing: float = 0.0, pairing: str | None = None):
    """Labels of a judge and two humans who see a common truth of each statement; answers differ in it."""
    rng = np.random.default_rng(seed)
    values = letters(3).values
    rows, clusters = [], []
    for answer in range(answers):
        shift, hard = rng.normal(0, 0.8), rng.normal(0, 0.5)
        for _ in range(statements):
            seen = shift + rng.normal() + rng.normal(0, np.array([0.55, 0.55, 0.65]) * np.exp(hard))
            row = [values[int(x > -0.5) + int(x > 0.6)] for x in seen]
            rows.append([None if rng.random() < missing else value for value in row])
            clusters.append(f"c{answer:02}")
    labels = coded(frame_of(rows, ["h0", "h1", "judge"], clusters, judge="judge"), letters(3))
    return labels, labels.of_kind("judge")[0], panel_of(labels, pairing)


@pytest.mark.filterwarnings("error")
def test_answers_are_drawn_with_replacement() -> None:
    # Answers with 9 and 5 of 10 in agreement, three drawn. All three of the first kind (probability 1/8): p = .9 and
    # Wilson's bound with t(2) = 4.303 and n = 30 is .507. With one of the other kind p is at most 23/30 and the
    # jackknife's error .133, the bound far below. So the bound exceeds .5 in 1 of 8 replicates, .52 in none.
    pilot = one_human("yyyyyyyyyn", "yyyyynnnnn")
    found = forecast(pilot, SHARE, Design(3, 10), np.random.default_rng(1), Targets((0.5, 0.52, 0.0)), 4000)
    assert found.above[0] == pytest.approx(1 / 8, abs=4 * (7 / 64 / 4000) ** 0.5)
    assert found.above[1:] == (0.0, 1.0)
    assert (found.units, found.undefined, found.difference_above) == (30.0, 0.0, None)


def test_statements_are_drawn_without_replacement() -> None:
    # Each answer has one statement in agreement and one not: two of two are always both, so p = 1/2 in 3 answers, and
    # Wilson's half-width with n = 6 and t(2): t / (1 + t^2 / 6) sqrt(1/24 + t^2 / 144).
    pilot = one_human("yn", "ny", "yn", "yn")
    both = forecast(pilot, SHARE, Design(3, 2), np.random.default_rng(1), replicates=50)
    t2 = 4.302652729911275
    assert both.half_width == pytest.approx(t2 / (1 + t2**2 / 6) * (1 / 24 + t2**2 / 144) ** 0.5)
    one = forecast(pilot, SHARE, Design(3, 1), np.random.default_rng(1), replicates=50)
    assert (one.units, both.units) == (3.0, 6.0)
    assert one.half_width != pytest.approx(both.half_width)


@pytest.mark.parametrize("answers", [("yn", "ny"), ("yn", "yn"), ("ny", "ny")])
def test_each_statement_of_an_answer_is_as_likely_as_another(answers: tuple[str, str]) -> None:
    # One of two statements agrees in both answers. One statement each: both agree with probability 1/4, and then
    # the exact bound of two trials is .025 ** (1 / 2) = .158; otherwise the bound is lower or 0.
    pilot = one_human(*answers)
    found = forecast(pilot, SHARE, Design(2, 1), np.random.default_rng(3), Targets((0.157,)), 4000)
    assert found.above[0] == pytest.approx(1 / 4, abs=4 * (3 / 16 / 4000) ** 0.5)


@pytest.mark.parametrize("answer", ["ynn", "nyn", "nny"])
def test_two_of_three_statements_hold_each_of_them_as_often(answer: str) -> None:
    # The one in agreement is among two of three with probability 2/3, in both answers with 4/9. Then each answer has
    # one of two in agreement, the jackknife no error, and Wilson's bound is .0061; else an answer has none, and it is
    # lower.
    found = forecast(one_human(answer, answer), SHARE, Design(2, 2), np.random.default_rng(3), Targets((0.006,)), 4000)
    assert found.above[0] == pytest.approx(4 / 9, abs=4 * (20 / 81 / 4000) ** 0.5)


def test_a_bound_that_equals_the_target_is_not_above_it() -> None:
    nothing = forecast(one_human("nn", "nn"), SHARE, Design(3, 2), np.random.default_rng(1), Targets((0.0,)), 20)
    assert (nothing.above, nothing.undefined, nothing.design) == ((0.0,), 0.0, Design(3, 2))


def test_an_answer_with_fewer_statements_keeps_all_it_has() -> None:
    pilot = one_human("yyyn", "y", "yn")
    found = forecast(pilot, SHARE, Design(30, 2), np.random.default_rng(1), replicates=300)
    assert found.units == pytest.approx(30 * (2 + 1 + 2) / 3, abs=0.5)
    more = forecast(pilot, SHARE, Design(30, 9), np.random.default_rng(1), replicates=300)
    assert more.units == pytest.approx(30 * (4 + 1 + 2) / 3, abs=1.0)


class EachOnce:
    """Stands in for a generator: every answer of the pilot once, in order."""

    def integers(self, high: int, size: tuple[int, int]) -> np.ndarray:
        return np.tile(np.arange(high), size[0]).reshape(size)


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("pairing", ["per pair", "pooled"])
@pytest.mark.parametrize("name", ["kappa_quadratic", "alpha_ordinal", "percent_agreement", "pearson"])
def test_the_pilot_itself_has_the_interval_of_its_report(name: str, pairing: str, missing: float) -> None:
    labels, judge, panel = study(4, missing=missing, pairing=pairing)
    shown, humans = judge_with_humans(labels, judge, panel), human_pairs(labels, panel)
    statistic = STATISTICS[name]
    measured = shown.mean(statistic).measured()
    apart = shown.mean(statistic).minus(humans.mean(statistic)).interval.low
    low = measured.interval.low
    targets = (low - 1e-9, low + 1e-9)
    pilot = pilot_of(labels, judge, panel)
    found = forecast(pilot, statistic, Design(30, 10), EachOnce(), Targets(targets, apart - 1e-9), 1)
    assert found.above == (1.0, 0.0)
    assert found.half_width == pytest.approx((measured.interval.high - low) / 2, abs=1e-9)
    assert found.difference_above == 1.0
    assert forecast(pilot, statistic, Design(30, 10), EachOnce(), Targets((), apart + 1e-9), 1).difference_above == 0.0
    assert found.units == measured.estimate.n


def test_weights_of_units_count() -> None:
    labels, judge, panel = study(4)
    weight = np.random.default_rng(0).uniform(0.5, 2.0, 300)
    weighted = replace(labels, weight=weight / weight.mean())
    measured = judge_with_humans(weighted, judge, panel).mean(KAPPA).measured()
    found = forecast(pilot_of(weighted, judge, panel), KAPPA, Design(30, 10), EachOnce(), replicates=1)
    assert found.half_width == pytest.approx((measured.interval.high - measured.interval.low) / 2, abs=1e-9)


def test_more_answers_beat_more_statements() -> None:
    # The lesson of the label budget: 100 labels spread over 100 answers tell more than over 10; 30 x 10 and 100 x 5 and
    # 100 x 10 tell more and more.
    pilot = pilot_of(*study(2))
    designs = [Design(10, 10), Design(100, 1), Design(30, 10), Design(100, 5), Design(100, 10)]
    found = [forecast(pilot, KAPPA, design, np.random.default_rng(5), replicates=120) for design in designs]
    narrow, wide = found[1], found[0]
    assert narrow.units == wide.units == 100
    assert narrow.half_width < wide.half_width
    assert narrow.above[0] > wide.above[0]
    assert [each.half_width for each in found[2:]] == sorted((each.half_width for each in found[2:]), reverse=True)
    assert found[0].difference_above < found[2].difference_above < found[4].difference_above


def test_the_same_seed_gives_the_same_forecast_and_blocks_change_little(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = pilot_of(*study(2))
    one, two = (forecast(pilot, KAPPA, Design(20, 4), np.random.default_rng(5), replicates=200) for _ in range(2))
    assert one == two
    monkeypatch.setattr(planning, "AT_ONCE", 20 * 10 * 30)  # blocks of 30
    parts = forecast(pilot, KAPPA, Design(20, 4), np.random.default_rng(5), replicates=200)
    assert parts.half_width == pytest.approx(one.half_width, abs=0.02)
    assert parts.units == one.units
    assert parts.above[0] * 200 == pytest.approx(round(parts.above[0] * 200))  # 200 replicates, not a block more


def test_intervals_that_are_undefined_reach_nothing_and_are_counted() -> None:
    # Two answers in full agreement and two without any: kappa is undefined whenever both draws are alike, and more.
    pilot = pilot_of(*study(2, answers=4, statements=2))
    found = forecast(pilot, KAPPA, Design(2, 1), np.random.default_rng(1), Targets((-1.0,)), 300)
    assert found.undefined > 0.3
    assert found.above[0] == pytest.approx(1 - found.undefined)


def test_the_first_value_of_the_scale_is_a_label_like_others() -> None:
    labels = coded(frame_of([["no", "no"], ["no", "no"]], ["human", "judge"], judge="judge"), YES_NO)
    assert pilot_of(labels, 1, panel_of(labels)).answers == 2


def test_nothing_defined_has_no_width() -> None:
    found = forecast(one_human("yy", "yy"), KAPPA, Design(3, 2), np.random.default_rng(1), replicates=20)
    assert (found.half_width, found.undefined, found.above) == (None, 1.0, (0.0, 0.0))


def test_the_smallest_design_has_the_fewest_statements_then_answers() -> None:
    def made(answers: int, statements: int, chance: float, difference: float | None = None) -> Forecast:
        return Forecast(Design(answers, statements), float(answers * statements), 0.1, (chance,), difference, 0.0)

    found = [made(100, 10, 0.99), made(100, 2, 0.85), made(50, 4, 0.8), made(100, 1, 0.7, 0.9), made(60, 5, 0.95)]
    assert smallest(found, lambda each: each.above[0], 0.8) == found[2]
    assert smallest(found, lambda each: each.above[0], 0.9) == found[4]
    assert smallest(found, lambda each: each.difference_above, 0.8) == found[3]
    assert smallest(found, lambda each: each.above[0], 0.999) is None
    assert smallest(found, lambda each: each.difference_above, 0.95) is None, "where it is not known it is not reached"


def test_a_pilot_that_shows_nothing_is_turned_away() -> None:
    with pytest.raises(ValueError, match="one answer only"):
        one_human("yyn")
    rows = [["yes", None], [None, "yes"]]
    labels = coded(frame_of(rows, ["human", "judge"], judge="judge"), YES_NO)
    with pytest.raises(ValueError, match="judge shares no unit with a human"):
        pilot_of(labels, 1, panel_of(labels))


def test_units_of_two_humans_without_the_judge_enter_their_agreement_only() -> None:
    labels, judge, panel = study(4, missing=0.3)
    pilot = pilot_of(labels, judge, panel)
    found = forecast(pilot, SHARE, Design(30, 10), EachOnce(), replicates=1)
    assert found.units < len(pilot.judge.cell)


def test_units_of_no_pair_are_no_part_of_the_pilot() -> None:
    # Two answers have labels of judge and human; of the third only the judge labelled one unit, one human another.
    rows = [["yes", "no", "yes"], ["no", None, "yes"], [None, None, "yes"], [None, "yes", None]]
    names, clusters = ["h0", "h1", "judge"], ["a", "b", "c", "c"]
    labels = coded(frame_of(rows, names, clusters, judge="judge"), YES_NO)
    assert pilot_of(labels, 2, panel_of(labels, "pooled")).answers == 2


def test_a_study_that_draws_only_answers_without_the_judge_has_no_units() -> None:
    # The judge labelled two of six answers: of 40 studies of two answers most have one without, and several have none.
    rows = [["yes", "yes" if k % 2 else "no", "yes" if k < 2 else None] for k in range(6)]
    labels = coded(frame_of(rows, ["h0", "h1", "judge"], judge="judge"), YES_NO)
    pilot = pilot_of(labels, 2, panel_of(labels, "per pair", 1))
    units = [
        forecast(pilot, SHARE, Design(2, 1), np.random.default_rng(seed), replicates=1).units for seed in range(40)
    ]
    assert set(units) == {0.0, 1.0, 2.0}
    assert np.mean(units) == pytest.approx(2 / 3, abs=0.4)


@pytest.mark.parametrize(("answers", "statements"), [(1, 5), (5, 0)])
def test_a_design_needs_answers_and_statements(answers: int, statements: int) -> None:
    with pytest.raises(ValueError, match="two answers and one statement"):
        Design(answers, statements)


def test_a_statistic_that_does_not_suit_is_turned_away() -> None:
    for name in ("mae", "rmse"):
        with pytest.raises(ValueError, match=f"no plan for {name}"):
            forecast(one_human("yn", "yn"), STATISTICS[name], Design(3, 1), np.random.default_rng(1))
    rows = [["a", "a"], ["b", "c"]]
    labels = coded(frame_of(rows, ["human", "judge"], judge="judge"), equally_spaced(("a", "b", "c"), "nominal"))
    with pytest.raises(ValueError, match="no plan for kappa_quadratic"):
        forecast(pilot_of(labels, 1, panel_of(labels)), KAPPA, Design(3, 1), np.random.default_rng(1))
