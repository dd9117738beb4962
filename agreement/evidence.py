"""What people and the judge said of classes, as counts per cluster: what corrections by error rates rest on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agreement.corrected import unseen
from agreement.frame import Floats, Ints
from agreement.tensors import divided


@dataclass(frozen=True, eq=False)
class Evidence:
    """Counts per cluster of what the judge said, and of what people and the judge said where both did.

    `pairs[c, i, j]` (C x K x K) counts units of `cluster[c]` that people labelled i and the judge j; `judged[c, j]`
    (C x K) those the judge labelled j, of all units the shares are about (with those of `pairs`, if they belong there).
    `cluster` rises. Where people's sample had unequal probabilities, weigh `pairs` by 1 / probability, scaled to
    mean 1. ValueError: shapes that do not fit, a count below 0, a cluster twice.
    """

    pairs: Floats
    judged: Floats
    cluster: Ints

    def __post_init__(self) -> None:
        count, size = self.judged.shape
        if self.pairs.shape != (count, size, size) or self.cluster.shape != (count,) or size < 2:
            shapes = f"{self.pairs.shape}, {self.judged.shape} and {self.cluster.shape}"
            raise ValueError(f"pairs, judged and cluster must be C x K x K, C x K and C, got {shapes}")
        if not ((self.pairs >= 0).all() and (self.judged >= 0).all()):
            raise ValueError("a count is below 0 or NaN")
        if (np.diff(self.cluster) <= 0).any():
            raise ValueError("clusters must rise, each once")

    def used(self) -> Evidence:
        """Without the clusters that hold nothing."""
        some = self.judged.any(axis=1) | self.pairs.any(axis=(1, 2))
        return Evidence(self.pairs[some], self.judged[some], self.cluster[some])

    @property
    def features(self) -> Floats:
        """Everything that adds up, one row per cluster: the pairs row by row, then what the judge said."""
        return np.concatenate([self.pairs.reshape(len(self.pairs), -1), self.judged], axis=1)

    @property
    def n(self) -> int:
        """Units that people labelled."""
        return round(float(self.pairs.sum()))

    @property
    def labelled_clusters(self) -> int:
        """Clusters with a unit that people labelled."""
        return int(self.pairs.any(axis=(1, 2)).sum())

    def never_wrong(self, value: int) -> float:
        """How far the judge's rate of being right about a class may lie below 1, when it is 1; 0 when it is not.

        The exact bound with each cluster that has the class as one trial.
        """
        own = self.pairs[:, value]
        wrong = np.delete(own, value, axis=1).any()
        return 0.0 if wrong else unseen(int(own.any(axis=1).sum()))

    def why_nothing(self) -> str | None:
        """Why nothing can be corrected, or None."""
        if not self.judged.any():
            return "the judge labelled nothing: there is nothing to correct"
        if not self.pairs.any():
            return "people labelled nothing: there is nothing to correct by"
        unused = np.flatnonzero(self.pairs.sum(axis=(0, 2)) == 0)
        if len(unused):
            return f"people gave no unit value {unused[0]} (counted from 0): how the judge labels such units is unknown"
        return None


def confusion(pairs: Floats) -> Floats:
    """P(judge j | people i) at [..., j, i] of counts [..., i, j]: columns add up to 1; NaN for a class nobody used."""
    given = np.swapaxes(pairs, -1, -2)
    return divided(given, np.broadcast_to(given.sum(axis=-2, keepdims=True), given.shape))
