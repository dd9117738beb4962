"""The interval of a mean says by which method and at which level it was made, whatever became of it."""

import pytest

from agreement.systems import ALL_SAME, EXACT, ONE_ONLY, T_INTERVAL, WILSON, mean_interval

LEVEL = 0.8


@pytest.mark.parametrize(
    ("values", "binary", "method", "undefined"),
    [
        ([0.0] * 5, True, WILSON, None),
        ([1.0] * 5, True, WILSON, None),
        ([0.0] * 5, False, EXACT, None),
        ([1.0] * 5, False, EXACT, None),
        ([0.2, 0.4, 0.9], False, T_INTERVAL, None),
        ([0.5] * 5, False, T_INTERVAL, ALL_SAME.format(units="answers")),
        ([0.5], False, T_INTERVAL, ONE_ONLY.format(units="answers")),
    ],
)
def test_each_branch_names_its_method_and_level(
    values: list[float], binary: bool, method: str, undefined: str | None
) -> None:
    found = mean_interval(values, binary, LEVEL)
    assert (found.method, found.level, found.undefined) == (method, LEVEL, undefined)


def test_at_the_ends_both_sides_reach_as_far() -> None:
    for binary in (True, False):
        low, high = mean_interval([0.0] * 5, binary, LEVEL), mean_interval([1.0] * 5, binary, LEVEL)
        assert (low.low, high.high) == (0.0, 1.0)
        assert low.high == pytest.approx(1 - (high.low or 0.0))
    # Five zeros at 80 %: one-sided exact 1 - 0.2^(1/5); Wilson with z = 1.2816: z^2 / (5 + z^2).
    assert mean_interval([0.0] * 5, False, LEVEL).high == pytest.approx(1 - 0.2**0.2)
    assert mean_interval([0.0] * 5, True, LEVEL).high == pytest.approx(1.6424 / 6.6424, abs=1e-4)
