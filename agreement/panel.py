"""Which humans enter the means, and whether pairs are averaged or pooled: decided by how much they share."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from agreement.frame import CodedLabels
from agreement.tensors import pair_tables

Pairing = Literal["per pair", "pooled"]

ENOUGH_CLUSTERS = 10
"""A pair that shares this many clusters always counts; see `panel_of`."""


@dataclass(frozen=True)
class Newcomer:
    """A human left out of the means: `shares` clusters with the human they share most with, `needs` of them."""

    name: str
    shares: int
    needs: int


@dataclass(frozen=True)
class Panel:
    """The humans whose labels enter the means, how they are paired, why, and who is left out.

    `overlap` is the least number of clusters a pair shares; 1 where tables are pooled, as each common label counts.
    """

    humans: tuple[int, ...]
    pairing: Pairing
    reason: str
    left_out: tuple[Newcomer, ...] = ()
    overlap: int = 1


def panel_of(labels: CodedLabels, asked: Pairing | None = None, overlap: int | None = None) -> Panel:
    """The panel of a set of labels; `asked` overrules the choice of pairing, `overlap` the minimum overlap.

    A mean over pairs is only as firm as its thinnest pair, so a human is left out while they share fewer clusters
    with everybody than the minimum overlap: 10, or half of what the best pair shares where that is less. When every two
    of the others share that much, pairs are averaged. Otherwise (a pool, where no two people need to meet) the
    tables of all pairs of all humans are pooled, and nobody is left out.
    ValueError on an overlap below 1, or one that no two humans share.
    """
    if overlap is not None and overlap < 1:
        raise ValueError(f"the minimum overlap must be at least 1 cluster, not {overlap}")
    humans = labels.of_kind("human")
    if any(labels.raters[human].slot for human in humans):
        return Panel(humans, "pooled", "some human raters are slots (positions, not people), and nobody is shown alone")
    if asked == "pooled":
        return Panel(humans, "pooled", "asked for: tables of all pairs are added, then a statistic is taken")
    pairs = tuple(combinations(humans, 2))
    shared = dict(zip(pairs, pair_tables(labels, pairs).clusters_of_group.tolist(), strict=True))
    most = max(shared.values(), default=0)
    if overlap is not None and pairs and most < overlap:
        raise ValueError(
            f"no two humans share {overlap} clusters, the minimum overlap; the most that any share is {most}"
        )
    needs = min(ENOUGH_CLUSTERS, int(np.ceil(most / 2))) if overlap is None or not pairs else overlap
    best = {human: max((n for pair, n in shared.items() if human in pair), default=0) for human in humans}
    members = tuple(human for human in humans if best[human] >= needs)
    if asked is None and any(shared[pair] < max(needs, 1) for pair in combinations(members, 2)):
        return Panel(humans, "pooled", "not every two people share enough, so tables of all pairs are added first")
    left_out = tuple(Newcomer(labels.raters[human].name, best[human], needs) for human in humans if best[human] < needs)
    reason = (
        f"a statistic is taken for each pair of raters, then averaged; a pair shares at least {max(needs, 1)} clusters"
    )
    return Panel(members, "per pair", reason, left_out, max(needs, 1))
