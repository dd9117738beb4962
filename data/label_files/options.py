"""What a person says beside a label file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from agreement.scale import Level
from data.errors import InputError

KINDS = ("human", "judge", "adjudicator", "gold")
"""What a rater may be in a file; `gold` is an adjudicator by the name published sets use."""

LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class FileOptions:
    """How a file is to be read.

    `columns` maps our names to the file's headings, `meanings` its labels to those of the scale. `tasks` are taken
    together as one question; none: each task is a question. The scale is that of `question`, one of ours, or
    `values` in their order with `codes` and `level`; neither: the labels found, as a nominal scale.
    `cluster_by` is ``first/`` or ``last/`` (with any separator): the cluster is the unit's key up to there.
    `rater_kinds` maps raters to kinds, "" stands for all others. `slots`: people are positions. `slices` are further
    columns to keep.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    tasks: tuple[str, ...] = ()
    question: str | None = None
    values: tuple[str, ...] = ()
    codes: tuple[float, ...] = ()
    level: str | None = None
    cluster_by: str | None = None
    rater_kinds: Mapping[str, str] = field(default_factory=dict)
    slots: bool = False
    numeric: bool = False
    slices: tuple[str, ...] = ()

    def refuse_unfitting(self) -> None:
        """InputError for options that contradict each other or say nothing."""
        scale = {"values": self.values, "codes": self.codes, "level": self.level, "map": self.meanings}
        said = [name for name, value in scale.items() if value]
        if self.question is not None and {*said} - {"map"}:
            raise InputError(f"the scale of question '{self.question}' is known; leave this out", field=said[0])
        if self.numeric and (said or self.question):
            raise InputError("says that labels are plain numbers, which have no scale", field="numeric")
        if (self.codes or self.level) and not self.values:
            raise InputError("goes with --values, which names the labels it is about", field=said[0])
        if "" in self.values:
            raise InputError("one of them is empty; leave out the comma too many", field="values")
        if "" in {*self.meanings, *self.meanings.values()}:
            raise InputError("an empty label is a missing one, which means nothing else", field="map")
        if self.level is not None and self.level not in LEVELS:
            raise InputError(f"'{self.level}' is no level; known: {', '.join(LEVELS)}", field="level")
        unknown = [kind for kind in self.rater_kinds.values() if kind not in KINDS]
        if unknown:
            raise InputError(f"'{unknown[0]}' is no kind of rater; known: {', '.join(KINDS)}", field="rater-kind")
