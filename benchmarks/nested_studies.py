"""Invented studies of two humans and a judge whose labels are nested in answers, by the thousand at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtri

from agreement.alpha import alpha_values
from agreement.scale import Scale, equally_spaced
from agreement.statistics import STATISTICS

PAIRS = ((0, 1), (0, 2), (1, 2))  # rater 0 is the judge
SHARED = (0.7, 0.8, 0.8)  # how much of a rater's impression is the truth, as a share of its variance
ALIKE = 0.3  # share of variance between answers, of the truth and of each rater's error
POPULATION = 20, 20_000, 10  # chunks, answers in each, statements in each

Array = np.ndarray
Value = Callable[[Array], Array]
"""A statistic of a stack of pair tables, ... x pairs x K x K."""


@dataclass(frozen=True)
class Regime:
    """How labels are spread: `shares[k]` of the raters' impressions fall on value k.

    `held`: default intervals are held to their coverage here; otherwise the regime shows where they end.
    """

    name: str
    shares: tuple[float, ...]
    held: bool = True

    @property
    def scale(self) -> Scale:
        return equally_spaced(tuple("abcde"[: len(self.shares)]), "ordinal")


@dataclass(frozen=True)
class Design:
    """`answers` of `least` to `most` statements each."""

    answers: int
    least: int
    most: int

    @property
    def name(self) -> str:
        size = str(self.most) if self.least == self.most else f"{self.least}-{self.most}"
        return f"{self.answers} answers x {size}"


@dataclass(frozen=True, eq=False)
class Studies:
    """`codes[d, r, c, s]` is the value rater r gave statement s of answer c in study d, if `given[d, c, s]`."""

    codes: Array
    given: Array

    def items(self, study: int, size: int) -> Array:
        """Tables of one study, one for each statement: statements x pairs x K x K."""
        codes, one_hot = self.codes[study][:, self.given[study]], np.eye(size)
        return np.stack([one_hot[codes[a]][:, :, None] * one_hot[codes[b]][:, None, :] for a, b in PAIRS], axis=1)

    def tables(self, size: int) -> Array:
        """Studies x answers x pairs x K x K."""
        studies, _, answers, statements = self.codes.shape
        first = np.arange(studies * answers)[:, None] * size * size
        given, cells = self.given.ravel().astype(float), studies * answers * size * size
        counts = []
        for a, b in PAIRS:
            cell = first + (self.codes[:, a] * size + self.codes[:, b]).reshape(-1, statements)
            counts.append(np.bincount(cell.ravel(), given, cells).reshape(studies, answers, size, size))
        return np.stack(counts, axis=2)


def simulated(rng: np.random.Generator, regime: Regime, design: Design, studies: int) -> Studies:
    """A true impression with answer effects, seen by each rater through errors with answer effects, cut to values."""

    def nested() -> Array:
        shape = studies, design.answers
        between, within = rng.standard_normal((*shape, 1)), rng.standard_normal((*shape, design.most))
        return sqrt(ALIKE) * between + sqrt(1 - ALIKE) * within

    truth, cuts = nested(), ndtri(np.cumsum(regime.shares)[:-1])
    seen = (sqrt(share) * truth + sqrt(1 - share) * nested() for share in SHARED)
    codes = np.stack([np.searchsorted(cuts, impression) for impression in seen], axis=1)
    sizes = rng.integers(design.least, design.most + 1, (studies, design.answers, 1))
    return Studies(codes, np.arange(design.most) < sizes)


def statistics_of(scale: Scale) -> dict[str, Value]:
    """Means over the humans of judge and human; alpha of all three raters."""

    def mean(name: str) -> Value:
        return lambda tables: STATISTICS[name].of(tables[..., :2, :, :], scale).mean(axis=-1)

    def alpha(tables: Array) -> Array:
        together = tables.sum(axis=-3)
        return alpha_values((together + np.swapaxes(together, -1, -2)) / 2, scale, "ordinal")

    return {
        "kappa quadratic": mean("kappa_quadratic"),
        "kappa": mean("kappa"),
        "alpha ordinal": alpha,
        "Pearson": mean("pearson"),
    }


def human_human(scale: Scale) -> Value:
    """Quadratic kappa of the two humans."""
    return lambda tables: STATISTICS["kappa_quadratic"].of(tables[..., 2, :, :], scale)


def population(regime: Regime) -> Array:
    """Pair tables of a whole population, from which every study is drawn."""
    chunks, answers, statements = POPULATION
    design, rng = Design(answers, statements, statements), np.random.default_rng(1)
    every = (simulated(rng, regime, design, 1).tables(len(regime.shares)) for _ in range(chunks))
    return np.add.reduce([tables.sum(axis=(0, 1)) for tables in every])
