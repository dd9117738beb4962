"""Which form a file or folder has: by its ending and content, where nobody says it."""

from __future__ import annotations

import codecs
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import ijson

from data.errors import InputError
from data.importing.aee import read_aee
from data.importing.mapping import BECOMES, Said
from data.importing.native import read_native
from data.importing.options import ImportOptions, refuse_unfitting
from data.importing.reading import Placed
from data.importing.report_forms.expertqa import read_expertqa
from data.importing.report_forms.folders import ENDINGS as REPORT_ENDINGS
from data.importing.report_forms.lrb import read_lrb
from data.importing.report_forms.markdown import read_markdown
from data.importing.rows import ROWS
from data.importing.suggesting import suggested
from data.importing.table import Table, open_table
from data.problems import Problems
from data.tabular import ENDINGS as TABLE_ENDINGS

_REPORTS = {"markdown": read_markdown, "lrb": read_lrb, "expertqa": read_expertqa}

FORMATS = ("native", "aee", *BECOMES, *_REPORTS)
"""What `--format` takes: labels and reports are tables of any form."""

_LINES = (".jsonl", ".ndjson")
_TABLE = "table"
_LOOKED_AT = 1 << 24
"""Bytes of a file in which its first record is looked for."""


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
    table = open_table(path, options, problems) if form == _TABLE else None
    opened = Opened(path, form if table is None else table.mapping.becomes, options, table)
    refuse_unfitting(options, opened.format)
    return opened


def _form(path: Path, options: ImportOptions) -> str:
    if options.format is not None and options.format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"unknown format '{options.format}'; known: {known}", file=path.name, field="format")
    if options.mapping is not None and options.format in {*BECOMES} - {options.mapping.becomes}:
        message = f"the mapping makes {options.mapping.becomes} of it, not {options.format}"
        raise InputError(message, file=path.name, field="format")
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
    item = {} if line else _first_item(path, "item")
    if {"Output", "core_statements"} & {*item}:
        return "aee"
    first = line or item
    if "reports" in line or (not first and _first_item(path, "reports.item")):
        return "lrb"
    mapping = suggested([*first], [first], said).mapping
    return _TABLE if mapping.raters or {"value", "text"} & {*mapping.columns} else None


def _first_line(path: Path) -> Mapping[str, Any]:
    """The object in the first line that is not blank; none if that is no object."""
    with _opened(path) as file:
        line = next((line for line in iter(lambda: file.readline(_LOOKED_AT), b"") if line.strip()), b"")
    try:
        found = json.loads(line.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _first_item(path: Path, where: str) -> Mapping[str, Any]:
    """The first object of the list at a place of a JSON document; none if there is no such place soon."""
    with _opened(path) as file:
        start = io.BytesIO(file.read(_LOOKED_AT).removeprefix(codecs.BOM_UTF8))
    try:
        found = next(iter(ijson.items(start, where, use_float=True)), None)
    except (ijson.JSONError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
