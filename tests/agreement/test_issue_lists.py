"""Precision and recall of the issues a judge reports."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_score, recall_score

from agreement.frame import coded
from agreement.issue_lists import NOTHING_CHECKED, NOTHING_REPORTED, NOTHING_VALID, IssueList, issue_list
from agreement.jackknife import EXACT, Replicates, share_interval
from agreement.majority import Tie
from agreement.scale import RELEVANCE, VALIDITY

WORDS = {"+": "valid", "-": "not valid", ".": None}


def list_of(
    judge: str, *people: str, gold: str = "", clusters: list[str] | None = None, tie: Tie = "none"
) -> IssueList:
    """One character for each issue: + valid (on the rater's list), - not valid, . nothing said."""
    raters = {"judge": judge, **{f"h{k}": said for k, said in enumerate(people)}, **({"gold": gold} if gold else {})}
    matrix = [[WORDS[one] for one in issue] for issue in zip(*raters.values(), strict=True)]
    frame = frame_of(matrix, list(raters), clusters, judge="judge")
    frame.loc[frame["rater"] == "gold", "rater_kind"] = "adjudicator"
    labels = coded(frame, VALIDITY)
    return issue_list(labels, [rater.name for rater in labels.raters].index("judge"), tie)


# Issue        0 1 2 3 4 5 6 7 8 9
JUDGE = "+++++++.-."
FIRST = "++-+-..++-"
SECOND = "++---+.+.+"
# People:      v v n t n v - v v t     (v valid, n not valid, t tie, - nobody looked)


def test_counts_and_shares_by_hand() -> None:
    found = list_of(JUDGE, FIRST, SECOND)
    # Reported: 0 to 6. Settled of these: 0 v, 1 v, 2 n, 4 n, 5 v; 3 is a tie; nobody looked at 6. Missed: 7 and 8.
    assert (found.reported, found.checked, found.tied, found.unchecked) == (7, 5, 1, 1)
    assert (found.valid, found.missed) == (3, 2)
    assert (found.precision.estimate.value, found.precision.estimate.n) == (3 / 5, 5)
    assert (found.recall.estimate.value, found.recall.estimate.n) == (3 / 5, 5)
    assert (found.judge, found.tie) == ("judge", "none")


@pytest.mark.parametrize(("tie", "precision", "recall"), [("lowest", 3 / 6, 3 / 5), ("highest", 4 / 6, 4 / 7)])
def test_ties_count_by_the_rule_that_is_shown(tie: Tie, precision: float, recall: float) -> None:
    # Highest: the ties 3 (reported) and 9 (missed) are valid; lowest: neither is.
    found = list_of(JUDGE, FIRST, SECOND, tie=tie)
    assert (found.precision.estimate.value, found.recall.estimate.value) == (precision, recall)
    assert (found.tied, found.tie) == (0, tie)


def test_what_an_adjudicator_says_comes_before_the_votes() -> None:
    found = list_of(JUDGE, FIRST, SECOND, gold="-..+..+...")
    # 0 is not valid now, the tie 3 and the unseen 6 are valid: v 1, 3, 5, 6 of 0 to 6.
    assert (found.checked, found.tied, found.unchecked, found.valid) == (7, 0, 0, 4)
    assert found.precision.estimate.value == 4 / 7


def test_intervals_leave_out_an_answer_at_a_time() -> None:
    found = list_of(JUDGE, FIRST, SECOND, clusters=list("AAABBBCCCC"))
    # Checked: A 2 of 3, B 1 of 2; C has no checked issue. Valid: A 2 of 2, B 1 of 1, C 0 of 2.
    precision = share_interval(Replicates(3 / 5, np.arange(2), np.array([1 / 2, 2 / 3])), 5)
    recall = share_interval(Replicates(3 / 5, np.arange(3), np.array([1 / 3, 2 / 4, 3 / 3])), 5)
    assert (found.precision.interval, found.precision.clusters) == (precision, 2)
    assert (found.recall.interval, found.recall.clusters) == (recall, 3)


def test_a_judge_whose_every_issue_is_valid_has_an_interval_all_the_same() -> None:
    found = list_of("+++", "+++", clusters=list("ABC"))
    assert found.precision.estimate.value == found.recall.estimate.value == 1.0
    assert (found.precision.interval.method, found.precision.interval.high) == (EXACT, 1.0)
    assert 0 < found.precision.interval.low < 1


@pytest.mark.parametrize(
    ("judge", "people", "precision", "recall"),
    [
        ("..-", "++.", NOTHING_REPORTED, None),
        ("+..", ".+-", NOTHING_CHECKED, None),
        ("++.", "-..", None, NOTHING_VALID),
        ("...", "...", NOTHING_REPORTED, NOTHING_VALID),
    ],
)
def test_what_is_undefined_is_said_in_words(judge: str, people: str, precision: str | None, recall: str | None) -> None:
    found = list_of(judge, people)
    assert (found.precision.estimate.undefined, found.recall.estimate.undefined) == (precision, recall)


def test_a_scale_without_that_value_is_refused() -> None:
    labels = coded(frame_of([["0", "1"]], judge="r0"), RELEVANCE)
    with pytest.raises(ValueError, match="no value 'valid'; it has 0, 1"):
        issue_list(labels, 0)
    assert issue_list(labels, 0, valid="1").missed == 1


def test_issues_count_by_their_weight() -> None:
    frame = frame_of([["valid", "valid"], ["valid", "not valid"], [None, "valid"]], ["judge", "h"], judge="judge")
    weighted = frame.assign(weight=frame["unit"].map({"u0000": 3.0, "u0001": 1.0, "u0002": 2.0}))
    labels = coded(weighted, VALIDITY)
    found = issue_list(labels, 1)
    assert (found.precision.estimate.value, found.recall.estimate.value) == pytest.approx((3 / 4, 3 / 5))


def _against_sklearn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    judge, *people = ("".join(rng.choice(list("+-."), 40, p=[0.5, 0.3, 0.2])) for _ in range(4))
    found = list_of(judge, *people, tie=("none", "lowest", "highest")[seed % 3])
    votes = np.array([[{"+": 1, "-": -1, ".": 0}[one] for one in said] for said in people]).sum(axis=0)
    looked = np.array([any(said[k] != "." for said in people) for k in range(40)])
    votes = np.where(looked & (votes == 0), {"none": 0, "lowest": -1, "highest": 1}[found.tie], votes)
    settled = votes != 0
    truth, reported = votes[settled] > 0, np.array([one == "+" for one in judge])[settled]
    assert found.precision.estimate.value == pytest.approx(precision_score(truth, reported), abs=1e-10)
    assert found.recall.estimate.value == pytest.approx(recall_score(truth, reported), abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_shares_are_those_of_scikit_learn(seed: int) -> None:
    _against_sklearn(seed)


@pytest.mark.load
@pytest.mark.parametrize("seed", range(20, 220))
def test_shares_are_those_of_scikit_learn_on_many_more_labels(seed: int) -> None:
    _against_sklearn(seed)


@settings(max_examples=20)
@given(said=st.lists(st.text("+-.", min_size=3, max_size=3), min_size=1, max_size=15))
def test_the_counts_add_up_and_the_order_of_issues_does_not_matter(said: list[str]) -> None:
    judge, first, second = ("".join(one) for one in zip(*said, strict=True))
    found, back = list_of(judge, first, second), list_of(judge[::-1], first[::-1], second[::-1])
    assert found.checked + found.tied + found.unchecked == found.reported
    assert found.valid <= found.checked
    assert (found.precision.estimate, found.recall.estimate) == (back.precision.estimate, back.recall.estimate)


def test_answers_twice_keep_both_shares() -> None:
    one = list_of(JUDGE, FIRST, SECOND)
    two = list_of(JUDGE * 2, FIRST * 2, SECOND * 2)
    for name in ("precision", "recall"):
        a, b = getattr(one, name), getattr(two, name)
        assert a.estimate.value == b.estimate.value
        assert b.interval.high - b.interval.low < a.interval.high - a.interval.low


def test_only_first_runs_count() -> None:
    rows = [("a", "judge", "judge", 0, "valid"), ("a", "h", "human", 0, "valid"), ("b", "judge", "judge", 1, "valid")]
    frame = pd.DataFrame(rows, columns=["unit", "rater", "rater_kind", "run", "value"])
    labels = coded(frame.assign(cluster=frame["unit"]), VALIDITY)
    assert issue_list(labels, 1).reported == 1
