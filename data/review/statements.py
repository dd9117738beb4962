"""The statements of an answer: put others in their place while nothing rests on them, and take that back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from data.errors import InputError
from data.review.law import Action, check_cut
from data.review.reading import Standing, read_answer
from data.review.resting import hold_units, resting_on
from data.review.writing import Positions, hold, write_statements
from data.segmentation import Piece
from data.segmentation.law import stripped
from data.tables import Rater, StatementEdit, Study
from data.tables.types import stored
from data.texts import checked_text

Pieces = tuple[Piece, ...]

_NOT_FOUND = "the statements were not found in the answer's text, one after another: they stay as they came"


def replace_statements(
    session: Session,
    study: Study,
    answer: str,
    pieces: Sequence[Piece],
    action: Action,
    rater: Rater | None,
    now: datetime,
    note: str | None = None,
) -> StatementEdit:
    """Cut an answer into these pieces of its text; its statements, citations and units are made anew.

    Space around a piece is left off. No rater: a model cut it, and `note` says which. InputError when anything rests on
    the statements there are, or the cut breaks a law of `check_cut`.
    """
    hold(session, study)
    standing = read_answer(session, study, answer)
    before = _changeable(session, standing)
    cut = tuple(_trimmed(standing.answer.text, piece) for piece in pieces)
    check_cut(standing, before, cut, action)
    checked_text(note or "", "note")
    given = _carried(before, standing.given, cut)
    return _replace(session, study, standing, _Cut(cut, given, action, rater, now, note))


def undo_edit(session: Session, study: Study, answer: str, rater: Rater, now: datetime) -> StatementEdit:
    """Take the newest change of an answer's statements back that is not taken back yet. InputError without any."""
    hold(session, study)
    standing = read_answer(session, study, answer)
    before = _changeable(session, standing)
    last = standing_edit(edits_of(session, stored(standing.answer.id)))
    if last is None:
        raise InputError("nothing of this answer's statements was changed")
    given = {(piece.start, piece.end): besides for piece, besides in zip(before, standing.given, strict=True)}
    for start, end, *_ in last.after:
        given.pop((start, end), None)
    given |= {(start, end): frozenset(besides) for start, end, *besides in last.before}
    spans = sorted(given)
    cut = tuple(Piece(start, end) for start, end in spans)
    check_cut(standing, before, cut, "undo")
    return _replace(session, study, standing, _Cut(cut, [given[span] for span in spans], "undo", rater, now))


def edits_of(session: Session, answer_id: int) -> list[StatementEdit]:
    """The changes of an answer's statements, oldest first."""
    query = select(StatementEdit).where(StatementEdit.answer_id == answer_id)
    return list(session.exec(query.order_by(col(StatementEdit.id))))


def standing_edit(edits: Iterable[StatementEdit]) -> StatementEdit | None:
    """The newest of the changes that is not taken back; None: the statements are as they came."""
    standing: list[StatementEdit] = []
    for edit in edits:
        if edit.action == "undo":
            standing.pop()
        else:
            standing.append(edit)
    return standing[-1] if standing else None


def fixed_because(session: Session, standing: Standing) -> str | None:
    """Why the statements of an answer cannot be changed, in words; None: they can."""
    if standing.pieces is None:
        return _NOT_FOUND
    resting = resting_on(session, stored(standing.answer.id))
    return resting and f"the statements stay as they are: {resting}"


def pieces_of(standing: Standing) -> Pieces:
    """Where the statements stand. InputError when they were not found in the text."""
    if standing.pieces is None:
        raise InputError(_NOT_FOUND)
    return standing.pieces


def _changeable(session: Session, standing: Standing) -> Pieces:
    hold_units(session, stored(standing.answer.id))
    why = fixed_because(session, standing)
    if why:
        raise InputError(why)
    return pieces_of(standing)


@dataclass(frozen=True)
class _Cut:
    """New statements, the positions given for them without a mark, and how they came about."""

    pieces: Pieces
    given: Sequence[Positions]
    action: Action
    rater: Rater | None
    now: datetime
    note: str | None = None


def _trimmed(text: str, piece: Piece) -> Piece:
    """A piece without the space around it; one that is not of this text stays, to be refused."""
    return stripped(text, piece.start, piece.end) if 0 <= piece.start <= piece.end <= len(text) else piece


def _carried(before: Pieces, given: Sequence[Positions], cut: Pieces) -> list[Positions]:
    """What was given for old statements without a mark goes to the piece that has a statement's last sign."""
    ends = [(piece.end - 1, besides) for piece, besides in zip(before, given, strict=True) if besides]
    return [
        frozenset(position for end, besides in ends if piece.start <= end < piece.end for position in besides)
        for piece in cut
    ]


def _replace(session: Session, study: Study, standing: Standing, cut: _Cut) -> StatementEdit:
    before = _rows(standing.pieces or (), standing.given)
    after = _rows(cut.pieces, cut.given)
    write_statements(session, study, standing, cut.pieces, cut.given)
    edit = StatementEdit(
        answer_id=stored(standing.answer.id),
        rater_id=cut.rater.id if cut.rater else None,
        action=cut.action,
        before=_without(before, after),
        after=_without(after, before),
        note=cut.note,
        created_at=cut.now,
    )
    session.add(edit)
    session.flush()
    return edit


def _without(rows: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]]) -> list[list[int]]:
    left_out = set(others)
    return [list(row) for row in rows if row not in left_out]


def _rows(pieces: Sequence[Piece], given: Sequence[Positions]) -> list[tuple[int, ...]]:
    return [(piece.start, piece.end, *sorted(besides)) for piece, besides in zip(pieces, given, strict=True)]
