"""A value or words, never both and never neither."""

from __future__ import annotations

import re

import pytest

from agreement.estimate import Estimate, Interval

ESTIMATE = "an estimate has either a value or words that say why it is undefined"
INTERVAL = "an interval has either both bounds or words that say why it is undefined"


@pytest.mark.parametrize(("value", "undefined"), [(0.5, "why"), (None, None)])
def test_an_estimate_is_a_value_or_words(value: float | None, undefined: str | None) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(ESTIMATE)}$"):
        Estimate(value, 3, undefined)


@pytest.mark.parametrize(
    ("low", "high", "undefined"),
    [(0.1, 0.9, "why"), (None, None, None), (0.1, None, None), (None, 0.9, "why"), (0.1, None, "why")],
)
def test_an_interval_is_both_bounds_or_words(low: float | None, high: float | None, undefined: str | None) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(INTERVAL)}$"):
        Interval(low, high, "by hand", undefined=undefined)


def test_what_is_whole_is_taken_and_its_level_is_95_percent_unless_told() -> None:
    assert Estimate(0.0, 0).undefined is None
    assert Estimate(None, 3, "why").value is None
    assert Interval(0.1, 0.9, "by hand").level == 0.95
    assert Interval(None, None, "by hand", undefined="why").low is None
