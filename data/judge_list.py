"""Judges as a screen lists them: how far each one is, how its runs go, and what was sent for it. All counted in SQL."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlmodel import Session, col

from data.errors import NotFound
from data.judge_labels import judge_raters
from data.judge_runs import RunLine, Sent, run_lines, sent_in_runs
from data.outputs import Cost
from data.pending import ORDERS
from data.tables import JudgeRun, Label, Rater, Study, Unit
from data.tables.types import stored

_FEW = 20
"""Labels a run must have given before its pace is told."""


@dataclass(frozen=True)
class JudgeLine:
    """A judge with its newest run. `statuses` are its current labels of all repeats, by status.

    `left` are the labels it still has to give, in as many repeats as its newest run asked for; None where nobody can
    tell, because the judge was imported. `since` is how many labels it gave since that run began.
    """

    name: str
    question: str | None
    model: str | None
    base_url: str | None
    statuses: Mapping[str, int]
    left: int | None
    since: int
    cost: Cost
    runs: int
    newest: RunLine | None

    @property
    def done(self) -> int:
        """Labels with a value."""
        return self.statuses.get("ok", 0)

    @property
    def failed(self) -> int:
        """Labels without one."""
        return sum(self.statuses.values()) - self.done

    @property
    def due(self) -> int | None:
        """The labels it is to give in all; None where nobody can tell."""
        return None if self.left is None else self.done + self.failed + self.left

    def under_way(self, now: datetime) -> int:
        """Requests without a reply so far of a run that is not over."""
        return self.newest.under_way(now) if self.newest else 0

    def still_takes(self, now: datetime) -> timedelta | None:
        """How long the newest run still takes at its pace so far; None when it is not running, or has just begun."""
        run = self.newest
        if run is None or run.state(now) != "running" or self.since < _FEW or not self.left:
            return None
        return (now - run.started_at) * (self.left / self.since)


@dataclass
class _Labels:
    """The current labels of one judge: how many of each status and of each run, and when the newest was given."""

    statuses: Counter[str] = field(default_factory=Counter)
    runs: Counter[int] = field(default_factory=Counter)
    newest: datetime | None = None

    def before(self, run: int) -> int:
        """How many there are of earlier runs."""
        return sum(count for number, count in self.runs.items() if number < run)


@dataclass(frozen=True)
class _Counts:
    """What is counted for all judges at once; by id of the rater, units by question."""

    labels: Mapping[int, _Labels]
    units: Mapping[str, int]
    sent: Mapping[int, Sent]
    runs: Mapping[int, int]
    since: Mapping[int, int]
    newest: Mapping[int, RunLine]


def judges_of_study(session: Session, study: Study) -> list[JudgeLine]:
    """The judges of a study, by name."""
    return _judges(session, study, judge_raters(session, study), col(Rater.study_id) == study.id)


def judge_of_study(session: Session, study: Study, name: str) -> JudgeLine:
    """The judge of that name. NotFound when the study has none."""
    rater = judge_named(session, study, name)
    (line,) = _judges(session, study, [rater], col(Rater.id) == rater.id)
    return line


def judge_named(session: Session, study: Study, name: str) -> Rater:
    """The rater of a judge. NotFound when the study has none of that name."""
    found = select(Rater).where(col(Rater.study_id) == study.id, col(Rater.kind) == "judge", col(Rater.name) == name)
    rater = session.scalars(found).first()
    if rater is None:
        raise NotFound(f"the study has no judge '{name}'")
    return rater


def _judges(session: Session, study: Study, raters: Sequence[Rater], meant: ColumnElement[bool]) -> list[JudgeLine]:
    labels = _labels(session, meant)
    per_judge = select(col(JudgeRun.rater_id), func.count(), func.max(col(JudgeRun.id))).join(Rater).where(meant)
    runs = session.connection().execute(per_judge.group_by(col(JudgeRun.rater_id))).all()
    newest = [stored(run) for _, _, run in runs]
    sent = sent_in_runs(session, meant)
    heard = {rater: found.newest for rater, found in labels.items() if found.newest}
    counts = _Counts(
        labels=labels,
        units=_units(session, study),
        sent=_sum_by_judge(sent),
        runs={rater: count for rater, count, _ in runs},
        since=_since(session, newest),
        newest={line.rater_id: line for line in run_lines(session, newest, sent, heard)},
    )
    return [_judge(rater, counts) for rater in raters]


def _judge(rater: Rater, counts: _Counts) -> JudgeLine:
    identity, spec = stored(rater.id), rater.spec or {}
    question, newest = spec.get("question"), counts.newest.get(identity)
    labels = counts.labels.get(identity, _Labels())
    return JudgeLine(
        name=rater.name,
        question=question,
        model=spec.get("model"),
        base_url=spec.get("base_url"),
        statuses=dict(sorted(labels.statuses.items())),
        left=None if newest is None or question is None else _left(question, newest.samples, labels, counts.units),
        since=counts.since.get(identity, 0),
        cost=counts.sent[identity].cost if identity in counts.sent else Cost(0, 0, 0, 0, 0, 0, 0),
        runs=counts.runs.get(identity, 0),
        newest=newest,
    )


def _left(question: str, samples: int, labels: _Labels, units: Mapping[str, int]) -> int:
    """Labels that are missing in so many repeats: one for each unit, and for each order it is judged in."""
    due = ORDERS.get(question, 1) * samples
    return max(0, units.get(question, 0) * due - labels.before(due))


def _labels(session: Session, meant: ColumnElement[bool]) -> dict[int, _Labels]:
    status = func.coalesce(col(Label.reason), "ok")
    counted = (
        select(col(Label.rater_id), col(Label.run), status, func.count(), func.max(col(Label.created_at)))
        .join(Rater)
        .where(meant, col(Rater.kind) == "judge", col(Label.superseded_at).is_(None))
        .group_by(col(Label.rater_id), col(Label.run), status)
    )
    found: defaultdict[int, _Labels] = defaultdict(_Labels)
    for rater, run, name, count, newest in session.connection().execute(counted):
        labels = found[rater]
        labels.statuses[name] += count
        labels.runs[run] += count
        labels.newest = max(labels.newest or newest, newest)
    return dict(found)


def _units(session: Session, study: Study) -> dict[str, int]:
    counted = select(col(Unit.question), func.count()).where(col(Unit.study_id) == study.id)
    rows = session.connection().execute(counted.group_by(col(Unit.question)))
    return {row[0]: row[1] for row in rows}


def _since(session: Session, runs: Sequence[int]) -> dict[int, int]:
    """How many labels each judge gave since one of these runs, if that has not ended."""
    counted = (
        select(col(Label.rater_id), func.count())
        .join(JudgeRun, col(JudgeRun.rater_id) == col(Label.rater_id))
        .where(col(JudgeRun.id).in_(runs), col(JudgeRun.ended_at).is_(None))
        .where(col(Label.created_at) >= col(JudgeRun.started_at))
        .group_by(col(Label.rater_id))
    )
    return {row[0]: row[1] for row in session.connection().execute(counted)}


def _sum_by_judge(sent: Mapping[int, Sent]) -> dict[int, Sent]:
    """What was sent in the runs of each judge, by id of the rater."""
    sums: dict[int, Sent] = {}
    for one in sent.values():
        sums[one.rater_id] = sums[one.rater_id].plus(one) if one.rater_id in sums else one
    return sums
