"""Labels of judges: made from the stored outputs of the requests that ask about their units."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import func, select, update
from sqlmodel import Session, col

from data.outputs import Result, execute_at_once, outputs_of, upsert
from data.tables import Label, Rater, Study
from data.tables.types import stored


@dataclass(frozen=True)
class Due:
    """A unit that waits for the outputs of some requests: of one, or of one for each piece of a long source.

    `part` names the unit in a reply about several. `means` turns what a reply says into the unit's label where the two
    differ: a report shown second is "second" to the model, whichever it is. `run` is the repeat the label is for.
    """

    unit_id: int
    keys: tuple[str, ...]
    part: str = ""
    run: int = 0
    means: tuple[tuple[str, str], ...] = ()
    side_order: str | None = None


@dataclass(frozen=True)
class Said:
    """What a reply says about one unit."""

    value: str
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
    run: int = 0
    side_order: str | None = None

    @property
    def status(self) -> str:
        """``ok``, or why there is no value."""
        return self.reason or "ok"


def parts_text(parts: Mapping[str, Said]) -> str:
    """The labels of a reply about several units as an output holds them: JSON by part, the same for the same labels."""
    return json.dumps({part: asdict(said) for part, said in parts.items()}, sort_keys=True, ensure_ascii=False)


def label_dues(
    session: Session, rater: Rater, question_version: str, dues: Iterable[Due], order: Sequence[str], now: datetime
) -> list[NewLabel]:
    """Store and return the labels of the units all of whose outputs are there; the others go on waiting.

    The labels follow the stored outputs, so that two runs at once cannot store a label that contradicts one. Of the
    pieces of a source the value that comes first in `order` counts; one piece without a value leaves the unit without.
    """
    waiting = list(dict.fromkeys(dues))
    outputs = outputs_of(session, {key for due in waiting for key in due.keys})
    labels = [label_of(due, outputs, order) for due in waiting if all(key in outputs for key in due.keys)]
    store_labels(session, rater, question_version, labels, now)
    return labels


def label_of(due: Due, outputs: Mapping[str, Result], order: Sequence[str]) -> NewLabel:
    """The label of a unit from the outputs of all requests it waits for; see `label_dues`."""
    found = [outputs[key] for key in due.keys]
    failed = next((output for output in found if output.status != "ok"), None)
    if failed is not None:
        return NewLabel(due.unit_id, None, failed.status, run=due.run, side_order=due.side_order)
    said = [_said(output, due.part) for output in found]
    best = said[0] if len(said) == 1 else min(said, key=lambda one: order.index(one.value))
    why = best.justification if len(said) == 1 else _of_pieces(best, said)
    value = dict(due.means).get(best.value, best.value)
    return NewLabel(due.unit_id, value, None, why, run=due.run, side_order=due.side_order)


def _of_pieces(best: Said, said: Sequence[Said]) -> str:
    """Where a label made of several replies comes from."""
    return f"[piece {said.index(best) + 1} of {len(said)}] {best.justification or ''}".strip()


def _said(output: Result, part: str) -> Said:
    if not part:
        return Said(output.value or "", output.justification)
    return Said(**json.loads(output.value or "")[part])


def store_labels(
    session: Session, rater: Rater, question_version: str, labels: Sequence[NewLabel], now: datetime
) -> None:
    """Add a judge's labels. A current label with a value stays; one with a reason is superseded."""
    if not labels:
        return
    replaced = _supersede(session, rater, labels, now)
    shared = {"rater_id": rater.id, "question_version": question_version, "created_at": now}
    rows = [vars(label) | shared | {"supersedes_id": replaced.get((label.unit_id, label.run))} for label in labels]
    adding = upsert(session)(Label).on_conflict_do_nothing().returning(col(Label.id))
    execute_at_once(session, adding, rows)


def replace_labels(
    session: Session, rater: Rater, question_version: str, labels: Sequence[NewLabel], now: datetime
) -> int:
    """Make these a judge's current labels of their units: those that say something else take the old ones' place.

    How many are new or changed. For labels that follow from others, which may have changed since.
    """
    known = _current(session, rater, [label.unit_id for label in labels])
    changed = [
        label for label in labels if _content(known.get(label.unit_id)) != (label.value, label.reason, label.raw)
    ]
    old = {label.unit_id: stored(known[label.unit_id].id) for label in changed if label.unit_id in known}
    if old:
        session.connection().execute(update(Label).where(col(Label.id).in_(old.values())).values(superseded_at=now))
    shared = {"rater_id": rater.id, "question_version": question_version, "created_at": now}
    rows = [vars(label) | shared | {"supersedes_id": old.get(label.unit_id)} for label in changed]
    if rows:
        execute_at_once(session, upsert(session)(Label).returning(col(Label.id)), rows)
    return len(changed)


def _current(session: Session, rater: Rater, units: Sequence[int]) -> dict[int, Label]:
    """The rater's current labels of run 0, by unit."""
    found = select(Label).where(
        col(Label.rater_id) == rater.id,
        col(Label.unit_id).in_(units),
        col(Label.run) == 0,
        col(Label.superseded_at).is_(None),
    )
    return {label.unit_id: label for label in session.scalars(found)}


def _content(label: Label | None) -> tuple[str | None, str | None, str | None]:
    return (None, None, None) if label is None else (label.value, label.reason, label.raw)


def labelled_runs(session: Session, rater: Rater, units: Collection[int]) -> set[tuple[int, int]]:
    """Those of the units that have a current label of the rater, with or without value, each with the label's run."""
    found = select(col(Label.unit_id), col(Label.run)).where(
        col(Label.rater_id) == rater.id, col(Label.unit_id).in_(units), col(Label.superseded_at).is_(None)
    )
    return {(unit, run) for unit, run in session.connection().execute(found)}


def _supersede(session: Session, rater: Rater, labels: Sequence[NewLabel], now: datetime) -> dict[tuple[int, int], int]:
    """Mark the current labels without value of these units and runs; label ids by unit id and run."""
    current = (
        col(Label.rater_id) == rater.id,
        col(Label.unit_id).in_([label.unit_id for label in labels]),
        col(Label.value).is_(None),
        col(Label.superseded_at).is_(None),
    )
    wanted = {(label.unit_id, label.run) for label in labels}
    found = session.connection().execute(select(col(Label.unit_id), col(Label.run), col(Label.id)).where(*current))
    old = {(unit, run): stored(label) for unit, run, label in found if (unit, run) in wanted}
    if old:
        marking = update(Label).where(col(Label.id).in_(old.values())).values(superseded_at=now)
        session.connection().execute(marking)
    return old


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
