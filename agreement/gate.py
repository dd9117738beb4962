"""The gate: may the judge of a question be trusted, and what would settle it if that is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agreement.estimate import Measured

Status = Literal["VALIDATED", "CAVEAT", "INCONCLUSIVE", "STALE", "NOT VALIDATED"]

STATUSES: tuple[Status, ...] = ("VALIDATED", "CAVEAT", "INCONCLUSIVE", "STALE", "NOT VALIDATED")
"""From best to worst: the status of a metric is the worst among its questions."""


@dataclass(frozen=True)
class Slice:
    """Judge-human agreement within one slice of the data, for example system = "Orion"."""

    name: str
    value: str
    measured: Measured


@dataclass(frozen=True)
class Evidence:
    """All that is known about one judge on one question.

    `judge_human` is the mean over humans of the pairwise judge-human statistic, `human_human` the mean of
    the pairwise human-human one, `difference` the first minus the second, paired by cluster.
    `human_clusters` counts clusters labelled by at least two people. `coverage_n` is (judged, total)
    and `coverage` their share. `flip_rate` is None when nothing was judged twice. `stale` says in
    words what has changed since, or is None. `humans_only`: the question is answered wholly by people.
    """

    question: str
    judge: str
    humans: int
    human_clusters: int
    human_alpha: Measured
    judge_human: Measured
    human_human: Measured
    difference: Measured
    coverage: float
    coverage_n: tuple[int, int]
    slices: tuple[Slice, ...] = ()
    flip_rate: Measured | None = None
    stale: str | None = None
    humans_only: bool = False


@dataclass(frozen=True)
class Decision:
    """A status with its reasons, each a sentence, and the next step to take."""

    status: Status
    reasons: tuple[str, ...]
    next_step: str
