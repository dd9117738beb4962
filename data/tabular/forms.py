"""Which form a file has, and its records."""

from __future__ import annotations

from pathlib import Path

from data.errors import InputError
from data.problems import Problems
from data.tabular.delimited import delimited_records
from data.tabular.json_documents import document_records
from data.tabular.json_lines import json_line_records
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


def records_of(path: Path, problems: Problems, reading: Reading | None = None) -> Records:
    """The records of a file, whose form is told by its ending; text of any other ending is a table.

    What cannot be read becomes a problem and is left out; reading ends when there are many. InputError where nothing
    can be read, or the reading does not fit the file.
    """
    reading = reading or Reading()
    try:
        match _FORMS.get(path.suffix.lower(), "csv"):
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
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from error
