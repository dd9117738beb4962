"""Lengths of time on the Judges screen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotate.screens.judges_tables import duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.5, "1 min 0 s"),
        (599, "9 min 59 s"),
        (600, "10 min"),
        (3_599, "59 min"),
        (3_725, "1 h 2 min"),
        (86_399, "23 h 59 min"),
        (90_000, "1 d 1 h"),
    ],
)
def test_a_length_of_time_is_told_in_the_units_that_matter(seconds: float, words: str) -> None:
    assert duration(timedelta(seconds=seconds)).replace("\u00a0", " ") == words
