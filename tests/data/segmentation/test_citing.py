"""Which statement each citation belongs to."""

from __future__ import annotations

import pytest

from data.citations import parsed
from data.segmentation import Piece, citing_pieces, segments, statements_in


def homes(text: str, pieces: tuple[Piece, ...] | None = None) -> tuple[int | None, ...]:
    found = parsed(text)
    covering = segments(text, found)
    return citing_pieces(found.marks, statements_in(covering) if pieces is None else pieces, covering)


def test_a_mark_belongs_to_the_statement_it_stands_in() -> None:
    assert homes("Tea is old [1]. Milk [2] came later [3].") == (0, 1, 1)


@pytest.mark.parametrize("between", ["\n\n", "\n\n```\ncode\n```\n\n", "\n\n[7]\n\n", "\n\n---\n\n"])
def test_a_block_of_marks_belongs_to_the_statement_before_it(between: str) -> None:
    assert set(homes(f"Snow fell.\n\nTea is old.{between}[1][2]\n")) == {1}


@pytest.mark.parametrize("wall", ["# Milk", "| a | b |\n|---|---|"])
def test_a_heading_keeps_a_block_of_marks_from_the_statement_before_it(wall: str) -> None:
    assert homes(f"Tea is old.\n\n{wall}\n\n[1][2]\n") == (None, None)


def test_marks_in_headings_and_before_every_statement_belong_to_none() -> None:
    assert homes("[1]\n\n# Tea [2]\n\nTea is old [3].\n\n## Milk [4]\n") == (None, None, 0, None)


def test_marks_in_what_is_left_out_belong_to_none_and_do_not_reach_across_it() -> None:
    text = "Tea is old [1]. Milk is new [2].\n\n[3]\n"
    assert homes(text, (Piece(0, 15),)) == (0, None, None)


def test_a_block_of_marks_belongs_to_a_statement_merged_of_several() -> None:
    text = "Tea is old [1]. Milk is new [2].\n\n[3]\n"
    assert homes(text, (Piece(0, 32),)) == (0, 0, 0)


def test_a_mark_that_begins_where_its_statement_was_cut_belongs_to_none() -> None:
    assert homes("Tea is old[1].", (Piece(0, 10),)) == (None,)
