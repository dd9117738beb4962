"""Reports as files: `FOLDER/SYSTEM/QUERY.md`, `FOLDER/QUERY.md` for a single system, or one file alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from data.importing.reading import Placed
from data.importing.report_forms.columns import answer_key
from data.importing.report_forms.folders import Folder, report_files
from data.importing.report_forms.stream import PlacedReport, rows_of_reports
from data.importing.reports import Report
from data.problems import Problems

QUERIES = "queries.json"
"""The file that says of a folder's queries, by their keys, the text or an object with `text` and `type`."""


def read_markdown(path: Path, constants: Mapping[str, str], problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The reports of a folder or of one file. The file's name is the query's key, its folder's the system's name.

    Folders within folders make names with a slash. `constants` say `system`, `query_type` or `query_text` of all.
    """
    folder = Folder(path if path.is_dir() else path.parent, problems)
    files = list(report_files(path)) if path.is_dir() else [path]
    reports = _Reports(folder, constants)
    yield from rows_of_reports(reports.of(files), problems, notes)
    if not files:
        problems.add(folder.place(path), None, "holds no report: no file that ends in .md, .markdown or .txt")
    notes.extend(folder.told())
    if reports.untold:
        notes.append(f"the queries of {reports.untold:,} reports are known by name only; {QUERIES} can say their texts")


class _Reports:
    def __init__(self, folder: Folder, constants: Mapping[str, str]):
        self._folder = folder
        self._constants = constants
        self.untold = 0

    def of(self, files: list[Path]) -> Iterator[PlacedReport]:
        queries = self._queries()
        for path in files:
            place = self._folder.place(path)
            text = self._folder.text(place, path)
            if text is not None:
                yield PlacedReport(place, self._report(path, text, queries.get(path.stem, {})))

    def _report(self, path: Path, text: str, said: Mapping[str, Any]) -> Report:
        system = self._constants.get("system") or self._system(path)
        asked = said.get("text") or self._constants.get("query_text")
        self.untold += asked is None
        kind = said.get("type") or self._constants.get("query_type", "other")
        return Report(answer_key(system, path.stem), path.stem, asked or path.stem, system, text, kind)

    def _system(self, path: Path) -> str:
        above = path.parent.relative_to(self._folder.root).as_posix()
        return self._folder.root.resolve().name if above == "." else above

    def _queries(self) -> dict[str, Mapping[str, Any]]:
        path = self._folder.root / QUERIES
        if not path.is_file():
            return {}
        place = self._folder.place(path)
        found = self._folder.json(place, path)
        if found is not None and not isinstance(found, dict):
            self._folder.problems.add(place, None, "must be one JSON object: the text of each query by its key")
        said = found if isinstance(found, dict) else {}
        return {key: asked if isinstance(asked, dict) else {"text": asked} for key, asked in said.items()}
