"""The offline floor judge of support: shared words and numbers, the same result everywhere.

It understands nothing. It finds the passages that share most with the statement and grades the share. Every model is
shown against it, because a judge that does not beat it need not be paid for.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from data.judge_labels import NewLabel
from data.passages import compared
from data.pending import SupportCell
from judges.floor import Floor
from judges.support import SUPPORT


@dataclass(frozen=True)
class Thresholds:
    """A share at or above `full` is full support, at or above `partial` partial, below it none."""

    full: float
    partial: float


THRESHOLDS = Thresholds(full=0.55, partial=0.3)
"""Chosen on one half of a named set; docs/judges.md says which, and how they do on the other half."""


@dataclass(frozen=True)
class Grade:
    """The judge's label and the passages it rests on, as code points of the document."""

    value: str
    evidence: tuple[tuple[int, int], ...]


def grade(statement: str, document: str, thresholds: Thresholds = THRESHOLDS) -> Grade:
    """full, partial or none, by the rarity-weighted share of the statement's terms in the three best passages."""
    comparison = compared(statement, document)
    if comparison.share < thresholds.partial:
        return Grade("none", ())
    evidence = tuple((passage.start, passage.end) for passage in comparison.passages)
    return Grade("full" if comparison.share >= thresholds.full else "partial", evidence)


def support_floor(thresholds: Thresholds = THRESHOLDS) -> Floor[SupportCell]:
    """The judge as it is run."""

    def labels(cell: SupportCell) -> tuple[NewLabel, ...]:
        graded = grade(cell.statement, cell.document, thresholds)
        return (NewLabel(cell.unit_id, graded.value, None, evidence=graded.evidence),)

    return Floor(SUPPORT, "shared words", asdict(thresholds), labels)
