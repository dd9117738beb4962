import pytest

from judges.tokens import perhaps_cut, tokens_of_messages


def test_a_prompt_is_estimated_over_all_its_messages() -> None:
    assert tokens_of_messages(({"role": "system", "content": "a" * 40}, {"role": "user", "content": "字" * 4})) == 13


@pytest.mark.parametrize(
    ("estimate", "counted", "cut"),
    [
        (10_000, 10_000, False),
        (10_000, 4_000, False),  # ten bytes a token: no more than a frugal tokenizer
        (10_000, 3_999, True),
        (1_999, 10, False),  # too short to tell
        (10_000, None, False),
        (2_000, 799, True),
    ],
)
def test_a_count_far_below_the_estimate_is_told(estimate: int, counted: int | None, cut: bool) -> None:
    assert perhaps_cut(estimate, counted) is cut
