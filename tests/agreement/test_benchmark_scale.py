"""Words for a coefficient, with how sure they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import truncnorm

from agreement.benchmark_scale import ALTMAN, LANDIS_KOCH, Band, Benchmark, benchmark

# irrCAC (Python), example of its benchmark for a coefficient of .67 with standard error .15, from the best band down.
ALTMAN_67 = (0.18168, 0.67511, 0.96356, 0.99912, 1.0)
LANDIS_KOCH_67 = (0.18168, 0.67511, 0.96356, 0.99912, 1.0, 1.0)


def probabilities(found: Benchmark) -> list[float]:
    return [one.probability for one in found.bands]


def test_the_published_example_on_both_scales() -> None:
    altman, landis_koch = benchmark(0.67, 0.15, ALTMAN), benchmark(0.67, 0.15)
    assert probabilities(altman) == pytest.approx(ALTMAN_67, abs=5e-6)
    assert probabilities(landis_koch) == pytest.approx(LANDIS_KOCH_67, abs=5e-6)
    assert (altman.verdict, landis_koch.verdict) == ("moderate", "moderate")


def test_two_bands_by_hand() -> None:
    # 0 with error 1: normal(1) - normal(-1) = .682689 between -1 and 1; from .5 up normal(-.5) - normal(-1) = .149882.
    found = benchmark(0.0, 1.0, (Band("high", 0.5), Band("low", -1.0)), level=0.2)
    assert probabilities(found) == pytest.approx([0.149882 / 0.682689, 1.0], abs=1e-5)
    assert (found.verdict, found.level) == ("high", 0.2)
    assert benchmark(0.0, 1.0, (Band("high", 0.5), Band("low", -1.0)), level=0.25).verdict == "low"


def test_a_sure_coefficient_has_the_word_of_its_band() -> None:
    assert benchmark(0.61, 0.001).verdict == "substantial"
    assert benchmark(-0.5, 0.001).verdict == "poor"
    assert benchmark(1.0, 0.001).verdict == "almost perfect"
    assert benchmark(-1.0, 0.001).verdict == "poor"
    assert benchmark(0.1, 0.001).verdict == "slight"


@settings(max_examples=40)
@given(st.floats(-1, 1), st.floats(0.01, 1))
def test_probabilities_are_those_of_a_truncated_normal(value: float, error: float) -> None:
    found = benchmark(value, error)
    law = truncnorm((-1 - value) / error, (1 - value) / error, loc=value, scale=error)
    assert probabilities(found) == pytest.approx([law.sf(band.low) for band in LANDIS_KOCH], abs=1e-9)


@settings(max_examples=40)
@given(st.floats(-1, 0.9), st.floats(0, 0.1), st.floats(0.01, 1))
def test_a_higher_coefficient_never_gets_a_humbler_word(value: float, more: float, error: float) -> None:
    words = [band.word for band in LANDIS_KOCH]
    lower, higher = benchmark(value, error), benchmark(value + more, error)
    assert words.index(higher.verdict) <= words.index(lower.verdict)
    assert probabilities(lower) == sorted(probabilities(lower))
    assert probabilities(lower)[-1] == 1.0


@pytest.mark.parametrize(
    ("value", "error", "bands", "words"),
    [
        (1.1, 0.1, ALTMAN, "lies in -1 to 1, got 1.1"),
        (-1.1, 0.1, ALTMAN, "lies in -1 to 1, got -1.1"),
        (float("nan"), 0.1, ALTMAN, "lies in -1 to 1, got nan"),
        (0.5, 0.0, ALTMAN, "must be above 0, got 0.0"),
        (0.5, float("nan"), ALTMAN, "must be above 0, got nan"),
        (0.5, 0.1, (), "bands must fall"),
        (0.5, 0.1, (Band("a", 0.5), Band("b", 0.0)), "the last to -1"),
        (0.5, 0.1, (Band("a", 0.5), Band("b", 0.5), Band("c", -1.0)), "bands must fall"),
    ],
)
def test_wrong_input_is_refused(value: float, error: float, bands: tuple[Band, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        benchmark(value, error, bands)


def test_full_certainty_is_reached_by_the_lowest_band_only() -> None:
    assert benchmark(0.5, 0.3, level=1.0).verdict == "poor"


@pytest.mark.parametrize("level", [0.0, 1.1, float("nan")])
def test_what_is_no_level_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie above 0"):
        benchmark(0.5, 0.1, level=level)
