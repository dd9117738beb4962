"""Choices about a mapping follow one another, and each leaves a mapping that says no two things at once."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from data.importing.choosing import (
    labels_of_rater,
    meaning_of_label,
    meaning_of_task,
    read_as,
    same_in_all_rows,
    unread,
)
from data.importing.mapping import FIELDS, RATER_KINDS, ColumnMapping, faults, unsaid

LONG = ColumnMapping(
    "labels",
    columns={"unit": "id", "value": "label", "rater": "who", "question": "task"},
    constants={"rater_kind": "human"},
    questions={"matrix": "support"},
    values={"yes": "full"},
)
HEADINGS = ("id", "label", "who", "task", "note")


def test_a_column_becomes_a_field_and_is_nothing_else() -> None:
    changed = read_as(LONG, "note", "justification")
    assert changed.columns == {**LONG.columns, "justification": "note"}
    assert read_as(changed, "note", "reason").columns == {**LONG.columns, "reason": "note"}


def test_a_field_moves_to_the_column_chosen_last() -> None:
    assert read_as(LONG, "note", "value").columns == {**LONG.columns, "value": "note"}
    assert read_as(LONG, "who", "value").columns == {"unit": "id", "value": "who", "question": "task"}


def test_a_column_takes_the_place_of_a_word_for_all_rows() -> None:
    assert read_as(LONG, "note", "rater_kind").constants == {}


def test_a_column_that_two_fields_are_read_from_is_given_up_by_one_only() -> None:
    both = ColumnMapping("labels", columns={"unit": "id", "answer": "id"})
    assert read_as(both, "note", "answer").columns == {"unit": "id", "answer": "note"}
    assert unread(both, "id").columns == {}


def test_words_of_a_question_column_go_with_it() -> None:
    assert unread(LONG, "task").questions == {}
    assert read_as(LONG, "task", "reason").questions == {}
    assert read_as(LONG, "note", "question").questions == {}
    assert unread(LONG, "who").questions == LONG.questions


def test_columns_of_raters_and_a_column_of_labels_exclude_each_other() -> None:
    wide = labels_of_rater(labels_of_rater(LONG, "who", "human"), "note", "judge")
    assert (wide.columns, wide.constants) == ({"unit": "id", "question": "task"}, {})
    assert wide.raters == {"who": "human", "note": "judge"}
    assert labels_of_rater(wide, "note", "adjudicator").raters == {"who": "human", "note": "adjudicator"}
    assert unread(wide, "note").raters == {"who": "human"}
    assert read_as(wide, "note", "justification").raters == {"who": "human"}
    assert read_as(wide, "label", "value").raters == {}


def test_a_word_for_all_rows_comes_and_goes() -> None:
    assert same_in_all_rows({"rater": "Ada"}, "rater", "Ben") == {"rater": "Ben"}
    assert same_in_all_rows({"rater": "Ada", "system": "Orion"}, "rater", "") == {"system": "Orion"}


def test_a_label_means_one_of_ours_or_stays() -> None:
    assert meaning_of_label(LONG, "no", "none").values == {"yes": "full", "no": "none"}
    assert meaning_of_label(LONG, "yes", None).values == {}


def test_words_that_are_our_questions_keep_their_meaning_when_another_gets_one() -> None:
    ours = read_as(LONG, "task", "question")
    words = ("support", "usefulness", "stance")
    found = meaning_of_task(ours, "usefulness", "confidence", words)
    assert found.questions == {"support": "support", "stance": "stance", "usefulness": "confidence"}
    assert meaning_of_task(found, "stance", None, words).questions == {
        "support": "support",
        "usefulness": "confidence",
    }


def test_what_is_still_to_be_said_is_told() -> None:
    assert list(unsaid(LONG)) == []
    assert [names[0] for names in unsaid(ColumnMapping("labels"))] == [
        *("unit", "value", "rater", "rater_kind", "question"),
    ]
    assert [names[0] for names in unsaid(labels_of_rater(LONG, "who", "human"))] == []
    assert [names[0] for names in unsaid(ColumnMapping("reports", constants={"system": "Orion"}))] == ["text", "query"]


CHOICES = st.one_of(
    st.tuples(st.just(unread), st.sampled_from(HEADINGS)),
    st.tuples(st.just(read_as), st.sampled_from(HEADINGS), st.sampled_from(FIELDS["labels"])),
    st.tuples(st.just(labels_of_rater), st.sampled_from(HEADINGS), st.sampled_from(RATER_KINDS)),
)


@given(st.lists(CHOICES, max_size=8))
@settings(max_examples=40)
def test_no_row_of_choices_leaves_a_mapping_at_odds_with_itself(choices: list[tuple[object, ...]]) -> None:
    mapping = LONG
    for choose, *said in choices:
        mapping = choose(mapping, *said)  # type: ignore[operator]
    unsaid_fields = {names[0] for names in unsaid(mapping)}
    assert {fault.field for fault in faults(mapping, HEADINGS)} <= unsaid_fields
