"""Several tests read together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from agreement.multiplicity import Correction, adjusted

NAMES: dict[Correction, str] = {
    "holm": "holm",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
}
corrections = st.sampled_from(list(NAMES))
p_values = st.lists(st.sampled_from([0.0, 0.001, 0.01, 0.01, 0.02, 0.049, 0.05, 0.3, 0.9, 1.0]), max_size=12)

# The ten p-values of the usual textbook example, with statsmodels' rejections at .05 and Benjamini-Yekutieli values.
TEN = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]
TEN_BY = (
    0.029289682539682536,
    0.11715873015873014,
    0.24603333333333333,
    0.24603333333333333,
    0.24603333333333333,
    0.2928968253968254,
    0.3096337868480725,
    0.6326571428571428,
    0.6326571428571428,
    0.6326571428571428,
)
TEN_REJECTED: dict[Correction, int] = {"holm": 1, "benjamini-hochberg": 2, "benjamini-yekutieli": 1}


def test_three_p_values_by_hand() -> None:
    # Holm: 3 * .01 = .03; 2 * .02 = .04; .04, not below the one before. BH: 3/1 * .01 = .03; 3/2 * .02 = .03; .04.
    # BY: times 1 + 1/2 + 1/3 = 11/6.
    raw = [0.04, 0.01, 0.02]
    assert adjusted(raw, "holm").p == pytest.approx((0.04, 0.03, 0.04))
    assert adjusted(raw, "benjamini-hochberg").p == pytest.approx((0.04, 0.03, 0.03))
    assert adjusted(raw, "benjamini-yekutieli").p == pytest.approx((0.04 * 11 / 6, 0.055, 0.055))
    assert adjusted(raw, "benjamini-hochberg", level=0.03).rejected == (False, True, True)


@pytest.mark.parametrize("correction", NAMES)
def test_the_textbook_example_is_rejected_as_published(correction: Correction) -> None:
    found = adjusted(TEN, correction)
    assert found.rejected == tuple(position < TEN_REJECTED[correction] for position in range(10))
    assert (found.level, found.correction) == (0.05, correction)


def test_the_textbook_example_has_the_published_benjamini_yekutieli_values() -> None:
    assert adjusted(TEN, "benjamini-yekutieli").p == pytest.approx(TEN_BY, abs=1e-15)


def agrees_with_statsmodels(seed: int, correction: Correction) -> None:
    rng = np.random.default_rng(seed)
    raw = rng.beta(0.4, 2, rng.integers(1, 40)).round(3).tolist()
    rejected, p, _, _ = multipletests(raw, alpha=0.1, method=NAMES[correction])
    found = adjusted(raw, correction, level=0.1)
    assert found.p == pytest.approx(tuple(p), abs=1e-10)
    assert found.rejected == tuple(rejected.tolist())


@pytest.mark.parametrize("correction", NAMES)
def test_values_are_those_of_statsmodels(correction: Correction) -> None:
    for seed in range(20):
        agrees_with_statsmodels(seed, correction)


@pytest.mark.load
@pytest.mark.parametrize("correction", NAMES)
def test_values_are_those_of_statsmodels_on_many_data_sets(correction: Correction) -> None:
    for seed in range(200):
        agrees_with_statsmodels(1_000 + seed, correction)


@settings(max_examples=40)
@given(p_values, corrections, st.randoms(use_true_random=False))
def test_the_order_of_the_tests_does_not_matter(p: list[float], correction: Correction, random) -> None:
    order = list(range(len(p)))
    random.shuffle(order)
    found, moved = adjusted(p, correction), adjusted([p[i] for i in order], correction)
    assert moved.p == tuple(found.p[i] for i in order)
    assert moved.rejected == tuple(found.rejected[i] for i in order)


@settings(max_examples=40)
@given(p_values, corrections)
def test_adjusted_values_lie_between_the_raw_ones_and_one_and_keep_their_order(p: list[float], c: Correction) -> None:
    found = adjusted(p, c).p
    assert all(raw <= float(q or 0.0) + 1e-15 and float(q or 0.0) <= 1 for raw, q in zip(p, found, strict=True))
    by_raw = [found[i] for i in np.argsort(p, kind="stable")]
    assert by_raw == sorted(by_raw, key=float)


@settings(max_examples=40)
@given(p_values)
def test_the_corrections_are_ordered_by_what_they_guard_against(p: list[float]) -> None:
    """Benjamini-Hochberg is never stricter than Holm or Benjamini-Yekutieli."""
    hochberg = adjusted(p, "benjamini-hochberg").p
    for stricter in ("holm", "benjamini-yekutieli"):
        assert all(a <= b + 1e-15 for a, b in zip(hochberg, adjusted(p, stricter).p, strict=True))


@settings(max_examples=40)
@given(p_values, corrections, st.integers(0, 12))
def test_a_test_without_a_p_value_does_not_count(p: list[float], correction: Correction, at: int) -> None:
    holed = [*p[:at], None, *p[at:]]
    found, whole = adjusted(holed, correction), adjusted(p, correction)
    place = min(at, len(p))
    assert found.p[place] is None
    assert found.rejected[place] is None
    assert found.p[:place] + found.p[place + 1 :] == whole.p
    assert found.rejected[:place] + found.rejected[place + 1 :] == whole.rejected


def test_no_test_at_all_is_no_error() -> None:
    assert adjusted([], "holm").p == ()
    assert adjusted([None], "holm").rejected == (None,)


def test_a_p_value_at_the_level_is_rejected() -> None:
    assert adjusted([0.05], "holm").rejected == (True,)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=f"p-value 1 is {wrong}, outside 0 to 1"):
        adjusted([0.5, wrong], "holm")


@pytest.mark.parametrize("level", [0.0, 1.0, float("nan")])
def test_what_is_no_level_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        adjusted([0.5], "holm", level)


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(ValueError, match="no correction 'bonferroni'; there are holm"):
        adjusted([0.5], "bonferroni")  # type: ignore[arg-type]
