"""Figures with their plain intervals."""

from __future__ import annotations

import numpy as np
import pytest

from agreement.jackknife import PLAIN, Replicates
from agreement.measuring import measured, unmeasured

FOUND = Replicates(0.5, np.arange(3), np.array([0.4, 0.5, 0.6]))


def test_a_figure_has_its_value_units_clusters_and_interval() -> None:
    # se^2 = 2/3 * .02; 97.5 % of t: 4.302653 with 2 degrees of freedom, 12.7062 with 1.
    found = measured(FOUND, 7, "never said")
    assert (found.estimate.value, found.estimate.n, found.clusters) == (0.5, 7, 3)
    assert (found.interval.low, found.interval.method) == (
        pytest.approx(0.5 - 4.302652729911275 * (0.04 / 3) ** 0.5),
        PLAIN,
    )
    wider = measured(FOUND, 7, "never said", freedom=1).interval
    assert wider.high == pytest.approx(0.5 + 12.706204736174698 * (0.04 / 3) ** 0.5)


def test_its_interval_is_cut_off_at_the_bounds() -> None:
    interval = measured(FOUND, 7, "never said", 0.1, 0.9).interval
    assert (interval.low, interval.high) == (0.1, 0.9)


def test_a_figure_without_value_says_why() -> None:
    nothing = Replicates(float("nan"), np.arange(3), np.full(3, np.nan))
    for found in (measured(nothing, 7, "no data"), unmeasured(7, "no data")):
        assert (found.estimate.value, found.estimate.n, found.estimate.undefined) == (None, 7, "no data")
        assert (found.clusters, found.interval.undefined) == (0, "the value itself is undefined")
