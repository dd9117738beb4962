"""Which form a file or folder has: by its ending and content, where nobody says it."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.importing.aee import read_aee
from data.importing.mapping import BECOMES, Said
from data.importing.native import read_native
from data.importing.options import ImportOptions, refuse_unfitting
from data.importing.reading import Placed
from data.importing.report_forms.expertqa import read_expertqa
from data.importing.report_forms.folders import ENDINGS as REPORT_ENDINGS
from data.importing.report_forms.lrb import read_lrb, starts_as_index
from data.importing.report_forms.lrb_questions import are_of_questions
from data.importing.report_forms.markdown import read_markdown
from data.importing.rows import ROWS
from data.importing.suggesting import suggested
from data.importing.table import Table, open_table
from data.problems import Places, Problems
from data.tabular import ENDINGS as TABLE_ENDINGS
from data.tabular.json_documents import objects_of

_REPORTS = {"markdown": read_markdown, "lrb": read_lrb, "expertqa": read_expertqa}

FORMATS = ("native", "aee", *BECOMES, *_REPORTS)
"""What `--format` takes: labels and reports are tables of any form."""

_OF_FOLDERS = ("markdown", "lrb")
_LINES = (".jsonl", ".ndjson")
_TABLE = "table"
_LOOKED_AT = 1 << 24
"""Bytes of a line in which a record is looked for."""

_BLOCK = 1 << 10


@dataclass(frozen=True)
class Opened:
    """A file whose format is known; a table is opened already, since only its columns tell what it becomes."""

    path: Path
    format: str
    options: ImportOptions
    table: Table | None = None

    def rows(self, problems: Problems, notes: list[str]) -> Iterator[Placed]:
        """The rows of the file, in its order. What cannot be read becomes a problem and is left out."""
        if self.table is not None:
            return self.table.rows(problems, notes)
        match self.format:
            case "native":
                return read_native(self.path, problems)
            case "aee":
                return read_aee(self.path, self.options, problems, notes)
            case name:
                return _REPORTS[name](self.path, self.options.said.constants, problems, notes)


def opened_form(path: Path, options: ImportOptions, problems: Problems) -> Opened:
    """The format of a file or folder. InputError when it is not known, or an option goes with another one."""
    form = _form(path, options)
    opened = _opened_table(path, options, problems) if form == _TABLE else Opened(path, form, options)
    refuse_unfitting(options, opened.format)
    return opened


def _opened_table(path: Path, options: ImportOptions, problems: Problems) -> Opened:
    table = open_table(path, options, problems)
    if options.format is None and options.mapping is None and are_of_questions(table.records.headings):
        return Opened(path, "lrb", options)
    return Opened(path, table.mapping.becomes, options, table)


def _form(path: Path, options: ImportOptions) -> str:
    if options.format is not None and options.format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"unknown format '{options.format}'; known: {known}", file=path.name, field="format")
    if options.mapping is not None and options.format in {*BECOMES} - {options.mapping.becomes}:
        message = f"the mapping makes {options.mapping.becomes} of it, not {options.format}"
        raise InputError(message, file=path.name, field="format")
    if path.is_dir() and options.format not in (None, *_OF_FOLDERS):
        known = " and ".join(_OF_FOLDERS)
        raise InputError(f"is a folder; {options.format} comes as a file, {known} as folders", file=path.name)
    if options.format in BECOMES or (options.format is None and options.mapping is not None):
        return _TABLE
    return options.format or _told_by_content(path, options.said)


def _told_by_content(path: Path, said: Said) -> str:
    ending = path.suffix.lower()
    if path.is_dir():
        return "lrb" if any(path.rglob("qid_*_report.md")) else "markdown"
    if ending in _LINES or ending == ".json":
        return _form_of_json(path, said) or ("native" if ending in _LINES else _TABLE)
    if ending in TABLE_ENDINGS:
        return _TABLE
    if ending in REPORT_ENDINGS:
        return "markdown"
    known = ", ".join(FORMATS)
    raise InputError(f"its format is not known by its ending; name one of {known}", file=path.name, field="format")


def _form_of_json(path: Path, said: Said) -> str | None:
    """The form of JSON by its first record, in lines or in a list; None when that tells nothing."""
    line = _first_line(path)
    if line.get("kind") in [*ROWS]:
        return "native"
    if isinstance(line.get("answers"), dict) or "answer_string" in line:
        return "expertqa"
    if starts_as_index(path):
        return "lrb"
    item = _first_item(path)
    if {"Output", "core_statements"} & {*item}:
        return "aee"
    first = line or item
    if are_of_questions([*first]):
        return "lrb"
    mapping = suggested([*first], [first], said).mapping
    return _TABLE if mapping.raters or {"value", "text"} & {*mapping.columns} else None


def _first_line(path: Path) -> Mapping[str, Any]:
    """The object in the first line that is not blank; none if that is no object."""
    try:
        with path.open("rb") as file:
            line = next((line for line in iter(lambda: file.readline(_LOOKED_AT), b"") if line.strip()), b"")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
    try:
        found = json.loads(line.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _first_item(path: Path) -> Mapping[str, Any]:
    """The first object of a JSON list; none if the document is no list."""
    with path.open("rb") as file:
        if not file.read(_BLOCK).removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"["):
            return {}
    quiet = Problems(Places())
    quiet.places.add(path.name)
    return next((record for _, record in objects_of(path, "", "utf-8", 0, quiet)), {})
