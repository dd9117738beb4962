"""What lists of issues add to the agreement of a question: each judge's list, and the gate's evidence from it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import coded
from agreement.gate import Evidence
from agreement.issue_lists import IssueList, issue_list
from data.questions import Question

NO_LIST = "precision is that of a list of issues, and this question is not about issues"
NO_CEILING = "precision sets the judge's issues against what people call valid: there is no such figure of people"


def issue_lists(frame: pd.DataFrame, question: Question) -> tuple[IssueList, ...]:
    """The list of each judge, in name order; none for a question that is not about issues.

    In the long frame of such a question whoever listed an issue calls it valid (`data.said`). Even votes of people
    settle nothing.
    """
    if question.unit != "issue":
        return ()
    labels = coded(frame, question.scale)
    return tuple(issue_list(labels, judge) for judge in labels.of_kind("judge"))


def by_precision(evidence: Evidence, frame: pd.DataFrame, question: Question) -> Evidence:
    """The evidence with the precision of the judge's issues as its statistic.

    There is no ceiling, as people are no list beside the judge's, and coverage counts the judge's own issues: those it
    did not list are what it missed, not what it failed to label.
    """
    found = {listed.judge: listed for listed in issue_lists(frame, question)}.get(evidence.judge)
    own = frame[(frame["rater"] == evidence.judge) & (frame["run"] == 0)]
    usable = int(own["value"].isin(question.scale.labels).sum())
    nothing = Measured(Estimate(None, 0, NO_CEILING), Interval(None, None, "none", undefined=NO_CEILING), 0)
    no_list = Measured(Estimate(None, 0, NO_LIST), Interval(None, None, "none", undefined=NO_LIST), 0)
    return replace(
        evidence,
        judge_human=found.precision if found else no_list,
        human_human=nothing,
        difference=nothing,
        coverage=usable / len(own) if len(own) else 0.0,
        coverage_n=(usable, len(own)),
    )
