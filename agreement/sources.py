"""DeepTRACE metrics IV, V, VII and VIII: how statements, citations and sources fit together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.answer import FULL, PARTIAL, UNKNOWN, AnswerLabels, Cells
from agreement.estimate import Estimate
from agreement.metric import MetricRules, MetricValue
from agreement.statements import NO_RELEVANT
from agreement.unknown import Completions, Counts, extreme_ratio, settle, undefined_value

NO_SOURCE = "no listed source"
NO_READABLE = "no readable source"
NO_CITATION = "no citation of a readable source"
NO_SUPPORT = "no supported statement"


@dataclass(frozen=True)
class Grid:
    """The rows that are or may be relevant, by the columns of readable sources.

    `sure[i]`: statement i is known to be relevant, otherwise it may be. Each cell is supported, open
    (label unknown) or neither. `maybes` counts the rows that may be relevant.
    """

    sure: NDArray[np.bool_]
    cites: Cells
    supported: Cells
    open: Cells

    @property
    def maybes(self) -> int:
        return int((~self.sure).sum())


def grid_of(answer: AnswerLabels, rules: MetricRules) -> Grid:
    """The part of an answer that the support metrics look at."""
    rows = answer.relevance != 0
    support = answer.support[np.ix_(rows, answer.readable)]
    return Grid(
        sure=answer.relevance[rows] == 1,
        cites=answer.cites[np.ix_(rows, answer.readable)],
        supported=support >= (PARTIAL if rules.partial_counts else FULL),
        open=support == UNKNOWN,
    )


def labels_read(answer: AnswerLabels, cells: int) -> int:
    """Number of labels a support metric looks at: the relevance of each statement, and `cells` cells."""
    return answer.statements + cells


def _in_rows(cells: Cells) -> Counts:
    """Number of true cells in each row."""
    counts: Counts = np.count_nonzero(cells, axis=1)
    return counts


def uncited_sources(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Listed sources, readable or not, that no statement cites (filler included) / listed sources.

    Needs no label. Undefined without a listed source. Source: DeepTRACE metric IV, as its text reads.
    """
    if not answer.sources:
        return undefined_value(NO_SOURCE)
    uncited = answer.sources - int(answer.cites.any(axis=0).sum())
    share = uncited / answer.sources
    return MetricValue(Estimate(share, answer.sources), share, share, 0, uncited, answer.sources)


def unsupported_statements(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Relevant statements that no readable source supports / relevant statements.

    Undefined without a relevant statement or a readable source. Source: DeepTRACE metric V.
    """
    if not answer.readable.any():
        return undefined_value(NO_READABLE)
    grid = grid_of(answer, rules)
    supported = _in_rows(grid.supported) > 0
    waiting = np.where(supported, 0, _in_rows(grid.open))  # no label can undo a support that is there
    empty = ~supported & (waiting == 0)
    ones = np.ones(len(grid.sure), dtype=np.int64)
    return settle(
        Completions(
            low=extreme_ratio("lowest", grid.sure, empty.astype(np.int64), ones),
            high=extreme_ratio("highest", grid.sure, (~supported).astype(np.int64), ones),
            always=bool(grid.sure.any()),
            part=int((grid.sure & empty).sum()),
            whole=int((grid.sure & (supported | empty)).sum()),
            unknown=grid.maybes + int(waiting.sum()),
            read=labels_read(answer, grid.open.size),
            never=NO_RELEVANT,
        ),
        rules,
    )


def citation_accuracy(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Citations of readable sources that support their relevant statement / all such citations.

    Undefined without such a citation. Source: DeepTRACE metric VII.
    """
    grid = grid_of(answer, rules)
    cited = _in_rows(grid.cites)
    hits = _in_rows(grid.cites & grid.supported)
    open_cells = _in_rows(grid.cites & grid.open)
    return settle(
        Completions(
            low=extreme_ratio("lowest", grid.sure, hits, cited),
            high=extreme_ratio("highest", grid.sure, hits + open_cells, cited),
            always=bool(cited[grid.sure].any()),
            part=int(hits[grid.sure].sum()),
            whole=int((cited - open_cells)[grid.sure].sum()),
            unknown=int(open_cells.sum() + (~grid.sure & (cited > 0)).sum()),
            read=labels_read(answer, int(cited.sum())),
            never=NO_CITATION,
        ),
        rules,
    )


def citation_thoroughness(answer: AnswerLabels, rules: MetricRules) -> MetricValue:
    """Supporting cells (relevant statement, readable source) that are cited / all supporting cells.

    Undefined when nothing supports anything. Source: DeepTRACE metric VIII.
    """
    grid = grid_of(answer, rules)
    hits, missed = (_in_rows(where & grid.supported) for where in (grid.cites, ~grid.cites))
    open_hits, open_missed = (_in_rows(where & grid.open) for where in (grid.cites, ~grid.cites))
    low = extreme_ratio("lowest", grid.sure, hits, hits + missed + open_missed)
    high = extreme_ratio("highest", grid.sure, hits + open_hits, hits + open_hits + missed)
    return settle(
        Completions(
            # With nothing else to support a statement, the open cells alone decide: all cited, or none.
            low=1.0 if low is None and open_hits.any() else low,
            high=0.0 if high is None and open_missed.any() else high,
            always=bool(grid.supported[grid.sure].any()),
            part=int(hits[grid.sure].sum()),
            whole=int((hits + missed)[grid.sure].sum()),
            unknown=grid.maybes + int(grid.open.sum()),
            read=labels_read(answer, grid.open.size),
            never=NO_SUPPORT,
        ),
        rules,
    )
