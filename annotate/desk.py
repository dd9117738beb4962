"""What a person does at a task: each message from the page becomes one call into the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Engine
from sqlmodel import Session

from data.batches import batch_named
from data.engine import writing
from data.errors import StaleTask, ToolError
from data.queue import Nothing, Place, next_place, place_of, recent, reopen, skip_task
from data.raters import rater_named
from data.studies import study_named
from data.submission import Entry, Submission, save_drafts, submit_and_next
from data.tables import Batch, Rater
from data.tables.types import stored

Act = Literal["save", "submit", "skip", "back", "next", "leave", "need"]


@dataclass(frozen=True)
class Desk:
    """A person at a batch, by row number: names are looked up once."""

    engine: Engine
    batch_id: int
    rater_id: int
    question: str

    def of(self, session: Session) -> tuple[Batch, Rater]:
        """The batch and the rater as they are now."""
        return session.get_one(Batch, self.batch_id), session.get_one(Rater, self.rater_id)


@lru_cache(maxsize=1_024)
def desk_of(engine: Engine, study_name: str, batch_name: str, person: str) -> Desk:
    """The desk of a person, who is added to the study's raters when they are new. InputError on a judge's name."""
    with writing(engine) as session:
        study = study_named(session, study_name)
        batch = batch_named(session, study, batch_name)
        rater = rater_named(session, study, person, "human", "app", slot=False, simulated=False)
        return Desk(engine, stored(batch.id), stored(rater.id), batch.question)


class EntrySent(BaseModel):
    """One cell as the page sends it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    unit_id: int
    value: str | None
    reason: str | None
    justification: str | None
    evidence: list[Annotated[list[int], Field(min_length=2, max_length=2)]]
    bulk: bool
    active_ms: int
    wall_ms: int

    def entry(self) -> Entry:
        """The same as the store takes it."""
        spans = tuple((start, end) for start, end in self.evidence)
        return Entry(**{**self.model_dump(), "evidence": spans})


class Message(BaseModel):
    """Everything the page has not seen acknowledged, and at most one act. `seq` grows with every change."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seat: int
    version: int
    seq: int
    entries: list[EntrySent]
    act: Act = "save"
    token: str = ""
    order: str | None = None
    reason: str = ""

    def sent(self) -> tuple[Entry, ...]:
        """The entries as the store takes them."""
        return tuple(entry.entry() for entry in self.entries)


@dataclass(frozen=True)
class Outcome:
    """What came of a message, for the run that draws the answer.

    `reply` goes to the page as it is. `task`: the task to show next, or why there is none; None leaves the page at
    its task (`seat` and `version`), which is then not sent again. `fresh`: look up the task in hand.
    `leave`: go to the queue.
    """

    reply: Mapping[str, Any] | None = None
    seat: int = 0
    version: int = 0
    task: Place | Nothing | None = None
    fresh: bool = False
    leave: bool = False


def handle(desk: Desk, sent: object, now: datetime) -> Outcome:
    """Do what a message asks. Errors a person can mend come back as words; nothing of the input is lost by them."""
    try:
        message = Message.model_validate(sent)
    except ValidationError:
        return Outcome(
            _error("refused", "the page and the server do not understand each other; reload the page"), fresh=True
        )
    try:
        outcome = _ACTS[message.act](desk, message, now)
    except StaleTask as error:
        outcome = Outcome(_error("stale", str(error)))
    except ToolError as error:
        outcome = Outcome(_error("refused", str(error)))
    return replace(outcome, seat=message.seat, version=message.version)


def _error(kind: str, words: str) -> Mapping[str, Any]:
    return {"error": {"kind": kind, "words": words}}


def _save(desk: Desk, message: Message, now: datetime) -> Outcome:
    with writing(desk.engine) as session:
        _, rater = desk.of(session)
        saved = save_drafts(session, rater, message.seat, message.version, message.sent(), now)
    return Outcome(_stored(message, saved.at) | {"filled": saved.filled, "units": saved.units})


def _submit(desk: Desk, message: Message, now: datetime) -> Outcome:
    submission = Submission(message.seat, message.version, message.token, message.sent(), message.order)
    with writing(desk.engine) as session:
        _, rater = desk.of(session)
        done = submit_and_next(session, rater, submission, now)
    return Outcome(_stored(message, done.at) | {"submitted": done.labels}, task=done.next)


def _skip(desk: Desk, message: Message, now: datetime) -> Outcome:
    with writing(desk.engine) as session:
        batch, rater = desk.of(session)
        save_drafts(session, rater, message.seat, message.version, message.sent(), now)
        skip_task(session, rater, place_of(session, rater, message.seat), message.reason, now)
        return Outcome(_stored(message, now) | {"skipped": True}, task=next_place(session, batch, rater, now))


def _back(desk: Desk, message: Message, now: datetime) -> Outcome:
    with writing(desk.engine) as session:
        batch, rater = desk.of(session)
        last = recent(session, batch, rater, 1)
        if not last:
            return Outcome(_error("refused", "there is nothing before this one"))
        return Outcome({"seq": message.seq}, task=reopen(session, rater, last[0].seat_id, now))


def _leave(desk: Desk, message: Message, now: datetime) -> Outcome:
    if message.entries:
        _save(desk, message, now)
    return Outcome(leave=True)


def _look_up(desk: Desk, message: Message, now: datetime) -> Outcome:
    return Outcome({"seq": message.seq}, fresh=True)


def _stored(message: Message, at: datetime) -> dict[str, Any]:
    return {"seq": message.seq, "at": at.strftime("%H:%M:%S UTC")}


_ACTS: Mapping[Act, Callable[[Desk, Message, datetime], Outcome]] = {
    "save": _save,
    "submit": _submit,
    "skip": _skip,
    "back": _back,
    "next": _look_up,
    "need": _look_up,
    "leave": _leave,
}
