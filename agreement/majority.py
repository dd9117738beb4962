"""The label most raters gave to a unit, as a reference a judge can be measured against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from agreement.frame import CodedLabels, Codes
from agreement.reference import with_reference
from agreement.tensors import label_counts

Tie = Literal["none", "lowest", "highest"]
"""What a unit gets when several values share the most labels: none, or the lowest or highest of them on the scale."""

MAJORITY = "majority"


@dataclass(frozen=True, eq=False)
class Majority:
    """The most frequent label of each unit, by the rule `tie` where several are.

    `labels` are the given ones with the majority as one more rater at position `rater`. Of the `units` with a label
    of the raters, `ties` have several most frequent values and `single` have one label only, which then is theirs.
    """

    labels: CodedLabels
    rater: int
    tie: Tie
    units: int
    ties: int
    single: int


def majority(labels: CodedLabels, raters: Sequence[int], tie: Tie = "none") -> Majority:
    """The majority (strictly: the plurality) of a set of raters, given by position in `labels.raters`.

    Labels of no rater weigh more than another's. ValueError on an unknown tie rule.
    """
    if tie not in get_args(Tie):
        raise ValueError(f"no tie rule {tie!r}; there are {', '.join(get_args(Tie))}")
    given = label_counts(labels, raters)
    total = given.sum(axis=0)
    leading = (given == given.max(axis=0)) & (total > 0)
    tied = leading.sum(axis=0) > 1
    settled = np.flatnonzero((total > 0) & ~tied if tie == "none" else total > 0)
    made = with_reference(labels, MAJORITY, settled, _chosen(leading[:, settled], tie))
    return Majority(
        labels=made,
        rater=len(labels.raters),
        tie=tie,
        units=int((total > 0).sum()),
        ties=int(tied.sum()),
        single=int((total == 1).sum()),
    )


def _chosen(leading: NDArray[np.bool_], tie: Tie) -> Codes:
    """Position of the leading value (first axis) of each unit: the last for "highest", else the first or only one."""
    last = len(leading) - 1
    place = last - leading[::-1].argmax(axis=0) if tie == "highest" else leading.argmax(axis=0)
    return np.asarray(place, dtype=np.int16)
