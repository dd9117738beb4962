"""The plan by simulation: what more answers, or more statements of each, would do to the interval of a judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from agreement.frame import CodedLabels, Codes, Floats, Ints
from agreement.jackknife import Replicates
from agreement.panel import Panel
from agreement.scale import Scale
from agreement.statistics import Statistic

AT_ONCE = 4_000_000  # cells held in memory at once, about 32 MB


@dataclass(frozen=True)
class Design:
    """So many answers, and of each at most so many statements (an answer with fewer keeps all it has)."""

    answers: int
    statements: int

    def __post_init__(self) -> None:
        if self.answers < 2 or self.statements < 1:
            raise ValueError(f"a design needs two answers and one statement each, got {self}")


@dataclass(frozen=True)
class Targets:
    """What a lower bound is to exceed: that of judge-human agreement each of `above`, that of judge-human minus
    human-human agreement `difference_above`."""

    above: tuple[float, ...] = (0.5, 0.6)
    difference_above: float = -0.10


@dataclass(frozen=True)
class Forecast:
    """What a design would give, were its answers like those of the pilot.

    `units` is the mean number of statements with a label of the judge and of a human, `half_width` the mean of half the
    interval where it is defined (None: nowhere). `above[i]` is the probability that the lower bound exceeds target i,
    `difference_above` that of the difference does (None without two humans); an undefined interval does not.
    `undefined` is the share of undefined intervals of judge-human agreement.
    """

    design: Design
    units: float
    half_width: float | None
    above: tuple[float, ...]
    difference_above: float | None
    undefined: float


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Pairs of raters on the pilot's units: `cell[u, p]` is the place of unit u in the K x K table of pair p, or -1.

    `group[p]` is the table that pair p is added to; `symmetric` when its two raters are to be treated alike.
    """

    cell: Ints
    group: Ints
    symmetric: bool

    @property
    def groups(self) -> int:
        return int(self.group.max(initial=-1)) + 1


@dataclass(frozen=True, eq=False)
class Pilot:
    """The pilot's units by answer, in the order of the coded labels: those of answer c are `start[c]:start[c + 1]`.

    Only units with a label of the judge and a human, or of two humans, are held.
    """

    scale: Scale
    start: Ints
    weight: Floats | None
    judge: _Pairs
    humans: _Pairs

    @property
    def answers(self) -> int:
        """Answers of the pilot."""
        return len(self.start) - 1


def pilot_of(labels: CodedLabels, judge: int, panel: Panel) -> Pilot:
    """The pilot of a judge (a position in `labels.raters`) and the humans of the panel, paired as the panel says.

    ValueError when the judge shares no unit with a human, or when all its units lie in one answer.
    """
    codes = np.full((len(labels.raters), len(labels.cluster_of)), -1, dtype=np.int16)
    for rater in (judge, *panel.humans):
        own = labels.of(rater)
        codes[rater, own.unit] = own.code
    size, pooled = len(labels.scale.values), panel.pairing == "pooled"
    with_judge = _cells(codes, [(judge, human) for human in panel.humans], size)
    with_humans = _cells(codes, list(combinations(panel.humans, 2)), size)
    if not (with_judge >= 0).any():
        raise ValueError(f"{labels.raters[judge].name} shares no unit with a human: there is no pilot to plan from")
    used = np.asarray((with_judge >= 0).any(axis=1) | (with_humans >= 0).any(axis=1))
    cluster = labels.cluster_of[used]
    start = np.append(np.flatnonzero(np.diff(cluster, prepend=-1)), len(cluster))
    if len(start) < 3:
        raise ValueError("the pilot has one answer only: how answers differ cannot be seen")
    return Pilot(
        scale=labels.scale,
        start=start,
        weight=None if labels.weight is None else labels.weight[used],
        judge=_grouped(with_judge[used], pooled, symmetric=False),
        humans=_grouped(with_humans[used], pooled, symmetric=pooled),
    )


def forecast(
    pilot: Pilot,
    statistic: Statistic,
    design: Design,
    rng: np.random.Generator,
    targets: Targets = Targets(),
    replicates: int = 500,
) -> Forecast:
    """What the default interval would be in a study of another size.

    Each replicate draws answers of the pilot with replacement, of each answer statements without replacement (people's
    and the judge's labels of a statement stay together), and computes the statistic's default interval. The
    pilot is taken for the truth: its own error, which is large when it is small, is not in the forecast.
    More statements than the pilot has of an answer cannot be foreseen: it keeps all it has.
    ValueError: a statistic where less is better, or one that needs an order the scale does not have.
    Source: Davison & Hinkley 1997, "Bootstrap methods", section 3.8 (resampling clusters, then within).
    """
    if statistic.lower_is_better or statistic.senseless_on(pilot.scale):
        raise ValueError(f"no plan for {statistic.name}: it needs a statistic of agreement that suits the scale")
    found = [pair for block in _draws(pilot, design, rng, replicates) for pair in _agreements(pilot, statistic, block)]
    intervals = [statistic.interval(each.judge, each.units) for each in found]
    lows = np.array([np.nan if interval.low is None else interval.low for interval in intervals])
    halves = [(i.high - i.low) / 2 for i in intervals if i.low is not None and i.high is not None]
    return Forecast(
        design=design,
        units=float(np.mean([each.units for each in found])),
        half_width=float(np.mean(halves)) if halves else None,
        above=tuple(float((lows > target).mean()) for target in targets.above),
        difference_above=_difference_above(found, statistic, targets.difference_above) if pilot.humans.groups else None,
        undefined=float(np.isnan(lows).mean()),
    )


def smallest(
    forecasts: Sequence[Forecast], chance: Callable[[Forecast], float | None], probability: float
) -> Forecast | None:
    """The forecast with the fewest statements, then the fewest answers, whose `chance` reaches a probability.

    `chance` picks what is wanted, as `lambda f: f.above[0]`. None when no design reaches it.
    """
    enough = [each for each in forecasts if (chance(each) or 0.0) >= probability]
    return min(enough, key=lambda each: (each.units, each.design.answers), default=None)


def _cells(codes: Codes, pairs: Sequence[tuple[int, int]], size: int) -> Ints:
    """Place in the K x K table of each unit and pair, -1 where one of the two has no label: units x pairs."""
    cells = np.full((codes.shape[1], len(pairs)), -1, dtype=np.intp)
    for p, (a, b) in enumerate(pairs):
        both = (codes[a] >= 0) & (codes[b] >= 0)
        cells[both, p] = codes[a, both].astype(np.intp) * size + codes[b, both]
    return cells


def _grouped(cell: Ints, pooled: bool, symmetric: bool) -> _Pairs:
    pairs = cell.shape[1]
    return _Pairs(cell, np.zeros(pairs, dtype=np.intp) if pooled else np.arange(pairs), symmetric)


@dataclass(frozen=True, eq=False)
class _Draw:
    """Units drawn for some replicates: `unit[i]` for answer `place[i]`, which counts through replicates x answers."""

    replicates: int
    answers: int
    unit: Ints
    place: Ints


def _draws(pilot: Pilot, design: Design, rng: np.random.Generator, replicates: int) -> Iterator[_Draw]:
    """Blocks of replicates small enough for memory."""
    length = np.diff(pilot.start)
    most = int(length.max())
    size = len(pilot.scale.values) ** 2 * max(pilot.judge.groups, pilot.humans.groups)
    block = max(1, AT_ONCE // (design.answers * max(size, most)))
    for done in range(0, replicates, block):
        shape = (min(block, replicates - done), design.answers)
        answer = rng.integers(pilot.answers, size=shape).ravel()
        if design.statements < most:
            order = np.where(np.arange(most) < length[answer, None], rng.random((len(answer), most)), np.inf)
            chosen = np.argpartition(order, design.statements - 1, axis=1)[:, : design.statements]
        else:
            chosen = np.broadcast_to(np.arange(most), (len(answer), most))
        place, at = np.nonzero(chosen < length[answer, None])
        yield _Draw(*shape, pilot.start[answer[place]] + chosen[place, at], place)


@dataclass(frozen=True, eq=False)
class _Agreement:
    """One replicate: mean agreement of the judge with humans on `units` units, and of the humans."""

    judge: Replicates
    humans: Replicates
    units: int


def _agreements(pilot: Pilot, statistic: Statistic, draw: _Draw) -> Iterator[_Agreement]:
    """The replicates of a block."""
    judge, humans = (_means(pilot, pairs, statistic, draw) for pairs in (pilot.judge, pilot.humans))
    shared = np.asarray((pilot.judge.cell >= 0).any(axis=1))[draw.unit]
    units = np.bincount(draw.place[shared] // draw.answers, minlength=draw.replicates)
    for one, other, n in zip(judge, humans, units, strict=True):
        yield _Agreement(one, other, int(n))


def _means(pilot: Pilot, pairs: _Pairs, statistic: Statistic, draw: _Draw) -> list[Replicates]:
    """The mean over groups in each replicate, and what it is without each answer that has a unit of some pair."""
    tables = _tables(pilot, pairs, draw)
    total = tables.sum(axis=1)
    value = _mean(total, statistic, pilot.scale)
    left_out = _mean(total[:, None] - tables, statistic, pilot.scale)
    present = np.asarray(tables.any(axis=(2, 3, 4)))
    return [
        Replicates(float(value[r]), np.flatnonzero(present[r]), left_out[r, present[r]]) for r in range(draw.replicates)
    ]


def _mean(tables: Floats, statistic: Statistic, scale: Scale) -> Floats:
    """Mean of a statistic over groups, the third axis from the end; NaN without groups."""
    if not tables.shape[-3]:
        return np.full(tables.shape[:-3], np.nan)
    values = statistic.of(tables.reshape(-1, *tables.shape[-2:]), scale)
    return np.asarray(values.reshape(tables.shape[:-2]).mean(axis=-1))


def _tables(pilot: Pilot, pairs: _Pairs, draw: _Draw) -> Floats:
    """Replicates x answers x groups x K x K."""
    size = len(pilot.scale.values)
    shape = (draw.replicates * draw.answers, pairs.groups, size * size)
    tables = np.zeros(shape)
    for p, group in enumerate(pairs.group):
        cell = pairs.cell[draw.unit, p]
        both = cell >= 0
        weight = None if pilot.weight is None else pilot.weight[draw.unit[both]]
        counts = np.bincount(draw.place[both] * (size * size) + cell[both], weight, minlength=shape[0] * size * size)
        tables[:, group] += counts.reshape(shape[0], size * size)
    tables = tables.reshape(draw.replicates, draw.answers, pairs.groups, size, size)
    return (tables + np.swapaxes(tables, -1, -2)) / 2 if pairs.symmetric else tables


def _difference_above(found: Sequence[_Agreement], statistic: Statistic, target: float) -> float:
    lows = [statistic.difference(each.judge, each.humans).low for each in found]
    return float(np.mean([low is not None and low > target for low in lows]))
