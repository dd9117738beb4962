"""The data dictionary of exported tables: a Frictionless data package for programs, a Markdown page for people."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.exporting.columns import Column, Link, Table
from data.guards import FORMULA_STARTS, GUARD

PACKAGE = "datapackage.json"
PAGE = "dictionary.md"
GUARDED_FORMS = ("csv", "tsv", "xlsx")
"""Forms that spreadsheet programs open, which would take some texts for formulas."""

MEDIA_TYPES = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_DELIMITERS = {"csv": ",", "tsv": "\t"}


@dataclass(frozen=True)
class Written:
    """A table as it was written: into which file, and how many rows."""

    table: Table
    file: str
    rows: int


def package(name: str, title: str, notice: str | None, form: str, written: Sequence[Written], folder: Path) -> str:
    """The data package of the tables in a folder, as JSON."""
    tabular = form in _DELIMITERS
    said: dict[str, Any] = {
        "profile": "tabular-data-package" if tabular else "data-package",
        "name": re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-.") or "study",
        "title": title,
    }
    if notice is not None:
        said["description"] = notice
    if form in GUARDED_FORMS:
        said["guard"] = {"character": GUARD, "before": FORMULA_STARTS, "missing": "an empty cell"}
    said["resources"] = [_resource(one, form, folder) for one in written]
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def _resource(written: Written, form: str, folder: Path) -> dict[str, Any]:
    table, path = written.table, folder / written.file
    said: dict[str, Any] = {
        "name": table.name,
        "path": written.file,
        "description": table.means,
        "format": form,
        "mediatype": MEDIA_TYPES[form],
    }
    if form in _DELIMITERS:
        dialect = {"delimiter": _DELIMITERS[form], "lineTerminator": "\r\n"}
        said |= {"profile": "tabular-data-resource", "encoding": "utf-8", "dialect": dialect}
    if form == "xlsx":
        said["dialect"] = {"sheet": table.name}
    with path.open("rb") as file:
        said |= {"hash": f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}", "bytes": path.stat().st_size}
    return said | {"rows": written.rows, "schema": _schema(table)}


def _schema(table: Table) -> dict[str, Any]:
    said: dict[str, Any] = {
        "fields": [_field(column) for column in table.columns],
        "missingValues": [""],
        "primaryKey": table.key,
    }
    if table.links:
        said["foreignKeys"] = [_foreign_key(link, table) for link in table.links]
    return said


def _field(column: Column) -> dict[str, Any]:
    said: dict[str, Any] = {
        "name": column.name,
        "type": _type(column),
        "description": column.means,
    }
    if column.type == "datetime":
        said["format"] = "any"
    rules: dict[str, Any] = {"required": True} if column.needed else {}
    if column.values:
        rules["enum"] = column.values
    return said | ({"constraints": rules} if rules else {})


def _type(column: Column) -> str:
    """The type by its name in the Frictionless Table Schema."""
    return "array" if column.type in ("spans", "positions") else column.type


def _foreign_key(link: Link, table: Table) -> dict[str, Any]:
    resource = "" if link.table == table.name else link.table
    return {"fields": link.columns, "reference": {"resource": resource, "fields": link.theirs}}


def page(title: str, notice: str | None, form: str, written: Sequence[Written]) -> str:
    """The dictionary as a page to be read."""
    return "\n".join(_lines(title, notice, form, written)) + "\n"


def _lines(title: str, notice: str | None, form: str, written: Sequence[Written]) -> Iterator[str]:
    yield f"# {_plain(title)}"
    yield ""
    if notice is not None:
        yield f"{_plain(notice)}\n"
    yield "Keys name a record within this study. Positions count from 1, places in a text are code points from 0."
    yield "Times are in UTC. A missing value is " + ("an empty cell." if form in GUARDED_FORMS else "null.")
    if form in GUARDED_FORMS:
        yield ""
        yield (
            f"A text that a spreadsheet could take for a formula has an apostrophe ({GUARD}) in front, and so has one "
            "that begins with an apostrophe, or is empty. Take off one apostrophe to get the text."
        )
    for one in written:
        yield from _table_lines(one)


def _table_lines(written: Written) -> Iterator[str]:
    table = written.table
    rows = "1 row" if written.rows == 1 else f"{written.rows:,} rows"
    yield f"\n## {table.name}\n"
    yield f"{table.means} {rows} in `{written.file}`; a row is named by {', '.join(table.key)}.\n"
    yield "| column | type | meaning |\n|---|---|---|"
    for _, name, kind, always, meaning in dictionary_rows([table]):
        yield f"| {name} | {kind}{'' if always else '?'} | {meaning} |"


def _meaning(column: Column, link: Link | None) -> str:
    values = f": {', '.join(column.values)}" if column.values else ""
    found = f" → {link.table}: {', '.join(link.theirs)}" if link else ""
    return f"{column.means}{values}{found}"


def _plain(text: str) -> str:
    """A text of the study on one line, without meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|!&])", r"\\\1", " ".join(text.split()))


def dictionary_rows(tables: Sequence[Table]) -> Iterator[tuple[str, str, str, bool, str]]:
    """The dictionary as rows: table, column, type, whether it is always there, meaning."""
    for table in tables:
        links = {link.columns[-1]: link for link in table.links}
        for column in table.columns:
            yield (
                table.name,
                column.name,
                _type(column),
                column.needed,
                _meaning(column, links.get(column.name)),
            )
