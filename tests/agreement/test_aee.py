"""The conventions of the authors' published figures, where they differ from the definitions."""

from dataclasses import replace

import pytest
from answers import STRICT, answer_of, figure_1

from agreement.aee import is_readable
from agreement.answer import AnswerLabels, CitedNumbers
from agreement.deeptrace import METRICS, measure
from agreement.estimate import Estimate
from agreement.metric import MetricRules, MetricValue


def values(answer: AnswerLabels, cited: set[int] = frozenset(), highest: int = 0) -> dict[str, float | None]:
    numbered = replace(answer, numbers=CitedNumbers(frozenset(cited), highest))
    found = measure(numbered, STRICT, conventions="aee").values
    assert list(found) == list(METRICS)
    return {key: one.estimate.value for key, one in found.items()}


def test_figure_1_differs_only_by_the_term_that_keeps_thoroughness_from_dividing_by_zero():
    assert values(figure_1(), {1, 2, 3, 4, 5}, 5) == {
        "one_sided": 0.0,
        "overconfident": 0.0,
        "relevant": 6 / 7,
        "uncited": 0.0,
        "unsupported": 1 / 6,
        "necessity": 3 / 5,
        "accuracy": 4 / 7,
        "thoroughness": 4 / (10 + 1e-6),
    }


@pytest.mark.parametrize(
    "answer",
    [answer_of([0, 0], [[2], [2]], [[1], [0]]), answer_of([1], [[2]], [[1]], readable=[False])],
    ids=["no core statement", "no readable source"],
)
def test_an_answer_without_core_statement_or_readable_source_drops_out_of_every_metric(answer):
    found = measure(replace(answer, numbers=CitedNumbers(frozenset({1}), 1)), STRICT, conventions="aee")
    assert {one.estimate.undefined for one in found.values.values()} == {"no core statement or no readable source"}


def test_an_answer_without_citations_counts_as_fully_accurate():
    assert values(answer_of([1], [[0]]), set(), 1)["accuracy"] == 1.0
    numbered = replace(answer_of([1], [[0]]), numbers=CitedNumbers(frozenset(), 1))
    assert measure(numbered, STRICT, conventions="aee").values["accuracy"] == exactly(1.0, 0, 0)


def exactly(value: float, part: int, whole: int) -> MetricValue:
    """A value that waits for no label: nothing could change it."""
    return MetricValue(Estimate(value, whole), value, value, 0, part, whole)


def test_each_value_has_the_counts_it_was_made_of_and_no_bounds_but_itself():
    found = measure(replace(figure_1(), numbers=CitedNumbers(frozenset(range(1, 6)), 5)), STRICT, conventions="aee")
    assert found.values["relevant"] == exactly(6 / 7, 6, 7)
    assert found.values["accuracy"] == exactly(4 / 7, 4, 7)
    assert found.values["thoroughness"] == exactly(4 / (10 + 1e-6), 4, 10)


def test_an_empty_support_matrix_gives_zero_thoroughness_and_necessity():
    found = values(answer_of([1], [[0]], [[1]]), {1}, 1)
    assert (found["thoroughness"], found["necessity"], found["unsupported"]) == (0.0, 0.0, 1.0)


def test_necessity_is_that_of_the_greedy_cover():
    answer = answer_of([1] * 6, [[2, 2, 0], [2, 2, 0], [0, 2, 0], [2, 0, 2], [2, 0, 2], [0, 0, 2]])
    assert values(answer, set(), 3)["necessity"] == 1.0
    assert measure(answer, STRICT).values["necessity"].estimate.value == 2 / 3


@pytest.mark.parametrize(
    ("cited", "highest", "expected"),
    [
        ({1}, 2, 1 / 2),
        ({1, 2}, 2, 0.0),
        # Number 4 is cited though only two sources are listed: M = 4, and 2 and 3 are uncited.
        ({1, 4}, 2, 2 / 4),
        (set(), 2, 1.0),
    ],
)
def test_uncited_counts_numbers_in_the_whole_text_up_to_the_highest_listed_or_cited(cited, highest, expected):
    assert values(answer_of([1], [[2, 0]], [[1, 0]]), cited, highest)["uncited"] == expected


def test_only_full_counts_and_a_label_that_is_not_there_is_no_support():
    answer = answer_of([1, 1, 1], [[1], [-1], [2]], [[1], [1], [1]])
    found = values(answer, {1}, 1)
    assert found["unsupported"] == 2 / 3
    assert found["accuracy"] == 1 / 3


def test_a_core_statement_in_no_stance_list_is_neutral():
    assert values(answer_of([1, 1], [[0], [0]], stance=[2, -1]), {1}, 1)["one_sided"] == 1.0
    assert values(answer_of([1, 1], [[0], [0]], stance=[2, 0]), {1}, 1)["one_sided"] == 0.0
    assert values(answer_of([1, 1], [[0], [0]], stance=[0, 0]), {1}, 1)["one_sided"] == 1.0


def test_a_judgement_on_an_unreadable_source_is_discarded():
    answer = answer_of([1], [[0, 2]], [[1, 1]], readable=[True, False])
    found = values(answer, {1, 2}, 2)
    assert (found["unsupported"], found["accuracy"], found["necessity"]) == (1.0, 0.0, 0.0)
    three = answer_of([1], [[2, 0, 2]], [[1, 1, 1]], readable=[True, True, False])
    assert values(three, {1, 2, 3}, 3)["accuracy"] == 1 / 2


def test_debate_metrics_need_a_debate_and_a_confidence():
    assert values(answer_of([1], [[2]], kind="expertise"), {1}, 1)["one_sided"] is None
    assert values(answer_of([1], [[2]], confidence=5), {1}, 1)["overconfident"] == 1.0
    assert values(answer_of([1], [[2]], confidence=-1), {1}, 1)["overconfident"] is None


def test_the_rules_of_a_policy_have_no_part_in_published_figures():
    answer = replace(answer_of([1], [[1]], [[1]]), numbers=CitedNumbers(frozenset({1}), 1))
    lenient = MetricRules(partial_counts=True, unknown_share=1.0)
    assert measure(answer, lenient, conventions="aee") == measure(answer, STRICT, conventions="aee")


def test_without_the_numbers_of_the_whole_text_the_conventions_are_refused():
    with pytest.raises(ValueError, match="need the numbers that the text of answer a cites"):
        measure(answer_of([1], [[2]]), STRICT, conventions="aee")


@pytest.mark.parametrize(
    ("text", "expected"), [("Title: Rain\nIt fell.", True), ("# Title: Rain", False), ("", False), (None, False)]
)
def test_a_scrape_is_readable_when_it_starts_with_a_title(text, expected):
    assert is_readable(text) is expected
