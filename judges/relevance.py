"""Which of an answer's statements help to answer its query? One call per answer, in one of two ways.

Ours lists the statements by number. Templates in the manner of DeepTRACE show the answer and have the model cut it
into sentences; the statements of the study then take the values of the sentences that stand where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from data.pending import PendingPage
from data.pending_lists import ListedStatements, lists_named, pending_lists
from data.questions import question_named
from data.tables import Rater, Study
from judges.cutting import CORES, CutSentences
from judges.forms import NumberLists
from judges.judged import Judged
from judges.listing import numbered
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_ANSWERS_A_PAGE = 100

LISTS = {"core_statements": "1", "filler_statements": "0"}
"""The lists of a reply with the value of what stands in them."""


def render(cell: ListedStatements, template: Template) -> Messages:
    """Instructions, the query, then the statements or the answer."""
    listed = numbered("Statement", (statement.text for statement in cell.statements))
    texts = {
        MARK: mark_of(cell.answer + listed),
        "QUERY": cell.query,
        "QUESTION": cell.query,
        "ANSWER": cell.answer,
        "STATEMENTS": listed,
    }
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
) -> PendingPage[ListedStatements]:
    """The next answers."""
    return pending_lists(session, rater, "relevance", after, limit, failed_too, run)


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, ListedStatements]:
    """The answers of those keys."""
    return lists_named(session, study, "relevance", names)


RELEVANCE_BY_CUTTING: Judged[ListedStatements] = Judged(
    question=question_named("relevance"),
    form=CutSentences(),
    replies=CORES,
    our_prompt="relevance-1",
    needs=frozenset({"ANSWER"}),
    may=frozenset({"QUERY", "QUESTION", MARK}),
    render=render,
    page=page,
    page_size=_ANSWERS_A_PAGE,
    named=named,
    most_tokens=8000,  # it copies the whole answer
)

RELEVANCE: Judged[ListedStatements] = Judged(
    question=question_named("relevance"),
    form=NumberLists(LISTS),
    replies=LISTS,
    our_prompt="relevance-1",
    needs=frozenset({"STATEMENTS"}),
    may=frozenset({"QUERY", "QUESTION", "ANSWER", MARK}),
    render=render,
    page=page,
    page_size=_ANSWERS_A_PAGE,
    named=named,
    most_tokens=2000,
    otherwise=RELEVANCE_BY_CUTTING,
)
