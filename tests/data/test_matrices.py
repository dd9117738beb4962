"""Labels of whole answers as arrays: who settles a unit, where it lies, and what stays unknown."""

from __future__ import annotations

import pandas as pd
import pytest

from agreement.deeptrace import measure
from agreement.metric import MetricRules
from agreement.scale import CONFIDENCE, RELEVANCE, SUPPORT
from data.frames import typed
from data.matrices import PEOPLE, Layout, answer_labels, labels_by
from data.structure import Structure

STRICT = MetricRules(partial_counts=False, unknown_share=0.0)


def _frame(rows: list[tuple[str, str, str, str | None]], question: str = "support") -> pd.DataFrame:
    """Rows of unit, rater, kind, value; the unit's key says where it lies."""
    frame = pd.DataFrame(rows, columns=["unit", "rater", "rater_kind", "value"])
    places = [[*unit.split("/"), None, None][:3] for unit in frame["unit"]]
    places = pd.DataFrame(places, columns=["answer", "statement", "source"])
    return typed(pd.concat([frame, places], axis=1).assign(run=0))


def _settled(frame: pd.DataFrame, labeller: str) -> dict[str, int]:
    labels = labels_by(frame, labeller, SUPPORT)
    return dict(zip(labels["unit"], labels["code"], strict=True))


def test_people_settle_a_unit_when_all_who_gave_a_value_gave_the_same() -> None:
    frame = _frame(
        [
            ("a/1/1", "Ada", "human", "full"),
            ("a/1/1", "Ben", "human", "full"),
            ("a/1/2", "Ada", "human", "full"),
            ("a/1/2", "Ben", "human", "none"),
            ("a/2/1", "Ada", "human", "partial"),
            ("a/2/1", "Ben", "human", None),
            ("a/2/2", "Ada", "human", None),
            ("a/2/2", "careful", "judge", "full"),
        ]
    )
    assert _settled(frame, PEOPLE) == {"a/1/1": 2, "a/2/1": 1}


def test_an_adjudicated_label_stands_before_what_people_agree_on() -> None:
    frame = _frame(
        [
            ("a/1/1", "Ada", "human", "full"),
            ("a/1/1", "Ben", "human", "full"),
            ("a/1/1", "Eve", "adjudicator", "none"),
            ("a/1/2", "Ada", "human", "full"),
            ("a/1/2", "Ben", "human", "none"),
            ("a/1/2", "Eve", "adjudicator", "partial"),
            ("a/2/1", "Ada", "human", "full"),
            ("a/2/1", "Eve", "adjudicator", "full"),
            ("a/2/1", "Fay", "adjudicator", "none"),
        ]
    )
    assert _settled(frame, PEOPLE) == {"a/1/1": 0, "a/1/2": 1}


def test_an_extra_level_counts_as_the_value_it_stands_for_and_unknown_words_are_no_label() -> None:
    frame = _frame(
        [
            ("a/1/1", "Ada", "human", "none"),
            ("a/1/1", "Ben", "human", "contradicts"),
            ("a/1/2", "Ada", "human", "perhaps"),
        ]
    )
    assert _settled(frame, PEOPLE) == {"a/1/1": 0}


def test_a_judge_is_read_in_its_first_run_and_never_mixed_with_another() -> None:
    frame = _frame(
        [
            ("a/1/1", "careful", "judge", "full"),
            ("a/1/1", "careful", "judge", "none"),
            ("a/1/2", "careful", "judge", None),
            ("a/2/1", "guessing", "judge", "full"),
        ]
    )
    frame.loc[1, "run"] = 1
    assert _settled(frame, "careful") == {"a/1/1": 2}


@pytest.fixture
def layout() -> Layout:
    """Answer a: statements 1, 2 by sources 1 (readable), 2 (not); answer b: statement 1, no source; c is empty."""
    return Layout(
        Structure(
            queries=typed(pd.DataFrame({"query": ["q1", "q2"], "query_type": ["debate", "other"], "mirror": None})),
            answers=pd.DataFrame({"answer": ["a", "b", "c"], "query": ["q1", "q2", "q2"], "system": ["S", "S", "T"]}),
            statements=typed(pd.DataFrame({"answer": ["a", "a", "b"], "statement": [1, 2, 1]})),
            sources=typed(pd.DataFrame({"answer": ["a", "a"], "source": [1, 2], "readable": [True, False]})),
            citations=typed(pd.DataFrame({"answer": ["a", "a", "b"], "statement": [1, 2, 1], "source": [2, 9, 1]})),
        )
    )


def test_labels_lie_where_their_statement_and_source_are(layout: Layout) -> None:
    support = _frame(
        [("a/2/1", "j", "judge", "partial"), ("z/1/1", "j", "judge", "full"), ("a/7/1", "j", "judge", "full")]
    )
    relevance = _frame([("a/1", "j", "judge", "0"), ("b/1", "j", "judge", "1")])
    confidence = _frame([("b", "j", "judge", "5")])
    picked = {
        "support": labels_by(support, "j", SUPPORT),
        "relevance": labels_by(relevance, "j", RELEVANCE),
        "confidence": labels_by(confidence, "j", CONFIDENCE),
    }
    first, second, third = answer_labels(layout, picked)
    assert first.support.tolist() == [[-1, -1], [1, -1]]
    assert first.relevance.tolist() == [0, -1]
    assert (first.kind, first.system, first.query, first.confidence) == ("debate", "S", "q1", -1)
    # A citation of source 9, or of source 1 where the answer lists none, counts for no source.
    assert first.cites.tolist() == [[False, True], [False, False]]
    assert first.readable.tolist() == [True, False]
    assert (second.relevance.tolist(), second.confidence, second.support.shape) == ([1], 5, (1, 0))
    assert (third.statements, third.sources, third.kind) == (0, 0, "other")


def test_one_refused_judgement_makes_a_metric_undefined_and_never_unsupported(layout: Layout) -> None:
    relevance = labels_by(_frame([("a/1", "j", "judge", "1"), ("a/2", "j", "judge", "1")]), "j", RELEVANCE)
    refused = _frame([("a/1/1", "j", "judge", "full"), ("a/2/1", "j", "judge", None)])
    answer = next(answer_labels(layout, {"relevance": relevance, "support": labels_by(refused, "j", SUPPORT)}))
    value = measure(answer, STRICT).values["unsupported"]
    assert value.estimate.value is None
    assert (value.low, value.high, value.unknown) == (0.0, 0.5, 1)


def test_an_unpicked_question_is_unknown_everywhere(layout: Layout) -> None:
    for answer in answer_labels(layout, {}):
        assert (answer.relevance == -1).all()
        assert (answer.support == -1).all()
        assert answer.confidence == -1


def test_a_study_without_answers_gives_none() -> None:
    def empty(*columns: str) -> pd.DataFrame:
        return typed(pd.DataFrame(columns=list(columns)))

    nothing = Structure(
        empty("query", "query_type", "mirror"),
        empty("answer", "query", "system"),
        empty("answer", "statement"),
        empty("answer", "source", "readable"),
        empty("answer", "statement", "source"),
    )
    assert list(answer_labels(Layout(nothing), {})) == []
