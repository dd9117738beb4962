"""Which form a file has, and its records."""

from __future__ import annotations

from pathlib import Path

from data.errors import InputError
from data.problems import Problems
from data.tabular.delimited import delimited_records
from data.tabular.encodings import told_by_start
from data.tabular.guarded import without_guard
from data.tabular.json_documents import document_records
from data.tabular.json_lines import json_line_records
from data.tabular.lines import MARK
from data.tabular.parquet import parquet_records
from data.tabular.records import Form, Reading, Records
from data.tabular.workbook import workbook_records

ENDINGS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx")
"""The endings of files of records, in any case."""

_FORMS: dict[str, Form] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
}
_STARTS: dict[bytes, Form] = {b"PAR1": "parquet", b"PK\x03\x04": "xlsx", b"\xd0\xcf\x11\xe0": "xlsx"}
"""How files start that are no text; the last is an old workbook, which its reader refuses in words."""

_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_LOOKED_AT = 1 << 20


def records_of(path: Path, problems: Problems, reading: Reading | None = None) -> Records:
    """The records of a file, whose form is told by how it starts, or by its ending; other text is a table.

    What cannot be read becomes a problem and is left out; reading ends when there are many. InputError where nothing
    can be read, or the reading does not fit the file.
    """
    try:
        return without_guard(_records(path, problems, reading or Reading()), path)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def _records(path: Path, problems: Problems, reading: Reading) -> Records:
    match _form_of(path):
        case "json":
            return document_records(path, reading, problems)
        case "jsonl":
            return json_line_records(path, reading, problems)
        case "parquet":
            return parquet_records(path, problems)
        case "xlsx":
            return workbook_records(path, reading, problems)
        case _:
            return delimited_records(path, reading, problems)


def _form_of(path: Path) -> Form:
    with path.open("rb") as file:
        start = file.read(8)
    if start.startswith(_COMPRESSED):
        raise InputError("is compressed; unpack it first", file=path.name)
    for mark, form in _STARTS.items():
        if start.startswith(mark):
            return form
    form = _FORMS.get(path.suffix.lower(), "csv")
    return _json_form(path, form) if form in ("json", "jsonl") else form


def _json_form(path: Path, by_ending: Form) -> Form:
    """Lines of objects are often called .json, and a list .jsonl: the first characters tell."""
    with path.open("rb") as file:
        start = file.read(_LOOKED_AT)
    text = start.decode(told_by_start(start) or "utf-8", "replace").removeprefix(MARK)
    first, second, *_ = *filter(None, map(str.strip, text.split("\n"))), "", ""
    if first.startswith("["):
        return "json"
    return "jsonl" if first.endswith("}") and second.startswith("{") else by_ending
