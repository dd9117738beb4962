"""What unknown labels leave open: bounds over all completions, and the value that follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agreement.estimate import Estimate
from agreement.metric import MetricRules, MetricValue

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Completions:
    """A metric over all completions of the unknown labels.

    `low` and `high` are its extremes over the completions that define it, None when none does (then `never`
    says why); `always` is True when every completion defines it. `part` / `whole` is the value from the
    known labels alone. `unknown` of the `read` labels that it looks at are not there.
    """

    low: float | None
    high: float | None
    always: bool
    part: int
    whole: int
    unknown: int
    read: int
    never: str


def settle(seen: Completions, rules: MetricRules) -> MetricValue:
    """The value if no completion could change it, or if the policy allows the share that is unknown.

    Otherwise undefined: "n cells unlabelled", a cell being one label.
    """
    if seen.low is None or seen.high is None:
        return undefined_value(seen.never)
    if seen.always and seen.low == seen.high:
        return MetricValue(Estimate(seen.low, seen.whole), seen.low, seen.high, 0, seen.part, seen.whole)
    if seen.whole and seen.unknown <= rules.unknown_share * seen.read:
        value = seen.part / seen.whole
        return MetricValue(Estimate(value, seen.whole), seen.low, seen.high, seen.unknown, seen.part, seen.whole)
    words = f"{seen.unknown} cell{'' if seen.unknown == 1 else 's'} unlabelled"
    return MetricValue(Estimate(None, seen.whole, words), seen.low, seen.high, seen.unknown)


def undefined_value(words: str) -> MetricValue:
    """A metric that no completion defines."""
    return MetricValue(Estimate(None, 0, words), None, None, 0)


def extreme_ratio(
    which: Literal["lowest", "highest"], sure: NDArray[np.bool_], parts: Counts, wholes: Counts
) -> float | None:
    """Lowest or highest sum(parts) / sum(wholes) over the rows kept; None when every choice has whole 0.

    Rows with `sure[i]` are kept, each other row may be kept or dropped. `parts[i] <= wholes[i]`.
    Exact: a ratio of sums only falls by adding a row whose own ratio is lower, so some prefix of the
    optional rows in order of their ratio attains the extreme.
    """
    if sure.all():
        return float(parts.sum() / wholes.sum()) if wholes.any() else None
    optional = ~sure & (wholes > 0)
    ratios = parts[optional] / wholes[optional]
    order = np.argsort(ratios if which == "lowest" else -ratios, kind="stable")
    tops = parts[sure].sum() + np.concatenate(([0], parts[optional][order].cumsum()))
    bottoms = wholes[sure].sum() + np.concatenate(([0], wholes[optional][order].cumsum()))
    found = tops[bottoms > 0] / bottoms[bottoms > 0]
    if not found.size:
        return None
    return float(found.min() if which == "lowest" else found.max())
