"""What the person importing says beside the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from data.errors import InputError
from data.importing.mapping import BECOMES, ColumnMapping, Said
from data.texts import checked_name

DEFAULT_JUDGE = "aee-judge"

_OF_FORMATS: Mapping[str, tuple[str, ...]] = {
    "support": ("aee",),
    "support_fn": ("aee",),
    "judge": ("aee",),
    "mapping": BECOMES,
    "reading": BECOMES,
    "columns": BECOMES,
    "question": ("labels",),
    "values": ("labels",),
    "raters": ("labels",),
    "rater": ("labels",),
    "rater_kind": ("labels",),
    "system": ("reports", "markdown"),
    "query_type": ("reports", "markdown", "lrb", "expertqa"),
}
"""The formats each option speaks of."""


@dataclass(frozen=True)
class ImportOptions:
    """`format` None: by the file's ending and content. `supersede`: labels that differ take the place of the study's.

    For AEE files: `support`, the judgements beside it, `support_fn`, whose of them, and `judge`, the rater they become.
    For tables: `mapping`, what their columns become (None: suggested by the headings), and `said`, what completes it.
    Of `said`, the constants `system` and `query_type` are for reports of every form.
    """

    format: str | None = None
    supersede: bool = False
    support: Path | None = None
    support_fn: str | None = None
    judge: str = DEFAULT_JUDGE
    mapping: ColumnMapping | None = None
    said: Said = field(default_factory=Said)

    def given(self) -> Iterator[str]:
        """The names of what was said about some formats only."""
        unsaid = ImportOptions()
        for name in ("support", "support_fn", "judge", "mapping"):
            if getattr(self, name) != getattr(unsaid, name):
                yield name
        for name in ("reading", "columns", "question", "values", "raters"):
            if getattr(self.said, name) != getattr(unsaid.said, name):
                yield name
        yield from self.said.constants


def refuse_unfitting(options: ImportOptions, format_name: str) -> None:
    """InputError for an option that says nothing about a file of this format, or cannot be a name.

    Passed over in silence, it would leave a person in the belief that it did something.
    """
    for name in options.given():
        formats = _OF_FORMATS.get(name, BECOMES)
        if format_name not in formats:
            known = " or ".join(formats)
            raise InputError(f"goes with files of format {known}, this one is {format_name}", field=name)
    if options.support_fn is not None and options.support is None:
        raise InputError(
            "says whose judgements to take, but there are none; give them with --support", field="support_fn"
        )
    for name, said in (("judge", options.judge), *options.said.constants.items()):
        if name in ("judge", "rater"):
            checked_name(said, name)
