"""Reading files of reports in tests: their rows by kind, what is wrong with them, and what is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.importing.reading import Placed
from data.problems import FileRefused, Places, Problems

Reader = Callable[[Path, Mapping[str, str], Problems, list[str]], Iterator[Placed]]


@dataclass(frozen=True)
class ReadFile:
    """The rows, problems and notes of a file."""

    rows: list[Placed]
    problems: list[InputError]
    notes: list[str]

    def of(self, kind: str, *fields: str) -> list[tuple[Any, ...]]:
        """Those fields of the rows of a kind."""
        return [tuple(getattr(row.row, name) for name in fields) for row in self.rows if row.kind == kind]

    def counts(self) -> Counter[str]:
        return Counter(row.kind for row in self.rows)


def read_file(reader: Reader, path: Path, **constants: str) -> ReadFile:
    problems, notes = Problems(Places()), list[str]()
    rows = list(reader(path, constants, problems, notes))
    try:
        problems.refuse_if_any()
    except FileRefused as refused:
        return ReadFile(rows, list(refused.problems), notes)
    return ReadFile(rows, [], notes)


def folder_of(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A folder with these files by their paths."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root
