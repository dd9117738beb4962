"""Answers as ExpertQA has them: a question a line, with the answers of systems and the sources beside each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from data.importing.files import lines_of
from data.importing.reading import Placed
from data.importing.report_forms.columns import reports_of_records
from data.importing.report_forms.stream import rows_of_reports
from data.problems import Problems
from data.tabular.json_lines import json_object

COLUMNS: Mapping[str, str] = {
    "query_text": "question",
    "system": "system",
    "answer": "id",
    "text": "answer_string",
    "sources": "attribution",
}


def read_expertqa(path: Path, constants: Mapping[str, str], problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The answers of a file, with the entries of `attribution` as their sources; the judgements of claims are not read.

    A line holds one answer (`system`, `answer_string`) or the answers of several systems by their names (`answers`).
    """
    offset = problems.places.add(path.name)
    reports = reports_of_records(_answers(path, offset, problems), COLUMNS, constants, problems)
    yield from rows_of_reports(reports, problems, notes, COLUMNS)
    notes.append("judgements of claims were not read; docs/recipes/expertqa.py takes claims as statements")


def _answers(path: Path, offset: int, problems: Problems) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for place, line in lines_of(path, offset, problems):
        if problems.many:
            return
        record = json_object(place, line, problems)
        if record is None:
            continue
        if not isinstance(record.get("answers"), dict):
            yield place, record
            continue
        for system, said in record["answers"].items():
            if isinstance(said, dict):
                yield place, {"question": record.get("question"), "system": system} | said
            else:
                problems.add(place, "answers", f"what it says of {system!r:.60} is not a JSON object")
