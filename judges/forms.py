"""The forms of replies: what JSON is asked for, and how it is read. A reply that is not whole gives no label at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from data.judge_labels import Said, parts_text
from judges.reading import Verdict, read_label, said_object


@dataclass(frozen=True)
class OneLabel:
    """One word under `field`; `replies` maps the words to values."""

    field: str
    replies: Mapping[str, str]

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object with the word, after a justification where one is asked for."""
        properties: dict[str, Any] = {"justification": {"type": "string"}} if justified else {}
        return closed_object(properties | {self.field: {"type": "string", "enum": list(self.replies)}})

    def read(self, text: str, cell: object = None) -> Verdict:
        """The value of the one word."""
        words = {word.lower(): value for word, value in self.replies.items()}
        return read_label(text, self.field, words)


class HasParts(Protocol):
    """A cell whose reply is about several units, by the names of their parts."""

    @property
    def parts(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class NumberLists:
    """Lists of numbers, one list for each value: every part exactly once over all lists."""

    lists: Mapping[str, str]

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object of lists of whole numbers."""
        return closed_object({name: {"type": "array", "items": {"type": "integer"}} for name in self.lists})

    def read(self, text: str, cell: HasParts) -> Verdict:
        """The value of each part: ``bad_label`` where a number is missing, strange or given twice."""
        found = said_object(text, *self.lists)
        if found is None or not all(isinstance(found[name], list) for name in self.lists):
            return Verdict("invalid_json")
        named = [(_number(item), value) for name, value in self.lists.items() for item in found[name]]
        if sorted(part for part, _ in named) != sorted(cell.parts):
            return Verdict("bad_label")
        return Verdict("ok", parts_text({part: Said(value) for part, value in named}))


def closed_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _number(item: object) -> str:
    """A number as a part's name; models write 3 as "3" too. Anything else names no part."""
    if isinstance(item, bool) or not isinstance(item, int | str):
        return ""
    return str(item).strip()
