"""Mappings of columns as TOML files, to be kept beside the table they are of."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.importing.mapping import BECOMES, ColumnMapping
from data.tabular import Reading

_HEAD = "# What the columns of a table become: countermark import TABLE --study NAME --mapping THIS_FILE\n"
_TABLES = ("columns", "constants", "questions", "values", "raters")


def mapping_text(mapping: ColumnMapping) -> str:
    """The mapping as a TOML file that `read_mapping` reads again. InputError for text that no file can hold."""
    text = _HEAD + "".join(f"{line}\n" for line in _lines(mapping))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError("a name holds half a character (a lone surrogate), which no file can hold") from error
    return text


def _lines(mapping: ColumnMapping) -> Iterator[str]:
    yield f"becomes = {_quoted(mapping.becomes)}"
    reading = {name: value for name, value in vars(mapping.reading).items() if value is not None}
    for table in ("reading", *_TABLES):
        entries: Mapping[str, str] = reading if table == "reading" else getattr(mapping, table)
        if entries:
            yield f"\n[{table}]"
            yield from (f"{_quoted(name)} = {_quoted(value)}" for name, value in entries.items())


def _quoted(text: str) -> str:
    """A TOML string: as in JSON, but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_mapping(path: Path) -> ColumnMapping:
    """The mapping a file holds. InputError, with the field, for what is no mapping."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start + 1}); save it as UTF-8", file=path.name) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", file=path.name) from error
    try:
        return _mapping_of(found)
    except InputError as error:
        raise InputError(error.message, file=path.name, field=error.field) from error


def _mapping_of(found: Mapping[str, Any]) -> ColumnMapping:
    for name in found:
        if name not in ("becomes", "reading", *_TABLES):
            raise InputError(f"unknown; known: becomes, reading, {', '.join(_TABLES)}", field=name)
    becomes = found.get("becomes")
    if becomes not in BECOMES:
        raise InputError(f"must be one of {', '.join(BECOMES)}", field="becomes")
    tables = {name: _texts(name, found.get(name, {})) for name in _TABLES}
    return ColumnMapping(becomes, _reading_of(found.get("reading", {})), **tables)


def _reading_of(found: Any) -> Reading:
    known = [field.name for field in fields(Reading)]
    said = _texts("reading", found)
    for name in said:
        if name not in known:
            raise InputError(f"unknown; known: {', '.join(known)}", field=f"reading.{name}")
    return Reading(**said)


def _texts(name: str, found: Any) -> dict[str, str]:
    if not isinstance(found, dict):
        raise InputError(f"must be a table, written [{name}]", field=name)
    for key, value in found.items():
        if not isinstance(value, str):
            raise InputError('must be text in quotes, such as "4"', field=f"{name}.{key}")
    return found
