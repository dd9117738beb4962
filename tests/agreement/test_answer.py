"""Answers: labels in words, unknown labels, and shapes that do not fit."""

import numpy as np
import pytest
from answers import answer_of

from agreement.answer import UNKNOWN, AnswerLabels, CitedNumbers, codes_of, labels_of
from agreement.scale import SUPPORT, equally_spaced


def test_labels_in_words_become_positions_on_their_scales():
    answer = labels_of(
        "a", "s", "q", "debate",
        relevance=["1", "0", None], stance=["pro", None, "con"], confidence=5,
        cites=[[0, 1], [], [1]], support=[["full", "partial"], ["none", None], ["contradicts", None]],
        readable=[True, False], numbers=CitedNumbers(frozenset({1, 2}), 2),
    )  # fmt: skip
    assert (answer.key, answer.system, answer.query, answer.kind) == ("a", "s", "q", "debate")
    assert answer.numbers == CitedNumbers(frozenset({1, 2}), 2)
    assert answer.relevance.tolist() == [1, 0, UNKNOWN]
    assert answer.stance.tolist() == [2, UNKNOWN, 0]
    assert answer.support.tolist() == [[2, 1], [0, UNKNOWN], [0, UNKNOWN]]
    assert answer.cites.tolist() == [[True, True], [False, False], [False, True]]
    assert (answer.statements, answer.sources, answer.confidence) == (3, 2, 5)


def test_what_is_left_out_is_unknown_and_not_none():
    answer = labels_of("a", "s", "q", "expertise", relevance=["1", "1"], readable=[True])
    assert answer.support.tolist() == [[UNKNOWN], [UNKNOWN]]
    assert answer.stance.tolist() == [UNKNOWN, UNKNOWN]
    assert answer.confidence == UNKNOWN
    assert not answer.cites.any()


def test_an_extra_level_counts_as_its_scale_says():
    strict = equally_spaced(("none", "partial", "full"), "ordinal", {"contradicts": "partial"})
    assert codes_of(["contradicts"], SUPPORT).tolist() == [0]
    assert codes_of(["contradicts"], strict).tolist() == [1]


def test_a_label_the_scale_does_not_know_is_refused_and_not_taken_as_unknown():
    with pytest.raises(ValueError, match="'mostly' is no label of this scale; use one of none, partial, full"):
        codes_of(["full", "mostly"], SUPPORT)


def _with(**changes: object) -> AnswerLabels:
    base = answer_of([1], [[2]])
    return AnswerLabels(**{**{name: getattr(base, name) for name in base.__dataclass_fields__}, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stance": np.zeros(2, np.int8)}, r"stance must hold codes of shape \(1,\)"),
        ({"support": np.zeros((1, 2), np.int8)}, r"support must hold codes of shape \(1, 1\)"),
        ({"cites": np.zeros((2, 1), bool)}, r"cites must hold booleans of shape \(1, 1\)"),
        ({"cites": np.zeros((1, 1), np.int8)}, "cites must hold booleans"),
        ({"relevance": np.array([2], np.int8)}, "relevance holds a code outside -1 to 1"),
        ({"support": np.array([[3]], np.int8)}, "support holds a code outside -1 to 2"),
        ({"stance": np.array([-2], np.int8)}, "stance holds a code outside -1 to 2"),
        ({"relevance": np.array([1.0])}, "relevance must hold codes"),
        ({"confidence": 6}, "confidence of answer a is 6"),
        ({"confidence": 0}, "confidence of answer a is 0"),
    ],
)
def test_shapes_and_codes_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        _with(**changes)
