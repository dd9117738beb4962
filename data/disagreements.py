"""Where a judge and people differ: the units, the largest differences first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from agreement.scale import Scale
from data.confusion import Behind, behind_units
from data.frames import versions
from data.questions import Question
from data.said import said
from data.tables import Label, Rater, Study, Unit
from data.tables.types import stored


@dataclass(frozen=True)
class Disagreement:
    """A unit with the judge's label beside each person's, in `pairs`.

    `size` is the mean distance of the judge's label from the people's, in codes of the scale (between nominal values: 1
    where they differ), so that of two units alike the one whose people agree with each other comes first.
    """

    size: float
    pairs: tuple[Behind, ...]


@dataclass(frozen=True)
class Disagreements:
    """Some of the units on which a judge differs from people. `differing` are how many there are, `compared` how many
    both have labelled."""

    units: Sequence[Disagreement]
    differing: int
    compared: int


def questions_of_judge(session: Session, rater: Rater) -> list[str]:
    """The questions a judge has labelled, by name."""
    found = select(col(Unit.question)).join(Label, col(Label.unit_id) == col(Unit.id))
    labelled = found.where(col(Label.rater_id) == rater.id, col(Label.superseded_at).is_(None)).distinct()
    return sorted(session.connection().execute(labelled).scalars())


def disagreements(
    session: Session, study: Study, question: Question, rater: Rater, first: int, most: int
) -> Disagreements:
    """At most `most` units from number `first` on, counted from 0. As on every page, labels under one version count."""
    known = versions(session, study, question)
    version = question.version if question.version in known else next(iter(known), question.version)
    sizes = _sizes(study, question, version, rater).subquery()
    differs = sizes.c.size > 0
    counting = select(func.count(), func.count().filter(differs)).select_from(sizes)
    compared, differing = session.connection().execute(counting).one()
    listed = select(sizes.c.unit_id, sizes.c.size).where(differs).order_by(sizes.c.size.desc(), sizes.c.unit_id)
    rows = session.connection().execute(listed.offset(first).limit(most)).all()
    keys = _keys(session, [unit for unit, _ in rows])
    pairs = behind_units(session, study, question, version, rater.name, list(keys))
    found = [Disagreement(float(size), tuple(pair for pair in pairs if pair.unit == keys[unit])) for unit, size in rows]
    return Disagreements(found, differing, compared)


def _sizes(study: Study, question: Question, version: str, rater: Rater) -> Select[*tuple[int, float]]:
    judged, given = (said(study, question, version).alias(name) for name in ("judged", "given"))
    person = aliased(Rater)
    ours, theirs = _code(judged.c.value, question.scale), _code(given.c.value, question.scale)
    distance = func.abs(ours - theirs) if question.scale.level != "nominal" else case((ours != theirs, 1.0), else_=0.0)
    return (
        select(judged.c.unit_id.label("unit_id"), func.avg(distance).label("size"))
        .select_from(judged)
        .join(given, given.c.unit_id == judged.c.unit_id)
        .join(person, col(person.id) == given.c.rater_id)
        .where(judged.c.rater_id == rater.id, judged.c.run == 0, given.c.run == 0, col(person.kind) == "human")
        .where(judged.c.value.in_(question.scale.labels), given.c.value.in_(question.scale.labels))
        .group_by(judged.c.unit_id)
    )


def _code(value: ColumnElement[str], scale: Scale) -> ColumnElement[float]:
    """The number that stands for a label in statistics."""
    codes = {label: scale.codes[scale.index(label) or 0] for label in scale.labels}
    return case(codes, value=value)


def _keys(session: Session, units: Sequence[int]) -> dict[int, str]:
    rows = session.connection().execute(select(col(Unit.id), col(Unit.key)).where(col(Unit.id).in_(units)))
    return {stored(unit): key for unit, key in rows}
