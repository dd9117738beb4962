"""Is a judge the same judge every time? Its repeats, its verdicts in both orders, and what changed on an anchor set."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pandas as pd
from sqlalchemy import func, select
from sqlmodel import Session, col

from agreement.drift import Drift, drift
from agreement.estimate import Measured
from agreement.frame import coded
from agreement.order import OrderBias, order_bias
from agreement.repeats import ValueFlips, flip_rate, flips_of_values
from agreement.statistics import STATISTICS
from data.errors import InputError
from data.frames import long_frame
from data.questions import Question
from data.tables import Attempt, Batch, JudgeRun, Rater, Study, Task, TaskUnit, Unit

_ORDERS = 2


@dataclass(frozen=True)
class Repeats:
    """How often one judge gave a unit something else when it was asked again; `runs` are how often it was asked."""

    judge: str
    runs: int
    flips: Measured
    by_value: tuple[ValueFlips, ...]


@dataclass(frozen=True)
class Consistency:
    """The judges of one question that were asked more than once, and for pairs those asked in both orders."""

    question: str
    repeats: tuple[Repeats, ...]
    orders: tuple[OrderBias, ...]


@dataclass(frozen=True)
class Fingerprint:
    """A version of a model as its replies name it: between which times it answered how often."""

    model: str | None
    fingerprint: str | None
    replies: int
    first: datetime
    last: datetime


def consistency(session: Session, study: Study, question: Question) -> Consistency:
    """The consistency of every judge of a question. It says nothing of whether a judge is right."""
    frame = long_frame(session, study, question)
    judges = list(dict.fromkeys(frame.loc[frame["rater_kind"] == "judge", "rater"]))
    if question.unit == "pair":
        return Consistency(question.name, (), tuple(_orders(frame, question, judges)))
    found = (_repeats(frame, question, judge) for judge in judges)
    return Consistency(question.name, tuple(one for one in found if one), ())


def _repeats(frame: pd.DataFrame, question: Question, judge: str) -> Repeats | None:
    flips = flip_rate(frame, question.scale, judge)
    if flips is None:
        return None
    runs = int(frame.loc[frame["rater"] == judge, "run"].nunique())
    return Repeats(judge, runs, flips, flips_of_values(frame, question.scale, judge))


def _orders(frame: pd.DataFrame, question: Question, judges: list[str]) -> list[OrderBias]:
    """Verdicts of a pair turned back to who stood left: even runs show the first report left, odd ones the second."""
    swapped = frame["run"] % _ORDERS == 1
    turned = dict(zip(question.scale.values, reversed(question.scale.values), strict=True))
    left = frame["value"].mask(swapped, frame["value"].map(turned))
    shown = frame.assign(pair=frame["unit"], swapped=swapped.astype(bool), value=left, run=frame["run"] // _ORDERS)
    both = [judge for judge in judges if swapped[frame["rater"] == judge].any()]
    return [order_bias(shown, question.scale, judge) for judge in both]


def drift_between(
    session: Session, study: Study, question: Question, before: str, after: str, batch: str | None = None
) -> Drift:
    """What changed from one judge to another on the units both have labelled, or on those of a batch.

    InputError for a rater that is no judge with labels of the question, and for a batch the study has not.
    """
    frame = long_frame(session, study, question)
    if batch is not None:
        frame = frame[frame["unit"].isin(_units_of(session, study, question, batch))]
    for name in (before, after):
        if not ((frame["rater"] == name) & (frame["rater_kind"] == "judge")).any():
            raise InputError(f"no judge '{name}' has labelled {question.name} there", field="judge")
    if before == after:
        raise InputError("name two judges; repeats of one are told by `judge consistency`", field="after")
    return drift(coded(frame, question.scale), before, after, STATISTICS[question.primary])


def _units_of(session: Session, study: Study, question: Question, batch: str) -> set[str]:
    found = select(Batch).where(col(Batch.study_id) == study.id, col(Batch.name) == batch)
    if session.scalars(found).first() is None:
        raise InputError(f"the study has no batch '{batch}'", field="batch")
    units = (
        select(col(Unit.key))
        .join(TaskUnit, col(TaskUnit.unit_id) == col(Unit.id))
        .join(Task, col(Task.id) == col(TaskUnit.task_id))
        .join(Batch, col(Batch.id) == col(Task.batch_id))
        .where(col(Batch.study_id) == study.id, col(Batch.name) == batch, col(Unit.question) == question.name)
    )
    return set(session.scalars(units))


def fingerprints(session: Session, rater: Rater) -> list[Fingerprint]:
    """The versions of its model that answered a judge, in the order they came. Several: it changed unannounced."""
    first, last = func.min(col(Attempt.sent_at)), func.max(col(Attempt.sent_at))
    found = (
        select(col(Attempt.model), col(Attempt.fingerprint), func.count(), first, last)
        .join(JudgeRun, col(JudgeRun.id) == col(Attempt.run_id))
        .where(col(JudgeRun.rater_id) == rater.id, col(Attempt.finish_reason).is_not(None))
        .group_by(col(Attempt.model), col(Attempt.fingerprint))
        .order_by(first)
    )
    return [Fingerprint(*row) for row in session.connection().execute(found)]
