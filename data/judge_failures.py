"""What came to nothing: a judge's failed requests with what the server said, and the units left without a label."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from data.tables import Attempt, JudgeRun, Label, Output, Rater, Unit

LONGEST_RAW = 10_000
"""Characters of a raw reply that are read; servers have been seen to send megabytes."""


@dataclass(frozen=True)
class FailedRequest:
    """A request with the last attempt at it, the `attempts`-th. `raw` is the beginning of the body as it came, `length`
    the characters it has in all; both None when no reply came."""

    attempts: int
    sent_at: datetime
    http_status: int | None
    error: str | None
    finish_reason: str | None
    raw: str | None
    length: int | None


@dataclass(frozen=True)
class FailedUnit:
    """A unit a judge has no value for. `raw` is the beginning of the reply where it is kept with the label."""

    key: str
    run: int
    at: datetime
    raw: str | None
    length: int | None


def failed_counts(session: Session, rater: Rater) -> dict[str, int]:
    """How many requests of a judge ended in each status other than ``ok``. One may be about several units."""
    counted = select(col(Output.status), func.count()).select_from(Output).join(Attempt).join(JudgeRun)
    failed = counted.where(col(JudgeRun.rater_id) == rater.id, col(Output.status) != "ok")
    rows = session.connection().execute(failed.group_by(col(Output.status)).order_by(col(Output.status)))
    return {row[0]: row[1] for row in rows}


def failed_requests(session: Session, rater: Rater, status: str, first: int, most: int) -> list[FailedRequest]:
    """At most `most` requests that ended so, from number `first` on, counted from 0, the newest first."""
    every = aliased(Attempt)
    attempts = select(func.count()).where(col(every.request_key) == col(Output.request_key)).scalar_subquery()
    columns = (col(Attempt.sent_at), col(Attempt.http_status), col(Attempt.error), col(Attempt.finish_reason))
    raw = (func.substr(col(Attempt.raw), 1, LONGEST_RAW), func.length(col(Attempt.raw)))
    listed = select(attempts, *columns, *raw).select_from(Output).join(Attempt).join(JudgeRun)
    meant = listed.where(col(JudgeRun.rater_id) == rater.id, col(Output.status) == status)
    rows = session.connection().execute(meant.order_by(col(Attempt.id).desc()).offset(first).limit(most))
    return [FailedRequest(*row) for row in rows]


def failed_units(session: Session, rater: Rater, status: str, first: int, most: int) -> list[FailedUnit]:
    """At most `most` units that are without a value for that reason, from number `first` on, in the order of labels."""
    raw = (func.substr(col(Label.raw), 1, LONGEST_RAW), func.length(col(Label.raw)))
    listed = (
        select(col(Unit.key), col(Label.run), col(Label.created_at), *raw)
        .join(Label, col(Label.unit_id) == col(Unit.id))
        .where(col(Label.rater_id) == rater.id, col(Label.superseded_at).is_(None), col(Label.reason) == status)
    )
    rows = session.connection().execute(listed.order_by(col(Label.id)).offset(first).limit(most))
    return [FailedUnit(*row) for row in rows]
