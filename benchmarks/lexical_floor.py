"""How good the offline floor judge is on a set of labelled statement-source pairs.

Run: ``python benchmarks/lexical_floor.py FILE.jsonl``; each row holds `group` (what the pair belongs to, an answer or
claim), `statement`, `source` (its text) and `label` (full, partial or none). docs/judges.md says how the published
sets become such files. Groups whose SHA-256 is even are the half on which thresholds may be chosen.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from agreement.kappa import cohen_kappa
from agreement.scale import SUPPORT
from data.passages import compared
from judges.lexical import THRESHOLDS, Thresholds

GRID = [round(0.05 * step, 2) for step in range(1, 21)]


@dataclass(frozen=True)
class Pair:
    """The share of a statement a source repeats, the human label as a place on the scale, and the half it is in."""

    share: float
    gold: int
    choosing: bool


def pairs(path: Path) -> list[Pair]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Pair(compared(row["statement"], row["source"]).share, SUPPORT.values.index(row["label"]), half(row["group"]))
        for row in rows
    ]


def half(group: str) -> bool:
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % 2 == 0


def table(found: Sequence[Pair], thresholds: Thresholds) -> np.ndarray:
    counts = np.zeros((3, 3))
    for pair in found:
        counts[pair.gold, (pair.share >= thresholds.partial) + int(pair.share >= thresholds.full)] += 1
    return counts


def kappa(found: Sequence[Pair], thresholds: Thresholds, weighting: str = "quadratic") -> float:
    value = cohen_kappa(table(found, thresholds), SUPPORT, weighting).value  # type: ignore[arg-type]
    return -1.0 if value is None else value


def chosen(found: Sequence[Pair]) -> Thresholds:
    candidates = [Thresholds(full, partial) for partial, full in itertools.combinations_with_replacement(GRID, 2)]
    return max(candidates, key=lambda thresholds: kappa(found, thresholds))


def tell(name: str, found: Sequence[Pair], thresholds: Thresholds) -> None:
    counts = table(found, thresholds)
    accuracy, majority = np.trace(counts) / counts.sum(), counts.sum(axis=1).max() / counts.sum()
    print(
        f"{name}: n {len(found)}, full >= {thresholds.full}, partial >= {thresholds.partial}: accuracy {accuracy:.3f} "
        f"(always the commonest label {majority:.3f}), kappa {kappa(found, thresholds, 'unweighted'):.3f}, "
        f"quadratic {kappa(found, thresholds):.3f}"
    )


if __name__ == "__main__":
    every = pairs(Path(sys.argv[1]))
    choosing, measuring = ([pair for pair in every if pair.choosing is side] for side in (True, False))
    best = chosen(choosing)
    tell("choosing half, its best thresholds", choosing, best)
    tell("other half, the same thresholds   ", measuring, best)
    tell("other half, as shipped            ", measuring, THRESHOLDS)
    tell("everything, as shipped            ", every, THRESHOLDS)
