"""Agreement on the questions of a label file."""

from __future__ import annotations

from dataclasses import dataclass

from agreement.report import AgreementReport, report
from agreement.scale import Scale
from data.beside import Wanted, statistics_of
from data.errors import InputError
from data.label_files.labels import QuestionLabels


@dataclass(frozen=True)
class FileFigures:
    """Agreement on one question of a file. `clusters` is the word for what intervals leave out at a time,
    `clusters_are` says what they are; `notes` are sentences about how the labels were read."""

    question: str
    report: AgreementReport
    clusters: str
    clusters_are: str
    notes: tuple[str, ...]
    version: str = ""


def file_figures(labels: QuestionLabels, scale: Scale, wanted: Wanted) -> FileFigures:
    """The figures of one question on its scale; InputError when what is wanted does not exist there."""
    primary = wanted.primary or labels.primary
    statistics = statistics_of(wanted, scale)
    try:
        found = report(labels.frame, scale, primary, wanted.pairing, wanted.overlap, statistics)
    except ValueError as error:
        raise InputError(str(error), field=labels.question) from error
    return FileFigures(labels.question, found, labels.clusters.plural, labels.clusters.are, labels.notes)
