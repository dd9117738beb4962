import pytest
from segmented import said

from data.segmentation import Piece
from data.segmentation.sentences import sentences

ONE_EACH = [
    ("abbreviations", ["Dr. Who met Prof. Lee in the U.S. on Jan. 5.", "See Fig. 3 and e.g. this.", "So, i.e. now."]),
    ("numbered things", ["See Figs. 3 and 4, Vol. 2, pp. 5-6.", "Approx. 5 of No. 7 ran.", "Eq. 2 holds."]),
    ("initials", ["J. R. R. Tolkien met John F. Kennedy.", "They left."]),
    ("decimals", ["It cost $3.5 million or 3.14 each.", "Version 2.0.1 is out."]),
    ("time of day", ["It was 5 p.m. on Monday.", "They left."]),
    ("ellipses", ["So it went... on and on.", "Wait…", "Next."]),
    ("several marks", ["Really?!", "Yes!", "It ended."]),
    ("quotes", ['"It rained."', 'He said "Go. Now!" and left.', "“Odd.”", "‘Well.’", "They left."]),
    ("brackets", ["It rained.", "(See Table 1.)", "Then it stopped (at last).", "So."]),
    ("marks after the stop", ["It ended.[1][2]", "Next.[3]", "Last. [4]", "The end."]),
    ("marks before the stop", ["It ended [1].", "Next [2, 3]; so it was [4-6].", "Last."]),
    ("marks of other kinds", ["It ended.【1†source】", "Next.[^1]", "Last.²", "The end."]),
    ("links after the stop", ["It fell. ([a](https://b.org))", "Next. [Reuters](https://r.com)", "The end."]),
    ("links within", ["As [Smith. Jones](https://b.org/x.html) said, so it was.", "See [here](https://b.org)."]),
    ("marks that are subjects", ["It ended.", "[1] says otherwise.", "[OpenAI](https://o.com), too, says so."]),
    ("others' names", ["Smith et al. [2] Show it.", "So does Lee et al. (2020)."]),
    ("addresses", ["See https://a.b.org/x.html?y=1.", "Then www.b.org was down."]),
    ("emoji", ["It rained 😀.", "Fine! 😀🎉"]),
    ("emphasis", ["It **ended.**", "*So it was.*", "**Now** this.", "_End._"]),
    ("lower case names", ["They sold it.", "iPhone sales rose.", "pH fell."]),
    ("numbers within", ["Steps: 1. Open it.", "2. Close it."]),
    ("names with stops", ["It runs on .NET and Node.js.", "See Yahoo!'s page."]),
    ("code", ["Call `a. B` first.", "Then stop."]),
    ("hard spaces", ["It rained\u00a0[1].", "It\u00a0snowed.\u00a0[2]", "So."]),
]


@pytest.mark.parametrize(("pieces"), [pieces for _, pieces in ONE_EACH], ids=[name for name, _ in ONE_EACH])
def test_a_sentence_ends_where_a_reader_says(pieces: list[str]) -> None:
    assert said(" ".join(pieces)) == pieces


@pytest.mark.parametrize(
    "pieces",
    [
        ["今天下雨。[1]", "明天呢？", "好！", "“他说。”[2]", "然后走了。"],
        ["「はい。」と言った。", "彼は「行く。来る。」と言って、去った。", "終わり。"],
    ],
)
def test_sentences_without_spaces_between_them_end_at_their_stops(pieces: list[str]) -> None:
    assert said("".join(pieces)) == pieces


@pytest.mark.parametrize(
    "pieces",
    [["هذا نص [1].", "هل هذا سؤال؟", "نعم."], ["זה טקסט.", "מה?"], ["यह एक है।", "वह दो है।"], ["Он ушёл.", "Да."]],
)
def test_other_scripts_are_cut_too(pieces: list[str]) -> None:
    assert said(" ".join(pieces)) == pieces


def test_thai_ends_a_sentence_with_the_line_and_other_text_does_not() -> None:
    assert said("วันนี้ฝนตก [1]\nพรุ่งนี้แดดออก") == ["วันนี้ฝนตก [1]", "พรุ่งนี้แดดออก"]
    assert said("It rained\nall day.\r\nIt\rsnowed.") == ["It rained\nall day.", "It\rsnowed."]


def test_a_line_ends_a_sentence_after_a_colon_and_at_a_hard_break() -> None:
    assert said("Here it is:\nIt rained.") == ["Here it is:", "It rained."]
    assert said("Author: X  \nDate: Y\\\nPlace: Z") == ["Author: X", "Date: Y\\", "Place: Z"]
    assert said("It rained  \nall day.") == ["It rained  \nall day."]


def test_a_text_all_in_lower_case_is_cut_nevertheless() -> None:
    assert said("it rained. it snowed. so it was.") == ["it rained.", "it snowed.", "so it was."]


def test_what_says_nothing_belongs_to_the_sentence_before_it_or_at_the_beginning_after_it() -> None:
    assert said("It rained.\n[1] [2]") == ["It rained.\n[1] [2]"]
    assert said("[1]. It rained.") == ["[1]. It rained."]
    assert said("... ! ? It rained.") == ["... ! ? It rained."]


def test_the_language_can_be_given() -> None:
    assert said("Er kam am 5. Mai an. Gut.", "de") == ["Er kam am 5. Mai an.", "Gut."]
    assert said("Er kam am 5. Mai an. Gut.") != ["Er kam am 5. Mai an.", "Gut."]


def test_a_sentence_longer_than_the_window_stays_whole() -> None:
    long = "It " + "very " * 1_000 + "much rained."
    assert said(f"So. {long} Then it stopped. {long}") == ["So.", long, "Then it stopped.", long]


def test_half_a_character_does_not_stop_the_cutting() -> None:
    assert said("It rained \ud83d here. It snowed.") == ["It rained \ud83d here.", "It snowed."]


def test_what_stands_between_the_lines_of_a_block_is_not_in_the_way() -> None:
    assert sentences("One goes\n> on. Two.", [Piece(0, 8), Piece(11, 19)]) == [Piece(0, 14), Piece(15, 19)]
