"""Values as forms hold them that know texts and numbers only."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from data.exporting.columns import Column, Type
from data.guards import guarded


def moment_text(moment: datetime) -> str:
    """A time in UTC as text.

    >>> from datetime import UTC
    >>> moment_text(datetime(2026, 3, 1, 12, 0, 0, 5, UTC))
    '2026-03-01T12:00:00.000005Z'
    """
    return moment.isoformat().removesuffix("+00:00") + "Z"


def json_text(value: object) -> str:
    """A value as one line of JSON; times are text. ValueError for NaN and infinity."""
    return _ENCODED(value)


_ENCODED = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=moment_text).encode


CELL_TEXTS: Mapping[Type, Callable[[Any], str]] = {
    "string": guarded,
    "integer": str,
    "number": repr,
    "boolean": {True: "true", False: "false"}.__getitem__,
    "datetime": moment_text,
    "spans": json_text,
    "positions": json_text,
}
"""By type, what stands in the cell of a sheet: no text is taken for a formula."""


def texts_of(columns: Sequence[Column]) -> list[Callable[[Any], str]]:
    """What makes texts of the cells of a row, column by column."""
    return [CELL_TEXTS[column.type] for column in columns]
