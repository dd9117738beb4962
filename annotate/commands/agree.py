"""``countermark agree``: agreement in a study, or in a file of labels without any database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from agreement.alt_test import EPSILON, Annotators
from agreement.panel import Pairing
from agreement.policy import Policy
from agreement.report import EVERY_STATISTIC
from agreement.statistics import STANDARD
from annotate.commands import agree_options as option
from annotate.commands.options import DEFAULT_DATABASE, DatabaseOption, opened, pairs_of, write_file
from annotate.commands.policy import PolicyOption, policy_of
from annotate.terminal import agreement as text
from annotate.terminal import label_files as file_text
from annotate.terminal import numbers as number_text
from data.agreement_rows import CoefficientRow, coefficient_rows
from data.agreement_table import table_file
from data.beside import Beside, Wanted, beside
from data.errors import InputError
from data.figures import questions_of
from data.label_files import (
    ENDINGS,
    FileFigures,
    FileOptions,
    LabelFile,
    NumberFigures,
    QuestionLabels,
    file_figures,
    number_figures,
    number_rows,
    read_label_file,
)
from data.publication.plain import Json, plain, written
from data.questions import question_named
from data.reliability import QuestionFigures, clustered
from data.snapshot import Snapshot, taken

_PAIRINGS: Mapping[str, Pairing] = {"per-pair": "per pair", "pooled": "pooled"}


def register(app: typer.Typer) -> None:
    """Put the command on the app."""
    app.command("agree")(agree)


def agree(
    target: option.Target,
    question: option.Question = None,
    statistic: option.Statistics = None,
    every: option.Every = False,
    json: option.JsonFile = None,
    out: option.OutFile = None,
    reference: option.Reference = None,
    bootstrap: option.Bootstrap = 0,
    seed: option.Seed = 0,
    validation: option.Validation = False,
    annotators: option.Annotators = "skilled",
    slices: option.Slices = None,
    policy: PolicyOption = None,
    database: DatabaseOption = DEFAULT_DATABASE,
    column: option.Columns = None,
    meaning: option.Meanings = None,
    task: option.Tasks = None,
    values: option.Values = None,
    codes: option.Codes = None,
    level: option.Level = None,
    cluster_by: option.ClusterBy = None,
    rater_kind: option.RaterKinds = None,
    slots: option.Slots = False,
    numeric: option.Numeric = False,
    primary: option.Primary = None,
    pairing: option.Pairing = None,
    min_overlap: option.Overlap = None,
) -> None:
    """Show how far people agree with each other, and each judge with the people.

    TARGET is a study, or a file with a label in each row (docs/agreement.md); a file needs no database.
    """
    wanted = Wanted(
        statistics=_statistics(statistic or (), every),
        primary=primary,
        pairing=_pairing(pairing),
        overlap=min_overlap,
        reference=reference,
        validation=validation,
        slices=tuple(slices or ()),
        annotators=_annotators(annotators),
        bootstrap=bootstrap,
        seed=seed,
    )
    if not validation:
        _refuse({"slice": slices}, "goes with --validation, which validates judges within each value")
    if out is not None:
        table_file((), out)  # another ending is refused before anything is computed
    of_files = {
        "column": column, "map": meaning, "task": task, "values": values, "codes": codes, "level": level,
        "cluster-by": cluster_by, "rater-kind": rater_kind, "slots": slots, "numeric": numeric, "primary": primary,
        "pairing": pairing, "min-overlap": min_overlap,
    }  # fmt: skip
    if _is_file(target):
        _refuse({"policy": policy}, f"a policy decides about the judges of a study, and '{target}' is a file")
        options = FileOptions(
            columns=pairs_of(column or (), "--column"),
            meanings=pairs_of(meaning or (), "--map"),
            tasks=tuple(task or ()),
            question=question,
            values=option.listed(values),
            codes=option.numbers(codes),
            level=level,
            cluster_by=cluster_by,
            rater_kinds=option.kinds_of(rater_kind or ()),
            slots=slots,
            numeric=numeric,
            slices=wanted.slices,
        )
        found = _of_file(read_label_file(Path(target), options), wanted)
    else:
        _refuse(of_files, f"goes with a file of labels, and '{target}' is taken as a study")
        found = _of_study(taken(opened(database), target), question, policy_of(policy), wanted)
    if json is not None:
        write_file(json, [written({one.figures.question: one.as_json() for one in found})])
    if out is not None:
        rows = (row for one in found for row in one.rows())
        write_file(out, [table_file(rows, out)])


@dataclass(frozen=True)
class _Found:
    """The figures of a question, and what was asked for beside them; None for plain numbers."""

    figures: QuestionFigures | FileFigures | NumberFigures
    beside: Beside | None

    def as_json(self) -> Json:
        """All of it, fields in their order."""
        return plain({**vars(self.figures), **(vars(self.beside) if self.beside else {})})

    def rows(self) -> Iterator[CoefficientRow]:
        """Its coefficients."""
        return number_rows(self.figures) if isinstance(self.figures, NumberFigures) else coefficient_rows(self.figures)


def _is_file(target: str) -> bool:
    """Whether the target is a file. InputError for a file that is none of labels."""
    path = Path(target)
    if path.suffix.lower() in ENDINGS:
        return True
    if path.is_file():
        raise InputError(f"files of labels end in {', '.join(ENDINGS)}", file=target)
    return False


def _refuse(said: Mapping[str, Any], why: str) -> None:
    """InputError for the first option that says something."""
    for name, value in said.items():
        if value not in (None, False, []):
            raise InputError(why, field=name)


def _statistics(named: Sequence[str], every: bool) -> tuple[str, ...]:
    for name in named:
        if name not in EVERY_STATISTIC:
            raise InputError(f"unknown coefficient '{name}'; known: {', '.join(EVERY_STATISTIC)}", field="statistic")
    return EVERY_STATISTIC if every else tuple(named)


def _pairing(named: str | None) -> Pairing | None:
    if named is not None and named not in _PAIRINGS:
        raise InputError(f"unknown rule '{named}'; known: {', '.join(_PAIRINGS)}", field="pairing")
    return None if named is None else _PAIRINGS[named]


def _annotators(named: str) -> Annotators:
    for kind in EPSILON:
        if named == kind:
            return kind
    raise InputError(f"unknown kind of people '{named}'; known: {', '.join(EPSILON)}", field="annotators")


def _of_study(study: Snapshot, question: str | None, policy: Policy, wanted: Wanted) -> list[_Found]:
    every = questions_of(study, policy, wanted.statistics or STANDARD)
    found = []
    if not every:
        typer.echo(f"study '{study.study.name}' has no labels yet")
    for figures in _chosen(every, question):
        name = figures.question
        scale, primary = study.asked[name].question.scale, figures.report.reading.primary
        more = beside(name, clustered(study.labels[name]), scale, primary, wanted)
        text.show(figures, policy.questions[name], more)
        found.append(_Found(figures, more))
    return found


def _chosen(found: Mapping[str, QuestionFigures], question: str | None) -> list[QuestionFigures]:
    if question is None:
        return list(found.values())
    name = question_named(question).name
    if name not in found:
        raise InputError(f"question '{name}' has no labels; labelled: {', '.join(found) or 'none'}", field="question")
    return [found[name]]


def _of_file(file: LabelFile, wanted: Wanted) -> list[_Found]:
    """The figures of every question of a file, each shown as soon as it is computed."""
    found = []
    for labels in file.questions:
        one = _of_question(labels, wanted)
        found.append(replace(one, figures=replace(one.figures, notes=(*file.notes, *one.figures.notes))))
    file_text.show_file(file)
    return found


def _of_question(labels: QuestionLabels, wanted: Wanted) -> _Found:
    """The figures of one question of a file, shown."""
    if labels.scale is None:
        numbers = number_figures(labels, wanted)
        number_text.show(numbers)
        return _Found(numbers, None)
    wanted = replace(wanted, reference=wanted.reference or labels.gold)
    figures = file_figures(labels, labels.scale, wanted)
    more = beside(labels.question, labels.frame, labels.scale, figures.report.reading.primary, wanted)
    file_text.show(figures, more)
    return _Found(figures, more)
