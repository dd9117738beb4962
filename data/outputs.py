"""What judges' models were asked and replied: attempts, and the one output of each request.

The order is the promise: an attempt is stored before it is sent, its reply before it is read, and a label is made
from the stored output of its request (`data.judge_labels`), never from memory. Everything here may be repeated without
doubling a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col

from data.tables import Attempt, JudgeRun, Output, Rater
from data.tables.types import stored

_KEYS_AT_ONCE = 10_000


@dataclass(frozen=True)
class Sending:
    """A request about to be sent, with the parameters it really carries."""

    run_id: int
    request_key: str
    parameters: Mapping[str, Any]
    structured: str
    sent_at: datetime


@dataclass(frozen=True)
class Sent:
    """How an attempt ended. `raw` is the body as it came; the counts are None where the reply gives none."""

    attempt_id: int
    done_at: datetime
    latency_ms: int
    raw: str | None = None
    http_status: int | None = None
    error: str | None = None
    possibly_paid: bool = False
    request_id: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    fingerprint: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None
    perhaps_cut: bool = False


@dataclass(frozen=True)
class Result:
    """What a request came to: `value` only with status ``ok``. `attempt_id` names the attempt that says so.

    A reply about several units has as its value their labels by part, as `parts_text` writes them.
    """

    request_key: str
    attempt_id: int
    status: str
    value: str | None = None
    justification: str | None = None


@dataclass(frozen=True)
class PaidReply:
    """A stored reply that was never read: the process ended between the two."""

    attempt_id: int
    raw: str


def begin_run(session: Session, rater: Rater, question: str, settings: Mapping[str, Any], now: datetime) -> JudgeRun:
    """A new run of a judge."""
    run = JudgeRun(
        study_id=rater.study_id, rater_id=stored(rater.id), question=question, settings=dict(settings), started_at=now
    )
    session.add(run)
    session.flush()
    return run


def end_run(session: Session, run_id: int, now: datetime, stopped: str | None = None) -> None:
    """Mark a run as ended, and why early if it did. One that never is was killed."""
    ending = update(JudgeRun).where(col(JudgeRun.id) == run_id)
    session.connection().execute(ending.values(ended_at=now, stopped=func.coalesce(col(JudgeRun.stopped), stopped)))


def stop_run(session: Session, run_id: int, why: str) -> None:
    """Note that a run must send no more; the first reason counts."""
    stopping = update(JudgeRun).where(col(JudgeRun.id) == run_id, col(JudgeRun.stopped).is_(None))
    session.connection().execute(stopping.values(stopped=why))


def begin_attempts(session: Session, sendings: Sequence[Sending]) -> list[int]:
    """Store attempts in state ``sent``; their ids in the same order. Commit before sending."""
    if not sendings:
        return []
    rows = [vars(sending) | {"state": "sent", "possibly_paid": False, "perhaps_cut": False} for sending in sendings]
    adding = insert(Attempt).returning(col(Attempt.id), sort_by_parameter_order=True)
    return [stored(identity) for identity in session.connection().execute(adding, rows).scalars()]


def finish_attempts(session: Session, ends: Sequence[Sent]) -> None:
    """Complete attempts with what came back."""
    if ends:
        rows = [{"row": end.attempt_id, "state": "done"} | vars(end) for end in ends]
        changes: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name not in ("row", "attempt_id")}
        changing = update(Attempt.__table__).where(col(Attempt.id) == bindparam("row")).values(changes)  # type: ignore[attr-defined]
        session.connection().execute(changing, rows)


def outputs_of(session: Session, keys: Iterable[str]) -> dict[str, Result]:
    """Stored outputs by request key; keys without one are left out."""
    columns = [getattr(Output, field.name) for field in fields(Result)]
    return {row[0]: Result(*row) for row in _rows_of(session, select(*columns), col(Output.request_key), keys)}


def _rows_of(session: Session, query: Any, column: Mapped[str], keys: Iterable[str]) -> Iterator[Any]:
    """The rows of some keys, asked for as many at a time as any database takes: a long source has a thousand pieces."""
    left = list(keys)
    for start in range(0, len(left), _KEYS_AT_ONCE):
        yield from session.connection().execute(query.where(column.in_(left[start : start + _KEYS_AT_ONCE])))


def paid_replies(session: Session, keys: Iterable[str]) -> dict[str, PaidReply]:
    """By request key, the newest stored reply that no output accounts for."""
    newer = or_(col(Output.attempt_id).is_(None), col(Attempt.id) > col(Output.attempt_id))
    found = (
        select(col(Attempt.request_key), col(Attempt.id), col(Attempt.raw))
        .outerjoin(Output, col(Output.request_key) == col(Attempt.request_key))
        .where(col(Attempt.http_status) == 200, newer)
        .order_by(col(Attempt.id))
    )
    rows = _rows_of(session, found, col(Attempt.request_key), keys)
    return {key: PaidReply(stored(attempt), raw or "") for key, attempt, raw in rows}


def store_results(session: Session, results: Sequence[Result]) -> None:
    """Store outputs. One that is ok stays for ever; a failed one gives way to a newer attempt."""
    if not results:
        return
    adding = upsert(session)(Output)
    newer = {name: getattr(adding.excluded, name) for name in ("attempt_id", "status", "value", "justification")}
    failed = and_(col(Output.status) != "ok", col(Output.attempt_id) < adding.excluded.attempt_id)
    adding = adding.on_conflict_do_update(index_elements=[col(Output.request_key)], set_=newer, where=failed)
    execute_at_once(session, adding.returning(col(Output.request_key)), [vars(result) for result in results])


def execute_at_once(session: Session, adding: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert all rows by one statement, which RETURNING makes of them.

    Row by row, a busy event loop would hold the thread up between any two rows: measured three times as slow.
    """
    session.connection().execute(adding, rows).all()


def upsert(session: Session) -> Any:
    """INSERT with ON CONFLICT, which both databases have under their own names."""
    return sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert


_TOKENS = ("tokens_in", "tokens_out", "tokens_cached", "tokens_reasoning")


@dataclass(frozen=True)
class Cost:
    """Sums over a rater's attempts. `possibly_paid` are requests whose reply never came: they may be on the bill.

    `perhaps_cut` are those of which the server counted so few tokens that it may not have read all of the prompt.
    """

    requests: int
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    tokens_reasoning: int
    possibly_paid: int
    perhaps_cut: int


def cost_of(session: Session, rater: Rater, run_id: int | None = None) -> Cost:
    """What a judge has used so far, in all its runs or in one."""
    used = select(*cost_columns()).select_from(Attempt).join(JudgeRun).where(col(JudgeRun.rater_id) == rater.id)
    used = used if run_id is None else used.where(col(JudgeRun.id) == run_id)
    return Cost(**session.connection().execute(used).one()._asdict())


def cost_columns() -> list[ColumnElement[int]]:
    """The sums of a `Cost` over attempts, by the names of its fields."""
    unknown = or_(col(Attempt.possibly_paid), col(Attempt.state) == "sent")
    counts = {"requests": func.count(col(Attempt.id)), "possibly_paid": func.count().filter(unknown)}
    counts["perhaps_cut"] = func.count().filter(col(Attempt.perhaps_cut))
    sums = {name: func.coalesce(func.sum(getattr(Attempt, name)), 0) for name in _TOKENS}
    return [column.label(name) for name, column in (counts | sums).items()]
