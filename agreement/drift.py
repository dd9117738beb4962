"""Drift: does a judge still say of a frozen anchor set what it said before its model, prompt or fingerprint changed?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from agreement.comparison import measured_groups
from agreement.difference import JudgeDifference, judge_difference
from agreement.estimate import Measured
from agreement.frame import CodedLabels
from agreement.multiplicity import Correction, adjusted
from agreement.panel import ENOUGH_CLUSTERS
from agreement.ratio import share_of
from agreement.significance import Significance
from agreement.statistics import Statistic
from agreement.symmetry import Shift, symmetry
from agreement.tensors import pair_tables

DriftVerdict = Literal["no drift seen", "drift", "cannot tell"]

CORRECTION: Correction = "holm"
LEVEL_OF_DRIFT = 0.05
MARGIN = 0.10
"""A change this small does not matter: as in the gate, whose default lets a judge fall this far behind the humans."""

NOT_JUDGED_TWICE = "no unit was labelled both before and after"


@dataclass(frozen=True)
class Drift:
    """Two judgements of one anchor set: `units` were labelled both times, `left_out` only once.

    `changed` is the share of units whose label changed, `agreement` the statistic between the two. `with_humans` is the
    agreement with the humans after (`first`) minus that before (`second`). `shares` has the share of each value after
    and before and the change; `homogeneity` tests whether any changed, leaving out clusters. `p_shares` and `p_humans`
    are the two tests, adjusted for each other by `correction`; None where there is none.
    """

    before: str
    after: str
    units: int
    left_out: int
    clusters: int
    changed: Measured
    agreement: Measured
    with_humans: JudgeDifference
    shares: tuple[Shift, ...]
    homogeneity: Significance
    correction: Correction
    p_shares: float | None
    p_humans: float | None
    verdict: DriftVerdict
    reasons: tuple[str, ...]


def drift(labels: CodedLabels, before: str, after: str, statistic: Statistic) -> Drift:
    """Whether judge `after` labels the anchor set as judge `before` did. Both are raters of kind judge.

    "drift": the shares of the values or the agreement with the humans changed, at 5 % after Holm. "no drift seen": both
    changes lie within +-.10 with 95 % confidence; where the agreement with the humans cannot be compared, this needs at
    most 10 % changed labels (upper bound). Otherwise, and under 10 clusters, "cannot tell". A judge that is not
    deterministic changes labels without drift: compare `changed` with its flip rate.
    ValueError when one is no judge of the labels, both are the same, or the statistic is an error, which has no margin.
    """
    if statistic.lower_is_better:
        raise ValueError(f"{statistic.name} is an error; drift compares agreement: take a coefficient or a share")
    with_humans = judge_difference(labels, after, before, statistic)
    one, other = (next(r for r in labels.of_kind("judge") if labels.raters[r].name == name) for name in (after, before))
    tables = pair_tables(labels, [(one, other)])
    whole = tables.counts.sum(axis=(1, 2))
    changed = share_of(whole - np.trace(tables.counts, axis1=1, axis2=2), whole, NOT_JUDGED_TWICE)
    shift, units = symmetry(tables, labels.scale), int(tables.units.sum())
    p = adjusted((shift.homogeneity.p, with_humans.figures.test.p), CORRECTION, LEVEL_OF_DRIFT).p
    seen = _Seen(len(tables.cluster), changed, shift.shifts, with_humans.figures.difference, p[0], p[1])
    return Drift(
        before=before,
        after=after,
        units=units,
        left_out=len(labels.of(one).unit) + len(labels.of(other).unit) - 2 * units,
        clusters=len(tables.cluster),
        changed=changed,
        agreement=measured_groups(statistic, tables, labels.scale)[0],
        with_humans=with_humans,
        shares=shift.shifts,
        homogeneity=shift.homogeneity,
        correction=CORRECTION,
        p_shares=p[0],
        p_humans=p[1],
        verdict=seen.verdict,
        reasons=seen.reasons,
    )


@dataclass(frozen=True)
class _Seen:
    """What the verdict rests on."""

    clusters: int
    changed: Measured
    shares: tuple[Shift, ...]
    with_humans: Measured
    p_shares: float | None
    p_humans: float | None

    @property
    def verdict(self) -> DriftVerdict:
        if self.clusters < ENOUGH_CLUSTERS:
            return "cannot tell"
        if self._drifts:
            return "drift"
        return "cannot tell" if self._open else "no drift seen"

    @property
    def reasons(self) -> tuple[str, ...]:
        if self.clusters < ENOUGH_CLUSTERS:
            return (f"too few clusters were judged both times: {self.clusters} of {ENOUGH_CLUSTERS}",)
        high = self.changed.interval.high
        kept = (
            f"at most {high:.1%} of the labels changed"
            if self._few_changed
            else f"both changes are within {MARGIN:.2f}"
        )
        return self._drifts or self._open or (kept,)

    @property
    def _drifts(self) -> tuple[str, ...]:
        tests = {"the shares of the values": self.p_shares, "the agreement with the humans": self.p_humans}
        return tuple(
            f"{what} changed (adjusted p {p:.3g})" for what, p in tests.items() if p is not None and p <= LEVEL_OF_DRIFT
        )

    @property
    def _open(self) -> tuple[str, ...]:
        """What may have changed by more than the margin."""
        found = []
        if not self._few_changed and not all(_within(share.difference) for share in self.shares):
            found.append(f"a share may have changed by more than {MARGIN:.2f}")
        if self.with_humans.interval.low is None and not self._few_changed:
            found.append(f"the agreement with the humans cannot be compared: {self._why_no_humans}")
        if self.with_humans.interval.low is not None and not _within(self.with_humans):
            found.append(f"the agreement with the humans may have changed by more than {MARGIN:.2f}")
        return tuple(found)

    @property
    def _why_no_humans(self) -> str | None:
        return self.with_humans.estimate.undefined or self.with_humans.interval.undefined

    @property
    def _few_changed(self) -> bool:
        """Whether so few labels changed that no share can have changed by more than the margin."""
        return self.changed.interval.high is not None and self.changed.interval.high <= MARGIN


def _within(change: Measured) -> bool:
    low, high = change.interval.low, change.interval.high
    return low is not None and high is not None and low >= -MARGIN and high <= MARGIN
