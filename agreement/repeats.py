"""How often a judge contradicts itself: the flip rate over repeated runs."""

from __future__ import annotations

import numpy as np
import pandas as pd

from agreement.estimate import Estimate, Measured
from agreement.jackknife import Replicates, share_interval
from agreement.scale import Scale


def flip_rate(frame: pd.DataFrame, scale: Scale, judge: str) -> Measured | None:
    """Share of the units a judge labelled in several runs that did not get the same value each time, in [0, 1].

    `frame` is that of `agreement.frame.coded`, with a column `run`. Only values on the scale count, an extra level
    as the value it stands for. None when no unit was labelled twice. The interval is clustered like the frame.
    """
    own = frame[(frame["rater"] == judge) & frame["value"].isin(scale.labels)]
    codes = own["value"].map(scale.index).rename("code")
    by_unit = codes.groupby([own["cluster"], own["unit"]]).agg(["count", "nunique"])
    repeated = by_unit[by_unit["count"] > 1]
    if repeated.empty:
        return None
    flipped = (repeated["nunique"] > 1).groupby("cluster").agg(["sum", "count"])
    flips, units = flipped["sum"].to_numpy(dtype=float), flipped["count"].to_numpy(dtype=float)
    with np.errstate(invalid="ignore"):
        left_out = (flips.sum() - flips) / (units.sum() - units)
    rate, n = float(flips.sum() / units.sum()), int(units.sum())
    found = Replicates(rate, np.arange(len(units), dtype=np.intp), left_out)
    return Measured(Estimate(rate, n), share_interval(found, n), len(units))
