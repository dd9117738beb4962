"""Which side do an answer's statements take? One call per answer, all statements numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from data.pending import PendingPage
from data.pending_lists import ListedStatements, lists_named, pending_lists
from data.questions import question_named
from data.tables import Rater, Study
from judges.forms import NumberLists
from judges.judged import Judged
from judges.listing import numbered
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_ANSWERS_A_PAGE = 100

NO_VIEW = "(It is not given: take the view that the wording of the query leans to.)"

LISTS = {"agree_statements": "pro", "disagree_statements": "con", "neutral_statements": "neutral"}
"""The lists of a reply, as DeepTRACE names them, with the value of what stands in them."""


def render(cell: ListedStatements, template: Template) -> Messages:
    """Instructions, the query and the view it leans to, then the statements."""
    listed = numbered("Statement", (statement.text for statement in cell.statements))
    texts = {
        MARK: mark_of(cell.answer + listed),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "VIEW": cell.bias or NO_VIEW,
        "ANSWER": cell.answer,
        "STATEMENTS": listed,
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
) -> PendingPage[ListedStatements]:
    """The next debate answers."""
    return pending_lists(session, rater, "stance", after, limit, failed_too, run)


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, ListedStatements]:
    """The answers of those keys."""
    return lists_named(session, study, "stance", names)


STANCE: Judged[ListedStatements] = Judged(
    question=question_named("stance"),
    form=NumberLists(LISTS),
    replies=LISTS,
    our_prompt="stance-1",
    needs=frozenset({"STATEMENTS"}),
    may=frozenset({"QUERY", "QUESTION", "VIEW", "ANSWER", MARK}),
    render=render,
    page=page,
    page_size=_ANSWERS_A_PAGE,
    named=named,
    most_tokens=2000,
)
