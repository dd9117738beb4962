"""Order bias of pairwise judgements: does a rater prefer the report on the left, whichever it is?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from agreement.comparison import rows_of
from agreement.estimate import Measured
from agreement.frame import CodedLabels, Floats, coded
from agreement.jackknife import leaving_out
from agreement.measuring import measured
from agreement.ratio import share_of
from agreement.scale import Scale
from agreement.significance import T_TEST, Significance, sign_test, t_test, untested
from agreement.tensors import Tables, divided, pair_tables

NEEDED = ("pair", "swapped", "cluster", "rater", "value")
NO_PAIR = "no pair of reports was judged in both orders"
ALL_TIES = "every judgement is a tie"
_FIRST, _SWAPPED = "in the first order", "swapped"


@dataclass(frozen=True)
class OrderBias:
    """How one rater's judgements depend on the order; `pairs` were judged in both, `left_out` in only one.

    `table[i][j]` counts pairs with verdict i in the first order and j in the other, both turned to the first order, by
    the scale. `consistency` is the share with the same verdict, `ties` that of ties among all judgements. `left_share`
    is the share for the left place among the judgements that are no ties, .5 without a bias; `left_bias` is
    P(left) - P(right) over all judgements, 0 without one. As every pair was judged in both orders, the quality of the
    reports cancels out. `test` asks whether `left_bias` is 0 and holds for pairs nested in clusters; `sign_test` counts
    the pairs that lean left and right and takes them as independent: its p is too small where they are nested.
    """

    rater: str
    pairs: int
    left_out: int
    clusters: int
    table: tuple[tuple[float, ...], ...]
    consistency: Measured
    ties: Measured
    left_share: Measured
    left_bias: Measured
    test: Significance
    sign_test: Significance


def order_bias(frame: pd.DataFrame, scale: Scale, rater: str) -> OrderBias:
    """Order bias of one rater's judgements of pairs of reports.

    Columns: `pair` (names the two reports, whichever order), `swapped` (whether the report that is second in the pair
    stood left), `cluster` (the query), `rater`, `value`: which place is better, from the first value of the scale (the
    right one) to the last (the left one), as B, tie, A. Optional `run`; only run 0 enters. A missing or unknown value
    leaves its judgement out. ValueError for a missing column, a scale without order, a second judgement in one order
    and what `agreement.frame.coded` refuses.
    """
    labels = coded(_by_order(frame, scale, rater), scale)
    tables, asked = _both_orders(labels), len(np.unique(labels.unit))
    pairs, whole = int(tables.units.sum()), tables.counts.sum(axis=(1, 2))
    middle, value = (len(scale.values) - 1) / 2, np.arange(len(scale.values))
    to_left = 1.0 * (value > middle)[:, None] + 1.0 * (value < middle)[None, :]  # judgements for the left place, 0 to 2
    lean = to_left - to_left.T
    left, right = _sum(tables, to_left), _sum(tables, to_left.T)
    bias = leaving_out(np.column_stack([left - right, 2 * whole]), lambda sums: divided(sums[:, 0], sums[:, 1]))
    return OrderBias(
        rater=rater,
        pairs=pairs,
        left_out=asked - pairs,
        clusters=len(tables.cluster),
        table=rows_of(tables.totals[0]),
        consistency=share_of(np.trace(tables.counts, axis1=1, axis2=2), whole, NO_PAIR),
        ties=share_of(2 * whole - left - right, 2 * whole, NO_PAIR),
        left_share=share_of(left, left + right, ALL_TIES if pairs else NO_PAIR),
        left_bias=measured(bias, 2 * pairs, NO_PAIR, -1.0, 1.0),
        test=t_test(bias) if pairs else untested(T_TEST, NO_PAIR),
        sign_test=sign_test(*(int(_sum(tables, np.asarray(side * lean > 0, float)).sum()) for side in (1, -1))),
    )


def _sum(tables: Tables, weight: Floats) -> Floats:
    """Weighted counts of each cluster's table."""
    return np.asarray((tables.counts * weight).sum(axis=(1, 2)))


def _by_order(frame: pd.DataFrame, scale: Scale, rater: str) -> pd.DataFrame:
    """The rater's judgements as if each order were a rater and every pair a unit, values about the pair's own order."""
    absent = [column for column in NEEDED if column not in frame.columns]
    if absent:
        raise ValueError(f"the frame has no column {', '.join(absent)}; it needs {', '.join(NEEDED)}")
    if scale.level == "nominal" and len(scale.values) > 2:
        raise ValueError("the values of a nominal scale have no order, so none of them stands for the left place")
    own = frame[frame["rater"] == rater]
    wrong = ~own["swapped"].isin([True, False]).to_numpy()
    if wrong.any():
        raise ValueError(f"row {own.index[int(np.argmax(wrong))]}: swapped must be true or false")
    swapped = own["swapped"].astype(bool)
    turned = dict(zip(scale.values, reversed(scale.values), strict=True))
    turned |= {extra: turned[value] for extra, value in scale.coded_as.items()}
    value = own["value"].mask(swapped, own["value"].map(turned))
    order = np.where(swapped, _SWAPPED, _FIRST)
    made = own.assign(unit=own["pair"], value=value, rater=order, rater_kind="judge")
    return made[[column for column in ("unit", "cluster", "rater", "rater_kind", "value", "run") if column in made]]


def _both_orders(labels: CodedLabels) -> Tables:
    """Verdicts in the first order by those in the other, of the pairs judged in both."""
    found = {rater.name: place for place, rater in enumerate(labels.raters)}
    if len(found) < 2:
        return pair_tables(labels, []).pooled()
    return pair_tables(labels, [(found[_FIRST], found[_SWAPPED])])
