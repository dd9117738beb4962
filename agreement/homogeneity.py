"""Whether the judge errs alike on several systems, before their error rates are pooled."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import fdtrc

from agreement.corrected import refused
from agreement.evidence import Evidence
from agreement.frame import Floats, Ints
from agreement.jackknife import SAME
from agreement.rogan_gladen import Prevalence, rogan_gladen

ALIKE = 0.10  # a test before pooling must not miss differences, so its level is higher than usual


@dataclass(frozen=True)
class Homogeneity:
    """A test that TPR and TNR are the same in every system; `p` None: `undefined` says why.

    `statistic` is F with `rates` (how many differences were tested) and `clusters` - `rates` degrees of freedom.
    """

    statistic: float | None
    p: float | None
    rates: int
    clusters: int
    undefined: str | None = None


def same_rates(pairs: Floats) -> Homogeneity:
    """Tests whether the judge's TPR and TNR are the same in all systems.

    `pairs[c, g, i, j]` (C x G x 2 x 2) counts units of cluster c and system g that people labelled i and the judge j
    (0 no, 1 yes). Let the clusters be queries, when several systems answered each, else answers.
    Score test: for each system, right answers less those expected at the pooled rate, cluster by cluster; Hotelling's
    T^2 of these vectors, so that neither clusters nor systems sharing them count as independent. A system without
    yes (or no) takes no part for TPR (TNR); a rate of 0 or 1 in all of them is alike. p is 1 when both are.
    Undefined: one system only, no more clusters than differences, and differences that do not vary over clusters.
    ValueError: wrong shape. Source: Hotelling 1931; cluster-robust scores: Rotnitzky & Jewell 1990.
    """
    if pairs.ndim != 4 or pairs.shape[2:] != (2, 2):
        raise ValueError(f"pairs must be clusters x systems x 2 x 2, got {pairs.shape}")
    known = pairs[pairs.any(axis=(1, 2, 3))]
    clusters = len(known)
    if (pairs.any(axis=(0, 2, 3))).sum() < 2:
        return Homogeneity(None, None, 0, clusters, "people labelled units of fewer than two systems")
    scores = np.concatenate([_scores(known, 1), _scores(known, 0)], axis=1)
    rates = scores.shape[1]
    if rates == 0:
        return Homogeneity(0.0, 1.0, 0, clusters)
    if clusters <= rates:
        return Homogeneity(None, None, rates, clusters, f"{clusters} clusters cannot tell {rates} differences apart")
    spread = np.atleast_2d(np.cov(scores, rowvar=False))
    if np.linalg.matrix_rank(spread, hermitian=True) < rates:
        return Homogeneity(None, None, rates, clusters, "some differences do not vary over clusters")
    mean = scores.mean(axis=0)
    hotelling = clusters * float(mean @ np.linalg.solve(spread, mean))
    statistic = (clusters - rates) / (rates * (clusters - 1)) * hotelling
    return Homogeneity(statistic, float(fdtrc(rates, clusters - rates, statistic)), rates, clusters)


def rogan_gladen_pooled(pairs: Floats, judged: Floats, cluster: Ints) -> tuple[Prevalence, ...]:
    """The share of yes of each system, corrected by the judge's rates over all of them.

    `pairs` (C x G x 2 x 2) as for `same_rates`, `judged[c, g, j]` (C x G x 2) as in `Evidence`. Refused in
    words when the rates differ (p < 0.10) or nobody can tell; then give `rogan_gladen` one system at a time.
    """
    test = same_rates(pairs)
    together = pairs.sum(axis=1)
    found = [rogan_gladen(Evidence(together, judged[:, system], cluster)) for system in range(judged.shape[1])]
    why = _why_apart(test)
    if why is None:
        return tuple(found)
    return tuple(replace(each, share=refused(each.share.measured.estimate.n, why)) for each in found)


def _why_apart(test: Homogeneity) -> str | None:
    if test.p is None:
        return f"whether the judge errs alike on all systems is unknown: {test.undefined}"
    if test.p < ALIKE:
        return f"the judge does not err alike on all systems (p = {test.p:.3f}): correct each by its own rates"
    return None


def _scores(known: Floats, value: int) -> Floats:
    """Clusters x (systems - 1): right answers on a value less those expected at the pooled rate, each system.

    Empty when fewer than two systems have the value, and when the pooled rate is 0 or 1.
    """
    given = known[:, :, value].sum(axis=2)
    right = known[:, :, value, value]
    present = given.any(axis=0)
    given, right = given[:, present], right[:, present]
    total = given.sum()
    rate = right.sum() / total if total else 0.0
    if given.shape[1] < 2 or rate < SAME or rate > 1 - SAME:
        return np.empty((len(known), 0))
    over = right - rate * given
    # The pooled rate is an estimate: its own deviation in each cluster is shared out by the systems' sizes.
    share = given.sum(axis=0) / total
    return np.asarray((over - over.sum(axis=1, keepdims=True) * share)[:, :-1])
