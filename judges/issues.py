"""Is a listed fault of a report really one? One call per issue, all issues of a report together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from data.pending import OneUnit, PendingPage, units_named
from data.pending_issues import ListedIssue, pending_issues
from data.questions import question_named
from data.tables import Rater, Study
from judges.forms import OneLabel
from judges.judged import Judged
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_REPORTS_A_PAGE = 50

NO_QUOTE = "(The remark names no passage.)"

REPLIES = {"valid": "valid", "not valid": "not valid"}
"""The words of a reply with their values."""


def render(cell: ListedIssue, template: Template) -> Messages:
    """Instructions, the query and the report first, then the issue: one cached prefix per report."""
    texts = {
        MARK: mark_of(cell.answer),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "ANSWER": cell.answer,
        "QUOTE": cell.quote or NO_QUOTE,
        "ISSUE": cell.issue,
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def _judged(name: str) -> Judged[ListedIssue]:
    def page(
        session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
    ) -> PendingPage[ListedIssue]:
        return pending_issues(session, rater, name, after, limit, failed_too, run)

    def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, OneUnit]:
        return units_named(session, study, name, names)

    return Judged(
        question=question_named(name),
        form=OneLabel("verdict", REPLIES),
        replies=REPLIES,
        our_prompt=f"{name}-1",
        needs=frozenset({"ANSWER", "ISSUE"}),
        may=frozenset({"QUERY", "QUESTION", "QUOTE", MARK}),
        render=render,
        page=page,
        page_size=_REPORTS_A_PAGE,
        named=named,
        prefix=lambda cell: cell.answer,
    )


CONSISTENCY_ISSUE = _judged("consistency_issue")
CITATION_ISSUE = _judged("citation_issue")
