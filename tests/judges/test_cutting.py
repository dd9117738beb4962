import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.judge_labels import Said, parts_text
from data.pending_lists import ListedStatements, Told
from judges.cutting import CutSentences
from judges.reading import Verdict

TEXTS = ("Tea needs hot water [1].", "Green tea does not, **as a rule**.", "Enjoy!")
ANSWER = " ".join(TEXTS)
FORM = CutSentences()


def cell(*texts: str, placed: bool = True) -> ListedStatements:
    told = [Told(text, ANSWER.index(text), ANSWER.index(text) + len(text)) if placed else Told(text) for text in texts]
    return ListedStatements({}, "q", None, ANSWER, tuple(told))


def read(*sentences: tuple[str, Any], of: ListedStatements | None = None) -> Verdict:
    listed = [{"sentence": text, "core": core} for text, core in sentences]
    return FORM.read(json.dumps({"sentences": listed}), of or cell(*TEXTS))


def said(*values: str, why: str | None = None) -> Verdict:
    return Verdict("ok", parts_text({str(number): Said(value, why) for number, value in enumerate(values, 1)}))


@pytest.mark.parametrize("placed", [True, False])
def test_a_faithful_copy_labels_each_statement(placed: bool) -> None:
    marks = zip(TEXTS, ("1", 1, " 0 "), strict=True)
    assert read(*marks, of=cell(*TEXTS, placed=placed)) == said("1", "1", "0")


def test_sentences_cut_otherwise_label_the_statements_they_stand_on() -> None:
    assert read(("Tea needs", "1"), ("hot water [1].", "1"), (TEXTS[1] + " " + TEXTS[2], "0")) == said("1", "0", "0")


def test_sentences_on_one_statement_that_disagree_are_no_reply() -> None:
    assert read(("Tea needs", "1"), ("hot water [1].", "0"), (TEXTS[1], "0"), (TEXTS[2], "0")) == Verdict("bad_label")


def test_a_statement_without_a_sentence_leaves_no_label_at_all() -> None:
    assert read((TEXTS[0], "1"), (TEXTS[1], "1")) == Verdict("bad_label")


def test_a_statement_of_which_less_than_half_is_copied_counts_as_left_out() -> None:
    # "Tea needs hot water": 16 letters. "Tea needs" has 8 of them, "Tea need" only 7 and cuts a word, "Tea" 3.
    rest = [(TEXTS[1], "1"), (TEXTS[2], "0")]
    assert read(("Tea needs", "1"), *rest).status == "ok"
    assert read(("Tea", "1"), *rest) == Verdict("bad_label")


def test_breaches_of_the_law_of_decomposition_are_counted() -> None:
    sentences = [
        ("Green tea does not, as a rule.", "1"),
        ("Tea needs  hot water [1].", "1"),
        ("Enjoy", "0"),
        ("Enjoy", "0"),
        ("Milk goes in first.", "1"),
        ("[1]", "1"),
    ]
    why = (
        "The answer was not copied faithfully: 1 spaced otherwise, 1 signed otherwise, 1 out of order, 1 said twice, "
        "1 without a word, 1 not in the answer."
    )
    assert read(*sentences) == said("1", "1", "0", why=why)
    why = "The answer was not copied faithfully: 3 letters left out."
    assert read(("needs hot water [1].", "1"), (TEXTS[1], "1"), (TEXTS[2], "0")) == said("1", "1", "0", why=why)


def test_an_invented_sentence_labels_nothing() -> None:
    assert read((TEXTS[0], "1"), (TEXTS[1], "1"), ("Goodbye!", "0")) == Verdict("bad_label")


def test_a_statement_that_is_not_in_the_answer_gets_no_value() -> None:
    lost = ListedStatements({}, "q", None, ANSWER, (Told("Coffee."),))
    assert read(*((text, "1") for text in TEXTS), of=lost) == Verdict("bad_label")


def test_a_statement_without_a_letter_gets_no_value_because_no_sentence_can_stand_on_it() -> None:
    marked = ListedStatements({}, "q", None, ANSWER, (Told("[1]", 20, 23),))
    assert ANSWER[20:23] == "[1]"
    assert read(*((text, "1") for text in TEXTS), of=marked) == Verdict("bad_label")


@pytest.mark.parametrize("core", ["2", "", "core", True, None, 1.0, ["1"]])
def test_a_mark_that_was_not_offered_is_a_bad_label(core: object) -> None:
    assert read(*((text, core) for text in TEXTS)) == Verdict("bad_label")


@pytest.mark.parametrize(
    "sentences",
    ["[]x", '"all"', "null", "{}", "[1]", '[{"sentence": 1, "core": "1"}]', '[{"sentence": "Enjoy!"}]', '["Enjoy!"]'],
)
def test_what_is_no_list_of_sentences_is_invalid(sentences: str) -> None:
    assert FORM.read(f'{{"sentences": {sentences}}}', cell(*TEXTS)) == Verdict("invalid_json")


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from((*TEXTS, "Tea", "tea does", "x", "[1]", "")), st.sampled_from("01")), max_size=6)
)
def test_a_value_is_always_one_that_a_sentence_on_the_statement_has(sentences: list[tuple[str, str]]) -> None:
    verdict = read(*sentences)
    if verdict.status == "ok":
        values = {part: one["value"] for part, one in json.loads(verdict.value or "").items()}
        assert sorted(values) == ["1", "2", "3"]
        for number, text in enumerate(TEXTS, 1):
            near = {core for words, core in sentences if words and (words in text or text in words)}
            assert values[str(number)] in near
    else:
        assert verdict == Verdict("bad_label")
