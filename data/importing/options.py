"""What the person importing says beside the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from data.errors import InputError
from data.texts import checked_name

DEFAULT_JUDGE = "aee-judge"

_OF_FORMAT = {
    "support": "aee",
    "support_fn": "aee",
    "judge": "aee",
    "question": "labels",
    "rater": "labels",
    "rater_kind": "labels",
    "columns": "labels",
    "values": "labels",
}
"""The format each option speaks of."""


@dataclass(frozen=True)
class ImportOptions:
    """`format` None: by the file's ending. `supersede`: labels that differ take the place of the study's.

    For AEE files: `support`, the judgements beside it, `support_fn`, whose of them, and `judge`, the rater they become.
    For label tables: `question` (``OURS``, or ``THEIRS=OURS`` to take the rows of one task), `rater` and `rater_kind`
    for all rows, `columns` (our name to theirs) and `values` (their label to ours).
    """

    format: str | None = None
    supersede: bool = False
    support: Path | None = None
    support_fn: str | None = None
    judge: str = DEFAULT_JUDGE
    question: str | None = None
    rater: str | None = None
    rater_kind: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)


def refuse_unfitting(options: ImportOptions, format_name: str) -> None:
    """InputError for an option that says nothing about a file of this format, or cannot be a name.

    Passed over in silence, it would leave a person in the belief that it did something.
    """
    unsaid = ImportOptions()
    for name, its_format in _OF_FORMAT.items():
        if its_format != format_name and getattr(options, name) != getattr(unsaid, name):
            raise InputError(f"goes with files of format {its_format}, this one is {format_name}", field=name)
    if options.support_fn is not None and options.support is None:
        raise InputError(
            "says whose judgements to take, but there are none; give them with --support", field="support_fn"
        )
    for name in ("judge", "rater"):
        if getattr(options, name) is not None:
            checked_name(getattr(options, name), name)
