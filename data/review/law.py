"""What a new cut of an answer into statements has to keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from data.errors import InputError
from data.review.reading import Standing
from data.segmentation import SAID, Kind, Piece, breaches, skipped
from data.segmentation.law import stripped
from data.segmentation.signs import muted, says

Action = Literal["split", "merge", "leave out", "take in", "decompose", "undo"]

_MAY_SKIP: frozenset[Action] = frozenset({"leave out", "undo"})
NOTHING_SAID: frozenset[Kind] = frozenset({"space", "markup", "citation"})
"""Kinds of segments that are never asked about: they belong to what stands beside them."""
_SHOWN = 60


def check_cut(standing: Standing, before: Sequence[Piece], cut: Sequence[Piece], action: Action) -> None:
    """InputError unless `cut` may take the place of the statements `before`.

    It keeps the law of decomposition, but for what was skipped before, or is left out now. No new piece says nothing,
    and no new end lies in a citation.
    """
    if tuple(cut) == tuple(before):
        raise InputError("that changes nothing")
    text = standing.answer.text
    for breach in breaches(text, cut, ()):
        raise InputError(f"{breach.why} (characters {breach.start} to {breach.end})")
    if action not in _MAY_SKIP:
        _check_nothing_lost(standing, before, cut)
    new = sorted(set(cut) - set(before), key=lambda piece: piece.start)
    _check_says(standing, new)
    _check_marks(standing, new)


def check_between(standing: Standing, first: Piece, second: Piece) -> None:
    """InputError unless only space, signs and citations stand between two statements that are to be one."""
    for segment in standing.segments:
        start, end = max(segment.start, first.end), min(segment.end, second.start)
        if start < end and segment.kind not in NOTHING_SAID and standing.answer.text[start:end].strip():
            what = "text that was left out" if segment.kind in SAID else f"a {segment.kind}"
            raise InputError(f"{what} stands between these statements; they stay apart")


def _check_nothing_lost(standing: Standing, before: Sequence[Piece], cut: Sequence[Piece]) -> None:
    text = standing.answer.text
    skipped_before = _places(skipped(text, before, standing.segments))
    for gap in skipped(text, cut, standing.segments):
        lost = _places([gap]) - skipped_before
        if lost:
            words = stripped(text, min(lost), max(lost) + 1)
            raise InputError(f"this would skip {text[words.start : words.end][:_SHOWN]!r}")


def _places(stretches: Iterable[Piece]) -> set[int]:
    return {place for stretch in stretches for place in range(stretch.start, stretch.end)}


def _check_says(standing: Standing, new: Sequence[Piece]) -> None:
    quiet = muted(standing.answer.text, standing.parsed)
    for piece in new:
        if not says(quiet[piece.start : piece.end]):
            raise InputError(
                f"{standing.answer.text[piece.start : piece.end][:_SHOWN]!r} says nothing by itself: "
                "a statement needs a word"
            )


def _check_marks(standing: Standing, new: Sequence[Piece]) -> None:
    edges = {edge for piece in new for edge in (piece.start, piece.end)}
    for mark in standing.marks:
        if mark.positions is not None and not edges.isdisjoint(range(mark.start + 1, mark.end)):
            words = standing.answer.text[mark.start : mark.end][:_SHOWN]
            raise InputError(f"this cuts the citation {words!r} in two; choose a place before or behind it")
