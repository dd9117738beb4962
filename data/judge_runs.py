"""The runs of judges as a screen lists them: how each was done, how it stands, and what was sent in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, func, select
from sqlmodel import Session, col

from data.outputs import Cost, cost_columns
from data.raters import is_floor
from data.tables import Attempt, Bulk, JudgeRun, Rater
from data.tables.types import stored

SILENT_AFTER = timedelta(minutes=10)
"""A run of which nothing was heard for so long may have been killed."""

Way = Literal["live", "in bulk", "by a fleet", "recorded replies", "by rule"]
RunState = Literal["running", "waiting", "silent", "stopped", "ended"]


@dataclass(frozen=True)
class Bulks:
    """The files of requests that a run handed over: how many, how many have not ended, and what went wrong."""

    files: int = 0
    open: int = 0
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sent:
    """What was sent in a run, or in several of one judge, and when anything was last sent or came back."""

    rater_id: int
    cost: Cost
    heard_at: datetime

    def plus(self, other: Sent) -> Sent:
        """Both together."""
        mine, theirs = asdict(self.cost), asdict(other.cost)
        cost = Cost(**{name: count + theirs[name] for name, count in mine.items()})
        return Sent(self.rater_id, cost, max(self.heard_at, other.heard_at))


@dataclass(frozen=True)
class RunLine:
    """A run. `retries`: it asked again what had failed. `heard_at`: when it last gave a sign of life."""

    run_id: int
    rater_id: int
    way: Way
    samples: int
    retries: bool
    started_at: datetime
    ended_at: datetime | None
    stopped: str | None
    bulks: Bulks
    cost: Cost
    heard_at: datetime

    def under_way(self, now: datetime) -> int:
        """Requests without a reply so far, while one may still come."""
        return self.cost.possibly_paid if self.state(now) in ("running", "waiting") else 0

    def state(self, now: datetime) -> RunState:
        """How the run stands. One that was killed never ends: it falls silent, unless a server has its requests."""
        if self.stopped or self.ended_at:
            return "stopped" if self.stopped else "ended"
        if self.bulks.open:
            return "waiting"
        return "running" if now - self.heard_at <= SILENT_AFTER else "silent"


def runs_of(session: Session, rater: Rater, first: int, most: int) -> list[RunLine]:
    """At most `most` runs of a judge from number `first` on, counted from 0, the newest first."""
    found = select(col(JudgeRun.id)).where(col(JudgeRun.rater_id) == rater.id).order_by(col(JudgeRun.id).desc())
    ids = [stored(run) for run in session.connection().execute(found.offset(first).limit(most)).scalars()]
    return run_lines(session, ids, sent_in_runs(session, col(JudgeRun.id).in_(ids)), {})


def run_lines(
    session: Session, runs: Sequence[int], sent: Mapping[int, Sent], labelled: Mapping[int, datetime]
) -> list[RunLine]:
    """These runs, the newest first, with what was sent in them by id of the run.

    `labelled`: when each judge gave its newest label, by id of the rater.
    """
    rows = select(JudgeRun, col(Rater.name)).join(Rater, col(Rater.id) == col(JudgeRun.rater_id))
    found = session.execute(rows.where(col(JudgeRun.id).in_(runs)).order_by(col(JudgeRun.id).desc())).all()
    bulks = _bulks(session, runs)
    return [
        _line(run, name, bulks.get(stored(run.id), Bulks()), sent.get(stored(run.id)), labelled.get(run.rater_id))
        for run, name in found
    ]


def _line(run: JudgeRun, judge: str, bulks: Bulks, sent: Sent | None, labelled: datetime | None) -> RunLine:
    signs = (run.started_at, sent and sent.heard_at, labelled)
    return RunLine(
        run_id=stored(run.id),
        rater_id=run.rater_id,
        way=_way(run, judge, bulks),
        samples=int(run.settings.get("samples", 1)),
        retries=bool(run.settings.get("failed_too")),
        started_at=run.started_at,
        ended_at=run.ended_at,
        stopped=run.stopped,
        bulks=bulks,
        cost=sent.cost if sent else Cost(0, 0, 0, 0, 0, 0, 0),
        heard_at=max(sign for sign in signs if sign),
    )


def _way(run: JudgeRun, judge: str, bulks: Bulks) -> Way:
    if is_floor(judge):
        return "by rule"
    if "recorded" in run.settings:
        return "recorded replies"
    if bulks.files:
        return "in bulk"
    return "by a fleet" if run.settings.get("fleet") else "live"


def sent_in_runs(session: Session, meant: ColumnElement[bool]) -> dict[int, Sent]:
    """What was sent in the runs that are meant, by id of the run; those without a request are left out."""
    columns = cost_columns()
    last_sent, last_done = func.max(col(Attempt.sent_at)), func.max(col(Attempt.done_at))
    used = (
        select(col(Attempt.run_id), col(JudgeRun.rater_id), last_sent, last_done, *columns)
        .select_from(Attempt)
        .join(JudgeRun, col(JudgeRun.id) == col(Attempt.run_id))
        .join(Rater, col(Rater.id) == col(JudgeRun.rater_id))
        .where(meant)
        .group_by(col(Attempt.run_id), col(JudgeRun.rater_id))
    )
    names = [column.name for column in columns]
    return {
        run: Sent(rater, Cost(**dict(zip(names, sums, strict=True))), max(begun, ended or begun))
        for run, rater, begun, ended, *sums in session.connection().execute(used)
    }


def _bulks(session: Session, runs: Sequence[int]) -> dict[int, Bulks]:
    """By id of the run."""
    found = select(Bulk).where(col(Bulk.run_id).in_(runs)).order_by(col(Bulk.id))
    bulks: dict[int, Bulks] = {}
    for bulk in session.scalars(found):
        so_far = bulks.get(bulk.run_id, Bulks())
        errors = (*so_far.errors, *filter(None, (bulk.error,)))
        bulks[bulk.run_id] = Bulks(so_far.files + 1, so_far.open + (bulk.ended_at is None), errors)
    return bulks
