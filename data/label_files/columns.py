"""Which heading of a label file holds what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from data.errors import InputError
from data.importing.mapping import HEADINGS as IMPORTED
from data.importing.rows import ALL_UNIT_FIELDS
from data.label_files.options import FileOptions

_OURS = ("unit", "rater", "rater_kind", "question", "value", "reason", "run")

HEADINGS: Mapping[str, tuple[str, ...]] = {
    **{name: IMPORTED[name] for name in _OURS},
    "cluster": ("cluster",),
    "weight": ("weight",),
    **{name: IMPORTED[name] for name in ALL_UNIT_FIELDS},
}
"""The columns a label file may have, with the headings each is known by."""

_OF_FRAMES = ("place", *_OURS, "cluster", "weight", "slot", "first")
"""Columns that the frame of a file has by itself."""

_OTHER_NAMES = {"task": "question", "label": "value"}


@dataclass(frozen=True)
class Columns:
    """The heading of each of our columns that the file has; `unit_fields` name a unit where no column does."""

    heading: Mapping[str, str]
    unit_fields: tuple[str, ...]
    slices: tuple[str, ...]
    unread: tuple[str, ...]

    def __contains__(self, name: str) -> bool:
        return name in self.heading


def columns_of(headings: tuple[str, ...], options: FileOptions, file: str) -> Columns:
    """The columns of a file. InputError when one that is needed or named is not there, or is there twice."""
    heading = dict(_found(headings, options, file))
    fields = tuple(name for name in ALL_UNIT_FIELDS if name in heading) if "unit" not in heading else ()
    for name in ("unit", "rater", "value"):
        if name not in heading and not (name == "unit" and fields):
            there = f"the file has: {', '.join(headings) or 'nothing'}"
            raise InputError(f"no such column; name it with --column {name}=HEADING ({there})", file=file, field=name)
    for name in options.slices:
        _check_slice(name, headings, options, file)
    read = {*heading.values(), *options.slices}
    for name in read:
        if headings.count(name) > 1:
            raise InputError(f"two columns are called '{name}'; rename one", file=file)
    return Columns(heading, fields, options.slices, tuple(name for name in headings if name not in read))


def _check_slice(name: str, headings: tuple[str, ...], options: FileOptions, file: str) -> None:
    """InputError for a column to slice by that is not there, or that the frame has for something else."""
    if name not in headings:
        raise InputError(f"there is no column '{name}'; there are: {', '.join(headings)}", file=file, field="slice")
    if name in _OF_FRAMES:
        raise InputError(f"'{name}' means something else here; rename the column", file=file, field="slice")
    if options.slices.count(name) > 1:
        raise InputError(f"'{name}' is given twice", file=file, field="slice")


def _found(headings: tuple[str, ...], options: FileOptions, file: str) -> Iterator[tuple[str, str]]:
    named = {_OTHER_NAMES.get(ours, ours): theirs for ours, theirs in options.columns.items()}
    for ours, theirs in named.items():
        if ours not in HEADINGS:
            raise InputError(f"unknown column; known: {', '.join(HEADINGS)}", file=file, field=ours)
        if theirs not in headings:
            raise InputError(f"there is no column '{theirs}'; there are: {', '.join(headings)}", file=file, field=ours)
    for ours, known in HEADINGS.items():
        there = [named[ours]] if ours in named else [heading for heading in known if heading in headings]
        if there:
            yield ours, there[0]
