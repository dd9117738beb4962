"""Which statement each citation of an answer belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from data.citations import Mark
from data.segmentation.kinds import Kind, Piece, Segment

_PASSED: frozenset[Kind] = frozenset({"citation", "markup", "space", "code"})
"""What may stand between a statement and the block of citations that follows it."""


def citing_pieces(
    marks: Iterable[Mark], pieces: Sequence[Piece], segments: Sequence[Segment]
) -> tuple[int | None, ...]:
    """For each mark the place in `pieces` of the statement that cites by it; None: no statement does.

    A mark belongs to the statement it stands in. A block of nothing but marks belongs to the statement before it,
    unless a heading, a table's head or text that is no statement stands between. Marks in headings belong to none.
    `pieces` are in order; `segments` cover the text (see `segments`).
    """
    return tuple(_Places(pieces, segments).of(marks))


class _Places:
    def __init__(self, pieces: Sequence[Piece], segments: Sequence[Segment]) -> None:
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]
        self._segments = segments
        self._segment_starts = [segment.start for segment in segments]
        self._walls = list(_walls(segments))

    def of(self, marks: Iterable[Mark]) -> Iterator[int | None]:
        for mark in marks:
            place = bisect_right(self._starts, mark.start) - 1
            yield place if place >= 0 and self._reaches(place, mark) else None

    def _reaches(self, place: int, mark: Mark) -> bool:
        end = self._pieces[place].end
        if mark.start < end:
            return True
        own = bisect_right(self._segment_starts, mark.start) - 1
        return self._segments[own].kind == "citation" and self._walls[own] <= end


def _walls(segments: Iterable[Segment]) -> Iterator[int]:
    """For each segment where the last one before or at it ends that citations do not reach across."""
    last = 0
    for segment in segments:
        last = last if segment.kind in _PASSED else segment.end
        yield last
