"""Figures as plain JSON values, and the words that differ between two of them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from math import isclose
from typing import Any

Json = None | bool | int | float | str | list[Any] | dict[str, Any]

_SAME = 1e-9


def plain(value: object) -> Json:
    """A figure as dicts and lists, fields in their order; TypeError for anything else than a figure is made of."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.init}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a figure holds no {type(value).__name__}")


def written(document: Json) -> str:
    """A document as the text of a JSON file; ValueError on a number that is none (NaN, infinity)."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def differences(published: Json, recomputed: Json, where: str = "") -> Iterator[str]:
    """Every place where two documents differ, in words; numbers may differ by rounding (1e-9)."""
    if isinstance(published, dict) and isinstance(recomputed, dict):
        for key in [*published, *(key for key in recomputed if key not in published)]:
            yield from _of_member(published, recomputed, key, f"{where}.{key}" if where else key)
    elif isinstance(published, list) and isinstance(recomputed, list):
        if len(published) != len(recomputed):
            yield f"{where}: {len(published)} entries published, {len(recomputed)} recomputed"
        for at, (ours, theirs) in enumerate(zip(published, recomputed, strict=False)):
            yield from differences(ours, theirs, f"{where}[{_name(ours, at)}]")
    elif not _same(published, recomputed):
        yield f"{where}: published {_told(published)}, recomputed {_told(recomputed)}"


def count_values(document: Json) -> int:
    """How many single values a document holds."""
    if isinstance(document, dict):
        return sum(count_values(inner) for inner in document.values())
    return sum(count_values(inner) for inner in document) if isinstance(document, list) else 1


def shown(text: object) -> str:
    r"""A text with every invisible or direction-changing character written out, so that no name can pose as another.

    >>> shown("a\u202eb\x1b")
    'a\\u202eb\\x1b'
    """
    return "".join(_visible(character) for character in str(text))


def _visible(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")
    return character.encode("unicode_escape").decode("ascii") if hidden else character


def _of_member(published: dict[str, Any], recomputed: dict[str, Any], key: str, where: str) -> Iterator[str]:
    if key not in published:
        yield f"{where}: not published, recomputed {_told(recomputed[key])}"
    elif key not in recomputed:
        yield f"{where}: published {_told(published[key])}, not recomputed"
    else:
        yield from differences(published[key], recomputed[key], where)


def _same(a: Json, b: Json) -> bool:
    if isinstance(a, bool) or isinstance(b, bool) or not (isinstance(a, (int, float)) and isinstance(b, (int, float))):
        return type(a) is type(b) and a == b
    return isclose(a, b, rel_tol=_SAME, abs_tol=_SAME)


def _told(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _name(entry: Json, at: int) -> str:
    """What an entry of a list is called: its own name where it has one."""
    if isinstance(entry, dict):
        for key in ("metric", "judge", "system", "name", "figure"):
            if isinstance(entry.get(key), str):
                return str(entry[key])
    return str(at)
