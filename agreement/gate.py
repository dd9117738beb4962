"""The gate: may the judge of a question be trusted, and what would settle it if that is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Literal

from agreement.estimate import Measured
from agreement.plan import Plan, Scale, clusters_needed
from agreement.policy import PRECISION, GateRule
from agreement.statistics import STATISTICS

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
    the pairwise human-human one, `difference` the first minus the second, paired by cluster. Where the rule's
    statistic is precision, `judge_human` is that of the judge's issues, and the other two are undefined.
    `human_clusters` counts clusters labelled by at least two people. `coverage_n` is (judged, total)
    and `coverage` their share. `flip_rate` is None when nothing was judged twice. `stale` says in
    words what has changed since, or is None. `humans_only`: the question is answered wholly by people.
    `cluster` is what the intervals leave out at a time.
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
    cluster: Literal["answer", "query"] = "answer"

    @property
    def clusters(self) -> str:
        """The word for several clusters."""
        return "queries" if self.cluster == "query" else "answers"


@dataclass(frozen=True)
class Decision:
    """A status with its reasons, each a sentence, and the next step to take."""

    status: Status
    reasons: tuple[str, ...]
    next_step: str


IMPROVE = "change the prompt or the model, and validate it on answers it was not tuned on"
VARY = "label more answers, and more varied ones: without any disagreement or variation there is no interval"
RERUN = "run the judge on the present state, and let people label that"
REPAIR = "repair the guideline, and let people label anew"
NOTHING = "nothing to do"

PEOPLE, JUDGE, DIFFERENCE = "human-human alpha", "judge-human", "judge-human minus human-human"
PRECISE = "precision of the judge's issues"


def decide(evidence: Evidence, rule: GateRule) -> Decision:
    """The status of a judge on a question, by the question's rule (`policy.questions[question]`).

    In this order: STALE, as old evidence says nothing about what runs now; NOT VALIDATED by flips, which need no
    people; INCONCLUSIVE when people are too few or too unreliable to refute or to validate (a question
    answered wholly by people needs no more than this); NOT VALIDATED; INCONCLUSIVE when an interval is
    undefined; VALIDATED; CAVEAT; otherwise INCONCLUSIVE, with the number of answers that would settle it.
    """
    if evidence.stale is not None:
        return Decision("STALE", (evidence.stale,), RERUN)
    flips = () if evidence.humans_only else _flips(evidence, rule)
    if flips:
        return Decision("NOT VALIDATED", flips, IMPROVE)
    unreliable = _people(evidence, rule)
    if unreliable is not None:
        return unreliable
    if evidence.humans_only:
        return Decision("VALIDATED", (f"answered by people: {_told(PEOPLE, evidence.human_alpha)}",), NOTHING)
    return _judge(evidence, rule)


def exit_code(decisions: Iterable[Decision], strict: bool = False) -> int:
    """0 when all are VALIDATED or CAVEAT (`strict`: VALIDATED only), 1 with any NOT VALIDATED, otherwise 3.

    Without any decision nothing is settled: 3. (2 and 4 belong to the command: wrong use, and a broken gate.)
    """
    found = {decision.status for decision in decisions}
    if "NOT VALIDATED" in found:
        return 1
    good = {"VALIDATED"} if strict else {"VALIDATED", "CAVEAT"}
    return 0 if found and found <= good else 3


def status_of_metric(statuses: Iterable[Status]) -> Status:
    """The worst status among the questions a metric needs; VALIDATED when it needs none.

    >>> status_of_metric(["VALIDATED", "STALE", "CAVEAT"])
    'STALE'
    """
    return max(statuses, key=STATUSES.index, default="VALIDATED")


def coverage_short(coverage_n: tuple[int, int], rule: GateRule) -> str | None:
    """Why (judged, total) is under the coverage floor, in words; None when it is not. Nothing to judge is short."""
    judged, total = coverage_n
    if total and judged >= rule.coverage_from * total:
        return None
    return f"coverage: {judged} of {total} units have a usable label, the floor is {rule.coverage_from:.0%}"


def _people(evidence: Evidence, rule: GateRule) -> Decision | None:
    """INCONCLUSIVE when people are too few or do not agree enough; None when they can be relied on."""
    if evidence.humans < rule.humans:
        reason = f"too few people: {evidence.humans} of {rule.humans}"
        return Decision("INCONCLUSIVE", (reason,), f"let {rule.humans - evidence.humans} more label the same answers")
    missing = rule.human_clusters - evidence.human_clusters
    if missing > 0:
        found = f"{evidence.human_clusters} of {rule.human_clusters}"
        reason = f"too few {evidence.clusters} labelled by two people: {found}"
        return Decision("INCONCLUSIVE", (reason,), f"let two people label {missing} more {evidence.clusters}")
    return _reliability(evidence, rule.human_alpha_above)


def _reliability(evidence: Evidence, floor: float) -> Decision | None:
    alpha = evidence.human_alpha
    value, low = alpha.estimate.value, alpha.interval.low
    if value is None or low is None:
        return Decision("INCONCLUSIVE", (_told(PEOPLE, alpha),), VARY)
    if low > floor:
        return None
    told = f"{_told(PEOPLE, alpha)}; its lower bound must be above {floor:.2f}"
    if value > floor:
        return Decision("INCONCLUSIVE", (f"too few: {told}",), _more(clusters_needed(alpha, floor), evidence, "that"))
    return Decision("INCONCLUSIVE", (f"humans: repair the guideline: {told}",), REPAIR)


def _judge(evidence: Evidence, rule: GateRule) -> Decision:
    """The decision where people can be relied on."""
    refuted = _refuted(evidence, rule)
    if refuted:
        return Decision("NOT VALIDATED", refuted, IMPROVE)
    undefined = _undefined(evidence, rule)
    if undefined:
        return Decision("INCONCLUSIVE", undefined, VARY)
    short = _short(evidence, rule)
    if not short:
        return Decision("VALIDATED", (_told(_what(rule), evidence.judge_human),), NOTHING)
    if _above(evidence.judge_human, rule.caveat_above):
        return Decision("CAVEAT", short, _to_validate(evidence, rule))
    needed = clusters_needed(evidence.judge_human, rule.caveat_above, _scale(rule))
    return Decision("INCONCLUSIVE", short, _more(needed, evidence, "CAVEAT"))


def _flips(evidence: Evidence, rule: GateRule) -> tuple[str, ...]:
    rate = evidence.flip_rate
    if rate is None or rate.interval.low is None or rate.interval.low < rule.flip_rate_refuted_from:
        return ()
    return (f"{_told('flip rate', rate)}; its lower bound must be under {rule.flip_rate_refuted_from:.2f}",)


def _refuted(evidence: Evidence, rule: GateRule) -> tuple[str, ...]:
    """What refutes the judge, apart from flips."""
    found = []
    if _at_most(evidence.judge_human, rule.refuted_at_most):
        told = _told(_what(rule), evidence.judge_human)
        found.append(f"{told}; its upper bound is not above {rule.refuted_at_most:.2f}")
    if rule.ceiling and _at_most(evidence.difference, rule.difference_refuted_at_most):
        limit = f"its upper bound is not above {rule.difference_refuted_at_most:.2f}"
        found.append(f"{_told(DIFFERENCE, evidence.difference)}; {limit}")
    for part in evidence.slices:
        high = part.measured.interval.high
        if part.measured.clusters >= rule.slice_clusters and high is not None and high < rule.slice_refuted_below:
            told = _told(f"slice {part.name} = {part.value}", part.measured)
            found.append(f"{told}; its upper bound is under {rule.slice_refuted_below:.2f}")
    return tuple(found)


def _undefined(evidence: Evidence, rule: GateRule) -> tuple[str, ...]:
    """The needed intervals that do not exist."""
    needed = {_what(rule): evidence.judge_human} | ({DIFFERENCE: evidence.difference} if rule.ceiling else {})
    return tuple(_told(what, measured) for what, measured in needed.items() if measured.interval.low is None)


def _short(evidence: Evidence, rule: GateRule) -> tuple[str, ...]:
    """What is missing for VALIDATED."""
    found = []
    if not _above(evidence.judge_human, rule.validated_above):
        told = _told(_what(rule), evidence.judge_human)
        found.append(f"{told}; its lower bound is not above {rule.validated_above:.2f}")
    if rule.ceiling and not _above(evidence.difference, rule.difference_above):
        limit = f"its lower bound is not above {rule.difference_above:.2f}"
        found.append(f"{_told(DIFFERENCE, evidence.difference)}; {limit}")
    coverage = coverage_short(evidence.coverage_n, rule)
    return (*found, coverage) if coverage else tuple(found)


def _to_validate(evidence: Evidence, rule: GateRule) -> str:
    """The steps from CAVEAT to VALIDATED."""
    plans = []
    if not _above(evidence.judge_human, rule.validated_above):
        plans.append(clusters_needed(evidence.judge_human, rule.validated_above, _scale(rule)))
    if rule.ceiling and not _above(evidence.difference, rule.difference_above):
        plans.append(
            clusters_needed(evidence.difference, rule.difference_above, "plain", f"the difference {DIFFERENCE}")
        )
    steps = [_more(max(plans, key=_size), evidence, "VALIDATED")] if plans else []
    if coverage_short(evidence.coverage_n, rule):
        steps.append("let the judge label the units that have no usable label")
    return "; ".join(steps)


def _size(plan: Plan) -> float:
    return inf if plan.further is None else plan.further


def _more(plan: Plan, evidence: Evidence, goal: str) -> str:
    if plan.further is None:
        return plan.words
    return f"label about {plan.further} more {evidence.clusters} ({plan.total} in all) for {goal}, {plan.words}"


def _scale(rule: GateRule) -> Scale:
    return "plain" if rule.statistic == PRECISION or STATISTICS[rule.statistic].form == "share" else "atanh"


def _what(rule: GateRule) -> str:
    """What S is, in the words of a reason."""
    return PRECISE if rule.statistic == PRECISION else JUDGE


def _above(measured: Measured, limit: float) -> bool:
    return measured.interval.low is not None and measured.interval.low > limit


def _at_most(measured: Measured, limit: float) -> bool:
    return measured.interval.high is not None and measured.interval.high <= limit


def _told(what: str, measured: Measured) -> str:
    """A measured value in words, with its interval or why there is none."""
    value, interval = measured.estimate.value, measured.interval
    if value is None:
        return f"{what} undefined: {measured.estimate.undefined}"
    if interval.low is None:
        return f"{what} {value:.3f}, interval undefined: {interval.undefined}"
    return f"{what} {value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
