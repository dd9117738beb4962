"""Who must not see the labels of a study yet: those who may still label in it."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from data.batches import batches_of
from data.raters import rater_named
from data.seats import AHEAD, FREED, LEASED
from data.tables import Batch, Rater, Seat, Study

_UNFINISHED = ("open", "freed", "leased")
"""States of a seat that still gets a label; one in another person's hands may come back."""

_TAKEABLE = tuple(seats.limit(1) for seats in (FREED, AHEAD, LEASED))


def may_still_label(session: Session, study: Study, name: str) -> bool:
    """Whether the person of that name holds a task of the study, or could be given one. A name nobody has yet could."""
    rater = session.exec(select(Rater).where(Rater.study_id == study.id, Rater.name == name)).first()
    return any(_has_open_tasks(session, batch, rater) for batch in batches_of(session, study))


def show_labels(session: Session, study: Study, name: str, now: datetime) -> None:
    """Remember that this person is shown the study's labels: what they label from now on is not blind."""
    rater = rater_named(session, study, name, "human", "app")
    rater.labels_shown_at = rater.labels_shown_at or now


def _has_open_tasks(session: Session, batch: Batch, rater: Rater | None) -> bool:
    own = select(Seat).where(Seat.batch_id == batch.id)
    if rater is None:
        return session.exec(own.where(col(Seat.state).in_(_UNFINISHED)).limit(1)).first() is not None
    held = own.where(Seat.rater_id == rater.id, col(Seat.state).in_(("leased", "reopened"))).limit(1)
    who = {"batch": batch.id, "rater": rater.id, "reached": 0}
    return any(session.exec(seats, params=who).first() is not None for seats in (held, *_TAKEABLE))
