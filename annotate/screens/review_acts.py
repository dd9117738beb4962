"""What a person does at an answer under review: each message from the page becomes one call into the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Engine
from sqlmodel import Session

from data.engine import writing
from data.errors import StaleTask, ToolError
from data.raters import rater_named
from data.review import (
    Decision,
    answers_to_review,
    confirm,
    decide_mark,
    leave_out,
    merge,
    split,
    take_in,
    undo_edit,
    version_of,
)
from data.studies import study_named
from data.tables import Rater, Study

Act = Literal["text", "citation", "split", "merge", "leave out", "take in", "undo", "confirm", "open", "leave"]


class Message(BaseModel):
    """One act at an answer as the page saw it. `start`, `end`, `at`: code points; `n`: a statement's position."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answer: str
    version: str
    act: Act
    start: int = 0
    end: int = 0
    at: int = 0
    n: int = 0
    positions: list[int] = []
    note: str = ""
    open: str = ""


@dataclass(frozen=True)
class Reviewer:
    """A person at a study."""

    engine: Engine
    study: str
    person: str

    def of(self, session: Session) -> tuple[Study, Rater]:
        """The study and the rater as they are now; a new person joins the raters. InputError on a judge's name."""
        study = study_named(session, self.study)
        return study, rater_named(session, study, self.person, "human", "app", slot=False, simulated=False)


@dataclass(frozen=True)
class Outcome:
    """What came of a message: words for the page, and the answer to show instead, or the list of answers."""

    reply: Mapping[str, Any] | None = None
    open: str | None = None
    leave: bool = False


def handle(reviewer: Reviewer, sent: object, now: datetime) -> Outcome:
    """Do what a message asks. Errors a person can mend come back as words."""
    try:
        message = Message.model_validate(sent)
    except ValidationError:
        return Outcome({"error": "the page and the server do not understand each other; reload the page"})
    if message.act == "open":
        return Outcome(open=message.open)
    if message.act == "leave":
        return Outcome(leave=True)
    try:
        with writing(reviewer.engine) as session:
            study, rater = reviewer.of(session)
            return _done(session, study, rater, message, now)
    except ToolError as error:
        return Outcome({"error": str(error)})


def _done(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> Outcome:
    if version_of(session, study, message.answer) != message.version:
        raise StaleTask("this answer was changed in another window; nothing was stored; here it is as it is now")
    if message.act == "confirm":
        return _confirmed(session, study, rater, message, now)
    _ACTS[message.act](session, study, rater, message, now)
    return Outcome({"at": f"{now:%H:%M:%S} UTC", "act": message.act})


def _confirmed(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> Outcome:
    confirm(session, study, message.answer, rater, now)
    lines = answers_to_review(session, study)
    at = [line.key for line in lines].index(message.answer)
    waiting = [line.key for line in (*lines[at:], *lines[:at]) if line.by is None]
    reply = {"at": f"{now:%H:%M:%S} UTC", "act": "confirm", "answer": message.answer}
    return Outcome(reply, open=waiting[0]) if waiting else Outcome(leave=True)


def _decide(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    note = message.note.strip() or None
    decision = Decision(message.start, message.end, message.act, tuple(message.positions), note)
    decide_mark(session, study, message.answer, decision, rater, now)


def _split(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    split(session, study, message.answer, message.n, message.at, rater, now)


def _merge(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    merge(session, study, message.answer, message.n, rater, now)


def _leave_out(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    leave_out(session, study, message.answer, message.n, rater, now)


def _take_in(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    take_in(session, study, message.answer, message.start, message.end, rater, now)


def _undo(session: Session, study: Study, rater: Rater, message: Message, now: datetime) -> None:
    undo_edit(session, study, message.answer, rater, now)


_ACTS: Mapping[str, Callable[[Session, Study, Rater, Message, datetime], None]] = {
    "text": _decide,
    "citation": _decide,
    "split": _split,
    "merge": _merge,
    "leave out": _leave_out,
    "take in": _take_in,
    "undo": _undo,
}
