from __future__ import annotations

import pytest

from data.errors import InputError
from data.texts import checked_name, checked_text


@pytest.mark.parametrize("text", ["", "a\nb\tc", "東京 é e\u0301 🙂 \u202bשלום", "x" * 10])
def test_ordinary_text_passes_unchanged(text: str) -> None:
    assert checked_text(text, "comment", longest=30) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [("a\0b", "NUL"), ("half \ud83d", "surrogate"), ("\udfff", "surrogate"), ("x" * 31, "31 characters are too many")],
)
def test_text_that_cannot_be_kept_is_refused_with_its_field(text: str, why: str) -> None:
    with pytest.raises(InputError, match=f"field 'comment': .*{why}"):
        checked_text(text, "comment", longest=30)


@pytest.mark.parametrize("name", ["", " a", "a ", "a/b", "a\nb", "a\u200bb", "x" * 201, "\0"])
def test_a_name_without_a_clear_reading_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="field 'rater'"):
        checked_name(name, "rater")


def test_a_name_may_hold_any_script_and_inner_spaces() -> None:
    assert checked_name("Zoë Łukasz 東", "rater") == "Zoë Łukasz 東"
