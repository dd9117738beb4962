"""Several labels of one unit made into one: by majority, median or mean; ties and missing members are said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

from agreement.scale import Scale

Rule = Literal["majority", "median", "mean"]
RULES: tuple[Rule, ...] = get_args(Rule)

VERSION = "1"
"""The version of the rules in this module; part of every combined judge."""

TIED = "tied"
MISSING = "member missing"


@dataclass(frozen=True)
class Combined:
    """What the members come to together: a value of the scale, or why there is none.

    `exact` is the mean before it was taken to the nearest code; None by the other rules.
    """

    value: str | None
    reason: str | None = None
    exact: float | None = None


def combined(values: Sequence[str | None], scale: Scale, rule: Rule, least: int) -> Combined:
    """The members' values as one; `least` of them must have one on the scale.

    majority: the value given most often; several are a tie. median: the middle value in the order of the scale; two
    different ones are a tie. mean: the value whose code is nearest to the mean of the codes; halfway is a tie.
    An extra level counts as the value it stands for. ValueError for a median or mean on a nominal scale.

    >>> from agreement.scale import SUPPORT
    >>> combined(["full", "partial", "full"], SUPPORT, "majority", 3).value
    'full'
    """
    check_rule(scale, rule)
    given = [
        place for place in (None if value is None else scale.index(value) for value in values) if place is not None
    ]
    if len(given) < max(1, least):
        return Combined(None, MISSING)
    if rule == "mean":
        return _mean([scale.codes[place] for place in given], scale)
    found = _most(given) if rule == "majority" else _middle(given)
    return Combined(None, TIED) if len(found) > 1 else Combined(scale.values[found.pop()])


def check_rule(scale: Scale, rule: Rule) -> None:
    """ValueError for a median or mean on a nominal scale, whose values have no order."""
    if rule != "majority" and scale.level == "nominal" and len(scale.values) > 2:
        raise ValueError(f"the values of this scale have no order, so they have no {rule}; take the majority")


def _most(given: Sequence[int]) -> set[int]:
    counts = Counter(given)
    highest = max(counts.values())
    return {place for place, count in counts.items() if count == highest}


def _middle(given: Sequence[int]) -> set[int]:
    ordered = sorted(given)
    return {ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]}


def _mean(codes: Sequence[float], scale: Scale) -> Combined:
    exact = fmean(codes)
    distances = [abs(code - exact) for code in scale.codes]
    nearest = [place for place, distance in enumerate(distances) if distance == min(distances)]
    if len(nearest) > 1:
        return Combined(None, TIED, exact)
    return Combined(scale.values[nearest[0]], exact=exact)
