"""The law of decomposition: an answer's statements are its text, unmodified, in order, and nothing is skipped.

It holds for statements found by rule, by a model or by a person. What no statement covers must be white space or a
segment that is left out by rule (a heading, code, a reference list: see `statements_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from data.segmentation.kinds import SAID, Piece, Segment

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Breach:
    """Where the law is broken, and how, in words."""

    start: int
    end: int
    why: str


def breaches(text: str, pieces: Sequence[Piece], segments: Sequence[Segment]) -> tuple[Breach, ...]:
    """What keeps `pieces` from being the statements of a text, in the order of the pieces; empty when all is well.

    `segments` cover the text: they say what may be left out. What is skipped is only told of pieces in order.
    """
    misplaced = (*_out_of_bounds(text, pieces), *_out_of_order(pieces))
    if misplaced:
        return misplaced
    return tuple(
        Breach(gap.start, gap.end, f"skipped: {_shown(text[gap.start : gap.end])}")
        for gap in skipped(text, pieces, segments)
    )


def modified(text: str, pieces: Iterable[Piece], texts: Iterable[str]) -> tuple[Breach, ...]:
    """The pieces whose text, as it was handed over, is not what stands in the answer at their place.

    `texts[i]` goes with `pieces[i]`; ValueError when there are more of one than of the other.
    """
    return tuple(
        Breach(piece.start, piece.end, f"modified: {_shown(told)} stands for {_shown(text[piece.start : piece.end])}")
        for piece, told in zip(pieces, texts, strict=True)
        if text[piece.start : piece.end] != told
    )


def skipped(text: str, pieces: Sequence[Piece], segments: Sequence[Segment]) -> Iterator[Piece]:
    """The stretches that neither a piece nor a segment left out by rule covers, white space around them stripped.

    The pieces are in order and do not overlap.
    """
    said = (segment for segment in segments if segment.kind in SAID)
    gaps = _gaps(text, pieces)
    gap, segment = next(gaps, None), next(said, None)
    while gap and segment:
        start, end = max(gap.start, segment.start), min(gap.end, segment.end)
        left = stripped(text, start, end)
        if left.start < left.end:
            yield left
        if gap.end <= segment.end:
            gap = next(gaps, None)
        else:
            segment = next(said, None)


def stripped(text: str, start: int, end: int) -> Piece:
    """A stretch without its surrounding white space; empty when there is nothing else."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Piece(start, end)


def _gaps(text: str, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """What stands before, between and after the pieces."""
    starts, ends = [piece.start for piece in pieces], [piece.end for piece in pieces]
    for start, end in zip([0, *ends], [*starts, len(text)], strict=True):
        if start < end:
            yield Piece(start, end)


def _out_of_bounds(text: str, pieces: Iterable[Piece]) -> Iterator[Breach]:
    for piece in pieces:
        if not 0 <= piece.start <= piece.end <= len(text):
            yield Breach(piece.start, piece.end, "outside the text")
        elif not text[piece.start : piece.end].strip():
            yield Breach(piece.start, piece.end, "empty")


def _out_of_order(pieces: Sequence[Piece]) -> Iterator[Breach]:
    for one, two in pairwise(pieces):
        if two.start < one.end:
            why = "overlaps the statement before it" if two.end > one.start else "stands before the statement before it"
            yield Breach(two.start, two.end, why)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
