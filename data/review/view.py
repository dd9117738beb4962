"""Everything a person sees of an answer who reviews it; no label, judge or system is in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from sqlmodel import Session

from data.review.law import NOTHING_SAID
from data.review.lists import ListedSource
from data.review.reading import Standing, StandingMark, read_answer
from data.review.statements import edits_of, fixed_because, standing_edit
from data.segmentation import SAID, Kind, skipped
from data.tables import Query, StatementEdit, Study
from data.tables.types import stored


@dataclass(frozen=True)
class ReviewedStatement:
    """A statement and where it stands; None: not found in the text. `given`: cited although no mark of it does."""

    position: int
    text: str
    start: int | None
    end: int | None
    cites: tuple[int, ...]
    given: tuple[int, ...]


@dataclass(frozen=True)
class LeftOut:
    """A stretch of the text that is no statement: by rule (a heading, code, ...), or because a person left it out."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True)
class Reviewed:
    """An answer to review. `undefined`: positions cited that its list lacks; `unused`: those no statement cites.

    `fixed`: why the statements cannot be changed, None: they can. `edits` are their changes, oldest first; `undoes` is
    the one that an undo would take back. `version` differs after every change.
    """

    answer: str
    query: str
    text: str
    marks: tuple[StandingMark, ...]
    sources: tuple[ListedSource, ...]
    undefined: tuple[int, ...]
    unused: tuple[int, ...]
    statements: tuple[ReviewedStatement, ...]
    left_out: tuple[LeftOut, ...]
    fixed: str | None
    edits: tuple[StatementEdit, ...]
    undoes: StatementEdit | None
    version: str


def reviewed(session: Session, study: Study, answer: str) -> Reviewed:
    """The answer of that key as it stands. NotFound when the study has none."""
    standing = read_answer(session, study, answer)
    edits = edits_of(session, stored(standing.answer.id))
    listed = {source.position for source in standing.listed}
    cited = frozenset[int]().union(*standing.cites)
    return Reviewed(
        answer=answer,
        query=session.get_one(Query, standing.answer.query_id).text,
        text=standing.answer.text,
        marks=standing.marks,
        sources=standing.listed,
        undefined=tuple(sorted(cited - listed)),
        unused=tuple(sorted(listed - cited)),
        statements=_statements(standing),
        left_out=_left_out(standing),
        fixed=fixed_because(session, standing),
        edits=tuple(edits),
        undoes=standing_edit(edits),
        version=_version(standing, edits),
    )


def _statements(standing: Standing) -> tuple[ReviewedStatement, ...]:
    pieces = standing.pieces or [None] * len(standing.statements)
    rows = zip(standing.statements, pieces, standing.cites, standing.given, strict=True)
    return tuple(
        ReviewedStatement(
            statement.position,
            statement.text,
            piece.start if piece else None,
            piece.end if piece else None,
            tuple(sorted(cites)),
            tuple(sorted(given)),
        )
        for statement, piece, cites, given in rows
    )


def _left_out(standing: Standing) -> tuple[LeftOut, ...]:
    """What says something outside the statements, in the order of the text."""
    if standing.pieces is None:
        return ()
    firsts = [segment.start for segment in standing.segments]
    rows = [
        LeftOut(gap.start, gap.end, standing.segments[bisect_right(firsts, gap.start) - 1].kind)
        for gap in skipped(standing.answer.text, standing.pieces, standing.segments)
    ]
    starts = [piece.start for piece in standing.pieces]
    for segment in standing.segments:
        before = bisect_left(starts, segment.end) - 1
        covered = before >= 0 and standing.pieces[before].end > segment.start
        if segment.kind not in SAID and segment.kind not in NOTHING_SAID and not covered:
            rows.append(LeftOut(segment.start, segment.end, segment.kind))
    return tuple(sorted(rows, key=lambda row: row.start))


def _version(standing: Standing, edits: list[StatementEdit]) -> str:
    decided = max((stored(row.id) for row in standing.decisions.values()), default=0)
    return f"{decided}-{edits[-1].id if edits else 0}"
