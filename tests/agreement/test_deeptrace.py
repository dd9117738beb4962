"""The eight metrics: the worked example of the paper, each definition by hand, every undefined case."""

import numpy as np
import pytest
from answers import LENIENT, STRICT, answer_of, answers, completions, figure_1
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.answer import AnswerLabels
from agreement.deeptrace import METRICS, measure
from agreement.estimate import Estimate
from agreement.metric import MetricRules, MetricValue

FIGURE_1 = {
    "one_sided": 0.0,
    "overconfident": 0.0,
    "relevant": 6 / 7,
    "uncited": 0.0,
    "unsupported": 1 / 6,
    "necessity": 3 / 5,
    "accuracy": 4 / 7,
    "thoroughness": 4 / 10,
}


def value(answer: AnswerLabels, key: str, rules: MetricRules = STRICT) -> MetricValue:
    return METRICS[key].of(answer, rules)


def test_figure_1_of_the_paper_gives_its_eight_values():
    found = measure(figure_1(), STRICT)
    assert (found.key, found.system, found.query, found.kind) == ("figure 1", "example", "q1", "debate")
    values = found.values
    assert {key: found.estimate.value for key, found in values.items()} == FIGURE_1
    assert all(
        (found.low, found.high, found.unknown) == (found.estimate.value,) * 2 + (0,) for found in values.values()
    )


def test_the_registry_says_what_each_metric_waits_for():
    assert [row.number for row in METRICS.values()] == ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
    assert METRICS["uncited"].questions == ()
    assert METRICS["overconfident"].questions == ("relevance", "stance", "confidence")
    assert [key for key, row in METRICS.items() if row.debate_only] == ["one_sided", "overconfident"]
    assert [key for key, row in METRICS.items() if row.better == "higher"] == [
        "relevant",
        "necessity",
        "accuracy",
        "thoroughness",
    ]


def test_filler_statements_count_only_for_relevance_and_uncited_sources():
    # The filler (row 2) cites source 2, supports nothing that counts, and takes the other side.
    answer = answer_of([1, 0], [[2, 0], [0, 2]], [[1, 0], [0, 1]], stance=[2, 0])
    found = {key: one.estimate.value for key, one in measure(answer, STRICT).values.items()}
    assert found == {
        "one_sided": 1.0,
        "overconfident": 0.0,
        "relevant": 0.5,
        "uncited": 0.0,
        "unsupported": 0.0,
        "necessity": 0.5,
        "accuracy": 1.0,
        "thoroughness": 1.0,
    }


def test_an_unreadable_source_counts_only_for_uncited_sources():
    # Source 2 cannot be read: its citation, its support and its column leave metrics V to VIII.
    answer = answer_of([1, 1], [[2, 2], [0, 2]], [[1, 1], [0, 0]], readable=[True, False])
    found = {key: one.estimate.value for key, one in measure(answer, STRICT).values.items()}
    assert (found["unsupported"], found["necessity"], found["accuracy"], found["thoroughness"]) == (0.5, 1.0, 1.0, 1.0)
    assert found["uncited"] == 0.0


def test_an_uncited_unreadable_source_is_uncited():
    assert value(answer_of([1], [[0, 0]], [[1, 0]], readable=[True, False]), "uncited").estimate.value == 0.5


def test_partial_support_counts_only_when_the_policy_says_so():
    answer = answer_of([1, 1], [[1], [2]], [[1], [1]])
    lenient = MetricRules(partial_counts=True, unknown_share=0.0)
    assert value(answer, "accuracy").estimate.value == 0.5
    assert value(answer, "accuracy", lenient).estimate.value == 1.0
    assert value(answer, "unsupported").estimate.value == 0.5
    assert value(answer, "unsupported", lenient).estimate.value == 0.0


def test_overconfident_needs_both_one_sidedness_and_confidence_five():
    for stance, confidence, expected in [([2, 2], 5, 1.0), ([2, 2], 4, 0.0), ([2, 0], 5, 0.0)]:
        answer = answer_of([1, 1], [[0], [0]], stance=stance, confidence=confidence)
        assert value(answer, "overconfident").estimate.value == expected


NO_STATEMENT = answer_of([], [])
FILLER_ONLY = answer_of([0, 0], [[2], [0]], [[1], [0]])
UNREADABLE = answer_of([1], [[0]], [[1]], readable=[False])
NO_SOURCE = answer_of([1], [[]])
EXPERTISE = answer_of([1], [[2]], [[1]], kind="expertise")
BARE = answer_of([1], [[0]], [[0]])


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("one_sided", FILLER_ONLY, "no relevant statement"),
        ("one_sided", EXPERTISE, "not a debate query"),
        ("overconfident", FILLER_ONLY, "no relevant statement"),
        ("overconfident", EXPERTISE, "not a debate query"),
        ("relevant", NO_STATEMENT, "no statement"),
        ("uncited", NO_SOURCE, "no listed source"),
        ("unsupported", FILLER_ONLY, "no relevant statement"),
        ("unsupported", UNREADABLE, "no readable source"),
        ("necessity", FILLER_ONLY, "no relevant statement"),
        ("necessity", UNREADABLE, "no readable source"),
        ("accuracy", BARE, "no citation of a readable source"),
        ("accuracy", UNREADABLE, "no citation of a readable source"),
        ("thoroughness", BARE, "no supported statement"),
    ],
)
def test_undefined_is_said_in_words(key, answer, words):
    found = value(answer, key)
    assert found == MetricValue(Estimate(None, 0, words), None, None, 0, 0, 0)


def test_one_refused_judgement_makes_the_support_metrics_undefined_and_never_unsupported():
    # The label of cell (1, 1) is missing: the statement may be supported or not.
    answer = answer_of([1, 1], [[-1, 0, 0], [0, 2, 2]], [[1, 0, 0], [0, 1, 0]])
    for key in ("unsupported", "necessity", "accuracy", "thoroughness"):
        found = value(answer, key)
        assert (found.estimate.value, found.estimate.undefined, found.unknown) == (None, "1 cell unlabelled", 1)
    assert (value(answer, "unsupported").low, value(answer, "unsupported").high) == (0.0, 0.5)
    assert (value(answer, "accuracy").low, value(answer, "accuracy").high) == (0.5, 1.0)


def test_unlabelled_cells_that_cannot_matter_do_not_hold_a_metric_back():
    # Row 1 is supported already; cell (1, 2) is neither cited nor able to change V or VII.
    answer = answer_of([1, 0], [[2, -1], [-1, -1]], [[1, 0], [0, 0]])
    assert value(answer, "unsupported").estimate.value == 0.0
    assert value(answer, "accuracy").estimate.value == 1.0
    assert value(answer, "thoroughness").estimate.undefined == "1 cell unlabelled"


def test_a_policy_may_allow_a_share_of_unknown_cells_and_shows_the_bounds():
    # VII reads the relevance of 4 statements and 4 cited cells: 1 unknown of 8 is 12.5 %.
    answer = answer_of([1] * 4, [[2], [2], [0], [-1]], [[1]] * 4)
    assert value(answer, "accuracy", MetricRules(partial_counts=False, unknown_share=0.12)).estimate.value is None
    found = value(answer, "accuracy", MetricRules(partial_counts=False, unknown_share=0.125))
    assert found.estimate.value == 2 / 3
    assert (found.low, found.high, found.unknown, found.part, found.whole) == (0.5, 0.75, 1, 2, 3)


def test_confidence_under_five_settles_overconfidence_whatever_the_stance():
    answer = answer_of([1, 1], [[0], [0]], stance=[-1, -1], confidence=4)
    assert value(answer, "overconfident").estimate.value == 0.0
    assert value(answer, "one_sided").estimate.undefined == "2 cells unlabelled"


def test_one_statement_cannot_take_both_sides_whatever_its_stance():
    # Only statement 1 can be pro or con; statement 2 may be relevant but is neutral.
    found = value(answer_of([1, -1], [[0], [0]], stance=[-1, 1]), "one_sided")
    assert (found.estimate.value, found.unknown, found.part, found.whole) == (1.0, 0, 1, 1)


def test_without_any_known_label_no_share_of_unknown_gives_a_value():
    answer = answer_of([-1, -1], [[-1], [-1]], [[1], [1]], stance=[-1, -1], confidence=-1)
    found = measure(answer, LENIENT).values
    assert [key for key, one in found.items() if one.estimate.value is not None] == ["uncited"]


@settings(max_examples=120, deadline=None)
@given(answers(), st.sampled_from(list(METRICS)))
def test_a_metric_is_computed_exactly_when_no_completion_changes_it(answer, key):
    found = value(answer, key)
    values = {METRICS[key].of(filled, STRICT).estimate.value for filled in completions(answer)}
    defined = values - {None}
    assert (found.low, found.high) == ((min(defined), max(defined)) if defined else (None, None))
    if len(values) == 1:
        assert (found.estimate.value, found.unknown) == (values.pop(), 0)
    else:
        assert found.estimate.value is None
        assert found.unknown > 0
        assert found.estimate.undefined.endswith("unlabelled")


@settings(max_examples=60, deadline=None)
@given(answers(), st.sampled_from(list(METRICS)))
def test_a_value_from_the_known_labels_lies_between_its_bounds(answer, key):
    found = value(answer, key, LENIENT)
    if found.estimate.value is not None:
        assert found.low <= found.estimate.value <= found.high
        assert found.whole > 0
        assert found.estimate.value == found.part / found.whole


@settings(max_examples=40, deadline=None)
@given(answers(), st.randoms(use_true_random=False))
def test_metrics_do_not_depend_on_the_order_of_statements_and_sources(answer, random):
    rows, columns = list(range(answer.statements)), list(range(answer.sources))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = AnswerLabels(
        key=answer.key,
        system=answer.system,
        query=answer.query,
        kind=answer.kind,
        relevance=answer.relevance[rows],
        stance=answer.stance[rows],
        confidence=answer.confidence,
        cites=answer.cites[np.ix_(rows, columns)],
        support=answer.support[np.ix_(rows, columns)],
        readable=answer.readable[columns],
    )
    assert measure(shuffled, STRICT) == measure(answer, STRICT)
