from hypothesis import example, given
from hypothesis import strategies as st

from judges.pieces import pieces_of

signs = st.lists(st.sampled_from([" ", "\n\n", "\n", ". ", "。", ""]), max_size=300)
texts = signs.map(lambda found: "".join(f"{chr(0x4E00 + place)}{sign}" for place, sign in enumerate(found)))
"""Texts in which each character that is no sign stands once, so that a piece can only be in one place."""


@given(texts, st.integers(20, 200))
@example("一 丁 丂 七 丄\n\n丅\n\n丆\n\n万\n\n丈. 三. 上\n\n", 28)
def test_pieces_are_short_enough_and_hold_all_of_the_text_in_order(text: str, longest: int) -> None:
    pieces = pieces_of(text, longest)
    assert all(len(piece) <= longest for piece in pieces)
    at = 0
    for piece in pieces:
        start = text.index(piece, max(0, at - longest // 20))  # of signs alone there may be others before
        assert start <= at  # it begins within what the pieces before it have covered
        at = start + len(piece)
    assert at == len(text)


def test_a_short_text_is_one_piece() -> None:
    assert pieces_of("Tea.", 100) == ("Tea.",)
    assert pieces_of("", 100) == ("",)


def test_a_piece_ends_at_a_paragraph_before_a_line_before_a_sentence_before_a_word() -> None:
    filler = "a" * 80
    assert pieces_of(f"{filler} b. c\nd\n\ne f{filler}", 100)[0] == f"{filler} b. c\nd\n\n"
    assert pieces_of(f"{filler} b. c\nd e f{filler}", 100)[0] == f"{filler} b. c\n"
    assert pieces_of(f"{filler} b. c d e f{filler}", 100)[0] == f"{filler} b. "
    assert pieces_of(f"{filler} b c d{filler}", 100)[0] == f"{filler} b c "


def test_the_end_of_a_piece_is_said_again_in_the_next() -> None:
    first, second, *_ = pieces_of("x" * 300, 100)
    assert len(first) == 100
    assert len("x" * 300) == 300 == sum(map(len, pieces_of("x" * 300, 100))) - 5 * (len(pieces_of("x" * 300, 100)) - 1)
    assert second == "x" * 100
