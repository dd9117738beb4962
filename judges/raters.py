"""Judges as raters of a study."""

from __future__ import annotations

from sqlalchemy import select
from sqlmodel import Session, col

from data.raters import rater_named
from data.tables import Rater, Study
from judges.spec import JudgeSpec


def judge_rater(session: Session, study: Study, spec: JudgeSpec) -> Rater:
    """The rater that is this specification, added to the study if need be."""
    return rater_named(
        session, study, spec.rater_name, "judge", "run", spec=spec.record(), spec_sha=spec.sha, about=spec.model
    )


def known_rater(session: Session, study: Study, spec: JudgeSpec) -> Rater | None:
    """The rater that is this specification; None if it has not been put to the study yet."""
    found = select(Rater).where(col(Rater.study_id) == study.id, col(Rater.spec_sha) == spec.sha)
    return session.scalars(found).first()
