"""The questions of LiveResearchBench with their checklists: a row an item, or a row a question with a list of items."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from data.errors import InputError
from data.importing.report_forms.given import listed
from data.importing.reports import RowFields
from data.problems import Places, Problems
from data.tabular import ENDINGS, records_of, text_of

VERSION = "1"
"""The version of every checklist that is read; those that people work on get newer ones."""

_KEY = "qid"
_TEXTS = ("question_no_placeholder", "question")
_ITEMS = ("checklist_no_placeholder", "checklist")
_LISTS = ("checklists",)


@dataclass
class Question:
    """A question with its items, each with the place it stands at."""

    place: int
    text: str
    items: list[tuple[int, str]] = field(default_factory=list)

    def places(self) -> Iterator[int]:
        yield self.place
        yield from (place for place, _ in self.items)


def is_of_questions(path: Path) -> bool:
    """Whether a file is a table of questions with checklists."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    quiet = Problems(Places())
    try:
        headings = records_of(path, quiet).headings
    except InputError:
        return False
    return are_of_questions(headings)


def are_of_questions(headings: Collection[str]) -> bool:
    """Whether a table with these headings holds questions with checklists."""
    return _KEY in headings and not {*headings}.isdisjoint((*_ITEMS, *_LISTS))


def questions_of(path: Path, problems: Problems, notes: list[str]) -> dict[str, Question]:
    """The questions of a file by their keys, in its order. Of texts with and without placeholders, those without."""
    records = records_of(path, problems)
    found: dict[str, Question] = {}
    for place, cells in records.rows:
        key, text = text_of(cells.get(_KEY)), _first(cells, _TEXTS)
        if key is None or text is None:
            problems.add(place, _KEY if key is None else "question", "is missing; a question needs its key and text")
            continue
        question = found.setdefault(key, Question(place, text))
        if question.text != text:
            problems.add(place, "question", f"question {key!r:.60} has another text in an earlier row; keep one")
        question.items += [(place, item) for item in _items(cells)]
    notes.extend(records.notes)
    return found


def rows_of_question(key: str, question: Question, kind: str) -> Iterator[tuple[int, RowFields]]:
    """The rows of a question and its checklist, each with its place; the items are numbered in their order."""
    yield question.place, RowFields("query", {"key": key, "text": question.text, "type": kind})
    named = {"checklist": f"coverage.{key}", "version": VERSION}
    if question.items:
        checklist = {"key": named["checklist"], "version": VERSION, "query": key}
        yield question.place, RowFields("checklist", checklist)
    for position, (place, text) in enumerate(question.items, start=1):
        item = {"key": str(position), "position": position, "text": text}
        yield place, RowFields("checklist_item", named | item)


def _first(cells: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((text for name in names if (text := text_of(cells.get(name)))), None)


def _items(cells: Mapping[str, Any]) -> Iterator[str]:
    one = _first(cells, _ITEMS)
    if one is not None:
        yield one
    for name in _LISTS:
        said = cells.get(name)
        items = listed(said) if isinstance(said, str) else said if isinstance(said, list) else []
        yield from (text for item in items if (text := text_of(item)))
