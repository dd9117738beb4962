"""Cutting an answer into statements by a model: unmodified, in order, nothing skipped.

What a model copies wrongly is found in the text and repaired, and each repair counted; statements are always
stretches of the answer, never the model's words. A reply that cannot be repaired is a named failure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from data.citations import Parsed
from data.citations import parsed as parse
from data.segmentation import Piece, Segment, segments, statements_in
from data.segmentation.signs import muted
from judges.completion import Completion
from judges.locating import Placed, placed
from judges.mending import clipped, closed, letters
from judges.reading import objects_in
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

OUR_PROMPT = "decomposition-1"
NEEDS = frozenset({"ANSWER"})
MAY = frozenset({MARK})

MOST_FILLED = 0.2
"""The share of an answer's letters that may be filled in for a model; beyond it the reply counts as ``skipped``."""


@dataclass(frozen=True)
class Repairs:
    """How often a reply had to be repaired, by kind.

    spaced: white space differed. signed: formatting, citation marks, quotes or dashes differed. moved: out of order.
    repeated: said twice, the second one dropped. silent: held nothing but signs, dropped. clipped: reached into what is
    left out by rule, or lay in it and was dropped. joined: signs no statement had went to a neighbour. completed: words
    missing from a sentence went to a neighbour. filled: a sentence missing as a whole was put in by rule.
    """

    spaced: int = 0
    signed: int = 0
    moved: int = 0
    repeated: int = 0
    silent: int = 0
    clipped: int = 0
    joined: int = 0
    completed: int = 0
    filled: int = 0


@dataclass(frozen=True)
class Decomposition:
    """A model's cuts: `pieces` keep the law of decomposition with status ``ok`` and are empty with any other.

    invalid_json: no list of texts. invented: a statement is nowhere in the answer. skipped: too much is left out.
    The statuses of an unusable completion (``refused``, ``truncated``, ...) stay what they are. `told` counts the
    statements of the reply.
    """

    status: str
    pieces: tuple[Piece, ...] = ()
    repairs: Repairs = Repairs()
    told: int = 0


def render(answer: str, template: Template) -> Messages:
    """Instructions first, then the answer."""
    return ({"role": "user", "content": template.filled(**{MARK: mark_of(answer), "ANSWER": answer})},)


def read(completion: Completion, answer: str, parsed: Parsed | None = None) -> Decomposition:
    """The statements a model's reply comes to; `parsed` are the answer's citations, where they are at hand."""
    if completion.failure:
        return Decomposition(completion.failure)
    return read_text(completion.text or "", answer, parsed)


def read_text(text: str, answer: str, parsed: Parsed | None = None) -> Decomposition:
    """The statements a model's text comes to."""
    told = _told(text)
    if told is None:
        return Decomposition("invalid_json")
    found = placed(answer, told)
    if found.missing:
        return Decomposition("invented", told=len(told))
    known = parsed or parse(answer)
    return _repaired(muted(answer, known), found, segments(answer, known), len(told))


def _told(text: str) -> list[str] | None:
    """The statements of a reply; None when there is not exactly one list of texts."""
    lists = [thing["statements"] for thing in objects_in(text) if "statements" in thing]
    if not lists or any(one != lists[0] for one in lists) or not isinstance(lists[0], list):
        return None
    return lists[0] if all(isinstance(one, str) for one in lists[0]) else None


def _repaired(quiet: str, found: Placed, cover: Sequence[Segment], told: int) -> Decomposition:
    said = statements_in(cover)
    pieces = clipped(found.pieces, said)
    mended = closed(quiet, pieces, cover)
    if mended.letters > MOST_FILLED * sum(letters(quiet, piece) for piece in said):
        return Decomposition("skipped", told=told)
    repairs = Repairs(
        spaced=found.copied["spaced otherwise"],
        signed=found.copied["signed otherwise"],
        moved=found.moved,
        repeated=found.repeated,
        silent=found.silent,
        clipped=len(set(found.pieces) - set(pieces)),
        joined=mended.joined,
        completed=mended.completed,
        filled=mended.filled,
    )
    return Decomposition("ok", mended.pieces, repairs, told)
