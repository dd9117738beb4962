"""What text may enter the record: anything both databases and every export can hold."""

from __future__ import annotations

from data.errors import InputError

LONGEST_NAME = 200
LONGEST_COMMENT = 10_000


def checked_text(text: str, field: str, longest: int = LONGEST_COMMENT) -> str:
    """The text itself, if it can be stored. Lengths are code points.

    InputError for a NUL (PostgreSQL has no place for it), half of a surrogate pair (no file can hold it), or too long.
    """
    if len(text) > longest:
        raise InputError(f"{len(text):,} characters are too many; at most {longest:,} are kept", field=field)
    if "\0" in text:
        raise InputError("holds a NUL character; take it out", field=field)
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError("holds half of a character (a lone surrogate); enter it again", field=field)
    return text


def checked_name(name: str, field: str) -> str:
    """The name itself: 1 to 200 printable characters without ``/`` and outer spaces. InputError otherwise."""
    checked_text(name, field, LONGEST_NAME)
    if not name or name != name.strip() or "/" in name or not name.isprintable():
        raise InputError(f"'{name}' cannot be a name: no '/', no outer spaces, nothing unprintable", field=field)
    return name
