"""Studies: one evaluation each, found by name."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, select

from data.errors import InputError, NotFound
from data.tables import Study
from data.texts import checked_name, checked_text


def create_study(session: Session, name: str, title: str, now: datetime, notice: str | None = None) -> Study:
    """A new, empty study. InputError when the name is taken or cannot be a name."""
    checked_name(name, "study")
    if session.exec(select(Study).where(Study.name == name)).first():
        raise InputError(f"there is already a study '{name}'", field="study")
    checked_text(title, "title")
    checked_text(notice or "", "notice")
    study = Study(name=name, title=title, notice=notice, created_at=now)
    session.add(study)
    session.flush()
    return study


def study_named(session: Session, name: str) -> Study:
    """The study of that name; NotFound lists the known ones."""
    study = session.exec(select(Study).where(Study.name == name)).first()
    if study is None:
        known = ", ".join(found.name for found in studies(session))
        raise NotFound(f"there is no study '{name}'; known: {known or 'none yet'}")
    return study


def studies(session: Session) -> list[Study]:
    """Every study, by name."""
    return list(session.exec(select(Study).order_by(Study.name)))
