"""A share of summed counts, with the interval that clusters allow."""

from __future__ import annotations

import numpy as np

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import Floats
from agreement.jackknife import WILSON, Replicates, share_interval
from agreement.tensors import divided


def share_of(part: Floats, whole: Floats, nothing: str) -> Measured:
    """sum(part) / sum(whole), in [0, 1], where `part[c]` of the `whole[c]` units of cluster c count.

    The interval rests on the clusters that have any such unit. Undefined, with the words `nothing`, when none has.
    """
    some = whole > 0
    part, whole = part[some], whole[some]
    if not len(whole):
        return Measured(Estimate(None, 0, nothing), Interval(None, None, WILSON, undefined=nothing), 0)
    n = max(round(float(whole.sum())), len(whole))  # light units sum to less than there are
    value = float(part.sum() / whole.sum())
    left_out = divided(part.sum() - part, whole.sum() - whole)
    found = Replicates(value, np.arange(len(whole)), left_out)
    return Measured(Estimate(value, n), share_interval(found, n), len(whole))
