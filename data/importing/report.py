"""What an import did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OutOfScale:
    """Labels of one question that say something the question's scale does not have; kept as raw text, without value."""

    question: str
    raw: str
    count: int
    first: str
    """Where the first of them stands."""


@dataclass(frozen=True)
class ImportReport:
    """Counts by kind of what was new and what the study had already; `units` were created to be labelled.

    `same_file`: these very bytes had been imported before, so nothing was read.
    """

    file: str
    study: str
    format: str
    created: Mapping[str, int]
    unchanged: Mapping[str, int]
    units: int = 0
    superseded: int = 0
    out_of_scale: tuple[OutOfScale, ...] = ()
    notes: tuple[str, ...] = ()
    same_file: bool = field(default=False)

    def lines(self) -> Iterator[str]:
        """The report in words."""
        unchanged = sum(self.unchanged.values())
        if self.same_file:
            yield f"{self.file} is already in study '{self.study}': nothing changed, {unchanged:,} records unchanged"
            return
        yield f"{self.file} into study '{self.study}': {sum(self.created.values()):,} new, {unchanged:,} unchanged"
        for kind in [*self.created, *(kind for kind in self.unchanged if kind not in self.created)]:
            name = kind.replace("_", " ")
            yield f"  {name}: {self.created.get(kind, 0):,} new, {self.unchanged.get(kind, 0):,} unchanged"
        if self.units:
            yield f"  {self.units:,} units can be labelled now that could not before"
        if self.superseded:
            yield f"  {self.superseded:,} labels took the place of older ones"
        yield from self._strange_labels()
        for note in self.notes:
            yield f"note: {note}"

    def _strange_labels(self) -> Iterator[str]:
        if self.out_of_scale:
            total = sum(found.count for found in self.out_of_scale)
            yield f"{total:,} labels are out of scale: kept as raw text, without a value"
        for found in self.out_of_scale:
            yield f"  {found.question}: {found.raw!r}, {found.count:,} times, first at {found.first}"
