"""What the columns of a table are taken for, and what of that is only a guess."""

from __future__ import annotations

from typing import Any

import pytest

from data.importing.mapping import Said
from data.importing.suggesting import Suggestion, options_of, suggested

TEXT = "Tea is a leaf [1]."


def found(headings: str, *rows: tuple[Any, ...], said: Said | None = None, becomes: Any = None) -> Suggestion:
    names = headings.split(",")
    return suggested(names, [dict(zip(names, row, strict=True)) for row in rows], said, becomes)


def guessed(suggestion: Suggestion) -> dict[str, str]:
    return {guess.field: guess.heading for guess in suggestion.guesses}


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("unit,rater,rater_kind,question,value", ("a/1/1", "Ada", "human", "support", "full")),
        ("item_id,rater_id,rater_kind,task,label", ("a/1/1", "Ada", "human", "support", "full")),
        ("answer,statement,rater,rater_kind,question,value,note", ("a", 1, "m", "judge", "relevance", "1", "x")),
    ],
)  # fmt: skip
def test_labels_under_our_own_names_are_known_and_nothing_is_guessed(headings: str, row: tuple[Any, ...]) -> None:
    suggestion = found(headings, row)
    assert suggestion.mapping.becomes == "labels"
    assert {"rater", "rater_kind", "question", "value"} < {*suggestion.mapping.columns}
    assert suggestion.guesses == ()


def test_reports_under_our_own_names_are_known() -> None:
    suggestion = found("query,query_text,system,answer,text,sources", ("q", "Why tea?", "x", "a", TEXT, ["u"]))
    assert suggestion.mapping.becomes == "reports"
    assert dict(suggestion.mapping.columns) == {
        name: name for name in ("query", "query_text", "system", "answer", "text", "sources")
    }
    assert suggestion.guesses == ()


def test_texts_under_the_names_of_keys_are_taken_for_texts() -> None:
    suggestion = found("query,system,answer,year", ("Why tea?", "x", TEXT, 2020))
    assert suggestion.mapping.becomes == "reports"
    assert guessed(suggestion) == {"query_text": "query", "text": "answer"}
    assert dict(suggestion.mapping.columns) == {"query_text": "query", "text": "answer", "system": "system"}


def test_headings_of_other_tools_are_guessed() -> None:
    suggestion = found("Question,Model Output,model,citations,id", ("Why?", TEXT, "x", "u", 7))
    expected = {
        "query_text": "Question",
        "text": "Model Output",
        "system": "model",
        "sources": "citations",
        "answer": "id",
    }
    assert guessed(suggestion) == expected
    suggestion = found("id,annotator,Rating,comment", ("a", "Ada", 4, "so"))
    expected = {"unit": "id", "rater": "annotator", "value": "Rating", "justification": "comment"}
    assert (suggestion.mapping.becomes, guessed(suggestion)) == ("labels", expected)


def test_texts_without_anything_else_are_taken_for_reports_that_lack_something() -> None:
    assert found("question,expected_answer", ("What is it?", "A thing.")).mapping.becomes == "reports"
    assert found("a,b", ("What is it?", "A thing.")).mapping.becomes == "labels"


def test_what_is_said_decides_what_a_table_becomes() -> None:
    row = ("a b", "c d")
    assert found("answer,rating", row).mapping.becomes == "reports"
    for said in (
        Said(question="confidence"),
        Said(values={"c d": "5"}),
        Said(constants={"rater": "Ada"}),
        Said(raters={"rating": "human"}),
        Said(columns={"value": "rating", "unit": "answer"}),
    ):
        assert found("answer,rating", row, said=said).mapping.becomes == "labels"
    assert found("x,y", row, said=Said(constants={"system": "z"})).mapping.becomes == "reports"
    assert found("x,y", row, said=Said(columns={"text": "x"})).mapping.becomes == "reports"
    assert found("x,y", row, becomes="reports").mapping.becomes == "reports"


def test_what_is_said_is_not_guessed() -> None:
    suggestion = found("id,who,rating,annotator", ("a", "Ada", 4, "Ben"), said=Said(columns={"rater": "who"}))
    assert guessed(suggestion) == {"unit": "id", "value": "rating"}
    assert suggestion.mapping.columns["rater"] == "who"


WIDE = (("a", "yes", "no", "yes", "x1"), ("b", "no", "no", None, "x2"), ("c", None, "yes", "no", "x3"))


def test_columns_that_hold_the_same_few_words_may_be_raters() -> None:
    suggestion = found("item,Ada,gold label,gpt-4,extra", *WIDE)
    assert dict(suggestion.mapping.raters) == {"Ada": "human", "gold label": "adjudicator", "gpt-4": "judge"}
    assert dict(suggestion.mapping.columns) == {"unit": "item"}
    assert options_of(suggestion.guesses, suggestion.mapping) == (
        "--column unit=item --rater-column Ada=human --rater-column 'gold label=adjudicator' --rater-column gpt-4=judge"
    )


def test_a_rater_called_judge_is_no_column_of_names() -> None:
    assert dict(found("item,judge,Ada", *(row[:3] for row in WIDE)).mapping.raters) == {
        "judge": "judge",
        "Ada": "human",
    }


def test_a_table_with_a_column_of_labels_has_no_columns_of_raters() -> None:
    assert found("item_id,label,Ada,Ben", *(row[:4] for row in WIDE)).mapping.raters == {}
    assert found("item_id,rater,Ada,Ben", *(row[:4] for row in WIDE)).mapping.raters == {}


def test_columns_of_many_or_long_or_different_words_are_no_raters() -> None:
    many = [("a", number, number % 2) for number in range(13)]
    assert found("item,Ada,Ben", *many).mapping.raters == {}
    assert found("item,Ada,Ben", ("a", "x" * 61, "x" * 61)).mapping.raters == {}
    assert found("item,Ada,Ben", ("a", "yes", "red"), ("b", "no", "blue")).mapping.raters == {}
    assert found("item,Ada,Ben", ("a", None, None)).mapping.raters == {}


def test_a_column_that_holds_values_of_the_question_may_be_a_rater() -> None:
    asked = Said(question="confidence", values={"sure": "5"})
    assert dict(found("item,Ada,year", ("a", "4", "2020"), ("b", "sure", "2021"), said=asked).mapping.raters) == {
        "Ada": "human"
    }


def test_a_heading_that_stands_twice_is_neither_guessed_nor_a_rater() -> None:
    headings = ["item_id", "rating", "rating", "Ada", "Ada"]
    suggestion = suggested(headings, [dict(zip(headings, ("a", "1", "1", "x", "x"), strict=True))])
    assert (suggestion.guesses, suggestion.mapping.raters) == ((), {})


def test_an_item_is_that_of_a_checklist_only_beside_one() -> None:
    assert found("answer,checklist,version,item,value", ("a", "c", 1, "i", "pass")).mapping.columns["item"] == "item"
    assert "item" not in found("item,rater,value", ("a", "Ada", "4")).mapping.columns


def test_cells_that_can_be_no_keys_name_no_unit() -> None:
    assert "answer" not in found("answer,unit,value", ("a\nb", "u", "4"), becomes="labels").mapping.columns
    assert "source" not in found("source,unit,value", ("https://x.example", "u", "4")).mapping.columns


def test_a_table_without_records_is_known_by_its_headings() -> None:
    assert suggested(("unit", "value"), []).mapping.columns == {"unit": "unit", "value": "value"}
    assert suggested((), []).mapping.columns == {}
