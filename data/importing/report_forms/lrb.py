"""Reports as LiveResearchBench keeps them: `SYSTEM/qid_QID_report.md`, and an index that says the queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.importing.reading import Placed
from data.importing.report_forms.columns import answer_key
from data.importing.report_forms.folders import Folder, is_within, report_files
from data.importing.report_forms.stream import PlacedReport, rows_of_reports
from data.importing.reports import Report
from data.problems import Problems
from data.tabular import text_of

_NAME = re.compile(r"qid_(.+)_report")
_FIELDS = ("model_name", "query_id", "report_file_path")


def read_lrb(path: Path, constants: Mapping[str, str], problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The reports of a folder with an index, or of an index beside its folders.

    Without an index the names of folders and files say systems and queries. Files that the index does not name are
    left out, and counted. `constants` say the `query_type` of all.
    """
    reader = _Reader(Folder(path if path.is_dir() else path.parent, problems, notes), constants)
    yield from rows_of_reports(reader.reports(_indices(path)), problems, notes)
    if reader.left_out:
        notes.append(f"{reader.left_out:,} files that the index does not name were left out")


def _starts_as_index(path: Path) -> bool:
    with path.open("rb") as file:
        return re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:metadata|reports)"', file.read(200)) is not None


def _indices(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.glob("*.json")) if _starts_as_index(file)]


@dataclass(frozen=True)
class _Named:
    """A report that is known to be there, not read yet."""

    path: Path
    system: str
    query: str
    query_text: str


class _Reader:
    def __init__(self, folder: Folder, constants: Mapping[str, str]):
        self._folder = folder
        self._kind = constants.get("query_type", "other")
        self.left_out = 0

    def reports(self, indices: list[Path]) -> Iterator[PlacedReport]:
        if indices:
            named = [entry for index in indices for entry in self._entries(index)]
        else:
            named = list(self._by_names())
            self._folder.notes.append("there is no index: queries are known by their ids only")
        for one in named:
            place = self._folder.place(one.path)
            text = self._folder.text(place, one.path)
            if text is not None:
                key = answer_key(one.system, one.query)
                yield PlacedReport(place, Report(key, one.query, one.query_text, one.system, text, self._kind))
        there = {path.resolve() for path in report_files(self._folder.root)}
        self.left_out = len(there - {one.path.resolve() for one in named})

    def _by_names(self) -> Iterator[_Named]:
        for path in report_files(self._folder.root):
            found = _NAME.fullmatch(path.stem)
            if found:
                system = path.parent.relative_to(self._folder.root).as_posix()
                yield _Named(path, self._folder.root.resolve().name if system == "." else system, found[1], found[1])

    def _entries(self, index: Path) -> Iterator[_Named]:
        place = self._folder.place(index)
        found = self._folder.json(place, index)
        reports = found.get("reports") if isinstance(found, dict) else None
        if found is not None and not isinstance(reports, list):
            self._folder.problems.add(place, "reports", "is missing; an index lists its reports")
        for number, entry in enumerate(reports if isinstance(reports, list) else [], start=1):
            try:
                yield self._entry(entry)
            except _Unusable as error:
                self._folder.problems.add(place, error.field, f"report {number}: {error.words}")

    def _entry(self, entry: Any) -> _Named:
        if not isinstance(entry, dict):
            raise _Unusable("reports", "is not a JSON object")
        said = {name: text_of(entry.get(name)) or "" for name in (*_FIELDS, "query")}
        for name in _FIELDS:
            if not said[name]:
                raise _Unusable(name, "is missing")
        path = self._found(Path(said["report_file_path"]))
        if path is None:
            raise _Unusable("report_file_path", f"there is no file {said['report_file_path']!r:.200} in the folder")
        return _Named(path, said["model_name"], said["query_id"], said["query"] or said["query_id"])

    def _found(self, said: Path) -> Path | None:
        """The file in the folder; an index made elsewhere may name it by a longer path, of which the end counts."""
        root = self._folder.root
        for path in (root / said, root / Path(*said.parts[-2:])):
            if is_within(root, path) and path.is_file():
                return path
        return None


class _Unusable(Exception):
    def __init__(self, field: str, words: str):
        self.field, self.words = field, words
