"""Words for a coefficient, such as "moderate", with the probability that it is at least that good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import ndtr


@dataclass(frozen=True)
class Band:
    """A word for coefficients from `low` up to the next band; the highest band ends at 1."""

    word: str
    low: float


@dataclass(frozen=True)
class Placed:
    """A band with the probability, in [0, 1], that the coefficient lies in it or in a higher one."""

    band: Band
    probability: float


@dataclass(frozen=True)
class Benchmark:
    """Every band, the best first, and the verdict: the best whose probability is at least `level`."""

    bands: tuple[Placed, ...]
    verdict: str
    level: float


LANDIS_KOCH = (
    Band("almost perfect", 0.8),
    Band("substantial", 0.6),
    Band("moderate", 0.4),
    Band("fair", 0.2),
    Band("slight", 0.0),
    Band("poor", -1.0),
)
"""Landis & Koch 1977, "The measurement of observer agreement for categorical data"."""

ALTMAN = (
    Band("very good", 0.8),
    Band("good", 0.6),
    Band("moderate", 0.4),
    Band("fair", 0.2),
    Band("poor", -1.0),
)
"""Altman 1990, "Practical statistics for medical research"."""


def benchmark(value: float, error: float, bands: Sequence[Band] = LANDIS_KOCH, level: float = 0.95) -> Benchmark:
    """Where a coefficient in [-1, 1] with a standard error stands on a scale of words, best band first.

    The words and their limits are conventions without any theory behind them: which value is enough depends on the
    question, on the number of values and on how often each occurs. The probabilities take the estimate as normal with
    the given error, cut off at -1 and 1: a small sample therefore gets a humbler word than its estimate alone would.
    ValueError for a value outside [-1, 1], an error that is not above 0, bands that do not fall to -1, a level outside
    (0, 1].
    Source: Gwet 2014, "Handbook of inter-rater reliability", 4th edition, cumulative membership probabilities.
    """
    if not -1 <= value <= 1:
        raise ValueError(f"a coefficient lies in -1 to 1, got {value}")
    if not error > 0:
        raise ValueError(f"the standard error must be above 0, got {error}")
    if not 0 < level <= 1:
        raise ValueError(f"the level must lie above 0 and be at most 1, got {level}")
    lows = [band.low for band in bands]
    if lows[-1:] != [-1.0] or lows != sorted(set(lows), reverse=True):
        raise ValueError(f"bands must fall, the last to -1, got {lows}")
    below_one = ndtr((value - 1) / error)
    whole = ndtr((value + 1) / error) - below_one
    placed = tuple(Placed(band, float((ndtr((value - band.low) / error) - below_one) / whole)) for band in bands)
    verdict = next(one.band.word for one in placed if one.probability >= level)
    return Benchmark(placed, verdict, level)
