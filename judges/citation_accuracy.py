"""Does a linked page hold up a claim? One call per claim and page; a page that could not be read needs none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from data.pending import OneUnit, PendingPage, units_named
from data.pending_claims import ClaimOnPage, pending_claims, unfetched_claims, unreadable_claims
from data.questions import question_named
from data.tables import Rater, Study
from judges.completion import storable
from judges.forms import closed_object
from judges.judged import Judged
from judges.pieces import pieces_of
from judges.reading import Verdict, said_object
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_REPORTS_A_PAGE = 10

REPLIES = {"relevant and supported": "ok", "relevant": "E3", "neither": "E2"}
"""What a reply can come to, the best first; E1 is no model's to say."""


@dataclass(frozen=True)
class TwoTruths:
    """Whether the page is relevant, and whether it supports the claim; relevance is looked at first."""

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object with the two, after a justification where one is asked for."""
        properties: dict[str, Any] = {"justification": {"type": "string"}} if justified else {}
        return closed_object(properties | {"relevant": {"type": "boolean"}, "supported": {"type": "boolean"}})

    def read(self, text: str, cell: object = None) -> Verdict:
        """E2 for a page that is not relevant, else E3 where it does not support the claim, else ok."""
        found = said_object(text, "relevant", "supported")
        if found is None:
            return Verdict("invalid_json")
        relevant, supported = (_truth(found[name]) for name in ("relevant", "supported"))
        if relevant is None or supported is None:
            return Verdict("bad_label")
        word = "neither" if not relevant else "relevant and supported" if supported else "relevant"
        reason = found.get("justification")
        return Verdict("ok", REPLIES[word], storable(reason) if isinstance(reason, str) else None)


def _truth(value: object) -> bool | None:
    """true or false, as a word too; None for anything else."""
    return {"true": True, "false": False}.get(str(value).strip().lower()) if isinstance(value, bool | str) else None


def render(cell: ClaimOnPage, template: Template) -> Messages:
    """Instructions, the query and the page first, then the claim: one cached prefix per page."""
    texts = {
        MARK: mark_of(cell.document),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "DOCUMENT": cell.document,
        "CLAIM": cell.claim,
        "URL": cell.url,
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
) -> PendingPage[ClaimOnPage]:
    """The claims of the next reports."""
    return pending_claims(session, rater, after, limit, failed_too, run)


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, OneUnit]:
    """The units of those keys."""
    return units_named(session, study, "citation_accuracy", names)


def pieces(cell: ClaimOnPage, longest: int) -> list[ClaimOnPage]:
    """The cell once for each piece of its page."""
    return [replace(cell, document=piece) for piece in pieces_of(cell.document, longest)]


def waiting(session: Session, rater: Rater) -> str | None:
    """How many claims wait for their page."""
    count = unfetched_claims(session, rater)
    return f"{count:,} claims wait for a page that was not fetched; see `countermark fetch`" if count else None


CITATION_ACCURACY: Judged[ClaimOnPage] = Judged(
    question=question_named("citation_accuracy"),
    form=TwoTruths(),
    replies=REPLIES,
    our_prompt="citation_accuracy-1",
    needs=frozenset({"DOCUMENT", "CLAIM"}),
    may=frozenset({"QUERY", "QUESTION", "URL", MARK}),
    render=render,
    page=page,
    page_size=_REPORTS_A_PAGE,
    named=named,
    prefix=lambda cell: cell.query + cell.document,
    pieces=pieces,
    by_rule=unreadable_claims,
    waiting=waiting,
)
