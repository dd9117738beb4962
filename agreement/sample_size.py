"""How many units to label so that a share is known to within a margin, and the margin of so many."""

from __future__ import annotations

from math import ceil, sqrt

from scipy.special import ndtri

from agreement.jackknife import LEVEL

_ROUNDING = 1e-9


def sample_size(population: int, margin: float = 0.05, share: float = 0.5, design_effect: float = 1.0) -> int:
    """The fewest units, drawn at random from `population`, that give a share to within +- `margin` at 95 %.

    n = n0 / (1 + (n0 - 1) / N) with n0 = DEFF z^2 p (1 - p) / margin^2, rounded up, never above N. `share` is the
    expected share; .5 asks for the most. `design_effect` is above 1 where units come in clusters (see
    `design_effect`). A normal approximation: for shares near 0 or 1 plan with the exact interval instead.
    ValueError on numbers out of range. Source: Cochran 1977, "Sampling techniques", equations 4.1 and 4.2.

    >>> sample_size(2000), sample_size(10**9)
    (323, 385)
    """
    _check(population, share, design_effect)
    if not 0 < margin < 1:
        raise ValueError(f"the margin must lie between 0 and 1, got {margin}")
    unlimited = design_effect * _z() ** 2 * share * (1 - share) / margin**2
    return max(1, min(population, ceil(unlimited / (1 + (unlimited - 1) / population) - _ROUNDING)))


def margin_of(n: int, population: int, share: float = 0.5, design_effect: float = 1.0) -> float:
    """The margin to which n units of `population` give a share at 95 %: the inverse of `sample_size`.

    z sqrt(DEFF p (1 - p) (N - n) / (n (N - 1))), 0 when all are labelled. ValueError on numbers out of range.
    Source: Cochran 1977, equation 3.12 with the design effect of Kish 1965.
    """
    _check(population, share, design_effect)
    if not 1 <= n <= population:
        raise ValueError(f"n must lie between 1 and the population of {population}, got {n}")
    if n == population:
        return 0.0
    unlimited = n * (population - 1) / (population - n)
    return _z() * sqrt(design_effect * share * (1 - share) / unlimited)


def design_effect(units_per_cluster: float, correlation: float) -> float:
    """How many times the units that clusters make necessary: 1 + (m - 1) rho.

    `correlation` is the intraclass correlation of the labels within a cluster, in [-1, 1], `units_per_cluster` is at
    least 1. Never below 0. Source: Kish 1965, "Survey sampling", section 5.4.

    >>> design_effect(10, 0.2)
    2.8
    """
    if units_per_cluster < 1 or not -1 <= correlation <= 1:
        raise ValueError(
            f"a cluster has at least 1 unit and a correlation in [-1, 1], got {units_per_cluster}, {correlation}"
        )
    return max(0.0, 1 + (units_per_cluster - 1) * correlation)


def _check(population: int, share: float, effect: float) -> None:
    if population < 1 or not 0 < share < 1 or effect <= 0:
        raise ValueError(f"need population >= 1, 0 < share < 1, design effect > 0, got {population}, {share}, {effect}")


def _z() -> float:
    return float(ndtri((1 + LEVEL) / 2))
