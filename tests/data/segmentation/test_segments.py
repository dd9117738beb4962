import random
from itertools import pairwise

import pytest
from growth import grows_within
from hypothesis import example, given, settings
from hypothesis import strategies as st
from segmented import PARTS, cut, said

from data.citations import parsed
from data.segmentation import SAID, breaches, segments, statements_in, statements_of

HOSTILE = ("[", "“a. ", "!(", "«! ", "[a](b", "![](", "( a. ", "A. ", "[1", "<a ", "1. a\n")

texts = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PARTS), max_size=25).map("".join))


@settings(max_examples=80)
@given(texts)
@example("")
@example("\r\n \r\r\n")
@example("\ufeff")
def test_the_segments_of_any_text_are_the_text(text: str) -> None:
    found = segments(text)
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(one.start < one.end for one in found)
    assert all(one.end == two.start for one, two in pairwise(found))
    assert all((one.kind == "space") == text[one.start : one.end].isspace() for one in found)


@settings(max_examples=80)
@given(texts)
def test_the_statements_of_any_text_keep_the_law(text: str) -> None:
    pieces = statements_of(text)
    assert breaches(text, pieces, segments(text)) == ()
    assert all(text[piece.start : piece.end] == text[piece.start : piece.end].strip() for piece in pieces)
    assert all(any(sign.isalnum() for sign in text[piece.start : piece.end]) for piece in pieces)


def test_what_is_parsed_already_is_not_parsed_again() -> None:
    text = "It rained.[1] So. [2] It\n\n[1]: https://a.org"
    assert segments(text, parsed(text)) == segments(text)
    assert statements_of(text, parsed(text)) == statements_in(segments(text))


def test_list_marks_and_space_stand_between_the_statements() -> None:
    text = "\n> - It rained. \n"
    assert [(one.kind, text[one.start : one.end]) for one in segments(text)] == [
        ("space", "\n"),
        ("markup", "> -"),
        ("space", " "),
        ("list item", "It rained."),
        ("space", " \n"),
    ]


def test_a_report_is_cut_as_a_reader_would() -> None:
    text = (
        "# Rain\n\nIt rained in the U.S. in May.[1][2] However, Dr. Who disagrees [3].\n\n"
        "**Findings**\n- **Rain:** 3.5 mm fell ([NOAA](https://noaa.gov/a.b)).\n- Snow\n\n"
        "| Year | mm |\n|---|---|\n| 1984 | 3.5 [4] |\n\nSources:\n[1] A. https://a.org\n[2] B. https://b.org\n"
    )
    assert said(text) == [
        "It rained in the U.S. in May.[1][2]",
        "However, Dr. Who disagrees [3].",
        "**Rain:** 3.5 mm fell ([NOAA](https://noaa.gov/a.b)).",
        "Snow",
        "| 1984 | 3.5 [4] |",
    ]
    assert {kind for kind, _ in cut(text)} - SAID == {"markup", "heading", "table header", "reference entry"}


@pytest.mark.load
@pytest.mark.parametrize("part", [*PARTS, *HOSTILE])
def test_time_grows_with_length_and_not_faster_whatever_is_repeated(part: str) -> None:
    text = part * (40_000 // len(part))
    assert grows_within(3, lambda: segments(text), lambda: segments(text * 2))


def test_time_grows_with_length_and_not_faster_in_mixed_text() -> None:
    rng = random.Random(4)
    text = "".join(rng.choice([*PARTS, " A sentence of usual length [1]. "]) for _ in range(3_000))
    assert grows_within(3, lambda: segments(text), lambda: segments(text * 2))
