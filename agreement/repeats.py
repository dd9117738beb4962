"""How often a judge contradicts itself over repeated runs: the flip rate, and that of each value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from agreement.estimate import Estimate, Measured
from agreement.frame import coded
from agreement.jackknife import Replicates, share_interval
from agreement.ratio import share_of
from agreement.scale import Scale
from agreement.tensors import coincidence_tables


@dataclass(frozen=True)
class ValueFlips:
    """How often another run of the same unit gave something else than `value`, after one run gave it."""

    value: str
    flips: Measured


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


def flips_of_values(frame: pd.DataFrame, scale: Scale, judge: str) -> tuple[ValueFlips, ...]:
    """For each value, in scale order, how often a judge that gave it in one run gives another one in another run.

    `frame` is as for `flip_rate`. A unit with r runs counts each of its labels once, against its r - 1 others.
    Undefined for a value that no unit with several runs was given.
    """
    own = frame[frame["rater"] == judge]
    runs = own.assign(rater="run " + own["run"].astype(str), run=0, rater_kind="judge")
    labels = coded(runs, scale)
    counts = coincidence_tables(labels, range(len(labels.raters))).counts
    nothing = "no unit with several runs was given this value"
    return tuple(
        ValueFlips(value, share_of(counts[:, k].sum(axis=1) - counts[:, k, k], counts[:, k].sum(axis=1), nothing))
        for k, value in enumerate(scale.values)
    )
