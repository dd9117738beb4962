"""How often nominal 95 % intervals hold the true value when labels are nested in answers.

Run: python benchmarks/bench_coverage.py [--studies N]. An answer's statements resemble each other, and a rater reads a
whole answer strictly or mildly; the true value is that of a population of 400,000 answers. Ends with status 1 when a
default interval that is held to it leaves 93-98 % by more than two standard errors of the simulation. Not held to it,
but shown: studies of 10 answers (the gate asks for 30) and 90/10 labels.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import atanh, sqrt, tanh

import numpy as np
from nested_studies import Array, Design, Regime, Value, human_human, population, simulated, statistics_of
from scipy.special import ndtri

from agreement.bootstrap import Draws, redrawn, resampled
from agreement.estimate import Interval
from agreement.jackknife import Replicates, atanh_interval, difference_interval, leaving_out, plain_interval

REGIMES = (
    Regime("two values, 70/30", (0.3, 0.7)),
    Regime("two values, 90/10", (0.1, 0.9), held=False),
    Regime("three, even", (0.3, 0.3, 0.4)),
    Regime("three, skewed", (0.1, 0.2, 0.7)),
    Regime("five", (0.1, 0.2, 0.4, 0.2, 0.1)),
)
DESIGNS = (Design(10, 10, 10), Design(30, 10, 10), Design(30, 1, 20), Design(100, 1, 1), Design(100, 5, 5))
METHODS = ("Fisher z", "item bootstrap", "percentile", "BCa", "jackknife", "default")
DIFFERENCE = "judge less humans"  # of quadratic kappa; its default is the plain jackknife, as in the gate
LOW, HIGH, GATE = 0.93, 0.98, 30
AT_ONCE = 250  # studies in memory


@dataclass(frozen=True)
class Effort:
    """Studies for each line, how many of them are bootstrapped, and replicates of each bootstrap."""

    studies: int = 2_000
    bootstrapped: int = 300
    replicates: int = 500


@dataclass(frozen=True)
class Figure:
    """How an interval did in `of` studies: defined in `defined` of them, right in `covered`."""

    statistic: str
    method: str
    covered: int
    defined: int
    of: int

    @property
    def coverage(self) -> float:
        return self.covered / self.defined if self.defined else float("nan")

    @property
    def holds(self) -> bool:
        """Whether it is within 93-98 %, give or take two standard errors of the simulation."""
        error = 2 * sqrt(0.95 * 0.05 / max(self.defined, 1))
        return LOW - error <= self.coverage <= HIGH + error

    def __str__(self) -> str:
        return f"{self.coverage:.1%} ({1 - self.defined / self.of:.1%})"


@dataclass(frozen=True)
class Line:
    """The figures of one regime and design."""

    regime: Regime
    design: Design
    figures: tuple[Figure, ...]

    @property
    def held(self) -> bool:
        return self.regime.held and self.design.answers >= GATE

    @property
    def broken(self) -> list[str]:
        """Default intervals that are held to their coverage and miss it."""
        wrong = (one for one in self.figures if self.held and one.method == "default" and not one.holds)
        return [f"{self.regime.name}, {self.design.name}: {one.statistic} {one}" for one in wrong]


@dataclass(frozen=True)
class Tried:
    """One interval of one study."""

    statistic: str
    method: str
    interval: Interval


def fisher_z(value: float, n: int) -> Interval:
    """The usual interval of a correlation: right for n independent pairs of normal numbers, which labels are not."""
    if not -1 < value < 1 or n < 4:
        return Interval(None, None, "Fisher z", undefined="needs a value inside -1 and 1 and four units")
    half = float(ndtri(0.975)) / sqrt(n - 3)
    return Interval(tanh(atanh(value) - half), tanh(atanh(value) + half), "Fisher z")


def jackknifed(statistic: Value, tables: Array) -> list[Replicates]:
    """The jackknife of each study; `tables` are studies x answers x pairs x K x K."""
    total, cluster = tables.sum(axis=1), np.arange(tables.shape[1])
    values, left_out = statistic(total), statistic(total[:, None] - tables)
    return [Replicates(float(value), cluster, left) for value, left in zip(values, left_out, strict=True)]


def closed(tables: Array, regime: Regime) -> Iterator[Tried]:
    """Every interval of each study that needs no draws."""
    units = tables[:, :, 0].sum(axis=(1, 2, 3)).astype(int)
    statistics = statistics_of(regime.scale)
    for name, statistic in statistics.items():
        for found, n in zip(jackknifed(statistic, tables), units, strict=True):
            yield Tried(name, "Fisher z", fisher_z(found.value, int(n)))
            yield Tried(name, "jackknife", plain_interval(found, -1.0, 1.0))
            yield Tried(name, "default", atanh_interval(found))
    judge, human = statistics["kappa quadratic"], human_human(regime.scale)
    for a, b in zip(jackknifed(judge, tables), jackknifed(human, tables), strict=True):
        yield Tried(DIFFERENCE, "default", difference_interval(a, b, -1.0, 1.0))


def drawn(answers: Array, items: Array, regime: Regime, draws: Draws) -> Iterator[Tried]:
    """Bootstrap intervals of one study, from tables of its answers and of its single statements."""
    statistics = statistics_of(regime.scale)

    def every(totals: Array) -> Array:
        return np.stack([statistic(totals) for statistic in statistics.values()], axis=-1)

    by_answer, by_item = redrawn(answers, every, draws), redrawn(items, every, draws)
    for position, (name, statistic) in enumerate(statistics.items()):
        found = leaving_out(answers, statistic)
        nested = resampled(found, by_answer[:, position])
        yield Tried(name, "item bootstrap", resampled(found, by_item[:, position]).percentile)
        yield Tried(name, "percentile", nested.percentile)
        yield Tried(name, "BCa", nested.bca)


def tried(regime: Regime, design: Design, effort: Effort) -> Iterator[Tried]:
    """Every interval of every study of one regime and design."""
    rng = np.random.default_rng(2)
    for start in range(0, effort.studies, AT_ONCE):
        studies = simulated(rng, regime, design, min(AT_ONCE, effort.studies - start))
        tables = studies.tables(len(regime.shares))
        yield from closed(tables, regime)
        for study in range(min(len(tables), effort.bootstrapped - start)):
            items = studies.items(study, len(regime.shares))
            yield from drawn(tables[study], items, regime, Draws(rng, effort.replicates))


def true_values(whole: Array, regime: Regime) -> dict[str, float]:
    """Every statistic of a population's pair tables."""
    values = {name: float(statistic(whole)) for name, statistic in statistics_of(regime.scale).items()}
    return values | {DIFFERENCE: values["kappa quadratic"] - float(human_human(regime.scale)(whole))}


def line_of(regime: Regime, design: Design, truth: dict[str, float], effort: Effort) -> Line:
    """Coverage of every interval in one regime and design."""
    found: dict[tuple[str, str], list[Interval]] = {}
    for one in tried(regime, design, effort):
        found.setdefault((one.statistic, one.method), []).append(one.interval)
    return Line(regime, design, tuple(figure(*which, intervals, truth[which[0]]) for which, intervals in found.items()))


def figure(statistic: str, method: str, intervals: list[Interval], truth: float) -> Figure:
    bounds = [(one.low, one.high) for one in intervals if one.low is not None and one.high is not None]
    return Figure(statistic, method, sum(low <= truth <= high for low, high in bounds), len(bounds), len(intervals))


def show(line: Line) -> None:
    """One row for each statistic."""
    print(f"{line.regime.name}, {line.design.name}")
    by = {(one.statistic, one.method): str(one) for one in line.figures}
    for name in dict.fromkeys(one.statistic for one in line.figures):
        print(f"  {name:<20}" + "".join(f"{by.get((name, method), ''):>17}" for method in METHODS), flush=True)


def summarize(lines: list[Line]) -> None:
    """Mean coverage of each method, and in brackets the least, over statistics and regimes that are held to theirs."""
    print("mean (least) over four statistics and four regimes: all but the difference and 90/10 labels")
    for design in DESIGNS:
        figures = [one for line in lines if line.design == design and line.regime.held for one in line.figures]
        print(f"  {design.name:<20}" + "".join(f"{mean_and_least(figures, method):>17}" for method in METHODS))


def mean_and_least(figures: list[Figure], method: str) -> str:
    coverage = [one.coverage for one in figures if one.method == method and one.statistic != DIFFERENCE]
    return f"{np.mean(coverage):.1%} ({min(coverage):.1%})" if coverage else ""


def main(effort: Effort) -> int:
    print(
        f"{effort.studies:,} studies, {effort.bootstrapped:,} of them bootstrapped ({effort.replicates:,} replicates)"
    )
    print("coverage of nominal 95 % intervals (share of studies in which the interval is undefined)")
    print(" " * 22 + "".join(f"{method:>17}" for method in METHODS))
    regimes, designs = zip(*product(REGIMES, DESIGNS), strict=True)
    with ProcessPoolExecutor() as pool:
        whole = dict(zip(REGIMES, pool.map(population, REGIMES), strict=True))
        truths = [true_values(whole[regime], regime) for regime in regimes]
        lines = []
        for line in pool.map(line_of, regimes, designs, truths, [effort] * len(regimes)):
            show(line)
            lines.append(line)
    summarize(lines)
    broken = [words for line in lines for words in line.broken]
    for words in broken:
        print(f"outside 93-98 %: {words}")
    return int(bool(broken))


def asked() -> Effort:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--studies", type=int, default=Effort.studies, help="for each line")
    parser.add_argument("--bootstrapped", type=int, default=Effort.bootstrapped, help="how many of them")
    parser.add_argument("--replicates", type=int, default=Effort.replicates, help="of each bootstrap")
    return Effort(**vars(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main(asked()))
