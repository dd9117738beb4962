"""Judges as raters of a study."""

from __future__ import annotations

from sqlmodel import Session

from data.raters import rater_named
from data.tables import Rater, Study
from judges.spec import JudgeSpec


def judge_rater(session: Session, study: Study, spec: JudgeSpec) -> Rater:
    """The rater that is this specification, added to the study if need be."""
    return rater_named(
        session, study, spec.rater_name, "judge", "run", spec=spec.record(), spec_sha=spec.sha, about=spec.model
    )
