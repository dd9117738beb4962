"""The flip rate of a judge over its repeats, and that of each value."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agreement.jackknife import Replicates, share_interval
from agreement.repeats import flip_rate, flips_of_values
from agreement.scale import SUPPORT


def _frame(rows: list[tuple[str, str, int, str | None]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["cluster", "unit", "run", "value"])
    return frame.assign(rater="j", rater_kind="judge")


def test_a_third_of_three_repeated_units_flipped() -> None:
    # a/1 full-full, a/2 full-none (flips), b/1 none-none; b/2 has one run, b/3 one label and one failure: both left out
    rows = [
        *[("a", "a/1", run, "full") for run in (0, 1)],
        ("a", "a/2", 0, "full"),
        ("a", "a/2", 1, "none"),
        *[("b", "b/1", run, "none") for run in (0, 1)],
        ("b", "b/2", 0, "full"),
        ("b", "b/3", 0, "full"),
        ("b", "b/3", 1, None),
    ]
    found = flip_rate(_frame(rows), SUPPORT, "j")
    assert found is not None
    assert (found.estimate.value, found.estimate.n, found.clusters) == (1 / 3, 3, 2)


def test_the_interval_leaves_out_each_cluster() -> None:
    # Flipped: 1 of 2 units of a, none of 2 of b, the one of c: 2 of 5. Without a 1/3, without b 2/3, without c 1/4.
    flipped = {"a/1": True, "a/2": False, "b/1": False, "b/2": False, "c/1": True}
    rows = [(u[0], u, run, "none" if flips and run else "full") for u, flips in flipped.items() for run in (0, 1)]
    found = flip_rate(_frame(rows), SUPPORT, "j")
    assert found is not None
    assert found.estimate.value == 2 / 5
    assert found.interval == share_interval(Replicates(2 / 5, np.arange(3), np.array([1 / 3, 2 / 3, 1 / 4])), 5)


def test_two_words_for_one_value_are_no_flip() -> None:
    rows = [("a", "a/1", 0, "none"), ("a", "a/1", 1, "contradicts"), ("b", "b/1", 0, "full"), ("b", "b/1", 1, "full")]
    found = flip_rate(_frame(rows), SUPPORT, "j")
    assert found is not None
    assert found.estimate.value == 0.0
    assert found.interval.high is not None
    assert found.interval.high > 0


def test_there_is_no_flip_rate_without_repeats_and_none_for_another_judge() -> None:
    rows: list[tuple[str, str, int, str | None]] = [("a", "a/1", 0, "none"), ("b", "b/1", 0, "full")]
    assert flip_rate(_frame(rows), SUPPORT, "j") is None
    assert flip_rate(_frame([*rows, ("a", "a/1", 1, "none")]), SUPPORT, "another") is None


@pytest.mark.filterwarnings("error")
def test_one_cluster_gives_a_rate_without_an_interval() -> None:
    found = flip_rate(_frame([("a", "a/1", 0, "none"), ("a", "a/1", 1, "full")]), SUPPORT, "j")
    assert found is not None
    assert found.estimate.value == 1.0
    assert found.interval.undefined is not None


def test_flips_of_each_value_by_hand() -> None:
    # a/1 full full none: each full is met by full and none (1/2 flips), none by two others (1). b/1 partial none: both
    # flip. b/2 full full: neither. Full: 1 of 4, none: 2 of 2, partial 1 of 1; c/1 has one run and counts nowhere.
    given = {"a/1": ("full", "full", "none"), "b/1": ("partial", "none"), "b/2": ("full", "full"), "c/1": ("none",)}
    rows = [(unit[0], unit, run, value) for unit, values in given.items() for run, value in enumerate(values)]
    flips = {found.value: found.flips for found in flips_of_values(_frame(rows), SUPPORT, "j")}
    assert list(flips) == ["none", "partial", "full"]
    assert {value: one.estimate.value for value, one in flips.items()} == pytest.approx(
        {"none": 1.0, "partial": 1.0, "full": 0.25}
    )
    assert {value: one.estimate.n for value, one in flips.items()} == {"none": 2, "partial": 1, "full": 4}
    assert {value: one.clusters for value, one in flips.items()} == {"none": 2, "partial": 1, "full": 2}


def test_flips_of_values_need_repeats_of_that_judge() -> None:
    rows: list[tuple[str, str, int, str | None]] = [
        ("a", "a/1", 0, "none"),
        ("a", "a/1", 1, "none"),
        ("b", "b/1", 0, "full"),
    ]
    words = "no unit with several runs was given this value"
    assert [one.flips.estimate.undefined for one in flips_of_values(_frame(rows), SUPPORT, "j")] == [None, words, words]
    assert {one.flips.estimate.undefined for one in flips_of_values(_frame(rows), SUPPORT, "another")} == {words}
