"""Writing an answer's statements and citations anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import String, and_, bindparam, cast, delete, select, update
from sqlmodel import Session, col

from data.review.reading import Standing, said_by
from data.segmentation import Piece
from data.tables import Citation, Statement, Study, Unit
from data.tables.types import stored
from data.units import make_units_of_answer, rename_units_of_statements

Positions = frozenset[int]

_LEFT = " "
"""What the keys of units begin with whose statement is gone; no key of a unit in use does."""


def hold(session: Session, study: Study) -> None:
    """Wait for the study: until this transaction ends nobody else reviews it or brings anything in."""
    held = select(col(Study.id)).where(col(Study.id) == study.id).with_for_update(key_share=True)
    session.connection().execute(held)  # not a stronger lock: two whose raters were looked up would wait for each other


def write_citations(session: Session, standing: Standing, given: Sequence[Positions]) -> None:
    """Let each statement cite what its marks say, and what was given for it besides.

    Statements that were not found in the text keep what they cite.
    """
    if standing.pieces is None:
        return
    said = said_by(standing.marks, standing.pieces, standing.segments)
    for statement, marked, besides, cited in zip(standing.statements, said, given, standing.cites, strict=True):
        _cite(session, stored(statement.id), cited, marked | besides)
    session.flush()


def _cite(session: Session, statement: int, cited: Positions, wanted: Positions) -> None:
    if gone := cited - wanted:
        its = and_(col(Citation.statement_id) == statement, col(Citation.position).in_(gone))
        session.connection().execute(delete(Citation).where(its))
    session.add_all(Citation(statement_id=statement, position=position) for position in sorted(wanted - cited))


def write_statements(
    session: Session, study: Study, standing: Standing, pieces: Sequence[Piece], given: Sequence[Positions]
) -> None:
    """Let these be an answer's statements, with their citations and units.

    A statement that stays where it was stays the same row, under its new position. The others go after the new ones
    have come, so that no row number is used again: what a judge still holds of a unit never becomes a label of another.
    """
    connection, answer = session.connection(), stored(standing.answer.id)
    was = dict(zip(standing.pieces or (), standing.statements, strict=True))
    wanted = set(pieces)
    gone = [stored(statement.id) for piece, statement in was.items() if piece not in wanted]
    _set_aside(session, answer, gone)
    rows = _placed(session, standing, pieces, was)
    connection.execute(delete(Statement).where(col(Statement.id).in_(gone)))
    rename_units_of_statements(session, answer)
    make_units_of_answer(session, study, answer)
    left = and_(col(Unit.answer_id) == answer, col(Unit.key).startswith(_LEFT))
    connection.execute(delete(Unit).where(left))
    cites = dict(zip(was, standing.cites, strict=True))
    said = said_by(standing.marks, pieces, standing.segments)
    for row, piece, marked, besides in zip(rows, pieces, said, given, strict=True):
        _cite(session, row, cites.get(piece, frozenset()), marked | besides)
    session.flush()
    session.expire_all()


def _set_aside(session: Session, answer: int, gone: Sequence[int]) -> None:
    """Take their citations and units from the statements that go, and free all positions."""
    connection = session.connection()
    connection.execute(delete(Citation).where(col(Citation.statement_id).in_(gone)))
    theirs = update(Unit).where(col(Unit.statement_id).in_(gone))
    connection.execute(theirs.values(statement_id=None, key=_LEFT + cast(col(Unit.id), String)))
    of_answer = update(Statement).where(col(Statement.answer_id) == answer)
    connection.execute(of_answer.values(position=-col(Statement.position)))


def _placed(session: Session, standing: Standing, pieces: Sequence[Piece], was: Mapping[Piece, Statement]) -> list[int]:
    """The row numbers of the statements at these pieces, each now at its position."""
    text, answer = standing.answer.text, stored(standing.answer.id)
    move = update(Statement).where(col(Statement.id) == bindparam("row"))
    move = move.values(position=bindparam("to"), start=bindparam("at"), end=bindparam("till"))
    kept = [
        {"row": was[piece].id, "to": position, "at": piece.start, "till": piece.end}
        for position, piece in enumerate(pieces, start=1)
        if piece in was
    ]
    if kept:
        session.connection().execute(move, kept)
    new = {
        piece: Statement(
            answer_id=answer,
            position=position,
            text=text[piece.start : piece.end],
            start=piece.start,
            end=piece.end,
        )
        for position, piece in enumerate(pieces, start=1)
        if piece not in was
    }
    session.add_all(new.values())
    session.flush()
    return [stored((was.get(piece) or new[piece]).id) for piece in pieces]
