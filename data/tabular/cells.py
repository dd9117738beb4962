"""The cells of records: what they are turned into, and what cannot be kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

Cells = Mapping[str, Any]
"""The cells of a record by heading: texts, numbers, true or false, lists and objects (from JSON), None for none."""


def text_of(cell: object) -> str | None:
    """A cell as the text its file holds; None for an empty one, and for what is no single value.

    >>> text_of("N/A"), text_of(1), text_of(1.0), text_of(True), text_of("")
    ('N/A', '1', '1.0', 'true', None)
    """
    if isinstance(cell, str):
        return cell or None
    return json.dumps(cell) if isinstance(cell, int | float) and cell == cell else None


def plain(cell: Any) -> Any:
    """A cell of a typed file as JSON would hold it: times as ISO texts, decimals and bytes as text, no number as None.

    UnicodeDecodeError for bytes that are not UTF-8.

    >>> plain([date(2026, 3, 1), Decimal("0.10"), float("nan"), b"yes"])
    ['2026-03-01', '0.10', None, 'yes']
    """
    match cell:
        case None | str() | int():
            return cell
        case float():
            return cell if cell == cell else None
        case datetime() | date() | time():
            return cell.isoformat()
        case bytes():
            return cell.decode("utf-8")
        case list() | tuple():
            return [plain(part) for part in cell]
        case dict():
            return {str(name): plain(part) for name, part in cell.items()}
    return str(cell)


def is_empty(cell: object) -> bool:
    """Whether a cell of a table holds nothing that can be seen."""
    return cell is None or (isinstance(cell, str) and not cell.strip())
