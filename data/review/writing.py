"""Writing an answer's statements and citations anew."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import String, cast, delete, select, update
from sqlmodel import Session, col

from data.review.reading import Standing, said_by
from data.segmentation import Piece
from data.tables import Citation, Statement, Study, Unit
from data.tables.types import stored
from data.units import make_units_of_answer

Positions = frozenset[int]

_LEFT = " "
"""What the keys of units begin with whose statement is gone; no key of a unit in use does."""


def hold(session: Session, study: Study) -> None:
    """Wait for the study: until this transaction ends nobody else reviews it or brings anything in."""
    session.connection().execute(select(col(Study.id)).where(col(Study.id) == study.id).with_for_update())


def write_citations(session: Session, standing: Standing, given: Sequence[Positions]) -> None:
    """Let each statement cite what its marks say, and what was given for it besides.

    Statements that were not found in the text keep what they cite.
    """
    if standing.pieces is None:
        return
    said = said_by(standing.marks, standing.pieces, standing.segments)
    for statement, marked, besides, cited in zip(standing.statements, said, given, standing.cites, strict=True):
        wanted = marked | besides
        gone = delete(Citation).where(
            col(Citation.statement_id) == statement.id, col(Citation.position).in_(cited - wanted)
        )
        session.connection().execute(gone)
        session.add_all(Citation(statement_id=stored(statement.id), position=at) for at in sorted(wanted - cited))
    session.flush()


def write_statements(
    session: Session, study: Study, standing: Standing, pieces: Sequence[Piece], given: Sequence[Positions]
) -> None:
    """Put statements, their citations and units in the place of the answer's old ones.

    The old ones go last, so that no row number is used again: what a judge still holds of an old unit can never become
    a label of another one.
    """
    connection, answer = session.connection(), stored(standing.answer.id)
    of_statements = update(Unit).where(col(Unit.answer_id) == answer, col(Unit.statement_id).is_not(None))
    connection.execute(of_statements.values(statement_id=None, key=_LEFT + cast(col(Unit.id), String)))
    old = select(col(Statement.id)).where(col(Statement.answer_id) == answer, col(Statement.position) < 0)
    aside = update(Statement).where(col(Statement.answer_id) == answer)
    connection.execute(aside.values(position=-col(Statement.position)))
    _add(session, standing, pieces, given)
    connection.execute(delete(Citation).where(col(Citation.statement_id).in_(old)))
    connection.execute(delete(Statement).where(col(Statement.id).in_(old)))
    make_units_of_answer(session, study, answer)
    left = delete(Unit).where(col(Unit.answer_id) == answer, col(Unit.key).startswith(_LEFT))
    connection.execute(left)
    session.expire_all()


def _add(session: Session, standing: Standing, pieces: Sequence[Piece], given: Sequence[Positions]) -> None:
    text = standing.answer.text
    statements = [
        Statement(
            answer_id=stored(standing.answer.id),
            position=position,
            text=text[piece.start : piece.end],
            start=piece.start,
            end=piece.end,
        )
        for position, piece in enumerate(pieces, start=1)
    ]
    session.add_all(statements)
    session.flush()
    for statement, marked, besides in zip(
        statements, said_by(standing.marks, pieces, standing.segments), given, strict=True
    ):
        session.add_all(Citation(statement_id=stored(statement.id), position=at) for at in sorted(marked | besides))
    session.flush()
