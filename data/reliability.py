"""How far the labels of each question may be trusted: its agreement report, and a decision for each judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pandas as pd

from agreement.estimate import Estimate, Interval, Measured
from agreement.frame import coded
from agreement.gate import Decision, Evidence, Slice, decide
from agreement.issue_lists import IssueList
from agreement.policy import PRECISION, Policy
from agreement.repeats import flip_rate
from agreement.report import AgreementReport, Reading, report
from agreement.scale import Scale
from agreement.slices import cut, slices
from agreement.statistics import STANDARD, STATISTICS
from data.errors import InputError
from data.frames import by_query
from data.issue_figures import by_precision, issue_lists
from data.matrices import PEOPLE
from data.snapshot import Asked

Cluster = Literal["answer", "query"]

SLICES = {"system": "system", "query_type": "query type"}
"""Columns a judge is looked at by, each value alone, and their names in words."""

_OF_AGREEMENT = ["unit", "cluster", "rater", "rater_kind", "run", "value", "reason"]
"""The columns agreement is computed from."""


@dataclass(frozen=True)
class Verdict:
    """What the gate says of one labeller of a question (`judge` may be `PEOPLE`), and the evidence for it."""

    judge: str
    evidence: Evidence
    decision: Decision


@dataclass(frozen=True)
class QuestionFigures:
    """Agreement on one question. `clusters` says what the intervals leave out at a time: answers or queries.

    `simulated` names raters whose labels are invented; `notes` are sentences about labels that were
    left out or are not blind. `verdicts` has one entry for each judge, and one for the people; `issues` one for each
    judge where the question is about issues.
    """

    question: str
    title: str
    version: str
    clusters: Cluster
    report: AgreementReport
    simulated: tuple[str, ...]
    notes: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    issues: tuple[IssueList, ...]

    def verdict(self, judge: str) -> Verdict:
        """That of one labeller; KeyError when there is none."""
        return {verdict.judge: verdict for verdict in self.verdicts}[judge]


def question_figures(
    frame: pd.DataFrame, asked: Asked, policy: Policy, statistics: Sequence[str] = STANDARD
) -> QuestionFigures:
    """The report of one question's long frame, by these statistics, and the gate's decision on every judge in it.

    Intervals cluster by query when several systems answered, because they answer the same queries.
    InputError when a judge bears the name kept for the people.
    """
    labels = clustered(frame)
    if PEOPLE in set(frame.loc[frame["rater_kind"] == "judge", "rater"]):
        raise InputError(f"a judge is called '{PEOPLE}', which stands for the people's labels; give it another name")
    found = report(labels, asked.question.scale, _statistic(asked, policy), statistics=statistics)
    judges = [judge.judge for judge in found.judges]
    parts = list(_slices(labels, asked, found.reading, policy)) if judges else []
    return QuestionFigures(
        question=asked.question.name,
        title=asked.question.title,
        version=asked.version,
        clusters=_cluster(frame),
        report=found,
        simulated=tuple(sorted(frame.loc[frame["simulated"], "rater"].unique())),
        notes=(*_notes(frame, asked), *_newcomers(found, _cluster(frame))),
        verdicts=tuple(_verdict(judge, labels, found, asked, policy, parts) for judge in [*judges, PEOPLE]),
        issues=issue_lists(labels, asked.question),
    )


def clustered(frame: pd.DataFrame) -> pd.DataFrame:
    """The labels of a question with the clusters that its figures leave out at a time."""
    return by_query(frame) if _cluster(frame) == "query" else frame


def _cluster(frame: pd.DataFrame) -> Cluster:
    return "query" if frame["system"].nunique() > 1 or frame["answer"].isna().any() else "answer"


def _statistic(asked: Asked, policy: Policy) -> str:
    """The primary statistic of the report; where the gate goes by precision, which no pair has, the question's own."""
    named = policy.questions[asked.question.name].statistic
    return asked.question.primary if named == PRECISION else named


def _verdict(
    judge: str, frame: pd.DataFrame, found: AgreementReport, asked: Asked, policy: Policy, parts: list[_JudgeSlice]
) -> Verdict:
    evidence = _evidence(judge, frame, found, asked)
    evidence = replace(evidence, slices=tuple(part.slice for part in parts if part.judge == judge))
    if judge != PEOPLE and policy.questions[asked.question.name].statistic == PRECISION:
        evidence = by_precision(evidence, frame, asked.question)
    return Verdict(judge, evidence, decide(evidence, policy.questions[asked.question.name]))


def _evidence(judge: str, frame: pd.DataFrame, found: AgreementReport, asked: Asked) -> Evidence:
    scale, humans, primary = asked.question.scale, found.human_human, found.reading.primary
    of_judge = None if judge == PEOPLE else found.judge(judge)
    judged, total = _coverage(frame, judge, scale)
    return Evidence(
        question=asked.question.name,
        judge=judge,
        humans=len(humans.raters),
        human_clusters=humans.clusters,
        human_alpha=humans.together[f"alpha_{scale.level}"],
        judge_human=of_judge.mean[primary] if of_judge else _undefined(humans.units, _NO_JUDGE),
        human_human=humans.mean[primary],
        difference=of_judge.difference[primary] if of_judge else _undefined(humans.units, _NO_JUDGE),
        coverage=judged / total if total else 0.0,
        coverage_n=(judged, total),
        flip_rate=flip_rate(frame, scale, judge) if of_judge else None,
        stale=_stale(frame, asked),
        humans_only=of_judge is None,
        cluster=_cluster(frame),
    )


_NO_JUDGE = "people answer this question, no judge"


def _undefined(n: int, words: str) -> Measured:
    return Measured(Estimate(None, n, words), Interval(None, None, "none", undefined=words), 0)


def _coverage(frame: pd.DataFrame, judge: str, scale: Scale) -> tuple[int, int]:
    """Units the judge gave a usable label, of those it was asked about or a person labelled."""
    on_scale = frame["value"].isin(scale.labels)
    by_people = frame["rater_kind"] == "human"
    by_judge = by_people if judge == PEOPLE else (frame["rater"] == judge) & (frame["run"] == 0)
    judged = frame.loc[by_judge & on_scale, "unit"].nunique()
    return judged, frame.loc[by_judge | (by_people & on_scale), "unit"].nunique()


@dataclass(frozen=True)
class _JudgeSlice:
    judge: str
    slice: Slice


def _slices(frame: pd.DataFrame, asked: Asked, reading: Reading, policy: Policy) -> Iterator[_JudgeSlice]:
    """What the gate goes by, of each judge within each system and query type, where there are several."""
    if policy.questions[asked.question.name].statistic == PRECISION:
        yield from _precision_slices(frame, asked)
        return
    labels = coded(frame, asked.question.scale)
    cuts = [cut(frame, labels, column, name, gated=True) for column, name in SLICES.items()]
    for found in slices(labels, cuts, STATISTICS[reading.primary], reading.pairing):
        yield _JudgeSlice(found.judge, Slice(found.name, found.value, found.measured))


def _precision_slices(frame: pd.DataFrame, asked: Asked) -> Iterator[_JudgeSlice]:
    for column, name in SLICES.items():
        values = sorted(frame[column].dropna().unique())
        for value in values if len(values) > 1 else []:
            for found in issue_lists(frame.loc[frame[column] == value, _OF_AGREEMENT], asked.question):
                yield _JudgeSlice(found.judge, Slice(name, value, found.precision))


def _stale(frame: pd.DataFrame, asked: Asked) -> str | None:
    """What has changed since the labels were given, or None."""
    words = []
    if asked.version != asked.current:
        words.append(f"the labels answer version {asked.version} of the question, which is now at {asked.current}")
    older = _older_guidelines(frame, asked)
    if older:
        listed = ", ".join(f"{count} under version {version}" for version, count in older.items())
        words.append(f"people labelled under an older guideline ({listed}); the newest is version {asked.guideline}")
    return "; ".join(words) or None


def _older_guidelines(frame: pd.DataFrame, asked: Asked) -> dict[str, int]:
    """How many labels of people were given under a guideline that is no longer the newest, by version."""
    used = frame.loc[frame["rater_kind"] == "human", "guideline"].value_counts()
    return {str(version): int(count) for version, count in sorted(used.items()) if version != asked.guideline}


def _notes(frame: pd.DataFrame, asked: Asked) -> Iterator[str]:
    if asked.left_out:
        listed = ", ".join(f"{count} under version {version}" for version, count in asked.left_out.items())
        yield f"Labels under other versions of the question are left out: {listed}; version {asked.version} is used."
    shown = int(frame.loc[frame["rater_kind"] == "human", "judge_shown"].sum())
    if shown:
        yield f"{shown} labels of people were given with a judge's label in view."


def _newcomers(found: AgreementReport, cluster: Cluster) -> Iterator[str]:
    plural = {"answer": "answers", "query": "queries"}[cluster]
    for newcomer in found.human_human.left_out:
        yield (
            f"{newcomer.name} is not in the means yet: at least {newcomer.needs} {plural} must be shared with another "
            f"person, and it is {newcomer.shares} so far."
        )
