"""What the readers of the single styles share: the text, what is known of it, and what they say of a place."""

from __future__ import annotations

from dataclasses import dataclass, field

from data.citations.records import Mark, NotAMark, Reference
from data.citations.references import Lists

Said = Mark | NotAMark | None
"""What a reader says of a place: a citation, text that looks like one, or nothing of its kind."""


@dataclass(frozen=True)
class Page:
    """The text to read, its reference lists, and the numbers of their entries."""

    text: str
    lists: Lists
    numbers: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        numbers = frozenset(entry.number for entry in self.lists.references if entry.number is not None)
        object.__setattr__(self, "numbers", numbers)

    def reference(self, place: int) -> Reference:
        """The reference at a place of `Lists.labels` or `Lists.notes`."""
        return self.lists.references[place]

    def unknown_long(self, numbers: tuple[int, ...]) -> bool:
        """Whether a number of four digits or more is among them that no entry has: a year or an amount."""
        return any(number > 999 and number not in self.numbers for number in numbers)
