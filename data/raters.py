"""Raters: people, judges, adjudicators and imported columns of a study."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, select

from data.errors import InputError
from data.tables import Rater, Study
from data.tables.types import stored
from data.texts import checked_name

FLOOR_JUDGE = "lexical-baseline"
"""The judge that only shows what a judge must beat; its raters are named after it, its version and its hash."""


def is_floor(judge: str) -> bool:
    """Whether a judge of that name only shows the floor: it is compared, and neither gated nor published."""
    return judge == FLOOR_JUDGE or judge.startswith(f"{FLOOR_JUDGE} ")


def rater_named(session: Session, study: Study, name: str, kind: str, origin: str, **more: Any) -> Rater:
    """The study's rater of that name, added if there is none.

    `more` are further columns of a new rater (slot, simulated, about, spec, spec_sha). InputError when a rater of that
    name is of another kind, or differs in one of `more`: two raters must never be taken for one. `origin` only tells
    where a rater came from first: a person known from an import may sign in.
    """
    checked_name(name, "rater")
    # Two people may add the same name at once; on PostgreSQL the second waits here and then finds it.
    session.exec(select(Study.id).where(Study.id == study.id).with_for_update(key_share=True)).one()
    rater = session.exec(select(Rater).where(Rater.study_id == study.id, Rater.name == name)).first()
    if rater is None:
        rater = Rater(study_id=stored(study.id), name=name, kind=kind, origin=origin, **more)
        session.add(rater)
        session.flush()
        return rater
    for column, value in {"kind": kind, **more}.items():
        if getattr(rater, column) != value:
            raise InputError(
                f"there is already a rater '{name}' whose {column} is {getattr(rater, column)!r}, not {value!r}; "
                "use another name",
                field="rater",
            )
    return rater


def people_of(session: Session, study: Study) -> list[Rater]:
    """Those who can sign in: the study's human raters that are people, not slots or simulated, by name."""
    found = select(Rater).where(
        Rater.study_id == study.id,
        Rater.kind == "human",
        Rater.slot == False,  # noqa: E712  # a column, not a condition
        Rater.simulated == False,  # noqa: E712
    )
    return list(session.exec(found.order_by(Rater.name)))
