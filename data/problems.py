"""What is wrong with a file: gathered, so that several faults are shown at once."""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from dataclasses import dataclass

from data.errors import InputError

MOST_SHOWN = 20
LONGEST_FIELD = 80
LONGEST_MESSAGE = 1_000
"""Characters shown of what a file calls a field, and of a message that may quote it."""


class FileRefused(InputError):
    """A file with faults, of which nothing was used. `problems` holds the first twenty, in the file's order.

    The file, row and field of the error are those of its first problem; `outcome` says what did not happen.
    """

    def __init__(self, problems: tuple[InputError, ...], outcome: str = "nothing was imported"):
        first = problems[0]
        super().__init__(first.message, file=first.file, row=first.row, field=first.field)
        self.problems, self.outcome = problems, outcome

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return f"{self.problems[0]}\n{self.outcome}"
        count = (
            f"{len(self.problems)} problems" if len(self.problems) < MOST_SHOWN else f"the first {MOST_SHOWN} problems"
        )
        return "\n".join([f"{self.outcome}; {count}:", *(f"  {problem}" for problem in self.problems)])


@dataclass(frozen=True)
class _File:
    name: str
    start: int
    word: str


@dataclass
class Places:
    """Where rows stand. A place is one number for the file and the row in it, so that rows can be sorted by it."""

    _files: list[_File] = dataclasses.field(default_factory=list)

    def add(self, name: str, start: int = 0, word: str = "line") -> int:
        """Take up a further file, whose places begin after `start`; `word` is what its rows are. Gives `start`."""
        self._files.append(_File(name, start, word))
        return start

    def text(self, place: int) -> str:
        """A place as people read it, for example ``labels.csv, line 3``."""
        file = self._file(place)
        return f"{file.name}, {file.word} {place - file.start}"

    def error(self, place: int, message: str, field: str | None = None) -> InputError:
        """An error at a place. Records that are not lines are named in the message, since they have no line number."""
        file = self._file(place)
        number = place - file.start
        if file.word == "line":
            return InputError(message, file=file.name, row=number, field=field)
        return InputError(f"{file.word} {number}: {message}", file=file.name, field=field)

    def _file(self, place: int) -> _File:
        return self._files[bisect_right(self._files, place - 1, key=lambda file: file.start) - 1]


@dataclass(frozen=True, order=True)
class Problem:
    """One fault: where, in which field, and what to do about it."""

    place: int
    field: str | None = dataclasses.field(compare=False)
    message: str = dataclasses.field(compare=False)


@dataclass
class Problems:
    """The faults found so far."""

    places: Places
    outcome: str = "nothing was imported"
    found: list[Problem] = dataclasses.field(default_factory=list)

    def add(self, place: int, field: str | None, message: str) -> None:
        shown = None if field is None else _shortened(field, LONGEST_FIELD)
        self.found.append(Problem(place, shown, _shortened(message, LONGEST_MESSAGE)))

    @property
    def many(self) -> bool:
        """There are as many as will be shown: reading on is of no use."""
        return len(self.found) >= MOST_SHOWN

    def refuse_if_any(self) -> None:
        """FileRefused with the first twenty, if there is any."""
        if self.found:
            raise FileRefused(self.shown(), self.outcome)

    def shown(self) -> tuple[InputError, ...]:
        """The first twenty, in the file's order."""
        first = sorted(self.found)[:MOST_SHOWN]
        return tuple(self.places.error(problem.place, problem.message, problem.field) for problem in first)


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
