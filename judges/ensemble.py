"""Judges made of other judges' labels: ensembles of several, or the repeats of one. Nothing is asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from data.errors import InputError, NotFound
from data.judge_labels import NewLabel, replace_labels
from data.questions import Question
from data.raters import rater_named
from data.tables import Label, Rater, Study, Unit
from data.tables.types import stored
from judges.combining import VERSION, Rule, check_rule, combined
from judges.spec import canonical, sha_of

_ROWS_AT_ONCE = 5_000


@dataclass(frozen=True)
class Members:
    """Whose labels are combined: judges, each with the runs that count."""

    runs: tuple[tuple[Rater, tuple[int, ...]], ...]

    @property
    def count(self) -> int:
        """Labels a unit can have."""
        return sum(len(runs) for _, runs in self.runs)


@dataclass(frozen=True)
class EnsembleReport:
    """What came of combining; `statuses` counts units by ``ok`` or the reason they have no value."""

    rater: str
    statuses: dict[str, int]
    changed: int


def judges_named(session: Session, study: Study, names: Sequence[str]) -> Members:
    """Judges of a study with their first run each. InputError for fewer than two or one named twice; NotFound."""
    if len(names) < 2 or len(set(names)) < len(names):
        raise InputError("name at least two different judges, or one with --repeats", field="member")
    return Members(tuple((_judge(session, study, name), (0,)) for name in names))


def repeats_of(session: Session, study: Study, question: Question, name: str) -> Members:
    """One judge with all its runs. InputError when it has only one."""
    rater = _judge(session, study, name)
    found = (
        select(col(Label.run))
        .join(Unit, col(Unit.id) == col(Label.unit_id))
        .where(col(Label.rater_id) == rater.id, col(Unit.question) == question.name)
        .distinct()
        .order_by(col(Label.run))
    )
    runs = tuple(session.scalars(found))
    if len(runs) < 2:
        raise InputError(f"'{name}' has labelled {question.name} once only; run it with --samples", field="repeats")
    return Members(((rater, runs),))


def _judge(session: Session, study: Study, name: str) -> Rater:
    found = session.scalars(select(Rater).where(col(Rater.study_id) == study.id, col(Rater.name) == name)).first()
    if found is None or found.kind != "judge":
        raise NotFound(f"the study has no judge '{name}'")
    return found


def combine(
    session: Session, study: Study, question: Question, members: Members, rule: Rule, least: int, now: datetime
) -> EnsembleReport:
    """Label every unit that a member has labelled; run again, it takes up what has changed since.

    The judge it makes is its rule and its members: another member or rule is another judge.
    ValueError for a median or mean of values without order.
    """
    check_rule(question.scale, rule)
    spec = _spec(question, members, rule, least)
    sha = sha_of(canonical(spec))
    name = f"{rule} of {members.count} {question.name} #{sha[:6]}"
    rater = rater_named(session, study, name, "judge", "run", spec=spec, spec_sha=sha, about="combined")
    statuses: dict[str, int] = {}
    changed, waiting = 0, []
    for label in _labels(session, question, members, rule, least):
        statuses[label.status] = statuses.get(label.status, 0) + 1
        waiting.append(label)
        if len(waiting) == _ROWS_AT_ONCE:
            changed += replace_labels(session, rater, question.version, waiting, now)
            waiting = []
    changed += replace_labels(session, rater, question.version, waiting, now)
    return EnsembleReport(name, statuses, changed)


def _spec(question: Question, members: Members, rule: Rule, least: int) -> dict[str, Any]:
    named = [{"rater": rater.name, "spec_sha": rater.spec_sha, "runs": list(runs)} for rater, runs in members.runs]
    return {
        "question": question.name,
        "question_version": question.version,
        "combined": rule,
        "version": VERSION,
        "least": least,
        "members": sorted(named, key=lambda member: str(member["rater"])),
    }


def _labels(session: Session, question: Question, members: Members, rule: Rule, least: int) -> Iterator[NewLabel]:
    for unit, rows in groupby(_given(session, question, members), key=lambda row: row[0]):
        values = [value for _, value in rows]
        found = combined([*values, *[None] * (members.count - len(values))], question.scale, rule, least)
        yield NewLabel(unit, found.value, found.reason, raw=None if found.exact is None else repr(found.exact))


def _given(session: Session, question: Question, members: Members) -> Iterator[tuple[int, str | None]]:
    """The members' current labels, unit by unit."""
    wanted = {(rater.id, run) for rater, runs in members.runs for run in runs}
    found = (
        select(col(Label.unit_id), col(Label.rater_id), col(Label.run), col(Label.value))
        .join(Unit, col(Unit.id) == col(Label.unit_id))
        .where(
            col(Unit.question) == question.name,
            col(Label.question_version) == question.version,
            col(Label.rater_id).in_([rater.id for rater, _ in members.runs]),
            col(Label.superseded_at).is_(None),
        )
        .order_by(col(Label.unit_id))
    )
    rows = session.connection().execute(found.execution_options(yield_per=_ROWS_AT_ONCE))
    return ((stored(unit), value) for unit, rater, run, value in rows if (rater, run) in wanted)
