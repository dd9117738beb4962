"""Counts of people and a judge in clusters, for tests of corrections by error rates."""

from __future__ import annotations

import numpy as np

from agreement.evidence import Evidence


def random_evidence(seed: int, size: int, clusters: int = 20, labelled: int = 12, right: float = 0.8) -> Evidence:
    """Units of `size` classes in clusters; the judge is right with probability `right`, else says anything.

    People label the first clusters; the judge all of them. Cluster numbers have gaps.
    """
    rng = np.random.default_rng(seed)
    pairs = np.zeros((clusters, size, size))
    for cluster in range(clusters):
        truth = rng.integers(0, size, 9)
        said = np.where(rng.random(9) < right, truth, rng.integers(0, size, 9))
        np.add.at(pairs[cluster], (truth, said), 1.0)
    judged = pairs.sum(axis=1)
    pairs[labelled:] = 0.0
    return Evidence(pairs, judged, np.arange(clusters) * 3 + 5)
