"""The labels of a file, record by record: each cell checked where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite

from data.label_files.clusters import Clusters
from data.label_files.columns import Columns
from data.label_files.options import KINDS, FileOptions
from data.problems import Problems
from data.tabular import Cells, text_of

COLUMNS = ("place", "question", "unit", "cluster", "rater", "rater_kind", "value", "reason", "run", "weight")

Row = tuple[object, ...]
"""The columns `COLUMNS`, then those of the slices."""


@dataclass
class Seen:
    """What was met on the way: rows of other tasks by task, cells of labels by type, labels that were mapped, raters of
    kind gold."""

    other_tasks: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    mapped: set[str] = field(default_factory=set)
    gold: set[str] = field(default_factory=set)
    tasks: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True)
class RowReader:
    """From a record to a row, or to problems; `name` is the task of all rows of a file without tasks.

    The question of a row is its task, or one name for all tasks that are taken together.
    """

    columns: Columns
    clusters: Clusters
    options: FileOptions
    name: str
    problems: Problems
    seen: Seen = field(default_factory=Seen)

    def rows(self, records: Iterator[tuple[int, Cells]]) -> Iterator[Row]:
        """The sound rows of the tasks that are wanted."""
        for place, cells in records:
            task = self._task(cells)
            self.seen.tasks[task] = None
            if self._wanted and task not in self._wanted:
                self.seen.other_tasks[task] += 1
                continue
            before = len(self.problems.found)
            said = dict(self._said(place, cells))
            self._check(place, task, said)
            if len(self.problems.found) == before:
                yield self._row(place, task, said, cells)
            elif self.problems.many:
                return

    def _task(self, cells: Cells) -> str:
        heading = self.columns.heading.get("question")
        return self.name if heading is None else text_of(cells.get(heading)) or ""

    @property
    def _wanted(self) -> tuple[str, ...]:
        """Tasks that are asked for; none when all are."""
        if self.options.question is not None and "question" in self.columns:
            return self.options.tasks or (self.options.question,)
        return self.options.tasks

    @property
    def _together(self) -> str | None:
        return self.options.question or " + ".join(self.options.tasks) or None

    def _said(self, place: int, cells: Cells) -> Iterator[tuple[str, str]]:
        """The cells that hold something, by our names."""
        for name, heading in self.columns.heading.items():
            cell = cells.get(heading)
            text = text_of(cell)
            if text is not None:
                yield name, text
            elif not isinstance(cell, str | float | None):
                self.problems.add(place, heading, "must be a text or a number")

    def _check(self, place: int, task: str, said: dict[str, str]) -> None:
        """Problems of a row, whose unit and cluster are filled in."""
        parts = [said.get(name, "") for name in self.columns.unit_fields]
        said.setdefault("unit", "/".join(parts) if all(parts) else "")
        said["cluster"] = self.clusters.of(said["unit"], said) or ""
        required = {"unit": said["unit"], "cluster": said["cluster"], "rater": said.get("rater", ""), "question": task}
        for name, text in required.items():
            if not text.strip():
                self._add(place, name, "is missing")
        if "value" in said and "reason" in said:
            self._add(place, "reason", "gives a reason why there is no label, beside a label; keep one of the two")
        if self._kind(said) not in KINDS:
            self._add(place, "rater_kind", f"must be one of {', '.join(KINDS)}, not '{self._kind(said)}'")
        if not _is_run(said.get("run", "0")):
            self._add(place, "run", f"must be a whole number from 0 to 999,999,999, not '{said['run']}'")
        if "weight" in self.columns and "weight" not in said:
            self._add(place, "weight", "is missing; give each row one, 1 where a unit counts once")
        if not _is_weight(said.get("weight", "1")):
            self._add(
                place, "weight", f"must be a number above 0, not '{said['weight']}'; leave out rows that count nothing"
            )

    def _row(self, place: int, task: str, said: Mapping[str, str], cells: Cells) -> Row:
        value, kind = said.get("value"), self._kind(said)
        if kind == "gold":
            self.seen.gold.add(said["rater"])
        if value is not None:
            self.seen.types[_type_of(cells[self.columns.heading["value"]])] += 1
            if value in self.options.meanings:
                self.seen.mapped.add(value)
            value = self.options.meanings.get(value, value)
        return (
            place,
            self._together or task,
            said["unit"],
            said["cluster"],
            said["rater"],
            "adjudicator" if kind == "gold" else kind,
            value,
            said.get("reason"),
            int(said.get("run", "0")),
            float(said.get("weight", "1")),
            *(text_of(cells.get(name)) for name in self.columns.slices),
        )

    def _kind(self, said: Mapping[str, str]) -> str:
        of_all = self.options.rater_kinds.get("", "human")
        return self.options.rater_kinds.get(said.get("rater", ""), said.get("rater_kind", of_all))

    def _add(self, place: int, name: str, message: str) -> None:
        self.problems.add(place, self.columns.heading.get(name, name), message)


def _is_run(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9


def _is_weight(text: str) -> bool:
    try:
        return isfinite(float(text)) and float(text) > 0
    except ValueError:
        return False


def _type_of(cell: object) -> str:
    if isinstance(cell, bool):
        return "true or false"
    return "texts" if isinstance(cell, str) else "numbers"
