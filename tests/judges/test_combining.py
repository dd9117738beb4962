import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.scale import CONFIDENCE, STANCE, SUPPORT
from judges.combining import Combined, combined


@pytest.mark.parametrize(
    ("values", "rule", "value", "reason"),
    [
        (["full", "full", "none"], "majority", "full", None),
        (["full", "none"], "majority", None, "tied"),
        (["full", "none", "contradicts"], "majority", "none", None),  # an extra level counts as what it stands for
        (["none", "partial", "full"], "median", "partial", None),
        (["none", "full"], "median", None, "tied"),
        (["none", "partial", "partial", "full"], "median", "partial", None),
        (["none", "full"], "mean", "partial", None),  # (0 + 2) / 2 is the code of partial
        (["none", "partial"], "mean", None, "tied"),  # 0.5 is halfway
        (["full", "full", "partial"], "mean", "full", None),  # 5 / 3 is nearer to 2
    ],
)
def test_members_come_to_one_value_or_to_the_reason_there_is_none(
    values: list[str], rule: str, value: str | None, reason: str | None
) -> None:
    found = combined(values, SUPPORT, rule, len(values))  # type: ignore[arg-type]
    assert (found.value, found.reason) == (value, reason)


def test_the_exact_mean_is_kept_beside_the_value_and_beside_a_tie() -> None:
    assert combined(["1", "2", "2"], CONFIDENCE, "mean", 3) == Combined("2", None, pytest.approx(5 / 3))
    assert combined(["1", "2"], CONFIDENCE, "mean", 2) == Combined(None, "tied", 1.5)


def test_a_missing_member_is_said_unless_fewer_are_enough() -> None:
    values = ["full", None, "full", "off the scale"]
    assert combined(values, SUPPORT, "majority", 4) == Combined(None, "member missing")
    assert combined(values, SUPPORT, "majority", 2).value == "full"
    assert combined([None, None], SUPPORT, "mean", 0) == Combined(None, "member missing")


@pytest.mark.parametrize("rule", ["median", "mean"])
def test_values_without_order_have_a_majority_only(rule: str) -> None:
    assert combined(["pro", "pro", "con"], STANCE, "majority", 3).value == "pro"
    with pytest.raises(ValueError, match="take the majority"):
        combined(["pro", "con"], STANCE, rule, 2)  # type: ignore[arg-type]


@given(st.lists(st.sampled_from("12345"), min_size=1, max_size=9))
def test_the_rules_are_those_of_the_standard_library(values: list[str]) -> None:
    numbers = [int(value) for value in values]
    modes = statistics.multimode(numbers)
    majority = combined(values, CONFIDENCE, "majority", 1)
    assert majority == (Combined(str(modes[0])) if len(modes) == 1 else Combined(None, "tied"))
    low, high = statistics.median_low(numbers), statistics.median_high(numbers)
    assert combined(values, CONFIDENCE, "median", 1) == (Combined(str(low)) if low == high else Combined(None, "tied"))
    mean = combined(values, CONFIDENCE, "mean", 1)
    assert mean.exact == pytest.approx(statistics.fmean(numbers))
    assert mean.value is None or abs(int(mean.value) - statistics.fmean(numbers)) < 0.5


@given(st.lists(st.sampled_from(["none", "partial", "full"]), min_size=1, max_size=6))
def test_the_order_of_the_members_does_not_matter(values: list[str]) -> None:
    shuffled = sorted(values)
    for rule in ("majority", "median", "mean"):
        assert combined(values, SUPPORT, rule, 1) == combined(shuffled, SUPPORT, rule, 1)  # type: ignore[arg-type]
