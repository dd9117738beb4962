"""An answer as it stands: its text read anew, and what the record and people's decisions make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sqlalchemy import select as core_select
from sqlmodel import Session, col, select

from data.citations import Mark, Parsed
from data.errors import NotFound
from data.review.lists import ListedSource, positions_in, readings
from data.segmentation import Piece, Segment, citing_pieces, segments
from data.tables import Answer, AnswerSource, Citation, MarkDecision, Source, Statement, Study

_KEPT = 16
"""Answers whose reading is kept in memory."""

Span = tuple[int, int]
"""Start and end of a stretch, code points in an answer's text."""


@dataclass(frozen=True)
class StandingMark:
    """A stretch that is a citation, that only looks like one, or that a person said is one.

    `read` are the positions in the answer's list that its text means; None: read as text. `positions` are those that
    count: a decision's, else what was read as far as the record has it; None: it counts as text. `why` are the words of
    the reading; None where only a person saw something. `statement`: the position of the statement it belongs to.
    """

    start: int
    end: int
    why: str | None
    read: tuple[int, ...] | None
    decision: MarkDecision | None
    positions: tuple[int, ...] | None
    statement: int | None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.end


@dataclass(frozen=True, eq=False)
class Standing:
    """An answer with its list, statements, citations and decisions, as stored, and its text read by that list.

    `pieces[i]` is where `statements[i]` stands and `cites[i]` the positions it cites. No `pieces`: the statements were
    not found in the text.
    """

    answer: Answer
    listed: tuple[ListedSource, ...]
    parsed: Parsed
    segments: tuple[Segment, ...]
    statements: tuple[Statement, ...]
    pieces: tuple[Piece, ...] | None
    cites: tuple[frozenset[int], ...]
    decisions: Mapping[Span, MarkDecision]

    @cached_property
    def marks(self) -> tuple[StandingMark, ...]:
        """Everything that is or looks like a citation outside reference lists, in the order of the text."""
        return tuple(_marks(self))

    @cached_property
    def given(self) -> tuple[frozenset[int], ...]:
        """For each statement the positions it cites although no mark of it does."""
        if self.pieces is None:
            return self.cites
        said = said_by(self.marks, self.pieces, self.segments)
        return tuple(cited - marked for cited, marked in zip(self.cites, said, strict=True))


def read_answer(session: Session, study: Study, key: str) -> Standing:
    """The answer of that key as it stands. NotFound when the study has none."""
    answer = answer_keyed(session, study, key)
    statements = _statements(session, answer)
    cites = _cites(session, answer, statements)
    return standing_of(answer, _listed(session, answer), statements, cites, _decisions(session, answer))


def standing_of(
    answer: Answer,
    listed: tuple[ListedSource, ...],
    statements: tuple[Statement, ...],
    cites: tuple[frozenset[int], ...],
    decisions: Mapping[Span, MarkDecision],
) -> Standing:
    """An answer as the record has it; of several ways to read its text, the one that explains the record best."""
    pieces = located(answer.text, statements)
    ways = (
        Standing(answer, listed, parsed, cover, statements, pieces, cites, decisions)
        for parsed, cover in _ways(answer.text, listed)
    )
    return min(ways, key=_unexplained)


@lru_cache(maxsize=_KEPT)
def _ways(text: str, listed: tuple[ListedSource, ...]) -> tuple[tuple[Parsed, tuple[Segment, ...]], ...]:
    """The ways to read a text, with its segments by each. Kept, because a person at an answer acts many times."""
    return tuple((parsed, segments(text, parsed)) for parsed in readings(text, listed))


def _unexplained(standing: Standing) -> int:
    """How many citations the record has that no mark says, and how many marks say that the record has not."""
    marks = [mark for mark in standing.marks if mark.statement is not None and mark.decision is None]
    unheard = sum(len(mark.read or ()) - len(mark.positions or ()) for mark in marks)
    return unheard + sum(map(len, standing.given))


def answer_keyed(session: Session, study: Study, key: str) -> Answer:
    """The answer of that key. NotFound when the study has none."""
    answer = session.exec(select(Answer).where(Answer.study_id == study.id, Answer.key == key)).first()
    if answer is None:
        raise NotFound(f"the study has no answer '{key}'")
    return answer


def located(text: str, statements: Sequence[Statement]) -> tuple[Piece, ...] | None:
    """Where statements stand, by their offsets or else by search; None unless all do, one behind the other."""
    pieces: list[Piece] = []
    at = 0
    for statement in statements:
        start = text.find(statement.text, at) if statement.start is None else statement.start
        end = start + len(statement.text)
        if start < at or start == end or text[start:end] != statement.text:
            return None
        pieces.append(Piece(start, end))
        at = end
    return tuple(pieces)


def said_by(
    marks: Sequence[StandingMark], pieces: Sequence[Piece], cover: Sequence[Segment]
) -> tuple[frozenset[int], ...]:
    """For each piece the positions that the marks belonging to it cite."""
    said: list[set[int]] = [set() for _ in pieces]
    for mark, home in zip(marks, homes([mark.span for mark in marks], pieces, cover), strict=True):
        if home is not None:
            said[home].update(mark.positions or ())
    return tuple(frozenset(positions) for positions in said)


def homes(spans: Sequence[Span], pieces: Sequence[Piece], cover: Sequence[Segment]) -> tuple[int | None, ...]:
    """For each stretch the place of the piece it belongs to, as a citation would; see `citing_pieces`."""
    marks = (Mark(start, end, "bracket", (), (), "") for start, end in spans)
    return citing_pieces(marks, pieces, cover)


def _listed(session: Session, answer: Answer) -> tuple[ListedSource, ...]:
    query = (
        core_select(col(AnswerSource.position), col(Source.key), col(Source.title), col(Source.url), col(Source.status))
        .join_from(AnswerSource, Source)
        .where(col(AnswerSource.answer_id) == answer.id)
        .order_by(col(AnswerSource.position))
    )
    return tuple(ListedSource(*row) for row in session.connection().execute(query))


def _statements(session: Session, answer: Answer) -> tuple[Statement, ...]:
    query = select(Statement).where(Statement.answer_id == answer.id)
    return tuple(session.exec(query.order_by(col(Statement.position))))


def _cites(session: Session, answer: Answer, statements: Sequence[Statement]) -> tuple[frozenset[int], ...]:
    query = select(Citation.statement_id, Citation.position).join(Statement).where(Statement.answer_id == answer.id)
    found: dict[int | None, set[int]] = {statement.id: set() for statement in statements}
    for statement, position in session.exec(query):
        found[statement].add(position)
    return tuple(frozenset(found[statement.id]) for statement in statements)


def _decisions(session: Session, answer: Answer) -> dict[Span, MarkDecision]:
    query = select(MarkDecision).where(MarkDecision.answer_id == answer.id, col(MarkDecision.superseded_at).is_(None))
    return {(row.start, row.end): row for row in session.exec(query)}


def _marks(standing: Standing) -> Iterator[StandingMark]:
    parsed = standing.parsed
    meant = positions_in(parsed, standing.listed)
    read: dict[Span, tuple[str | None, tuple[int, ...] | None]] = dict.fromkeys(standing.decisions, (None, None))
    read |= {(other.start, other.end): (other.why, None) for other in parsed.rejected}
    read |= {(mark.start, mark.end): (mark.why, said) for mark, said in zip(parsed.marks, meant, strict=True)}
    spans = sorted(read)
    for span, home in zip(spans, homes(spans, standing.pieces or (), standing.segments), strict=True):
        why, said = read[span]
        decision = standing.decisions.get(span)
        recorded = None if home is None else standing.cites[home]
        counting = _counting(said, decision, recorded)
        yield StandingMark(*span, why, said, decision, counting, None if home is None else home + 1)


def _counting(
    read: tuple[int, ...] | None, decision: MarkDecision | None, recorded: frozenset[int] | None
) -> tuple[int, ...] | None:
    """The positions that count: the record may have fewer than were read, where citations came with the answer."""
    if decision is not None:
        return tuple(decision.positions) if decision.verdict == "citation" else None
    if read is None or recorded is None:
        return read
    return tuple(position for position in read if position in recorded)
