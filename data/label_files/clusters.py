"""What belongs together in a label file: whose labels an interval leaves out at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from data.errors import InputError
from data.label_files.columns import Columns
from data.label_files.options import FileOptions

ALONE = (
    "each unit is a cluster of its own, so intervals are too narrow where units belong together, as the statements "
    "of an answer do; name what they belong to with --column cluster=HEADING, or cut the unit's name with --cluster-by"
)
_RULE = re.compile(r"(first|last)(.+)", re.DOTALL)
_PLURALS = {"cluster": "clusters", "query": "queries", "answer": "answers"}


@dataclass(frozen=True)
class Clusters:
    """How the cluster of a record is told: from the `column` of that name, else by `rule` from its unit.

    `plural` is what several are called; `are` says what they are.
    """

    plural: str
    are: str
    column: str | None = None
    rule: Callable[[str], str] = str
    note: str | None = None

    def of(self, unit: str, said: Mapping[str, str]) -> str | None:
        """The cluster of a unit; None where its column is empty."""
        return self.rule(unit) if self.column is None else said.get(self.column)


def clusters_of(columns: Columns, options: FileOptions) -> Clusters:
    """A rule that is asked for, else the column for clusters, queries or answers, else each unit alone.

    A query comes before an answer, because the answers of several systems to it resemble each other.
    """
    if options.cluster_by is not None:
        return _cutting(options.cluster_by)
    column = next((name for name in _PLURALS if name in columns), None)
    if column is None:
        return Clusters("units", "units, each alone", note=ALONE)
    return Clusters(_PLURALS[column], f"the names in column {columns.heading[column]}", column)


def _cutting(rule: str) -> Clusters:
    """Clusters by the part of a unit's name before its first or last separator; the whole name where there is none.

    >>> _cutting("last/").of("q1/a/3", {})
    'q1/a'
    """
    found = _RULE.fullmatch(rule)
    if found is None:
        raise InputError(
            f"'{rule}' is no rule; write first or last and a separator, for example first/ for the part of the unit's "
            "name before its first /",
            field="cluster-by",
        )
    where, separator = found.groups()

    def cut(unit: str) -> str:
        return unit.split(separator, 1)[0] if where == "first" else unit.rsplit(separator, 1)[0]

    return Clusters("clusters", f"the units' names up to their {where} {separator}", rule=cut)
