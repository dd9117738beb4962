"""Does a report meet the items of a checklist? One call per report and checklist, all items numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from data.pending import PendingPage
from data.pending_items import ListedItems, items_named, pending_items
from data.questions import question_named
from data.tables import Rater, Study
from judges.forms import ItemVerdicts
from judges.judged import Judged
from judges.listing import numbered
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_REPORTS_A_PAGE = 50

REPLIES = {"pass": "pass", "fail": "fail"}
"""The words of a reply with their values."""


def render(cell: ListedItems, template: Template) -> Messages:
    """Instructions, the query, the report, then the items: one cached prefix per report."""
    texts = {
        MARK: mark_of(cell.answer),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "ANSWER": cell.answer,
        "ITEMS": numbered("Item", cell.items),
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def _judged(name: str) -> Judged[ListedItems]:
    def page(
        session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
    ) -> PendingPage[ListedItems]:
        return pending_items(session, rater, name, after, limit, failed_too, run)

    def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, ListedItems]:
        return items_named(session, study, name, names)

    return Judged(
        question=question_named(name),
        form=ItemVerdicts(REPLIES),
        replies=REPLIES,
        our_prompt=f"{name}-1",
        needs=frozenset({"ANSWER", "ITEMS"}),
        may=frozenset({"QUERY", "QUESTION", MARK}),
        render=render,
        page=page,
        page_size=_REPORTS_A_PAGE,
        named=named,
        prefix=lambda cell: cell.answer,
        most_tokens=4000,
    )


PRESENTATION = _judged("presentation")
COVERAGE = _judged("coverage")
