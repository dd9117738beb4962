import pytest

from data.segmentation import Piece
from judges.locating import Copied, placed

ANSWER = (
    "It **rained** in May [1]. It\u00a0snowed — “a lot”【2†s】, says [NOAA](https://n.gov/a_(b)).\nIt rained in May."
)


def where(*told: str) -> list[str]:
    return [ANSWER[piece.start : piece.end] for piece in placed(ANSWER, told).pieces]


@pytest.mark.parametrize(
    ("told", "stands", "copied"),
    [
        ("It **rained** in May [1].", "It **rained** in May [1].", "exactly"),
        ("  **rained** in\n", "**rained** in", "exactly"),
        ("It snowed", "It\u00a0snowed", "spaced otherwise"),
        ("It rained  in May.", "It **rained** in May [1].", "signed otherwise"),
        ("It rained in May [7].", "It **rained** in May [1].", "signed otherwise"),
        ('It snowed - "a lot", says', "It\u00a0snowed — “a lot”【2†s】, says", "signed otherwise"),
        ("says NOAA.", "says [NOAA](https://n.gov/a_(b)).", "signed otherwise"),
        ('"a lot", says.', "“a lot”【2†s】, says [NOAA](https://n.gov/a_(b)).", "signed otherwise"),
    ],
)
def test_a_copy_is_found_however_it_was_drawn(told: str, stands: str, copied: Copied) -> None:
    found = placed(ANSWER, [told])
    assert [ANSWER[piece.start : piece.end] for piece in found.pieces] == [stands]
    assert {name for name, count in found.copied.items() if count} == {copied}


def test_each_statement_is_looked_for_after_the_one_before_it() -> None:
    assert where("It rained in May.", "It rained in May.") == ["It **rained** in May [1].", "It rained in May."]
    assert where("It", "It", "It") == ["It", "It", "It"]


def test_one_out_of_order_is_found_in_what_nobody_took_and_counted() -> None:
    found = placed(ANSWER, ["says", "snowed", "It rained in May."])
    assert found.moved == 1
    assert [ANSWER[piece.start : piece.end] for piece in found.pieces] == ["snowed", "says", "It rained in May."]


def test_one_that_others_took_is_repeated_and_has_no_piece() -> None:
    found = placed(ANSWER, ["It snowed", "It\u00a0snowed"])
    assert (found.repeated, found.pieces) == (1, [Piece(26, 35)])


def test_one_of_signs_alone_is_silent() -> None:
    found = placed(ANSWER, ["[1]", "—", "", "It"])
    assert (found.silent, found.pieces) == (3, [Piece(0, 2)])


@pytest.mark.parametrize("told", ["Nothing", "ained", "It rain", "snowed in May", "It rained in March."])
def test_one_that_is_nowhere_and_one_that_cuts_a_word_are_missing(told: str) -> None:
    assert placed(ANSWER, ["It", told]).missing == [told]


def test_writing_without_spaces_can_be_cut_anywhere() -> None:
    answer = "今天下雨明天下雪。"
    assert placed(answer, ["今天下雨", "明天下雪。"]).pieces == [Piece(0, 4), Piece(4, 9)]


def test_a_statement_that_occurs_everywhere_takes_no_more_than_its_tries() -> None:
    assert placed("ab" * 10_000, ["a"]).missing == ["a"]
