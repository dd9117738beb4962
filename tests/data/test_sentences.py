"""One sentence for each judge and question: what the comparison with people says, and what would settle it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agreement.estimate import Estimate, Interval, Measured
from agreement.margins import margins_of
from agreement.policy import default_policy
from data.questions import QUESTIONS
from data.reliability import QuestionFigures, question_figures
from data.sentences import SHORT, coefficient, margins, measured, sentence
from data.snapshot import Asked

RULE = default_policy().questions["support"]


def _figures(raters: dict[str, list[str]]) -> QuestionFigures:
    """Support figures of one system: rater name -> label of each of its units, three units an answer."""
    rows = [
        {
            "unit": f"a{at // 3:02}/{at % 3}/1",
            "answer": f"a{at // 3:02}",
            "cluster": f"a{at // 3:02}",
            "query": f"q{at // 3:02}",
            "system": "S",
            "query_type": "debate",
            "rater": rater,
            "rater_kind": "judge" if "judge" in rater else "human",
            "value": value,
        }
        for rater, values in raters.items()
        for at, value in enumerate(values)
    ]
    frame = pd.DataFrame(rows).assign(
        run=0, reason=None, slot=False, simulated=False, guideline=None, judge_shown=False
    )
    asked = Asked(QUESTIONS["support"], "1", {}, None)
    return question_figures(frame, asked, default_policy())


VALUES = ["full", "none", "partial", "full", "none", "none"] * 20


def _with_errors(every: int, shift: int = 0) -> list[str]:
    other = {"full": "none", "none": "full", "partial": "none"}
    return [other[value] if (at + shift) % every == 0 else value for at, value in enumerate(VALUES)]


def _sentence(raters: dict[str, list[str]], judge: str) -> str:
    found = _figures(raters)
    return sentence(found, found.verdict(judge), RULE)


def test_a_judge_as_good_as_people() -> None:
    people = {"Ada": _with_errors(29), "Ben": _with_errors(31, 5)}
    said = _sentence({**people, "judge J": _with_errors(37, 9)}, "judge J")
    assert said.startswith(
        "Support: judge J agrees with people about as well as they agree with each other: quadratic kappa ."
    )
    assert said.endswith("; validated.")


def test_a_judge_worse_than_people_is_told_with_the_next_step() -> None:
    people = {"Ada": _with_errors(29), "Ben": _with_errors(31, 5)}
    said = _sentence({**people, "judge J": _with_errors(2)}, "judge J")
    assert "judge J agrees with people less than they agree with each other" in said
    assert "; not validated; " in said
    assert said.endswith("validate it on answers it was not tuned on.")


def test_a_judge_beside_one_person_only_is_compared_with_the_only_rater_who_exists() -> None:
    said = _sentence({"Ada": _with_errors(29), "judge J": _with_errors(37, 9)}, "judge J")
    assert "judge J is compared with the only rater who exists: quadratic kappa ." in said
    assert "inconclusive; too few people: 1 of 2" in said


def test_a_judge_without_people_has_nobody_to_be_compared_with() -> None:
    assert "judge J has nobody to be compared with" in _sentence({"judge J": VALUES}, "judge J")


def test_people_alone() -> None:
    said = _sentence({"Ada": _with_errors(29), "Ben": _with_errors(31, 5)}, "people")
    assert said.startswith("Support: people agree with each other: quadratic kappa .")
    assert "only one rater exists" in _sentence({"Ada": VALUES}, "people")


def test_agreement_at_its_bound_has_no_interval_and_says_so() -> None:
    said = _sentence({"Ada": VALUES, "Ben": VALUES, "judge J": VALUES}, "judge J")
    assert "judge J beside people: quadratic kappa 1.00 [no interval:" in said


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Measured(Estimate(0.5, 9), Interval(0.25, 0.75, "m"), 9), ".50 [.25, .75]"),
        (Measured(Estimate(-0.5, 9), Interval(-0.75, 0.1, "m"), 9), "−.50 [−.75, .10]"),
        (Measured(Estimate(None, 0, "no unit"), Interval(None, None, "m", undefined="x"), 0), "undefined (no unit)"),
    ],
)
def test_a_value_stands_with_its_interval_or_with_words(found: Measured, text: str) -> None:
    assert measured(found) == text


def test_a_negative_nought_has_no_sign() -> None:
    assert coefficient(-0.001) == ".00"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        # Margins 50 50 and 45 55: kappa at most .45 / .5 = .90; |40 - 45| and |10 - 5| of 100.
        ([[40.0, 10], [5, 45]], "kappa at most .90, prevalence index .05, bias index .05"),
        ([[1.0, 0, 0], [0, 2, 0], [0, 0, 3]], "kappa at most 1.00"),
        ([[0.0, 0], [0, 0]], "no kappa (no unit was labelled by both raters)"),
    ],
)
def test_margins_are_said_where_they_exist(table: list[list[float]], said: str) -> None:
    assert margins(margins_of(np.array(table))) == said


def test_every_statistic_has_a_short_name() -> None:
    from agreement.report import EVERY_STATISTIC

    assert set(SHORT) == set(EVERY_STATISTIC)
