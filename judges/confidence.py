"""How sure of itself does an answer sound? One call per answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from data.pending import OneUnit, PendingPage, WholeAnswer, pending_answers, units_named
from data.questions import question_named
from data.tables import Rater, Study
from judges.forms import OneLabel
from judges.judged import Judged
from judges.spec import Messages
from judges.template import MARK, Template, mark_of

_ANSWERS_A_PAGE = 200

LEVELS = {
    "Strongly Not Confident": "1",
    "Not Confident": "2",
    "Neutral": "3",
    "Confident": "4",
    "Strongly Confident": "5",
}
"""The levels by name, as DeepTRACE words them, with their values on the scale."""


def render(cell: WholeAnswer, template: Template) -> Messages:
    """Instructions, the query, then the answer. The query goes by two names in templates in circulation."""
    texts = {MARK: mark_of(cell.answer), "QUERY": cell.query, "QUESTION": cell.query, "ANSWER": cell.answer}
    return ({"role": "user", "content": template.filled(**texts)},)


def page(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool, run: int
) -> PendingPage[WholeAnswer]:
    """The next answers."""
    return pending_answers(session, rater, after, limit, failed_too, run)


def named(session: Session, study: Study, names: Sequence[str], run: int) -> Mapping[str, OneUnit]:
    """The units of those keys."""
    return units_named(session, study, "confidence", names)


CONFIDENCE: Judged[WholeAnswer] = Judged(
    question=question_named("confidence"),
    form=OneLabel("confidence", LEVELS),
    replies=LEVELS,
    our_prompt="confidence-1",
    needs=frozenset({"ANSWER"}),
    may=frozenset({"QUERY", "QUESTION", MARK}),
    render=render,
    page=page,
    page_size=_ANSWERS_A_PAGE,
    named=named,
)
