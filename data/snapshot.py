"""What the figures of a study are computed from: read from the record, or from a published bundle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pandas as pd
from sqlalchemy import Engine
from sqlmodel import Session, select

from data.engine import reading
from data.errors import InputError
from data.frames import guideline_versions, long_frame, versions
from data.questions import QUESTIONS, Question
from data.structure import Structure, structure
from data.studies import study_named
from data.tables import Rater, Study

_PRIVATE = ("base_url", "api_key", "headers")


@dataclass(frozen=True)
class StudyFacts:
    """A study by name; `notice` stands wherever its figures do."""

    name: str
    title: str
    notice: str | None


@dataclass(frozen=True)
class Asked:
    """A question as the labels in use answer it.

    `version` is theirs, `current` the question's own today; `left_out` counts current labels under other
    versions, which no figure mixes in. `guideline` is the newest guideline's version, if there is one.
    """

    question: Question
    version: str
    left_out: Mapping[str, int]
    guideline: str | None

    @property
    def current(self) -> str:
        """The version of the question today."""
        return self.question.version


@dataclass(frozen=True)
class JudgeFacts:
    """A judge as the record knows it: `spec_sha` is the hash of everything that makes its outputs."""

    name: str
    about: str | None
    simulated: bool
    spec_sha: str | None
    spec: Mapping[str, Any] | None


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A study at one moment: `labels[question]` is its long frame (`data.frames`); questions without labels are left
    out. Everything is named by key, so the same record gives the same snapshot on every database."""

    study: StudyFacts
    structure: Structure
    asked: Mapping[str, Asked]
    labels: Mapping[str, pd.DataFrame]
    judges: tuple[JudgeFacts, ...]

    def people_unnamed(self) -> Snapshot:
        """The same with people called "annotator 1", "adjudicator 1", … in the order of their names."""
        alias = _aliases(self.labels.values()) if self.labels else {}
        frames = {question: _renamed(frame, alias) for question, frame in self.labels.items()}
        return replace(self, labels=frames)


def taken(engine: Engine, study_name: str) -> Snapshot:
    """A study as it stands at one moment, whatever others write meanwhile. NotFound for an unknown study."""
    if engine.dialect.name == "postgresql":  # where each query would otherwise see a later state; SQLite has but one
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with reading(engine) as session:
        return snapshot(session, study_named(session, study_name))


def snapshot(session: Session, study: Study) -> Snapshot:
    """The study as it stands. InputError when labels stand under old versions of a question only, and several."""
    found = {question.name: versions(session, study, question) for question in QUESTIONS.values()}
    guidelines = guideline_versions(session, study)
    asked = {name: _asked(QUESTIONS[name], labels, guidelines.get(name)) for name, labels in found.items() if labels}
    frames = {name: long_frame(session, study, use.question, use.version) for name, use in asked.items()}
    return Snapshot(
        study=StudyFacts(study.name, study.title, study.notice),
        structure=structure(session, study),
        asked=asked,
        labels=frames,
        judges=_judges(session, study, frames),
    )


def _asked(question: Question, labels: dict[str, int], guideline: str | None) -> Asked:
    """The version in use: today's if anything was labelled under it, else the only one there is."""
    version = question.version if question.version in labels else next(iter(labels))
    if version != question.version and len(labels) > 1:
        listed = ", ".join(labels)
        raise InputError(
            f"question '{question.name}' is at version {question.version}, and its labels were given under versions "
            f"{listed}: figures never mix versions, so label under the current one"
        )
    left_out = {other: count for other, count in labels.items() if other != version}
    return Asked(question, version, left_out, guideline)


def _judges(session: Session, study: Study, frames: Mapping[str, pd.DataFrame]) -> tuple[JudgeFacts, ...]:
    used = {name for frame in frames.values() for name in frame.loc[frame["rater_kind"] == "judge", "rater"].unique()}
    rows = session.exec(select(Rater).where(Rater.study_id == study.id, Rater.kind == "judge"))
    found = (JudgeFacts(row.name, row.about, row.simulated, row.spec_sha, _public(row.spec)) for row in rows)
    return tuple(sorted((facts for facts in found if facts.name in used), key=lambda facts: facts.name))


def _public(spec: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A specification without what tells where and as whom a model was called."""
    return None if spec is None else {key: value for key, value in spec.items() if key not in _PRIVATE}


def _aliases(frames: Iterable[pd.DataFrame]) -> dict[str, str]:
    raters = pd.concat([frame[["rater", "rater_kind"]].drop_duplicates() for frame in frames])
    taken = set(raters.loc[raters["rater_kind"] == "judge", "rater"])
    alias: dict[str, str] = {}
    for kind, word in (("human", "annotator"), ("adjudicator", "adjudicator")):
        names = sorted(raters.loc[raters["rater_kind"] == kind, "rater"].unique())
        numbered = (f"{word} {number}" for number in count(1) if f"{word} {number}" not in taken)
        alias |= dict(zip(names, numbered, strict=False))
    return alias


def _renamed(frame: pd.DataFrame, alias: Mapping[str, str]) -> pd.DataFrame:
    of_people = frame["rater_kind"] != "judge"
    renamed = frame.assign(rater=frame["rater"].mask(of_people, frame["rater"].map(alias)))
    return renamed.sort_values(["unit", "rater", "run"], ignore_index=True)
