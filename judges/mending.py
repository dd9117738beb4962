"""Closing the gaps between a model's statements, so that nothing of the answer is skipped."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from data.segmentation import Piece, Segment, skipped, statements_in
from data.segmentation.signs import says


@dataclass(frozen=True)
class Mended:
    """Pieces without a gap between them, and how gaps were closed.

    `joined` counts signs given to a neighbour, `completed` words given to a neighbour in the same sentence, `filled`
    sentences put in. `letters` are the letters and digits of the last two.
    """

    pieces: tuple[Piece, ...]
    joined: int
    completed: int
    filled: int
    letters: int


def clipped(pieces: Sequence[Piece], said: Sequence[Piece]) -> list[Piece]:
    """The pieces without what of them stands outside `said`, the stretches that may become statements.

    Both are in order. Only a piece's ends are clipped; one that lies outside altogether is dropped.
    """
    ends = [piece.end for piece in said]
    kept = []
    for piece in pieces:
        first, last = bisect_left(ends, piece.start + 1), bisect_left(ends, piece.end)
        last = last if last < len(said) and said[last].start < piece.end else last - 1
        if first <= last:
            kept.append(Piece(max(piece.start, said[first].start), min(piece.end, said[last].end)))
    return kept


def closed(quiet: str, pieces: Sequence[Piece], cover: Sequence[Segment]) -> Mended:
    """The pieces, in order, with everything of the answer's statements in them.

    `quiet` is the answer muted, `cover` are its segments. A sentence of which no word is in a piece becomes one.
    """
    gaps = set(skipped(quiet, pieces, cover))
    said = statements_in(cover)
    ends = [sentence.end for sentence in said]
    mended: list[Piece] = []
    counts: Counter[str] = Counter()
    waiting: int | None = None
    row = sorted([*pieces, *gaps], key=lambda piece: piece.start)
    for here, following in zip(row, [*row[1:], None], strict=False):
        if here not in gaps:
            mended.append(Piece(here.start if waiting is None else waiting, here.end))
            waiting = None
            continue
        sentence = said[bisect_left(ends, here.end)]
        before = mended[-1] if mended and mended[-1].end > sentence.start else None
        after = following if following and following.start < sentence.end else None
        counts[_way(quiet, here, before, after)] += 1
        if after and (not before or _goes_on(quiet, here, before, after)):
            waiting = here.start
        elif before:
            mended[-1] = Piece(before.start, here.end)
        else:
            mended.append(here)
    missing = sum(letters(quiet, gap) for gap in gaps if says(quiet[gap.start : gap.end]))
    return Mended(tuple(mended), counts["joined"], counts["completed"], counts["filled"], missing)


def _way(quiet: str, gap: Piece, before: Piece | None, after: Piece | None) -> str:
    if not before and not after:
        return "filled"
    return "completed" if says(quiet[gap.start : gap.end]) else "joined"


def _goes_on(quiet: str, gap: Piece, before: Piece, after: Piece) -> bool:
    """Whether what is missing between two pieces of a sentence belongs to the second: words do, and opening signs."""
    touches = gap.end == after.start and gap.start > before.end
    return touches or says(quiet[gap.start : gap.end])


def letters(quiet: str, piece: Piece) -> int:
    """How many letters and digits a stretch has."""
    return sum(sign.isalnum() for sign in quiet[piece.start : piece.end])
