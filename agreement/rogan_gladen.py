"""The share of a yes, corrected by the judge's rates of being right on yes and on no."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtri

from agreement.corrected import Corrected, corrected, jackknife_interval, refused
from agreement.estimate import Estimate, Interval, Measured
from agreement.evidence import Evidence
from agreement.frame import Floats
from agreement.jackknife import LEVEL, leaving_out
from agreement.measuring import unmeasured
from agreement.ratio import share_of
from agreement.tensors import divided

LEAST = 0.1  # below this the correction magnifies the sampling error more than tenfold
LEE = "Lee et al. 2025, cells independent (a reference)"


@dataclass(frozen=True, eq=False)
class Prevalence:
    """The corrected share of a yes, and the judge's own, `raw` (None when it labelled nothing).

    `tpr` and `tnr` are the judge's rates of being right on people's yes and no; `informed` is tpr + tnr - 1, with the
    interval that decides whether a correction makes sense. `lee` is a reference, not to be published.
    """

    share: Corrected
    raw: float | None
    tpr: Measured
    tnr: Measured
    informed: Measured
    lee: Interval


def rogan_gladen(evidence: Evidence) -> Prevalence:
    """The share of yes as people would label it: theta = (p + TNR - 1) / (TPR + TNR - 1), p the judge's share of yes.

    Of the two values of `evidence`, 0 is no and 1 is yes. Give one system at a time, or systems whose rates are alike
    (`agreement.homogeneity`). Holds when the judge errs on people's yes and on their no as on the labelled sample, even
    where yes has another share; for a random sample of the judged units themselves `agreement.ppi` needs no such
    assumption. Values outside [0, 1] are cut and said so. Interval: cluster jackknife-t, cut to [0, 1]; when a
    rate is 1, which hides that the judge's errors vary, its exact bound (each cluster with such a unit one trial) is
    squared and added on the side it could move the value to. In simulations with 30 to 60 labelled answers of 8 units
    it covers 95 to 98 % (Lee's, for independent units, 85 to 97 %).
    Refused in words: nothing judged or labelled, no yes or no no among people's labels, TPR + TNR <= 1, and a lower
    bound of TPR + TNR - 1 that is not above 0.1 or is unknown. That bound: TPR and TNR each with their interval for
    shares, the distances squared and added.
    Source: Rogan & Gladen 1978, "Estimating prevalence from the results of a screening test".
    """
    if evidence.judged.shape[1] != 2:
        raise ValueError(f"a yes or no has two values, got {evidence.judged.shape[1]}")
    known = evidence.used()
    tpr, tnr = _rate(known, 1), _rate(known, 0)
    informed = _informed(tpr, tnr)
    total = known.judged.sum(axis=0)
    raw = float(total[1] / total.sum()) if total.any() else None
    why = known.why_nothing() or _why_uninformed(informed)
    if why is not None:
        undefined = Interval(None, None, LEE, undefined=why)
        return Prevalence(refused(known.n, why), raw, tpr, tnr, informed, undefined)
    found = replace(leaving_out(known.features, _value), cluster=known.cluster)
    share, slope = float(np.clip(found.value, 0.0, 1.0)), 1 / (informed.estimate.value or 1.0)
    down, up = (1 - share) * slope * known.never_wrong(0), share * slope * known.never_wrong(1)
    interval = jackknife_interval(found, known.labelled_clusters, down, up)
    figure = corrected(found, interval, known.n, known.labelled_clusters, (0.0, 1.0))
    judged = Share(raw or 0.0, round(float(total.sum())))
    return Prevalence(figure, raw, tpr, tnr, informed, lee_interval(judged, _share(tnr), _share(tpr)))


@dataclass(frozen=True)
class Share:
    """A share of n units."""

    value: float
    n: int


def lee_interval(judged: Share, tnr: Share, tpr: Share) -> Interval:
    """The interval of a corrected share for independent units, cut to [0, 1]: a reference.

    `judged` is the judge's share of yes, `tnr` and `tpr` its rates of being right on no and yes, estimated from other
    units. The judge's share is moved by z^2 / 2 yes of z^2 units, each rate by one success of two units, and
    the centre by 2 z^2 (theta TPR (1 - TPR) / m1 - (1 - theta) TNR (1 - TNR) / m0).
    Undefined when the moved TPR + TNR is not above 1. Source: Lee et al. 2025, "How to correctly report
    LLM-as-a-judge evaluations", section 4.
    """
    z = float(ndtri((1 + LEVEL) / 2))
    p, n = (judged.n * judged.value + z * z / 2) / (judged.n + z * z), judged.n + z * z
    q0, m0 = (tnr.n * tnr.value + 1) / (tnr.n + 2), tnr.n + 2
    q1, m1 = (tpr.n * tpr.value + 1) / (tpr.n + 2), tpr.n + 2
    if q0 + q1 <= 1:
        return Interval(None, None, LEE, LEVEL, "the judge is right no more often than chance")
    theta = (p + q0 - 1) / (q0 + q1 - 1)
    spread0, spread1 = q0 * (1 - q0) / m0, q1 * (1 - q1) / m1
    variance = p * (1 - p) / n + (1 - theta) ** 2 * spread0 + theta**2 * spread1
    half = z * float(np.sqrt(variance)) / (q0 + q1 - 1)
    centre = theta + 2 * z * z * (theta * spread1 - (1 - theta) * spread0)
    low, high = np.clip([centre - half, centre + half], 0.0, 1.0)
    return Interval(float(low), float(high), LEE, LEVEL)


def _value(features: Floats) -> Floats:
    """Theta of each stack of (no no, no yes, yes no, yes yes) pairs, people first, and the judge's (no, yes)."""
    no_no, no_yes, yes_no, yes_yes, no, yes = features.T
    tnr, tpr = divided(no_no, no_no + no_yes), divided(yes_yes, yes_no + yes_yes)
    return divided(divided(yes, no + yes) + tnr - 1, tpr + tnr - 1)


def _rate(known: Evidence, value: int) -> Measured:
    """How often the judge was right about a value, over the clusters where people gave it."""
    own = known.pairs[:, value]
    return share_of(own[:, value], own.sum(axis=1), "people gave no unit this value")


def _informed(tpr: Measured, tnr: Measured) -> Measured:
    """TPR + TNR - 1, with the distances to the bounds of the two squared and added."""
    n, clusters = tpr.estimate.n + tnr.estimate.n, min(tpr.clusters, tnr.clusters)
    if tpr.estimate.value is None or tnr.estimate.value is None:
        return unmeasured(n, str(tpr.estimate.undefined or tnr.estimate.undefined))
    value, squares = tpr.estimate.value + tnr.estimate.value - 1, [0.0, 0.0]
    for rate in (tpr, tnr):
        bounds, middle = (rate.interval.low, rate.interval.high), rate.estimate.value or 0.0
        for side, bound in enumerate(bounds):
            if bound is None:
                interval = Interval(None, None, rate.interval.method, LEVEL, rate.interval.undefined)
                return Measured(Estimate(value, n), interval, clusters)
            squares[side] += (bound - middle) ** 2
    low, high = value - squares[0] ** 0.5, min(1.0, value + squares[1] ** 0.5)
    return Measured(Estimate(value, n), Interval(low, high, "intervals of both rates, squared and added"), clusters)


def _why_uninformed(informed: Measured) -> str | None:
    """Why the rates allow no correction, or None."""
    value, low = informed.estimate.value, informed.interval.low
    if value is not None and value <= 0:
        return f"TPR + TNR - 1 is {value:.2f}: the judge is right no more often than chance"
    if low is None:
        return f"the judge's rates are not known well enough: {informed.interval.undefined}"
    if low <= LEAST:
        return f"TPR + TNR - 1 is {value:.2f} with a lower bound of {low:.2f}, which must be above {LEAST:g}"
    return None


def _share(rate: Measured) -> Share:
    return Share(rate.estimate.value or 0.0, rate.estimate.n)
