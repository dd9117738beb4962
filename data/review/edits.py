"""The four ways in which a person cuts an answer otherwise: split, merge, leave out, take in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from data.errors import InputError
from data.review.law import check_between
from data.review.reading import read_answer
from data.review.statements import pieces_of, replace_statements
from data.segmentation import Piece
from data.tables import Rater, StatementEdit, Study


def split(
    session: Session, study: Study, answer: str, position: int, at: int, rater: Rater, now: datetime
) -> StatementEdit:
    """Cut the statement at `position` in two before the code point `at` of the answer's text."""
    pieces = pieces_of(read_answer(session, study, answer))
    piece = _at(pieces, position)
    if not piece.start < at < piece.end:
        raise InputError("choose a place inside the statement", field="at")
    cut = [*pieces[: position - 1], Piece(piece.start, at), Piece(at, piece.end), *pieces[position:]]
    return replace_statements(session, study, answer, cut, "split", rater, now)


def merge(session: Session, study: Study, answer: str, position: int, rater: Rater, now: datetime) -> StatementEdit:
    """Make one statement of the one at `position` and the next; only space, signs and citations may be between them."""
    standing = read_answer(session, study, answer)
    pieces = pieces_of(standing)
    first = _at(pieces, position)
    if position == len(pieces):
        raise InputError("there is no statement after this one", field="position")
    second = pieces[position]
    check_between(standing, first, second)
    cut = [*pieces[: position - 1], Piece(first.start, second.end), *pieces[position + 1 :]]
    return replace_statements(session, study, answer, cut, "merge", rater, now)


def leave_out(session: Session, study: Study, answer: str, position: int, rater: Rater, now: datetime) -> StatementEdit:
    """Let the text of the statement at `position` be no statement."""
    pieces = pieces_of(read_answer(session, study, answer))
    _at(pieces, position)
    cut = [*pieces[: position - 1], *pieces[position:]]
    return replace_statements(session, study, answer, cut, "leave out", rater, now)


def take_in(
    session: Session, study: Study, answer: str, start: int, end: int, rater: Rater, now: datetime
) -> StatementEdit:
    """Make a statement of a stretch of the text that is none, whether a person or a rule left it out."""
    pieces = pieces_of(read_answer(session, study, answer))
    cut = sorted([*pieces, Piece(start, end)], key=lambda piece: piece.start)
    return replace_statements(session, study, answer, cut, "take in", rater, now)


def _at(pieces: Sequence[Piece], position: int) -> Piece:
    if not 1 <= position <= len(pieces):
        raise InputError(f"the answer has {len(pieces):,} statements; there is no {position}", field="position")
    return pieces[position - 1]
