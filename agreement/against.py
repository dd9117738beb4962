"""Judges, the people's majority and their consensus, each against one reference: a rater known to be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agreement.classes import ClassReport, class_report
from agreement.dawid_skene import dawid_skene
from agreement.estimate import Measured
from agreement.frame import CodedLabels
from agreement.majority import MAJORITY, majority
from agreement.ratio import share_of
from agreement.share import NO_COMMON_UNIT
from agreement.tensors import pair_tables


@dataclass(frozen=True)
class MeasuredAgainst:
    """One rater against the reference: `error` is the share of units, labelled by both, where they differ.

    `made` says of a rater that was made from others how it was.
    """

    error: Measured
    classes: ClassReport
    made: str | None = None

    @property
    def name(self) -> str:
        """The rater's name."""
        return self.classes.judge


@dataclass(frozen=True)
class Against:
    """Everybody against one reference; `made` says how it was made, if it is the majority."""

    reference: str
    made: str | None
    raters: tuple[MeasuredAgainst, ...]


def against(labels: CodedLabels, reference: str) -> Against:
    """Each judge against a reference: a rater's name, or "majority" for the most frequent label of the humans.

    A rater is also compared with two raters made from all other humans: their majority, and the consensus of Dawid and
    Skene, where they are three. Units that tie have no majority. ValueError when there is no such rater.
    """
    if reference == MAJORITY:
        return _against_majority(labels)
    names = [rater.name for rater in labels.raters]
    if reference not in names:
        raise ValueError(f"no rater {reference!r}; there are {', '.join(names)} and {MAJORITY}")
    at = names.index(reference)
    found = [_measured(labels, judge, at) for judge in labels.of_kind("judge") if judge != at]
    return Against(reference, None, (*found, *_made_from_others(labels, at)))


def _against_majority(labels: CodedLabels) -> Against:
    found = majority(labels, labels.of_kind("human"))
    judges = tuple(_measured(found.labels, judge, found.rater) for judge in labels.of_kind("judge"))
    made = f"the most frequent label of the humans: {found.ties:,} of {found.units:,} units tie and have none, "
    return Against(MAJORITY, f"{made}{found.single:,} have one label only", judges)


def _made_from_others(labels: CodedLabels, reference: int) -> Iterator[MeasuredAgainst]:
    humans = tuple(human for human in labels.of_kind("human") if human != reference)
    if len(humans) < 2:
        return
    most = majority(labels, humans)
    made = f"the most frequent label of {len(humans)} humans; {most.ties:,} of {most.units:,} units tie and have none"
    yield _measured(most.labels, most.rater, reference, made)
    consensus = dawid_skene(labels, humans)
    if consensus.log_likelihood.value is not None:
        made = f"of {len(humans)} humans; {consensus.iterations} steps" + (
            "" if consensus.converged else ", not at its end"
        )
        yield _measured(consensus.labels, consensus.rater, reference, made)


def _measured(labels: CodedLabels, rater: int, reference: int, made: str | None = None) -> MeasuredAgainst:
    counts = pair_tables(labels, [(rater, reference)]).counts
    whole, same = counts.sum(axis=(1, 2)), counts.trace(axis1=1, axis2=2)
    return MeasuredAgainst(share_of(whole - same, whole, NO_COMMON_UNIT), class_report(labels, rater, reference), made)
