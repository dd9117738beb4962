"""What a person says about a mark: it is a citation of these sources, or it is text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session, col, select

from data.errors import InputError
from data.review.reading import Span, Standing, StandingMark, read_answer
from data.review.writing import hold, write_citations
from data.tables import MarkDecision, Rater, Study
from data.tables.review import VERDICTS
from data.tables.types import stored
from data.texts import checked_text


@dataclass(frozen=True)
class Decision:
    """A person's word about a stretch of an answer; `positions` are places in its list, in the order cited."""

    start: int
    end: int
    verdict: str
    positions: tuple[int, ...] = ()
    note: str | None = None

    @property
    def span(self) -> Span:
        """Where the stretch stands."""
        return self.start, self.end


def decide_mark(
    session: Session, study: Study, answer: str, decision: Decision, rater: Rater, now: datetime
) -> MarkDecision:
    """Store a decision, which takes over from an earlier one about the same stretch, and let it count.

    The citations of the answer's statements follow it; no label depends on them, so it may be given at any time.
    InputError when the stretch overlaps a mark without being it, or a position is not in the answer's list.
    """
    hold(session, study)
    standing = read_answer(session, study, answer)
    _check(standing, decision)
    earlier = standing.decisions.get(decision.span)
    if earlier is not None:
        earlier.superseded_at = now
        session.add(earlier)
        session.flush()
    row = MarkDecision(
        answer_id=stored(standing.answer.id),
        start=decision.start,
        end=decision.end,
        rater_id=stored(rater.id),
        verdict=decision.verdict,
        positions=list(decision.positions),
        note=decision.note,
        supersedes_id=earlier.id if earlier else None,
        created_at=now,
    )
    session.add(row)
    session.flush()
    decided = replace(standing, decisions={**standing.decisions, decision.span: row})
    write_citations(session, decided, standing.given)
    return row


def decisions_of(session: Session, answer_id: int) -> list[MarkDecision]:
    """Every decision about marks of an answer, oldest first, those that no longer hold included."""
    query = select(MarkDecision).where(MarkDecision.answer_id == answer_id)
    return list(session.exec(query.order_by(col(MarkDecision.id))))


def as_read(mark: StandingMark) -> Decision:
    """The decision that a mark is what was read, whatever anybody decided since."""
    if mark.read is None:
        return Decision(mark.start, mark.end, "text")
    return Decision(mark.start, mark.end, "citation", mark.read)


def _check(standing: Standing, decision: Decision) -> None:
    if decision.verdict not in VERDICTS:
        raise InputError(f"'{decision.verdict}' is not one of {', '.join(VERDICTS)}", field="verdict")
    if decision.verdict == "text" and decision.positions:
        raise InputError("text cites no source", field="positions")
    checked_text(decision.note or "", "note")
    _check_span(standing, decision.span)
    _check_positions(standing, decision)


def _check_span(standing: Standing, span: Span) -> None:
    start, end = span
    text = standing.answer.text
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise InputError("select some text of the answer first", field="start")
    for mark in standing.marks:
        if mark.span != span and mark.start < end and start < mark.end:
            raise InputError(
                f"this overlaps '{text[mark.start : mark.end]}', which is decided by itself", field="start"
            )


def _check_positions(standing: Standing, decision: Decision) -> None:
    if len(set(decision.positions)) < len(decision.positions):
        raise InputError("the same source is named twice", field="positions")
    read = next((mark.read or () for mark in standing.marks if mark.span == decision.span), ())
    known = {source.position for source in standing.listed}.union(read)
    unknown = [position for position in decision.positions if position not in known]
    if unknown:
        raise InputError(
            f"the answer lists {len(standing.listed):,} sources; {unknown[0]} is none of them", field="positions"
        )
