"""Agreement on the questions of a label file."""

from __future__ import annotations

from dataclasses import dataclass

from agreement.report import AgreementReport


@dataclass(frozen=True)
class FileFigures:
    """Agreement on one question of a file. `clusters` is the word for what intervals leave out at a time; `notes` are
    sentences about this question."""

    question: str
    report: AgreementReport
    clusters: str
    notes: tuple[str, ...]
    version: str = ""
