import pytest

from data.segmentation import Breach, Piece, Segment, breaches, modified, segments, skipped, statements_of

TEXT = "# Rain\n\nIt rained. It snowed [1].\n\n- Fog\n"
COVER = segments(TEXT)
PIECES = statements_of(TEXT)


def test_statements_found_by_rule_keep_the_law() -> None:
    assert [TEXT[piece.start : piece.end] for piece in PIECES] == ["It rained.", "It snowed [1].", "Fog"]
    assert breaches(TEXT, PIECES, COVER) == ()


def test_smaller_pieces_and_pieces_with_list_marks_keep_it_too() -> None:
    finer = (Piece(8, 10), Piece(11, 18), PIECES[1], Piece(35, 40))
    assert breaches(TEXT, finer, COVER) == ()


def test_a_skipped_statement_and_a_skipped_word_are_named() -> None:
    assert breaches(TEXT, (PIECES[0], PIECES[2]), COVER) == (Breach(19, 33, "skipped: 'It snowed [1].'"),)
    assert breaches(TEXT, (Piece(11, 18), *PIECES[1:]), COVER) == (Breach(8, 10, "skipped: 'It'"),)
    assert breaches(TEXT, (), COVER) == tuple(
        Breach(piece.start, piece.end, f"skipped: {TEXT[piece.start : piece.end]!r}") for piece in PIECES
    )


def test_statements_out_of_order_and_overlapping_ones_are_named() -> None:
    one, two, three = PIECES
    assert breaches(TEXT, (two, one, three), COVER) == (Breach(8, 18, "stands before the statement before it"),)
    assert breaches(TEXT, (one, Piece(17, 33), three), COVER) == (Breach(17, 33, "overlaps the statement before it"),)
    assert [breach.why for breach in breaches(TEXT, (one, one), COVER)] == ["overlaps the statement before it"]


@pytest.mark.parametrize("piece", [Piece(-1, 3), Piece(5, 99), Piece(5, 4)])
def test_pieces_outside_the_text_are_named(piece: Piece) -> None:
    assert breaches(TEXT, (piece,), COVER)[0] == Breach(piece.start, piece.end, "outside the text")


def test_empty_pieces_are_named() -> None:
    assert breaches(TEXT, (Piece(6, 8), *PIECES), COVER) == (Breach(6, 8, "empty"),)


def test_modified_statements_are_named_and_long_ones_shortened() -> None:
    assert modified(TEXT, PIECES, ["It rained.", "It snowed.", "Fog"]) == (
        Breach(19, 33, "modified: 'It snowed.' stands for 'It snowed [1].'"),
    )
    assert modified("x" * 99, [Piece(0, 99)], ["y"])[0].why == f"modified: 'y' stands for '{'x' * 60}…'"
    with pytest.raises(ValueError, match="shorter"):
        modified(TEXT, PIECES, ["It rained."])


def test_what_is_skipped_is_told_segment_by_segment_without_space() -> None:
    cover = (Segment(0, 3, "statement"), Segment(3, 4, "space"), Segment(4, 7, "heading"), Segment(7, 10, "quote"))
    assert list(skipped("ab  hea d ", [], cover)) == [Piece(0, 2), Piece(8, 9)]
    assert list(skipped("ab  hea d ", [Piece(0, 9)], cover)) == []
