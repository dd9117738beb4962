"""What the person importing says beside the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_JUDGE = "aee-judge"


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
