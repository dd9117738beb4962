"""Lists of issues: how many of those a judge reports are real, and how many real ones it reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.estimate import Measured
from agreement.frame import CodedLabels, Ints
from agreement.majority import Tie, majority
from agreement.ratio import share_of

_Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class IssueList:
    """A judge's issues as people see them; `tie` says what becomes of an issue on which their votes are even.

    Of the `reported` issues, people settled `checked`, could not settle `tied` and did not look at `unchecked`; `valid`
    of the checked ones are valid. `missed` valid issues are on somebody else's list only. `precision` is valid /
    checked, `recall` valid / (valid + missed), in [0, 1]: of the issues anybody found, so the true recall is at most
    that. n counts issues.
    """

    judge: str
    tie: Tie
    reported: int
    checked: int
    tied: int
    unchecked: int
    valid: int
    missed: int
    precision: Measured
    recall: Measured


def issue_list(labels: CodedLabels, judge: int, tie: Tie = "none", valid: str = "valid") -> IssueList:
    """A judge's issues; units are issues, `judge` is a position in `labels.raters`, and `valid` a value of the scale.

    Whoever lists an issue calls it valid: an issue is reported by the judges (and people) who gave it `valid`. It is
    valid where the adjudicators say so, else where most people do. Precision is undefined where people settled no issue
    of the judge, recall where they found none valid. ValueError when the scale has no value `valid`.
    """
    positive = labels.scale.index(valid)
    if positive is None:
        raise ValueError(f"the scale has no value {valid!r}; it has {', '.join(labels.scale.values)}")
    reported = _codes(labels, judge) == positive
    settled = _settled(labels, tie)
    looked_at = _labelled(labels, (*labels.of_kind("human"), *labels.of_kind("adjudicator")))
    checked, real = reported & (settled >= 0), settled == positive

    def share(part: _Truths, whole: _Truths, nothing: str) -> Measured:
        return share_of(_by_cluster(labels, part), _by_cluster(labels, whole), nothing)

    return IssueList(
        judge=labels.raters[judge].name,
        tie=tie,
        reported=int(reported.sum()),
        checked=int(checked.sum()),
        tied=int((reported & looked_at & (settled < 0)).sum()),
        unchecked=int((reported & ~looked_at).sum()),
        valid=int((checked & real).sum()),
        missed=int((real & ~reported).sum()),
        precision=share(checked & real, checked, NOTHING_CHECKED if reported.any() else NOTHING_REPORTED),
        recall=share(reported & real, real, NOTHING_VALID),
    )


NOTHING_REPORTED = "the judge reported no issue"
NOTHING_CHECKED = "people settled none of the issues the judge reported"
NOTHING_VALID = "people found no issue valid"


def _codes(labels: CodedLabels, rater: int) -> Ints:
    """The rater's code of every unit, -1 where there is none."""
    own = labels.of(rater)
    codes = np.full(len(labels.cluster_of), -1, dtype=np.intp)
    codes[own.unit] = own.code
    return codes


def _settled(labels: CodedLabels, tie: Tie) -> Ints:
    """The code of every unit by the adjudicators, else by the people; -1 where neither settled it."""
    first, then = (majority(labels, labels.of_kind(kind), tie) for kind in ("adjudicator", "human"))
    of_first = _codes(first.labels, first.rater)
    return np.where(of_first >= 0, of_first, _codes(then.labels, then.rater))


def _labelled(labels: CodedLabels, raters: Sequence[int]) -> _Truths:
    found = np.zeros(len(labels.cluster_of), dtype=bool)
    for rater in raters:
        found[labels.of(rater).unit] = True
    return found


def _by_cluster(labels: CodedLabels, chosen: _Truths) -> NDArray[np.float64]:
    """Units of each cluster that are chosen, with their weights."""
    weight = chosen if labels.weight is None else chosen * labels.weight
    return np.bincount(labels.cluster_of, weight, minlength=len(labels.cluster_names)).astype(float)
