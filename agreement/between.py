"""Judges with each other: every pair of them, and all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from agreement.comparison import Comparison, PairReport, units_with
from agreement.estimate import Measured
from agreement.frame import CodedLabels
from agreement.statistics import STATISTICS
from agreement.tensors import pair_tables
from agreement.together import TOGETHER, measured_together


@dataclass(frozen=True)
class BetweenJudges:
    """How far judges agree with each other, whatever the humans say; `units` have labels of two or more judges.

    `pairs` lists the pairs of judges that share a unit, in name order. `mean[s]` is the mean of statistic s over all
    pairs, `together[s]` statistic s of all judges at once. Judges of one family can agree and be wrong together: this
    never stands in for agreement with humans.
    """

    judges: tuple[str, ...]
    units: int
    clusters: int
    mean: Mapping[str, Measured]
    together: Mapping[str, Measured]
    pairs: tuple[PairReport, ...]


def between_judges(labels: CodedLabels, names: Sequence[str]) -> BetweenJudges:
    """Agreement of the judges with each other, by the named statistics of `STATISTICS` and `TOGETHER`.

    Everything is undefined where no unit was labelled by two judges. ValueError on a name in neither table.
    """
    for name in names:
        if name not in STATISTICS and name not in TOGETHER:
            raise ValueError(f"no statistic {name!r}; there are {', '.join(dict.fromkeys((*STATISTICS, *TOGETHER)))}")
    judges = labels.of_kind("judge")
    units = int((units_with(labels, judges) >= 2).sum())
    nobody = None if units else _why_nobody(len(judges))
    pairs = tuple(combinations(judges, 2)) if units else ()
    found = Comparison(labels, pairs, pair_tables(labels, pairs), units, nobody)
    paired, together = ([name for name in names if name in table] for table in (STATISTICS, TOGETHER))
    return BetweenJudges(
        judges=tuple(labels.raters[judge].name for judge in judges),
        units=units,
        clusters=found.clusters,
        mean={name: found.mean(STATISTICS[name]).measured() for name in paired},
        together=_together(found, judges, together),
        pairs=found.pair_reports(paired),
    )


def _together(found: Comparison, judges: Sequence[int], names: Sequence[str]) -> dict[str, Measured]:
    if found.nobody is not None:
        return {name: found.mean(TOGETHER[name]).measured() for name in names}
    return measured_together(found.labels, judges, names)


def _why_nobody(judges: int) -> str:
    return (
        ("there is no judge", "there is only one judge")[judges] if judges < 2 else "no unit was labelled by two judges"
    )
