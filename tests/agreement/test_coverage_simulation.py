"""The simulation that checks how often intervals hold the true value (benchmarks/bench_coverage.py)."""

import bench_coverage
import nested_studies
import numpy as np
import pytest
from agreement_cases import frame_of
from bench_coverage import Effort, Figure, Line, figure, fisher_z, line_of, main, true_values
from nested_studies import Design, Regime, population, simulated, statistics_of
from scipy import stats

from agreement.alpha import krippendorff_alpha
from agreement.estimate import Interval
from agreement.frame import coded
from agreement.tensors import coincidence_tables, pair_tables

EVEN = Regime("three, even", (0.3, 0.3, 0.4))
SMALL = Design(6, 1, 5)


@pytest.mark.parametrize(("r", "low", "high"), [(0.62, 0.4823, 0.7278), (0.72, 0.6098, 0.8029)])
def test_fisher_z_of_published_correlations_of_a_hundred_pairs(r: float, low: float, high: float) -> None:
    interval = fisher_z(r, 100)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=6e-5)


def test_fisher_z_is_that_of_scipy() -> None:
    rng = np.random.default_rng(1)
    for n in (4, 10, 80):
        x = rng.standard_normal(n)
        theirs = stats.pearsonr(x, x + rng.standard_normal(n))
        ours, expected = fisher_z(float(theirs.statistic), n), theirs.confidence_interval()
        assert (ours.low, ours.high) == pytest.approx((expected.low, expected.high), abs=1e-10)


@pytest.mark.parametrize(("value", "n"), [(1.0, 50), (-1.0, 50), (float("nan"), 50), (0.5, 3)])
def test_fisher_z_is_undefined_in_words(value: float, n: int) -> None:
    assert "four units" in str(fisher_z(value, n).undefined)


def test_tables_of_a_simulated_study_are_those_of_its_labels() -> None:
    studies = simulated(np.random.default_rng(4), EVEN, SMALL, 2)
    scale, tables = EVEN.scale, studies.tables(3)
    for study in range(2):
        answer, statement = np.nonzero(studies.given[study])
        codes = studies.codes[study][:, answer, statement].T
        frame = frame_of([[scale.values[k] for k in unit] for unit in codes], "abc", [f"c{one}" for one in answer])
        labels, total = coded(frame, scale), tables[study].sum(axis=0)
        assert np.array_equal(total, pair_tables(labels, nested_studies.PAIRS).totals)
        together = krippendorff_alpha(coincidence_tables(labels, range(3)).totals[0], scale, "ordinal")
        assert float(statistics_of(scale)["alpha ordinal"](total)) == pytest.approx(together.value, abs=1e-12)


def test_the_judge_is_averaged_over_humans() -> None:
    """Kappa 1 and 0 with the two humans: .5; the humans with each other .6."""
    tables = np.array([np.diag([5.0, 5.0]), np.full((2, 2), 2.5), [[4.0, 1.0], [1.0, 4.0]]])
    regime = Regime("two", (0.5, 0.5))
    assert [float(statistics_of(regime.scale)[name](tables)) for name in ("kappa", "kappa quadratic", "Pearson")] == (
        pytest.approx([0.5, 0.5, 0.5])
    )
    assert true_values(tables, regime)["judge less humans"] == pytest.approx(-0.1)


def test_single_statements_add_up_to_the_answers() -> None:
    studies = simulated(np.random.default_rng(5), EVEN, SMALL, 1)
    items = studies.items(0, 3)
    assert len(items) == studies.given.sum()
    assert np.array_equal(items.sum(axis=0), studies.tables(3)[0].sum(axis=0))


def test_values_are_spread_and_raters_agree_as_told() -> None:
    codes = simulated(np.random.default_rng(6), EVEN, Design(4_000, 5, 5), 1).codes
    for rater in range(3):
        assert np.bincount(codes[0, rater].ravel()) / 20_000 == pytest.approx(EVEN.shares, abs=0.02)
    # Impressions of judge and human correlate by root(.7 * .8), of the humans by .8; cutting takes some of that.
    tables = simulated(np.random.default_rng(7), EVEN, Design(4_000, 5, 5), 1).tables(3).sum(axis=(0, 1))
    assert true_values(tables, EVEN)["judge less humans"] == pytest.approx(-0.05, abs=0.02)


def test_statements_of_one_answer_resemble_each_other() -> None:
    codes = simulated(np.random.default_rng(8), EVEN, Design(4_000, 2, 2), 1).codes[0, 0]
    assert np.corrcoef(codes[:, 0], codes[:, 1])[0, 1] == pytest.approx(nested_studies.ALIKE, abs=0.06)


def test_coverage_counts_defined_intervals_that_hold_the_truth() -> None:
    undefined = Interval(None, None, "x", undefined="no variation")
    intervals = [Interval(0.1, 0.5, "x"), Interval(0.4, 0.6, "x"), Interval(0.3, 0.4, "x"), undefined]
    found = figure("kappa", "default", intervals, truth=0.3)
    assert found == Figure("kappa", "default", 2, 3, 4)
    assert str(found) == "66.7% (25.0%)"


def line(covered: int, answers: int = 30, held: bool = True) -> Line:
    figures = (Figure("kappa", "default", covered, 2_000, 2_000), Figure("kappa", "BCa", 1_700, 2_000, 2_000))
    return Line(Regime("r", (0.5, 0.5), held), Design(answers, 10, 10), figures)


def test_a_default_interval_outside_its_coverage_is_named() -> None:
    # Two standard errors of the simulation: 2 root(.95 * .05 / 2,000) = .97 %; 92.0 % is out, 92.1 % in, 99.0 % out.
    assert line(1_840).broken == ["r, 30 answers x 10: kappa 92.0% (0.0%)"]
    assert line(1_842).broken == []
    assert line(1_979).broken == []
    assert line(1_980).broken != []
    assert line(1_700, answers=10).broken == []
    assert line(1_700, held=False).broken == []


@pytest.mark.load
def test_one_line_of_the_simulation_holds_and_shows_what_independence_costs() -> None:
    regime, design = EVEN, Design(30, 10, 10)
    found = line_of(regime, design, true_values(population(regime), regime), Effort(1_000, 200, 400))
    coverage = {(one.statistic, one.method): one.coverage for one in found.figures}
    assert found.broken == []
    for statistic in statistics_of(regime.scale):
        assert 0.85 < coverage[statistic, "percentile"] < 0.97
        assert 0.85 < coverage[statistic, "BCa"] < 0.97
    assert coverage["kappa quadratic", "item bootstrap"] < coverage["kappa quadratic", "default"] - 0.02


@pytest.mark.load
def test_the_benchmark_ends_with_an_error_where_coverage_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nested_studies, "POPULATION", (1, 2_000, 10))
    monkeypatch.setattr(bench_coverage, "REGIMES", (EVEN,))
    monkeypatch.setattr(bench_coverage, "DESIGNS", (Design(30, 10, 10),))
    assert main(Effort(200, 20, 100)) == 0
    monkeypatch.setattr(bench_coverage, "LOW", 0.999)
    assert main(Effort(200, 20, 100)) == 1
    assert "outside 93-98 %: three, even, 30 answers x 10" in capsys.readouterr().out
