"""What judges' models were asked and replied: attempts, outputs, and the labels that follow from them.

The order is the promise: an attempt is stored before it is sent, its reply before it is read, and a label is made
from the stored output of its request, never from memory. Everything here may be repeated without doubling a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from data.tables import Attempt, JudgeRun, Label, Output, Rater, Study
from data.tables.types import stored


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


@dataclass(frozen=True)
class Result:
    """What a request came to: `value` only with status ``ok``. `attempt_id` names the attempt that says so."""

    request_key: str
    attempt_id: int
    status: str
    value: str | None = None
    justification: str | None = None


@dataclass(frozen=True)
class NewLabel:
    """A judge's label of a unit: a value, or the reason there is none."""

    unit_id: int
    value: str | None
    reason: str | None
    justification: str | None = None
    evidence: tuple[tuple[int, int], ...] = ()
    raw: str | None = None


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


def end_run(session: Session, run_id: int, now: datetime) -> None:
    """Mark a run as ended. One that never is was killed."""
    session.connection().execute(update(JudgeRun).where(col(JudgeRun.id) == run_id).values(ended_at=now))


def begin_attempts(session: Session, sendings: Sequence[Sending]) -> list[int]:
    """Store attempts in state ``sent``; their ids in the same order. Commit before sending."""
    if not sendings:
        return []
    rows = [vars(sending) | {"state": "sent", "possibly_paid": False} for sending in sendings]
    adding = insert(Attempt).returning(col(Attempt.id), sort_by_parameter_order=True)
    return [stored(identity) for identity in session.connection().execute(adding, rows).scalars()]


def finish_attempts(session: Session, ends: Sequence[Sent]) -> None:
    """Complete attempts with what came back."""
    if ends:
        rows = [{"row": end.attempt_id, "state": "done"} | vars(end) for end in ends]
        changes: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name not in ("row", "attempt_id")}
        changing = update(Attempt.__table__).where(col(Attempt.id) == bindparam("row")).values(changes)  # type: ignore[attr-defined]
        session.connection().execute(changing, rows)


def outputs_of(session: Session, keys: Iterable[str]) -> dict[str, Output]:
    """Stored outputs by request key; keys without one are left out."""
    found = select(Output).where(col(Output.request_key).in_(list(keys)))
    return {output.request_key: output for output in session.scalars(found)}


def paid_replies(session: Session, keys: Iterable[str]) -> dict[str, PaidReply]:
    """By request key, the newest stored reply that no output accounts for."""
    newer = or_(col(Output.attempt_id).is_(None), col(Attempt.id) > col(Output.attempt_id))
    found = (
        select(col(Attempt.request_key), col(Attempt.id), col(Attempt.raw))
        .outerjoin(Output, col(Output.request_key) == col(Attempt.request_key))
        .where(col(Attempt.request_key).in_(list(keys)), col(Attempt.http_status) == 200, newer)
        .order_by(col(Attempt.id))
    )
    rows = session.connection().execute(found)
    return {key: PaidReply(stored(attempt), raw or "") for key, attempt, raw in rows}


def store_results(
    session: Session,
    rater: Rater,
    question_version: str,
    results: Sequence[Result],
    units: Mapping[str, Sequence[int]],
    now: datetime,
) -> None:
    """Store outputs and the labels of their units (`units[request_key]`), together.

    An output that is ok stays for ever; a failed one gives way to a newer attempt. The labels follow the stored
    output, so that two runs at once cannot store a label that contradicts it.
    """
    if not results:
        return
    adding = _insert(session)(Output)
    newer = {name: getattr(adding.excluded, name) for name in ("attempt_id", "status", "value", "justification")}
    failed = and_(col(Output.status) != "ok", col(Output.attempt_id) < adding.excluded.attempt_id)
    adding = adding.on_conflict_do_update(index_elements=[col(Output.request_key)], set_=newer, where=failed)
    _execute_at_once(session, adding.returning(col(Output.request_key)), [vars(result) for result in results])
    outputs = outputs_of(session, [result.request_key for result in results])
    labels = [label_of(outputs[key], unit) for key in outputs for unit in units[key]]
    store_labels(session, rater, question_version, labels, now)


def label_of(output: Output, unit_id: int) -> NewLabel:
    """The label of a unit whose request has this output."""
    reason = None if output.status == "ok" else output.status
    return NewLabel(unit_id, output.value, reason, output.justification)


def store_labels(
    session: Session, rater: Rater, question_version: str, labels: Sequence[NewLabel], now: datetime
) -> None:
    """Add a judge's labels. A current label with a value stays; one with a reason is superseded."""
    if not labels:
        return
    replaced = _supersede(session, rater, [label.unit_id for label in labels], now)
    shared = {"rater_id": rater.id, "run": 0, "question_version": question_version, "created_at": now}
    rows = [vars(label) | shared | {"supersedes_id": replaced.get(label.unit_id)} for label in labels]
    adding = _insert(session)(Label).on_conflict_do_nothing().returning(col(Label.id))
    _execute_at_once(session, adding, rows)


def labelled_units(session: Session, rater: Rater, units: Iterable[int]) -> set[int]:
    """Those of the units that have a current label of the rater, with or without value."""
    found = select(col(Label.unit_id)).where(
        col(Label.rater_id) == rater.id,
        col(Label.unit_id).in_(list(units)),
        col(Label.run) == 0,
        col(Label.superseded_at).is_(None),
    )
    return set(session.connection().execute(found).scalars())


def _supersede(session: Session, rater: Rater, units: Sequence[int], now: datetime) -> dict[int, int]:
    """Mark the current labels without value of these units; label ids by unit id."""
    current = (
        col(Label.rater_id) == rater.id,
        col(Label.unit_id).in_(units),
        col(Label.run) == 0,
        col(Label.value).is_(None),
        col(Label.superseded_at).is_(None),
    )
    found = session.connection().execute(select(col(Label.unit_id), col(Label.id)).where(*current))
    old = {unit: stored(label) for unit, label in found}
    if old:
        marking = update(Label).where(col(Label.id).in_(old.values())).values(superseded_at=now)
        session.connection().execute(marking)
    return old


def _execute_at_once(session: Session, adding: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert all rows by one statement, which RETURNING makes of them.

    Row by row, a busy event loop would hold the thread up between any two rows: measured three times as slow.
    """
    session.connection().execute(adding, rows).all()


def _insert(session: Session) -> Any:
    """INSERT with ON CONFLICT, which both databases have under their own names."""
    return sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert


_TOKENS = ("tokens_in", "tokens_out", "tokens_cached", "tokens_reasoning")


@dataclass(frozen=True)
class Cost:
    """Sums over a rater's attempts. `possibly_paid` are requests whose reply never came: they may be on the bill."""

    requests: int
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    tokens_reasoning: int
    possibly_paid: int


def cost_of(session: Session, rater: Rater, run_id: int | None = None) -> Cost:
    """What a judge has used so far, in all its runs or in one."""
    unknown = or_(col(Attempt.possibly_paid), col(Attempt.state) == "sent")
    counts = {"requests": func.count(), "possibly_paid": func.count().filter(unknown)}
    sums = {name: func.coalesce(func.sum(getattr(Attempt, name)), 0) for name in _TOKENS}
    used = select(*(column.label(name) for name, column in (counts | sums).items()))
    used = used.select_from(Attempt).join(JudgeRun).where(col(JudgeRun.rater_id) == rater.id)
    used = used if run_id is None else used.where(col(JudgeRun.id) == run_id)
    return Cost(**session.connection().execute(used).one()._asdict())


def statuses_of(session: Session, rater: Rater) -> dict[str, int]:
    """Current labels of a judge by status: ``ok``, or the reason it gave none."""
    status = func.coalesce(col(Label.reason), "ok").label("status")
    counted = (
        select(status, func.count().label("units"))
        .where(col(Label.rater_id) == rater.id, col(Label.superseded_at).is_(None))
        .group_by(status)
        .order_by(status)
    )
    return {row.status: row.units for row in session.connection().execute(counted)}


def judge_raters(session: Session, study: Study) -> list[Rater]:
    """The judges of a study, by name."""
    found = select(Rater).where(col(Rater.study_id) == study.id, col(Rater.kind) == "judge")
    return list(session.scalars(found.order_by(col(Rater.name))))
