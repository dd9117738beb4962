"""The published form of prediction-powered inference: ppi-python's numbers, a case by hand, its refusals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from agreement.estimate import Interval
from agreement.ppi_published import NORMAL, ppi_published

# 20 labelled units, 200 others (130 ones, 70 zeros); expected values: ppi-python 0.2.3, alpha .05.
HUMAN = np.array([1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0], dtype=float)
JUDGE = np.array([1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0], dtype=float)
OTHERS = np.array([1.0] * 130 + [0.0] * 70)


@pytest.mark.parametrize(
    ("lam", "weight", "point", "low", "high"),
    [
        (None, 0.5536294691224267, 0.6276814734561214, 0.44937963174148426, 0.8059833151707585),
        (0.0, 0.0, 0.6, 0.3852967027539411, 0.8147032972460588),
        (1.0, 1.0, 0.65, 0.4431564658601077, 0.8568435341398923),
    ],
)
def test_the_numbers_of_ppi_python(lam: float | None, weight: float, point: float, low: float, high: float) -> None:
    found = ppi_published(HUMAN, JUDGE, OTHERS, lam)
    assert found.lam == pytest.approx(weight, abs=1e-12)
    assert found.measured.estimate.value == pytest.approx(point, abs=1e-12)
    assert (found.measured.interval.low, found.measured.interval.high) == pytest.approx((low, high), abs=1e-12)
    assert (found.measured.estimate.n, found.measured.clusters, found.measured.interval.method) == (20, 20, NORMAL)


def test_a_case_by_hand() -> None:
    # lam 1: judge elsewhere 2/3; people less the judge 0, 1: mean 1/2. Variance (2/9) / 3 + (1/4) / 2.
    found = ppi_published(np.array([0.0, 1.0]), np.array([0.0, 0.0]), np.array([1.0, 1.0, 0.0]), 1.0).measured
    half = norm.ppf(0.975) * (2 / 27 + 1 / 8) ** 0.5
    assert found.estimate.value == pytest.approx(2 / 3 + 1 / 2)
    assert found.interval.level == 0.95
    assert (found.interval.low, found.interval.high) == pytest.approx((7 / 6 - half, 7 / 6 + half))


@pytest.mark.parametrize(
    ("human", "judge", "weight"),
    [
        ([0.0, 1.0, 1.0], [1.0, 0.0, 0.0], 0.0),  # against people: cut to 0
        ([0.0, 9.0, 9.0], [0.0, 1.0, 1.0], 1.0),  # steeper: cut to 1
        ([0.0, 1.0, 1.0], [0.5, 0.5, 0.5], 0.0),  # the judge says one thing only
    ],
)
def test_the_weight_stays_between_0_and_1(human: list[float], judge: list[float], weight: float) -> None:
    others = np.full(4, 0.5) if weight == 0 else np.array([0.0, 1.0, 0.0, 1.0])
    assert ppi_published(np.array(human), np.array(judge), others).lam == weight


def test_labels_that_do_not_vary_have_no_interval() -> None:
    found = ppi_published(np.ones(3), np.ones(3), np.ones(4)).measured
    words = "every label of a kind is the same: there is no variation to judge by"
    assert (found.estimate.value, found.interval) == (1.0, Interval(None, None, NORMAL, 0.95, words))


def test_arrays_that_make_no_sense_are_turned_away() -> None:
    with pytest.raises(ValueError, match="20 human and 19 judge labels, 200 unlabelled"):
        ppi_published(HUMAN, JUDGE[:19], OTHERS)
    with pytest.raises(ValueError, match="two of each"):
        ppi_published(HUMAN, JUDGE, OTHERS[:1])
    with pytest.raises(ValueError, match="a label is NaN: leave out units without one"):
        ppi_published(HUMAN, JUDGE, np.append(OTHERS, np.nan))
