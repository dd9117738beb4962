"""Does a source support a statement? One call per statement and source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlmodel import Session

from data.pending import OneUnit, PendingPage, SupportCell, pending_cells, units_named
from data.questions import question_named
from data.tables import Rater, Study
from judges.forms import OneLabel
from judges.judged import Judged
from judges.pieces import pieces_of
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_SOURCES_A_PAGE = 20

REPLIES = {"full": "full", "partial": "partial", "none": "none"}
"""The words of a reply with their values, the strongest first."""


def render(cell: SupportCell, template: Template) -> Messages:
    """Instructions first, then the source, then the statement: one cached prefix per source."""
    texts = {MARK: mark_of(cell.document), "DOCUMENT": cell.document, "STATEMENT": cell.statement}
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
) -> PendingPage[SupportCell]:
    """The cells of the next sources."""
    return pending_cells(session, rater, after, limit, failed_too, run)


def pieces(cell: SupportCell, longest: int) -> list[SupportCell]:
    """The cell once for each piece of its source."""
    return [replace(cell, document=piece) for piece in pieces_of(cell.document, longest)]


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, OneUnit]:
    """The units of those keys."""
    return units_named(session, study, "support", names)


SUPPORT: Judged[SupportCell] = Judged(
    question=question_named("support"),
    form=OneLabel("support", REPLIES),
    replies=REPLIES,
    our_prompt="support-1",
    needs=frozenset({"DOCUMENT", "STATEMENT"}),
    may=frozenset({MARK}),
    render=render,
    page=page,
    page_size=_SOURCES_A_PAGE,
    named=named,
    prefix=lambda cell: cell.document,
    pieces=pieces,
)
