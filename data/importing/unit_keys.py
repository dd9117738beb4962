"""The keys of units, taken together from the fields of a label and apart again."""

from __future__ import annotations

from data.importing.rows import LabelRow, unit_fields


def unit_key(row: LabelRow) -> str:
    """The key of the unit a (sound) label is about."""
    parts = {field: str(getattr(row, field)) for field in unit_fields(row.question)}
    if "version" in parts:
        parts["checklist"] += f"@{parts.pop('version')}"
    return "/".join(parts.values())


def fields_of_unit(question: str, key: str) -> dict[str, str]:
    """The fields that name a unit of a (known) question, from its key.

    A key with too few parts leaves fields out; one with too many keeps the rest in the last, which no row accepts.

    >>> fields_of_unit("support", "a1/2/3")
    {'answer': 'a1', 'statement': '2', 'source': '3'}
    """
    needed = unit_fields(question)
    parts = key.split("/")
    if "version" in needed and len(parts) > needed.index("checklist"):
        where = needed.index("checklist")
        parts[where : where + 1] = parts[where].rsplit("@", 1)
    last = len(needed) - 1
    if len(parts) > len(needed):
        parts[last:] = ["/".join(parts[last:])]
    return dict(zip(needed, parts, strict=False))
