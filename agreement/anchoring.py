"""Anchoring: do people move towards the judge once its label is shown to them?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from agreement.comparison import Comparison
from agreement.difference import Difference, difference_of
from agreement.estimate import Measured
from agreement.frame import CodedLabels, Floats, coded
from agreement.jackknife import SAME, leaving_out
from agreement.measuring import measured
from agreement.ratio import share_of
from agreement.scale import Scale
from agreement.significance import T_TEST, Significance, sign_test, t_test, untested
from agreement.statistics import Statistic
from agreement.tensors import divided, pair_tables, runs_of
from agreement.weights import disagreement

NEEDED = ("before", "after", "judge", "cluster")
NO_LABEL = "no label was given before and after the judge's was shown"
NO_CHANGE = "no label was changed"


@dataclass(frozen=True)
class Anchoring:
    """Labels before and after the judge's label was shown: `n` of them in `clusters`; `left_out` rows are incomplete.

    `changed` is the share of labels that changed. Of these, `towards` moved nearer to the judge's value, `away` further
    from it (the rest is as near as before), and `adopted` took it over. `pull` is P(towards) - P(away) over all labels,
    0 where the judge draws nobody; `test` asks whether it is 0 and leaves out clusters, `sign_test` takes the changed
    labels as independent: its p is too small where they are nested. `agreement` is that with the judge after (`first`)
    minus before (`second`), paired by cluster. A pull is no proof of a mistake: the judge may have been right.
    """

    n: int
    left_out: int
    clusters: int
    changed: Measured
    towards: Measured
    away: Measured
    adopted: Measured
    pull: Measured
    test: Significance
    sign_test: Significance
    agreement: Difference


def anchoring(frame: pd.DataFrame, scale: Scale, statistic: Statistic) -> Anchoring:
    """How labels moved when the judge's label was shown; one row for each label of a person.

    Columns: `before`, `after` and `judge` (labels of the scale) and `cluster`. A row in which one of the three is
    missing or not on the scale is left out and counted. Nearness is that of the declared codes; on a nominal scale only
    the same value is near. ValueError for a missing column or cluster.
    """
    absent = [column for column in NEEDED if column not in frame.columns]
    if absent:
        raise ValueError(f"the frame has no column {', '.join(absent)}; it needs {', '.join(NEEDED)}")
    complete = frame[frame[["before", "after", "judge"]].isin(scale.labels).all(axis=1)]
    labels = coded(_long(complete), scale)
    moves, n = _moves(labels), len(complete)
    whole, changed, towards, away, adopted = moves.T
    pull = leaving_out(np.column_stack([towards - away, whole]), lambda sums: divided(sums[:, 0], sums[:, 1]))
    none = NO_CHANGE if n else NO_LABEL
    return Anchoring(
        n=n,
        left_out=len(frame) - n,
        clusters=len(moves),
        changed=share_of(changed, whole, NO_LABEL),
        towards=share_of(towards, changed, none),
        away=share_of(away, changed, none),
        adopted=share_of(adopted, changed, none),
        pull=measured(pull, n, NO_LABEL, -1.0, 1.0),
        test=t_test(pull) if n else untested(T_TEST, NO_LABEL),
        sign_test=sign_test(int(towards.sum()), int(away.sum())),
        agreement=_agreement(labels, statistic),
    )


def _long(complete: pd.DataFrame) -> pd.DataFrame:
    """The three labels of each row as those of three raters."""
    unit = np.arange(len(complete))
    kinds = {"after": "human", "before": "human", "judge": "judge"}
    parts = (
        pd.DataFrame(
            {"unit": unit, "cluster": complete["cluster"].to_numpy(), "value": complete[rater].to_numpy()}
        ).assign(rater=rater, rater_kind=kind)
        for rater, kind in kinds.items()
    )
    return pd.concat(parts, ignore_index=True)


def _moves(labels: CodedLabels) -> Floats:
    """For each cluster: labels, changed ones, and of these towards, away from and on the judge's value."""
    if not len(labels.unit):
        return np.empty((0, 5))
    after, before, judge = (labels.of(rater).code for rater in range(3))  # raters in name order, units alike
    scale = labels.scale
    apart = disagreement(scale, "unweighted" if scale.level == "nominal" else "linear")
    nearer = apart[before, judge] - apart[after, judge]
    changed = after != before
    seen = (np.ones(len(after)), changed, nearer > SAME, nearer < -SAME, changed & (after == judge))
    runs = runs_of(labels.cluster_of)
    return np.column_stack([runs.sums(np.asarray(part, dtype=float)) for part in seen])


def _agreement(labels: CodedLabels, statistic: Statistic) -> Difference:
    pairs = ((0, 2), (1, 2)) if len(labels.unit) else ()
    sides = [Comparison(labels, (pair,), pair_tables(labels, (pair,)), len(labels.unit_names)) for pair in pairs] or [
        Comparison(labels, None, pair_tables(labels, ()), 0, NO_LABEL)
    ] * 2
    return difference_of(sides[0], sides[1], statistic)
