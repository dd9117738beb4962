"""How good the offline floor judge of relevance is on a set of answers with labelled statements.

Run: ``python benchmarks/relevance_floor.py FILE.jsonl``; each row is an answer with `group` (its name), `query` and
`statements`, a list of `text` and `label` ("1" core, "0" filler, null where nobody judged it) in the answer's order.
docs/judges.md says how the published set becomes such a file. Groups whose SHA-256 is even are the half on which the
threshold may be chosen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from lexical_floor import half

from agreement.kappa import cohen_kappa
from agreement.scale import RELEVANCE
from judges.lexical_relevance import LEAST_TERMS, added_terms

GRID = range(1, 21)


@dataclass(frozen=True)
class Judged:
    """How many terms a statement adds, the human label as a place on the scale, and the half it is in."""

    terms: int
    gold: int
    choosing: bool


def judged(path: Path) -> list[Judged]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        counts = added_terms(row["query"], [statement["text"] for statement in row["statements"]])
        for statement, terms in zip(row["statements"], counts, strict=True):
            if statement["label"] is not None:
                found.append(Judged(terms, RELEVANCE.values.index(statement["label"]), half(row["group"])))
    return found


def table(found: Sequence[Judged], least: int) -> np.ndarray:
    counts = np.zeros((2, 2))
    for one in found:
        counts[one.gold, int(one.terms >= least)] += 1
    return counts


def kappa(found: Sequence[Judged], least: int) -> float:
    value = cohen_kappa(table(found, least), RELEVANCE, "unweighted").value
    return -1.0 if value is None else value


def tell(name: str, found: Sequence[Judged], least: int) -> None:
    counts = table(found, least)
    accuracy, majority = np.trace(counts) / counts.sum(), counts.sum(axis=1).max() / counts.sum()
    print(
        f"{name}: n {len(found)}, core from {least} terms: accuracy {accuracy:.3f} "
        f"(always the commonest label {majority:.3f}), kappa {kappa(found, least):.3f}"
    )


if __name__ == "__main__":
    every = judged(Path(sys.argv[1]))
    choosing, measuring = ([one for one in every if one.choosing is side] for side in (True, False))
    best = max(GRID, key=lambda least: kappa(choosing, least))
    tell("choosing half, its best threshold", choosing, best)
    tell("other half, the same threshold   ", measuring, best)
    tell("other half, as shipped           ", measuring, LEAST_TERMS)
    tell("everything, as shipped           ", every, LEAST_TERMS)
