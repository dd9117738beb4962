"""Figures as plain JSON, and where two documents differ."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from agreement.estimate import Estimate
from data.publication.plain import count_values, differences, plain, shown, written


def test_a_figure_becomes_dicts_and_lists_with_every_digit() -> None:
    assert plain({"a": (Estimate(1 / 3, 3), None, True)}) == {
        "a": [{"value": 1 / 3, "n": 3, "undefined": None}, None, True]
    }


def test_what_a_figure_is_made_by_is_no_part_of_it() -> None:
    @dataclass(frozen=True)
    class Made:
        value: int
        cache: dict[str, int] = field(default_factory=dict, init=False)

    assert plain(Made(1)) == {"value": 1}


def test_what_is_no_figure_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        plain({1, 2})
    with pytest.raises(ValueError):
        written(float("nan"))


def test_the_text_of_a_document_ends_with_a_line_and_keeps_its_letters() -> None:
    assert written({"b": "é", "a": 1}) == '{\n "b": "é",\n "a": 1\n}\n'


def test_equal_documents_do_not_differ_and_rounding_is_no_difference() -> None:
    assert list(differences({"a": [1, 0.1 + 0.2, None]}, {"a": [1.0, 0.3, None]})) == []


@pytest.mark.parametrize(
    ("published", "recomputed", "words"),
    [
        ({"a": 1}, {"a": 1.001}, "a: published 1, recomputed 1.001"),
        ({"a": None}, {"a": 0}, "a: published null, recomputed 0"),
        ({"a": True}, {"a": 1}, "a: published true, recomputed 1"),
        ({"a": "x"}, {"a": ["x"]}, 'a: published "x", recomputed ["x"]'),
        ({"a": {}}, {"a": {"b": 1}}, "a.b: not published, recomputed 1"),
        ({"a": {"b": 1}}, {"a": {}}, "a.b: published 1, not recomputed"),
        ([1], [1, 2], ": 1 entries published, 2 recomputed"),
        ([{"metric": "x", "n": 1}], [{"metric": "x", "n": 2}], "[x].n: published 1, recomputed 2"),
    ],
)
def test_a_difference_is_named_with_its_place(published: object, recomputed: object, words: str) -> None:
    assert list(differences(published, recomputed)) == [words]  # type: ignore[arg-type]


def test_every_single_value_is_counted() -> None:
    assert count_values({"a": [1, None, {"b": "x"}], "c": []}) == 3


def test_hidden_and_direction_changing_characters_are_written_out() -> None:
    assert shown("a\u202eb\x1b[2J\nc\u200b 東 é") == "a\\u202eb\\x1b[2J\\nc\\u200b 東 é"
