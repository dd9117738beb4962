import pytest

from data.pending import WholeAnswer
from judges.confidence import CONFIDENCE, render
from judges.reading import Verdict
from judges.template import Template, our_template

CELL = WholeAnswer(1, "Is it so?", "Perhaps.")


@pytest.mark.parametrize(
    ("level", "value"),
    [("Strongly Not Confident", "1"), ("not confident", "2"), ("Neutral", "3"), ("Confident", "4"),
     ("STRONGLY CONFIDENT", "5")],
)  # fmt: skip
def test_levels_are_read_by_name(level: str, value: str) -> None:
    assert CONFIDENCE.form.read(f'{{"confidence": "{level}"}}', CELL) == Verdict("ok", value)


def test_a_level_of_another_scale_is_a_bad_label() -> None:
    assert CONFIDENCE.form.read('{"confidence": "Very Confident"}', CELL) == Verdict("bad_label")


def test_both_names_of_the_query_are_filled() -> None:
    (message,) = render(WholeAnswer(1, "q?", "a."), Template("[[QUERY]] [[QUESTION]] [[ANSWER]]", "t"))
    assert message["content"] == "q? q? a."


def test_our_prompt_holds_query_and_answer_once_each() -> None:
    (message,) = render(WholeAnswer(1, "Is it raining?", "It may rain."), our_template("confidence-1"))
    assert message["content"].count("Is it raining?") == message["content"].count("It may rain.") == 1
