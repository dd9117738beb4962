"""What each metric reads, what it waits for, and its value from the known labels alone, all by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answers import LENIENT, STRICT, answer_of

from agreement.answer import AnswerLabels
from agreement.deeptrace import METRICS
from agreement.estimate import Estimate
from agreement.metric import MetricRules, MetricValue

# Statements 1 and 2 are relevant, 3 may be, 4 is filler; both sources are readable. -1 is unknown.
#      cites   support   stance
# 1    1 -     2 0       pro
# 2    - 2     0 -1      -1
# 3    1 -     2 -1      neutral
# 4    1 2     -1 -1     con
ANSWER = answer_of(
    [1, 1, -1, 0],
    [[2, 0], [0, -1], [2, -1], [-1, -1]],
    [[1, 0], [0, 1], [1, 0], [1, 1]],
    stance=[2, -1, 1, 0],
    confidence=5,
)

# Key, labels read, and the value where so many may be unknown: (part, whole), lowest, highest, unknown.
OPEN = [
    # 4 relevances and the stances of 1 to 3. One is pro for sure; 2 may be con. Unknown: relevance 3, stance 2.
    ("one_sided", 7, (1, 1), 0.0, 1.0, 2),
    ("overconfident", 8, (1, 1), 0.0, 1.0, 2),  # the confidence besides
    ("relevant", 4, (2, 3), 2 / 4, 3 / 4, 1),
    # 4 relevances and 6 cells of 1 to 3. 1 is supported for sure; 2 waits for a cell. At most 2 of 1, 2 lacks support.
    ("unsupported", 10, (0, 1), 0.0, 1 / 2, 2),
    # Source 1 suffices for what is known of 1 and 2; cell (2, 2) may demand source 2.
    ("necessity", 10, (1, 2), 1 / 2, 1.0, 3),
    # 4 relevances and 3 citations. Of the two of 1 and 2 the first is right, the second open.
    ("accuracy", 7, (1, 1), 1 / 2, 1.0, 2),
    # Supported and cited (1, 1) and perhaps (3, 1); cell (3, 2), not cited, may support: 2 of 3.
    ("thoroughness", 10, (1, 1), 2 / 3, 1.0, 3),
]


@pytest.mark.parametrize(("key", "read", "counts", "low", "high", "unknown"), OPEN)
def test_a_value_of_known_labels_stands_as_soon_as_so_many_may_be_unknown(
    key: str, read: int, counts: tuple[int, int], low: float, high: float, unknown: int
) -> None:
    part, whole = counts
    just, short = (MetricRules(False, unknown / read + by) for by in (1e-9, -1e-9))
    assert METRICS[key].of(ANSWER, just) == MetricValue(Estimate(part / whole, whole), low, high, unknown, part, whole)
    words = f"{unknown} cell{'s' * (unknown > 1)} unlabelled"
    assert METRICS[key].of(ANSWER, short) == MetricValue(Estimate(None, whole, words), low, high, unknown)


def test_an_unknown_confidence_leaves_a_one_sided_answer_open_however_much_may_be_unknown() -> None:
    found = METRICS["overconfident"].of(replace(ANSWER, confidence=-1), LENIENT)
    assert found == MetricValue(Estimate(None, 0, "3 cells unlabelled"), 0.0, 1.0, 3)
    both = answer_of([1, 1], [[], []], stance=[2, 0], confidence=-1)
    assert METRICS["overconfident"].of(both, STRICT) == MetricValue(Estimate(0.0, 1), 0.0, 0.0, 0, 0, 1)


def test_a_confidence_under_five_waits_for_one_relevant_statement() -> None:
    settled = METRICS["overconfident"].of(replace(ANSWER, confidence=4), STRICT)
    assert settled == MetricValue(Estimate(0.0, 1), 0.0, 0.0, 0, 0, 1)
    perhaps = answer_of([-1, -1, 0], [[], [], []], stance=[2, 2, 2], confidence=4)
    assert METRICS["overconfident"].of(perhaps, LENIENT) == MetricValue(
        Estimate(None, 0, "2 cells unlabelled"), 0.0, 0.0, 2
    )
    never = METRICS["overconfident"].of(answer_of([0], [[]], confidence=4), LENIENT)
    assert never == MetricValue(Estimate(None, 0, "no relevant statement"), None, None, 0)


def test_uncited_sources_need_no_label() -> None:
    answer = answer_of([-1, 0], [[-1, -1], [-1, -1]], [[0, 0], [0, 1]])
    assert METRICS["uncited"].of(answer, STRICT) == MetricValue(Estimate(0.5, 2), 0.5, 0.5, 0, 1, 2)


def test_all_statements_labelled_settle_how_many_are_relevant() -> None:
    assert METRICS["relevant"].of(answer_of([1, 1, 0], [[], [], []]), STRICT) == MetricValue(
        Estimate(2 / 3, 3), 2 / 3, 2 / 3, 0, 2, 3
    )


@pytest.mark.parametrize(("cited", "value"), [(1, 1.0), (0, 0.0)])
def test_a_lone_open_cell_makes_thoroughness_what_it_is_if_it_supports_and_else_undefined(
    cited: int, value: float
) -> None:
    found = METRICS["thoroughness"].of(answer_of([1], [[-1]], [[cited]]), LENIENT)
    assert found == MetricValue(Estimate(None, 0, "1 cell unlabelled"), value, value, 1)


def test_known_cells_that_support_and_are_not_cited_count_in_the_whole() -> None:
    # Cited and supporting (1, 1), only supporting (1, 2); cell (2, 1), not cited, may support: 1 of 2 or of 3.
    answer = answer_of([1, 1], [[2, 2], [-1, 0]], [[1, 0], [0, 1]])
    assert METRICS["thoroughness"].of(answer, LENIENT) == MetricValue(Estimate(0.5, 2), 1 / 3, 1 / 2, 1, 1, 2)


def test_relevant_statements_without_a_known_stance_say_nothing_of_sides() -> None:
    found = METRICS["one_sided"].of(answer_of([1, 1], [[], []], stance=[-1, -1]), LENIENT)
    assert found == MetricValue(Estimate(None, 0, "2 cells unlabelled"), 0.0, 1.0, 2)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # Both statements rest on source 1 already: what cell (2, 2) says changes nothing.
        (answer_of([1, 1], [[2, 0], [2, -1]]), MetricValue(Estimate(0.5, 2), 0.5, 0.5, 0, 1, 2)),
        # Source 2 may come to support statement 1 too, and would then do alone.
        (answer_of([1, 1], [[2, -1], [0, 2]]), MetricValue(Estimate(None, 2, "1 cell unlabelled"), 0.5, 1.0, 1)),
        # One of the two is relevant at least: the second alone needs no source.
        (answer_of([-1, -1], [[2], [0]]), MetricValue(Estimate(None, 0, "2 cells unlabelled"), 0.0, 1.0, 2)),
    ],
)
def test_necessity_waits_only_for_what_could_change_it(answer: AnswerLabels, expected: MetricValue) -> None:
    assert METRICS["necessity"].of(answer, STRICT) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # Whether statement 2 is relevant or not, every citation is right.
        (answer_of([1, -1], [[2], [2]], [[1], [1]]), MetricValue(Estimate(1.0, 1), 1.0, 1.0, 0, 1, 1)),
        # Statement 3 cites nothing: its relevance is not waited for.
        (
            answer_of([1, 1, -1], [[2], [-1], [2]], [[1], [1], [0]]),
            MetricValue(Estimate(None, 1, "1 cell unlabelled"), 0.5, 1.0, 1),
        ),
    ],
)
def test_accuracy_waits_only_for_what_is_cited(answer: AnswerLabels, expected: MetricValue) -> None:
    assert METRICS["accuracy"].of(answer, STRICT) == expected
