"""From the fields of a record to a row, or to problems in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from data.importing.rows import KEY_PATTERN, NAME_PATTERN, ROWS, VERSION_PATTERN, Row
from data.importing.rules import faults
from data.problems import Problems

IMPLIED_RATER = "implied rater"
"""A rater row made by a reader from a name and a kind: the study may know more of the rater."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A row and where it stands."""

    place: int
    kind: str
    row: Row


@dataclass(frozen=True)
class Record:
    """The larger record a row is made from: what is set before each message, and its names for a row's fields."""

    where: str = ""
    theirs: Mapping[str, str] = field(default_factory=dict)


NO_RECORD = Record()


def placed(
    place: int, kind: str, fields: Mapping[str, Any], problems: Problems, record: Record = NO_RECORD
) -> Placed | None:
    """The row of a (known) kind, or None after adding what is wrong with it to the problems."""
    try:
        row = ROWS[kind].model_validate(fields)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            name = _field(detail)
            problems.add(place, record.theirs.get(name or "", name), record.where + _words(detail, kind))
        return None
    found = faults(row)
    for fault, message in found:
        problems.add(place, record.theirs.get(fault or "", fault), record.where + message)
    return None if found else Placed(place, kind, row)


def _field(detail: ErrorDetails) -> str | None:
    """The field's name; None where the names of the fields themselves cannot be read."""
    if not detail["loc"]:
        return None
    first, *rest = detail["loc"]
    return str(first) + "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in rest)


def _words(detail: ErrorDetails, kind: str) -> str:
    told = _TOLD.get(detail["type"])
    if told is not None:
        return told
    value, context = detail.get("input"), detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            return f"is not a field of '{kind}' rows; known: {', '.join(ROWS[kind].model_fields)}"
        case "string_type":
            return f"must be text, not {_shown(value)}{_hint(value, f'; write it in quotes: {_quoted(value)}')}"
        case "int_type" | "int_from_float":
            return f"must be a whole number, not {_shown(value)}{_hint(value, '; write it without quotes')}"
        case "literal_error":
            return f"must be {context['expected']}, not {_shown(value)}"
        case "string_pattern_mismatch":
            return _PATTERNS.get(
                context["pattern"], "holds the character NUL (\\u0000), which cannot be stored; remove it"
            )
    return f"{detail['msg'][0].lower()}{detail['msg'][1:]} (it is {_shown(value)})"


_TOLD = {
    "missing": "is missing",
    "string_too_short": "must not be empty; leave the field out or say what it is",
    "string_unicode": "holds half a character (a lone surrogate such as \\ud83d); correct the text",
}
_KEY_RULE = "must be 1 to 200 characters without {}, control characters or spaces around it"
_PATTERNS = {
    KEY_PATTERN: _KEY_RULE.format("'/'"),
    VERSION_PATTERN: _KEY_RULE.format("'/' or '@'"),
    NAME_PATTERN: _KEY_RULE.format("line breaks"),
}


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"the text {_quoted(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "an object"


def _quoted(value: object) -> str:
    text = str(value)
    return f'"{text}"' if len(text) <= 40 else f'"{text[:40]}…"'


def _hint(value: object, hint: str) -> str:
    """The hint where a number and its text were taken for each other."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return hint if value.strip().lstrip("-").isdigit() else ""
    return hint if isinstance(value, int | float) else ""
