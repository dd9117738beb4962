"""DeepTRACE metric VI, Source Necessity: how many readable sources suffice for all that is supported."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np

from agreement.answer import AnswerLabels, Cells
from agreement.cover import cover_size, greedy_cover, vertex_cover_size
from agreement.metric import MetricRules, MetricValue
from agreement.sources import NO_READABLE, Grid, grid_of, labels_read
from agreement.statements import NO_RELEVANT
from agreement.unknown import Completions, settle, undefined_value

MOST_CHOICES, MOST_SOURCES = 200, 12
"""The highest necessity is searched exactly among at most so many choices, in answers with at most so many sources."""


def source_necessity(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Size of a minimum set of readable sources that covers each supported relevant statement / readable sources.

    0 when nothing is supported. Undefined without a readable source or a relevant statement.
    `low` is exact. `high` is exact for up to 12 readable sources unless more than 200 choices would have to be
    searched; beyond that it is an upper bound, and at worst an answer waits for labels that could not change it.
    Source: DeepTRACE metric VI, read as minimum set cover (as its own example, 3 of 5, demands).
    """
    return _necessity(answer, rules, cover_size, _smallest_cover, _largest_cover)


def vertex_cover_necessity(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Size of a minimum vertex cover of the support graph / readable sources: the algorithm the paper names.

    Undefined where `source_necessity` is. Its bounds are exact: more support never makes it smaller.
    """
    return _necessity(answer, rules, vertex_cover_size, _smallest_matching, _largest_matching)


def greedy_necessity(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Size of the greedy cover / readable sources: what the authors' published code computes.

    Undefined where `source_necessity` is. Where labels are unknown it is bounded by the smallest cover
    from below and the largest matching from above, as each source it takes covers a statement of its own.
    """
    return _necessity(answer, rules, lambda supports: len(greedy_cover(supports)), _smallest_cover, _largest_matching)


def _necessity(
    answer: AnswerLabels,
    rules: MetricRules,
    size: Callable[[Cells], int],
    smallest: Callable[[Grid], int],
    largest: Callable[[Grid], int],
) -> MetricValue:
    grid, readable = grid_of(answer, rules), int(answer.readable.sum())
    if not readable or not len(grid.sure):
        return undefined_value(NO_RELEVANT if readable else NO_READABLE)
    unknown = grid.maybes + int(grid.open.sum())
    known = size(grid.supported[grid.sure])
    always = bool(grid.sure.any())
    return settle(
        Completions(
            low=(_with_relevant(grid, smallest) if unknown else known) / readable,
            high=(largest(grid) if unknown else known) / readable,
            always=always,
            part=known,
            whole=readable if always else 0,
            unknown=unknown,
            read=labels_read(answer, grid.open.size),
            never=NO_RELEVANT,
        ),
        rules,
    )


def _with_relevant(grid: Grid, smallest: Callable[[Grid], int]) -> int:
    """The smallest size; when no statement is surely relevant, that of the cheapest single one."""
    return smallest(grid) if grid.sure.any() else int(grid.supported.any(axis=1).all())


def _smallest_cover(grid: Grid) -> int:
    """Smallest minimum cover: statements drop out where they can, and others get all support they may."""
    stays = grid.sure & grid.supported.any(axis=1)
    return cover_size((grid.supported | grid.open)[stays])


def _largest_cover(grid: Grid) -> int:
    """Largest minimum cover: every statement is relevant, and has as little support as it can.

    A statement without known support then demands one open source of its choice, or none. Demands only add
    up, so the worst choice is a largest set of different sources that different statements can demand.
    """
    open_rows = grid.open[~grid.supported.any(axis=1)]
    demands = vertex_cover_size(open_rows)
    if not demands:
        return cover_size(grid.supported)
    columns = np.flatnonzero(open_rows.any(axis=0))
    at_most = min(cover_size(grid.supported) + demands, _cover_with(grid, columns))
    if comb(len(columns), demands) > MOST_CHOICES or grid.supported.shape[1] > MOST_SOURCES:
        return at_most
    largest = 0
    for chosen in combinations(columns, demands):
        if vertex_cover_size(open_rows[:, chosen]) == demands:
            largest = max(largest, _cover_with(grid, np.array(chosen, dtype=np.intp)))
        if largest == at_most:
            break
    return largest


def _cover_with(grid: Grid, demanded: np.ndarray) -> int:
    """Size of a minimum cover that holds the demanded sources."""
    return cover_size(np.vstack([grid.supported, np.eye(grid.supported.shape[1], dtype=np.bool_)[demanded]]))


def _smallest_matching(grid: Grid) -> int:
    return vertex_cover_size(grid.supported[grid.sure])


def _largest_matching(grid: Grid) -> int:
    return vertex_cover_size(grid.supported | grid.open)
