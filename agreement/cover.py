"""Covers of statements by sources: smallest, all smallest, greedy, and by matching.

Everywhere `supports[i, j]` is True when source j supports statement i. Statements that no source
supports cannot be covered and are left out. Sources are 0-based columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from agreement.answer import Cells

SMALL = 12
"""Cores of at most this many sources are searched; larger ones go to the integer program."""

ENUMERABLE = 24
"""`minimum_covers` refuses more sources than this: there may be too many covers to list."""


def cover_size(supports: Cells) -> int:
    """Size of a minimum set of sources that covers every supported statement; 0 when none is supported."""
    return len(minimum_cover(supports))


def minimum_cover(supports: Cells) -> tuple[int, ...]:
    """One minimum set of sources that covers every supported statement, in rising order.

    Exact: dominated statements and sources are dropped and forced sources taken until nothing changes;
    what remains is searched by branch and bound, or solved as an integer program when it is large.
    Source: DeepTRACE metric VI, read as minimum set cover.
    """
    taken, core = _reduce(_rows(supports))
    width = len({source for row in core for source in _sources(row)})
    rest = _search(core) if width <= SMALL else _integer_program(core)
    return tuple(sorted((*_sources(taken), *_sources(rest))))


def minimum_covers(supports: Cells) -> tuple[tuple[int, ...], ...]:
    """Every minimum cover, in lexicographic order; `((),)` when no statement is supported.

    Raises ValueError for more than 24 sources.
    """
    if supports.shape[1] > ENUMERABLE:
        raise ValueError(f"all covers are listed for at most {ENUMERABLE} sources, not {supports.shape[1]}")
    rows = _minimal(_rows(supports))
    found = set(_covers_of_size(rows, cover_size(supports)))
    return tuple(sorted(tuple(_sources(cover)) for cover in found))


def greedy_cover(supports: Cells) -> tuple[int, ...]:
    """The greedy cover, in order of choice: always the source that covers most uncovered statements.

    Ties go to the lowest source. It may be larger than a minimum cover.
    """
    open_rows = supports[supports.any(axis=1)]
    chosen: list[int] = []
    while len(open_rows):
        best = int(open_rows.sum(axis=0).argmax())  # argmax returns the first, so ties go to the lowest
        chosen.append(best)
        open_rows = open_rows[~open_rows[:, best]]
    return tuple(chosen)


def vertex_cover_size(supports: Cells) -> int:
    """Size of a minimum vertex cover of the statement-source graph: its maximum matching (König)."""
    if not supports.any():
        return 0
    return int((maximum_bipartite_matching(csr_matrix(supports), perm_type="column") >= 0).sum())


# Below, a set of sources is a bit mask (bit j for source j): dominance is then one `&`.


def _rows(supports: Cells) -> set[int]:
    """The different supported statements, each as the set of its sources."""
    packed = np.packbits(supports, axis=1, bitorder="little")
    return {int.from_bytes(row.tobytes(), "little") for row in packed} - {0}


def _sources(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _minimal(rows: Iterable[int]) -> list[int]:
    """Rows without those that contain another row: whoever covers the smaller covers the larger."""
    kept: list[int] = []
    for row in sorted(set(rows), key=lambda mask: (mask.bit_count(), mask)):
        if not any(small & row == small for small in kept):
            kept.append(row)
    return kept


def _without_dominated_sources(rows: list[int]) -> list[int]:
    """Rows without each source whose statements another source covers too (of twins the lowest stays)."""
    statements: dict[int, int] = {}
    for index, row in enumerate(rows):
        for source in _sources(row):
            statements[source] = statements.get(source, 0) | 1 << index
    kept: list[int] = []
    for source in sorted(statements, key=lambda j: (-statements[j].bit_count(), j)):
        if not any(statements[source] & ~statements[other] == 0 for other in kept):
            kept.append(source)
    useful = sum(1 << source for source in kept)
    return [row & useful for row in rows]


def _reduce(supported: Iterable[int]) -> tuple[int, list[int]]:
    """Forced sources, and the core of rows that no dominance reduces further."""
    taken, rows = 0, list(supported)
    while True:
        reduced = _without_dominated_sources(_minimal(rows))
        forced = 0
        for row in reduced:
            forced |= row if row.bit_count() == 1 else 0
        taken |= forced
        reduced = [row for row in reduced if not row & forced]
        if reduced == rows:
            return taken, rows
        rows = reduced


def _at_least(rows: list[int]) -> int:
    """A lower bound of the cover size: rows that share no source need one each."""
    used = size = 0
    for row in rows:
        if not row & used:
            used |= row
            size += 1
    return size


def _covers_of_size(rows: list[int], size: int) -> Iterator[int]:
    """Covers of the (minimal) rows with at most `size` sources, some of them more than once."""
    if not rows:
        yield 0
    elif _at_least(rows) <= size:
        shortest = min(rows, key=int.bit_count)
        for source in _sources(shortest):
            rest = [row for row in rows if not row >> source & 1]
            for cover in _covers_of_size(rest, size - 1):
                yield cover | 1 << source


def _search(rows: list[int]) -> int:
    """Branch and bound: the first cover of the smallest size that has one."""
    size = _at_least(rows)
    while True:
        cover = next(_covers_of_size(rows, size), None)
        if cover is not None:
            return cover
        size += 1


def _integer_program(rows: list[int]) -> int:
    """Minimise the number of sources such that each row holds one of them (HiGHS)."""
    sources = sorted({source for row in rows for source in _sources(row)})
    matrix = np.array([[row >> source & 1 for source in sources] for row in rows], dtype=np.float64)
    ones = np.ones(len(sources), dtype=np.int64)
    solved = milp(ones, integrality=ones, bounds=Bounds(0, 1), constraints=LinearConstraint(matrix, lb=1.0))
    if not solved.success:
        raise ArithmeticError(f"the integer program of the minimum cover did not finish: {solved.message}")
    return sum(1 << source for source, share in zip(sources, solved.x, strict=True) if share > 0.5)
