from data.citations import parsed
from data.segmentation import Piece, segments, statements_of
from data.segmentation.signs import muted
from judges.mending import Mended, clipped, closed, letters

TEXT = "# Rain\n\nIt rained [1]. (Then it snowed.)\n\n- However, fog came"
SAID = statements_of(TEXT)


def mend(*pieces: str) -> tuple[list[str], Mended]:
    places = [Piece(TEXT.index(piece), TEXT.index(piece) + len(piece)) for piece in pieces]
    mended = closed(muted(TEXT, parsed(TEXT)), places, segments(TEXT))
    return [TEXT[piece.start : piece.end] for piece in mended.pieces], mended


def test_pieces_without_a_gap_stay() -> None:
    pieces, mended = mend("It rained [1].", "(Then it", "snowed.)", "However,", "fog came")
    assert pieces == ["It rained [1].", "(Then it", "snowed.)", "However,", "fog came"]
    assert mended == Mended(mended.pieces, joined=0, completed=0, filled=0, letters=0)


def test_signs_go_to_the_piece_they_touch_or_follow() -> None:
    pieces, mended = mend("It rained", "Then it snowed", "However, fog came")
    assert pieces == ["It rained [1].", "(Then it snowed.)", "However, fog came"]
    assert (mended.joined, mended.completed, mended.filled, mended.letters) == (3, 0, 0, 0)


def test_words_go_to_the_piece_after_them_and_at_the_end_of_a_sentence_to_the_one_before() -> None:
    pieces, mended = mend("It", "(Then", "snowed.)", "fog came")
    assert pieces == ["It rained [1].", "(Then", "it snowed.)", "However, fog came"]
    assert (mended.joined, mended.completed, mended.filled) == (0, 3, 0)
    assert mended.letters == len("rained") + len("it") + len("However")


def test_a_sentence_without_a_piece_becomes_one() -> None:
    pieces, mended = mend("It rained [1].", "However, fog came")
    assert pieces == ["It rained [1].", "(Then it snowed.)", "However, fog came"]
    assert (mended.joined, mended.completed, mended.filled) == (0, 0, 1)
    assert mended.letters == len("Thenitsnowed")


def test_an_answer_without_pieces_is_filled_whole() -> None:
    assert mend()[0] == [TEXT[piece.start : piece.end] for piece in SAID]


def test_pieces_are_clipped_to_what_may_become_a_statement() -> None:
    said = [Piece(2, 5), Piece(6, 9)]
    assert clipped([Piece(0, 1), Piece(1, 3), Piece(4, 7), Piece(8, 12)], said) == [
        Piece(2, 3),
        Piece(4, 7),
        Piece(8, 9),
    ]
    assert clipped([Piece(5, 6), Piece(9, 12)], said) == []
    assert clipped([Piece(0, 12)], said) == [Piece(2, 9)]
    assert clipped([Piece(0, 12)], []) == []


def test_letters_are_letters_and_digits() -> None:
    assert letters("a 1, é.", Piece(0, 7)) == 3
