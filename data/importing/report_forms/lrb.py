"""Reports as LiveResearchBench keeps them: `SYSTEM/qid_QID_report.md`, and an index that says the queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.importing.reading import Placed, Record, placed
from data.importing.report_forms.columns import answer_key
from data.importing.report_forms.folders import Folder, is_within, report_files
from data.importing.report_forms.lrb_questions import Question, is_of_questions, questions_of, rows_of_question
from data.importing.report_forms.stream import PlacedReport, rows_of_reports
from data.importing.reports import Report, RowFields
from data.problems import Problems
from data.tabular import text_of

_NAME = re.compile(r"qid_(.+)_report")
_FIELDS = ("model_name", "query_id", "report_file_path")


def read_lrb(path: Path, constants: Mapping[str, str], problems: Problems, notes: list[str]) -> Iterator[Placed]:
    """The reports of a folder with an index, or of an index beside its folders, and questions with their checklists.

    Without an index the names of folders and files say systems and queries. Other files are left out, and counted. A
    table of questions may lie in the folder, or be read alone. `constants` say the `query_type` of all.
    """
    alone = is_of_questions(path)
    tables = [path] if alone else _tables_of_questions(path)
    questions = questions_of(tables[0], problems, notes) if tables else {}
    notes.extend(f"{table.name} was left out: the questions of {tables[0].name} were taken" for table in tables[1:])
    last = max((place for question in questions.values() for place in question.places()), default=0)
    reader = _Reader(Folder(path if path.is_dir() else path.parent, problems, last), constants, questions)
    if not alone:
        yield from rows_of_reports(reader.reports(_indices(path)), problems, notes)
    yield from reader.of_questions()
    notes.extend(reader.told())


def starts_as_index(path: Path) -> bool:
    """Whether a JSON document is an index of reports, by how it starts."""
    with path.open("rb") as file:
        return re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:metadata|reports)"', file.read(200)) is not None


def _tables_of_questions(path: Path) -> list[Path]:
    """The tables of questions in the folder."""
    folder = path if path.is_dir() else path.parent
    return [file for file in sorted(folder.iterdir()) if file != path and is_of_questions(file)]


def _indices(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.glob("*.json")) if starts_as_index(file)]


@dataclass(frozen=True)
class _Named:
    """A report that is known to be there, not read yet."""

    path: Path
    system: str
    query: str
    query_text: str = ""


class _Reader:
    def __init__(self, folder: Folder, constants: Mapping[str, str], questions: Mapping[str, Question]):
        self._folder = folder
        self._questions = questions
        self._kind = constants.get("query_type", "other")
        self._asked: dict[str, str] = {}
        self._left_out = 0
        self._why = ""

    def reports(self, indices: list[Path]) -> Iterator[PlacedReport]:
        """The reports that the indices name, or those in the folder where there is none."""
        named = [entry for index in indices for entry in self._entries(index)] if indices else list(self._by_names())
        self._why = "the index does not name them" if indices else "they are not called like qid_7_report.md"
        if not (named or indices or self._questions):
            words = "holds no report: no index, and no file called like qid_7_report.md"
            self._folder.problems.add(self._folder.place(self._folder.root), None, words)
        for one in named:
            place = self._folder.place(one.path)
            text = self._folder.text(place, one.path)
            if text is not None:
                asked = self._asked.setdefault(one.query, one.query_text or self._text_of(one.query))
                key = answer_key(one.system, one.query)
                yield PlacedReport(place, Report(key, one.query, one.query_text or asked, one.system, text, self._kind))
        there = {path.resolve() for path in report_files(self._folder.root)}
        self._left_out = len(there - {one.path.resolve() for one in named})

    def of_questions(self) -> Iterator[Placed]:
        """The checklists, and the queries that no report answers."""
        for key, question in self._questions.items():
            for place, row in rows_of_question(key, question, self._kind):
                made = None if row.kind == "query" and key in self._asked else self._placed(key, place, row)
                if made is not None:
                    yield made

    def told(self) -> Iterator[str]:
        """What a person should know of the folder."""
        yield from self._folder.told()
        if self._left_out:
            yield f"{self._left_out:,} files were left out: {self._why}"
        other = [key for key, text in self._asked.items() if text not in (key, self._text_of(key))]
        if self._questions and other:
            yield f"the index has another text than the table of questions for {len(other):,} queries; it was taken"
        unknown = sum(text == key for key, text in self._asked.items())
        if unknown:
            yield f"{unknown:,} queries are known by their ids only: no index and no table of questions says more"

    def _text_of(self, key: str) -> str:
        return self._questions[key].text if key in self._questions else key

    def _placed(self, key: str, place: int, row: RowFields) -> Placed | None:
        return placed(place, row.kind, row.fields, self._folder.problems, Record(f"(question {key!r:.60}) "))

    def _by_names(self) -> Iterator[_Named]:
        for path in report_files(self._folder.root):
            found = _NAME.fullmatch(path.stem)
            if found:
                system = path.parent.relative_to(self._folder.root).as_posix()
                yield _Named(path, self._folder.root.resolve().name if system == "." else system, found[1])

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
        path = self._found(Path(said["report_file_path"].replace("\\", "/")))
        if path is None:
            raise _Unusable("report_file_path", f"there is no file {said['report_file_path']!r:.200} in the folder")
        return _Named(path, said["model_name"], said["query_id"], said["query"])

    def _found(self, said: Path) -> Path | None:
        """The file in the folder; an index made elsewhere may name it by a longer path, of which the end counts."""
        root = self._folder.root
        for path in (root / said, root / Path(*said.parts[-2:])):
            try:
                if is_within(root, path) and path.is_file():
                    return path
            except (OSError, ValueError):  # no file can be called so
                return None
        return None


class _Unusable(Exception):
    def __init__(self, field: str, words: str):
        self.field, self.words = field, words
