"""The flip rate of a judge over its repeats."""

from __future__ import annotations

import pandas as pd

from agreement.repeats import flip_rate
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


def test_one_cluster_gives_a_rate_without_an_interval() -> None:
    found = flip_rate(_frame([("a", "a/1", 0, "none"), ("a", "a/1", 1, "full")]), SUPPORT, "j")
    assert found is not None
    assert found.estimate.value == 1.0
    assert found.interval.undefined is not None
