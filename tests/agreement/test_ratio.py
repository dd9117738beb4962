"""A share of summed counts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

from agreement.jackknife import EXACT, Replicates, share_interval
from agreement.ratio import share_of


def test_a_share_by_hand() -> None:
    # (1 + 0 + 3) / (2 + 2 + 4) = .5; without each cluster 3/6, 4/6, 1/4.
    found = share_of(np.array([1.0, 0, 3]), np.array([2.0, 2, 4]), "nothing")
    expected = share_interval(Replicates(0.5, np.arange(3), np.array([3 / 6, 4 / 6, 1 / 4])), 8)
    assert (found.estimate.value, found.estimate.n, found.clusters) == (0.5, 8, 3)
    assert found.interval == expected


def test_clusters_without_a_unit_change_nothing() -> None:
    part, whole = np.array([1.0, 0, 0, 3, 0]), np.array([2.0, 2, 0, 4, 0])
    assert share_of(part, whole, "nothing") == share_of(part[whole > 0], whole[whole > 0], "nothing")


def test_a_whole_share_has_the_exact_bound_of_the_clusters_it_rests_on() -> None:
    found = share_of(np.array([2.0, 1, 0]), np.array([2.0, 1, 0]), "nothing")
    assert found.interval.low == pytest.approx(beta.ppf(0.025, 2, 1), abs=1e-12)
    assert found.interval.method == EXACT


def test_a_share_of_nothing_is_undefined_in_the_words_given() -> None:
    found = share_of(np.zeros(3), np.zeros(3), "nothing to see")
    assert (found.estimate.value, found.estimate.undefined, found.interval.undefined) == (None, *["nothing to see"] * 2)
    assert (found.estimate.n, found.clusters) == (0, 0)


def test_one_cluster_gives_a_share_without_an_interval() -> None:
    found = share_of(np.array([1.0]), np.array([2.0]), "nothing")
    assert (found.estimate.value, found.interval.low) == (0.5, None)


def test_a_share_of_light_units_counts_at_least_one_unit_a_cluster() -> None:
    # Weights of .1 and .2: their sum rounds to 0, yet two units in two clusters were seen.
    found = share_of(np.array([0.1, 0.1]), np.array([0.1, 0.2]), "nothing")
    assert (found.estimate.value, found.estimate.n, found.clusters) == (pytest.approx(2 / 3), 2, 2)
    assert found.interval == share_interval(Replicates(2 / 3, np.arange(2), np.array([0.5, 1.0])), 2)
