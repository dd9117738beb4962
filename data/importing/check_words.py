"""What the checks of an import have to say, in words."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row

from data.importing.kinds import Kind, Reference


def words(kind: str) -> str:
    """A kind as people read it."""
    return kind.replace("_", " ")


def named(fields: tuple[str, ...], row: Row[Any]) -> str:
    """Fields with their values as people read them, for example ``answer 'a1', position 3``."""
    values = ((name, row._mapping[name]) for name in fields)
    return ", ".join(f"{name} {value!r}" if isinstance(value, str) else f"{name} {value}" for name, value in values)


def unmet(reference: Reference, row: Row[Any]) -> str:
    """What is missing of what a row points to."""
    meant = named(tuple(reference.fields)[::-1], row)
    if reference.must:
        return f"{meant}: {reference.advice}"
    return f"there is no {meant} in this file or the study: {reference.advice}"


def change(kind: Kind, row: Row[Any], fields: list[str]) -> str:
    """What a row says otherwise than the study."""
    meant = named(kind.key, row)
    if kind.name == "label":
        return (
            f"the study has another label of {meant} (it differs in: {', '.join(fields)}); "
            "use --supersede if the new ones are to take the place of the old"
        )
    return (
        f"the study already has this {words(kind.name)} ({meant}) with another {', '.join(fields)}; "
        "records are never changed under their labels, use a new key or a new study"
    )


def moved(row: Row[Any], length: int) -> str:
    """How a statement's place does not fit a text of that length."""
    if row.end > length:
        return f"the statement ends at {row.end}, the answer's text has {length} characters; count code points from 0"
    return f"the answer's text from {row.start} to {row.end} is not this statement; correct the two, or leave them out"
