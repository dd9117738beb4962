"""The forms of replies: what JSON is asked for, and how it is read. A reply that is not whole gives no label at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from data.judge_labels import Said, parts_text
from judges.completion import storable
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


@dataclass(frozen=True)
class ItemVerdicts:
    """A list with one object for each part: its number, a justification, and one word."""

    replies: Mapping[str, str]

    def schema(self, justified: bool) -> dict[str, Any]:
        """An object with the list of items."""
        properties: dict[str, Any] = {"item": {"type": "integer"}}
        if justified:
            properties["justification"] = {"type": "string"}
        properties["verdict"] = {"type": "string", "enum": list(self.replies)}
        return closed_object({"items": {"type": "array", "items": closed_object(properties)}})

    def read(self, text: str, cell: HasParts) -> Verdict:
        """The value of each part: ``bad_label`` where a number or word is missing, strange or given twice."""
        found = said_object(text, "items")
        listed = None if found is None else found["items"]
        if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
            return Verdict("invalid_json")
        if sorted(_number(item.get("item")) for item in listed) != sorted(cell.parts):
            return Verdict("bad_label")
        said = {_number(item["item"]): self._said(item) for item in listed}
        known = {part: one for part, one in said.items() if one is not None}
        return Verdict("ok", parts_text(known)) if len(known) == len(said) else Verdict("bad_label")

    def _said(self, item: Mapping[str, Any]) -> Said | None:
        word, reason = item.get("verdict"), item.get("justification")
        value = self.replies.get(word.strip().lower()) if isinstance(word, str) else None
        return None if value is None else Said(value, storable(reason) if isinstance(reason, str) else None)


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
    return str(item).strip() if isinstance(item, int | str) else ""
