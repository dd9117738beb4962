"""Files of reports in a folder: which there are, and their texts. Nothing outside the folder is ever read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.problems import Problems
from data.tabular.encodings import encoding_of
from data.tabular.lines import MARK

ENDINGS = (".md", ".markdown", ".txt")

_ABOUT = ("readme", "license", "licence")


def report_files(root: Path) -> Iterator[Path]:
    """The files of reports in a folder and all below it, in order of their names.

    Hidden files are none, nor those that tell about the folder (a readme, a licence).
    """
    for path in sorted(root.rglob("*")):
        shown = not any(part.startswith(".") for part in path.relative_to(root).parts)
        if shown and path.suffix.lower() in ENDINGS and path.stem.lower() not in _ABOUT and path.is_file():
            yield path


def is_within(root: Path, path: Path) -> bool:
    """Whether a path stays in the folder, links followed."""
    return path.resolve().is_relative_to(root.resolve())


@dataclass
class Folder:
    """A folder that is read file by file, each at a place of its own; `last` is the last place taken before."""

    root: Path
    problems: Problems
    last: int = 0
    _odd: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def place(self, path: Path) -> int:
        """Take up a file, and give its place."""
        self.last += 1
        self.problems.places.add(self.name(path), start=self.last - 1)
        return self.last

    def name(self, path: Path) -> str:
        """The path of a file as people see it: from the folder on."""
        below = path != self.root and path.is_relative_to(self.root)
        return path.relative_to(self.root).as_posix() if below else path.resolve().name

    def text(self, place: int, path: Path) -> str | None:
        """The text of a file with its line ends, without byte order mark; None after adding what is wrong with it."""
        if not is_within(self.root, path):
            self.problems.add(place, None, "leads out of the folder; put the file itself into it")
            return None
        try:
            encoding = encoding_of(path, None)
            text = path.read_bytes().decode(encoding.name)
        except UnicodeDecodeError as error:
            self.problems.add(place, None, f"is not {error.encoding} (byte {error.start + 1}); save the file as UTF-8")
            return None
        except InputError as error:
            self.problems.add(place, None, error.message)
            return None
        except OSError as error:
            self.problems.add(place, None, f"cannot be read: {error.strerror}")
            return None
        if encoding.note:
            self._odd[encoding.note].append(self.name(path))
        return text.removeprefix(MARK)

    def json(self, place: int, path: Path) -> Any:
        """What a JSON file says; None after adding what is wrong with it."""
        text = self.text(place, path)
        try:
            return None if text is None else json.loads(text)
        except (ValueError, RecursionError) as error:
            self.problems.add(place, None, f"is not sound JSON: {error}")
            return None

    def told(self) -> Iterator[str]:
        """How files were read whose encoding had to be guessed."""
        for note, names in self._odd.items():
            more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
            yield f"{names[0]}{more}: {note}"
