"""Requests handed to a server's batch interface: many in one file, answered within a day.

What is stored first decides what can be paid twice: the intent, with the hash of the file and a token the server will
repeat, is committed before anything is uploaded. Whoever finds an intent without a remote name asks the server for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from data.outputs import Sending
from data.tables import Attempt, Bulk, JudgeRun, Rater
from data.tables.types import stored


@dataclass(frozen=True)
class OpenBulk:
    """A bulk not known to have ended; `remote` is the server's name for it, None while only the intent is known."""

    bulk_id: int
    token: str
    remote: str | None


@dataclass(frozen=True)
class UnderWay:
    """A request of a bulk that has no reply yet: its attempt, and the parameters it was sent with."""

    attempt_id: int
    parameters: Mapping[str, Any]


def intend_bulk(session: Session, sendings: Sequence[Sending], token: str, sha256: str, now: datetime) -> OpenBulk:
    """Store a bulk and an attempt for each of its requests. Commit before uploading."""
    bulk = Bulk(run_id=sendings[0].run_id, token=token, sha256=sha256, requests=len(sendings), created_at=now)
    session.add(bulk)
    session.flush()
    shared = {"state": "sent", "possibly_paid": False, "perhaps_cut": False, "bulk_id": bulk.id}
    session.connection().execute(insert(Attempt), [vars(sending) | shared for sending in sendings])
    return OpenBulk(stored(bulk.id), token, None)


def submitted(session: Session, bulk_id: int, remote: str) -> None:
    """The server has taken the bulk, and calls it so."""
    session.connection().execute(update(Bulk).where(col(Bulk.id) == bulk_id).values(remote=remote))


def ended(session: Session, bulk_id: int, now: datetime, error: str | None = None) -> None:
    """Nothing more will come of a bulk. Its requests without a reply have ended without one, for the reason given."""
    session.connection().execute(update(Bulk).where(col(Bulk.id) == bulk_id).values(ended_at=now, error=error))
    silent = (col(Attempt.bulk_id) == bulk_id, col(Attempt.state) == "sent")
    words = error or "no line of the results is about it"
    session.connection().execute(update(Attempt).where(*silent).values(state="done", done_at=now, error=words))


def open_bulks(session: Session, rater: Rater) -> list[OpenBulk]:
    """The bulks of a judge that have not ended, oldest first."""
    found = (
        select(col(Bulk.id), col(Bulk.token), col(Bulk.remote))
        .join(JudgeRun, col(JudgeRun.id) == col(Bulk.run_id))
        .where(col(JudgeRun.rater_id) == rater.id, col(Bulk.ended_at).is_(None))
        .order_by(col(Bulk.id))
    )
    return [OpenBulk(stored(bulk), token, remote) for bulk, token, remote in session.connection().execute(found)]


def attempts_under_way(session: Session, bulk_id: int) -> dict[str, UnderWay]:
    """The attempts of a bulk that have no reply yet, by request key."""
    found = select(col(Attempt.request_key), col(Attempt.id), col(Attempt.parameters)).where(
        col(Attempt.bulk_id) == bulk_id, col(Attempt.state) == "sent"
    )
    rows = session.connection().execute(found)
    return {key: UnderWay(stored(attempt), parameters or {}) for key, attempt, parameters in rows}
