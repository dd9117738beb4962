"""Everything a person sees of an answer who reviews it; no label, judge or system is in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from data.review.decisions import decisions_of
from data.review.lists import ListedSource
from data.review.reading import Standing, StandingMark, answer_keyed, read_answer
from data.review.statements import edits_of, fixed_because, standing_edit
from data.segmentation import SAID, Kind, skipped
from data.tables import MarkDecision, Query, Rater, StatementEdit, Study
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
class Change:
    """A decision about a mark (`action` is its verdict) or a change of statements, as texts of the answer.

    `by` None: a model. `positions` are those of a citation.
    """

    at: datetime
    by: str | None
    action: str
    before: tuple[str, ...]
    after: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()
    note: str | None = None


@dataclass(frozen=True)
class Reviewed:
    """An answer to review. `undefined`: positions cited that its list lacks; `unused`: those no statement cites.

    `fixed`: why the statements cannot be changed, None: they can. `undoes`: the change of statements that an undo would
    take back. `changes` are all there were, oldest first. `people` are the names behind decisions. `version` differs
    after every change.
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
    undoes: str | None
    changes: tuple[Change, ...]
    people: Mapping[int, str]
    version: str


def reviewed(session: Session, study: Study, answer: str) -> Reviewed:
    """The answer of that key as it stands. NotFound when the study has none."""
    standing = read_answer(session, study, answer)
    identity = stored(standing.answer.id)
    edits, decisions = edits_of(session, identity), decisions_of(session, identity)
    people = _names(session, [*(row.rater_id for row in edits), *(row.rater_id for row in decisions)])
    listed = {source.position for source in standing.listed}
    cited = frozenset[int]().union(*standing.cites)
    undoes = standing_edit(edits)
    changes = [
        *(_edited(standing, row, people) for row in edits),
        *(_decided(standing, row, people) for row in decisions),
    ]
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
        undoes=undoes.action if undoes else None,
        changes=tuple(sorted(changes, key=lambda change: change.at)),
        people=people,
        version=_version(len(edits), len(decisions)),
    )


def version_of(session: Session, study: Study, answer: str) -> str:
    """`Reviewed.version` of an answer as it stands. NotFound when the study has none."""
    identity = stored(answer_keyed(session, study, answer).id)
    return _version(len(edits_of(session, identity)), len(decisions_of(session, identity)))


def _version(edits: int, decisions: int) -> str:
    return f"{edits}-{decisions}"


def _names(session: Session, raters: Collection[int | None]) -> dict[int, str]:
    found = select(Rater.id, Rater.name).where(col(Rater.id).in_(raters))
    return {stored(identity): name for identity, name in session.exec(found)}


def _edited(standing: Standing, row: StatementEdit, people: Mapping[int, str]) -> Change:
    before, after = (
        tuple(standing.answer.text[start:end] for start, end, *_ in pieces) for pieces in (row.before, row.after)
    )
    return Change(row.created_at, people.get(row.rater_id or 0), row.action, before, after, note=row.note)


def _decided(standing: Standing, row: MarkDecision, people: Mapping[int, str]) -> Change:
    words = standing.answer.text[row.start : row.end]
    return Change(
        row.created_at, people[row.rater_id], row.verdict, (words,), positions=tuple(row.positions), note=row.note
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
    """What is not space or a lonely sign outside the statements, in the order of the text."""
    firsts = [segment.start for segment in standing.segments]
    pieces = standing.pieces or ()
    rows = [
        LeftOut(gap.start, gap.end, standing.segments[bisect_right(firsts, gap.start) - 1].kind)
        for gap in skipped(standing.answer.text, pieces, standing.segments)
    ]
    starts = [piece.start for piece in pieces]
    for segment in standing.segments:
        before = bisect_left(starts, segment.end) - 1
        covered = before >= 0 and pieces[before].end > segment.start
        if segment.kind not in SAID and segment.kind not in ("space", "markup") and not covered:
            rows.append(LeftOut(segment.start, segment.end, segment.kind))
    return tuple(sorted(rows, key=lambda row: row.start))
