"""The questions that can be put to a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judges.checklists import COVERAGE, PRESENTATION
from judges.citation_accuracy import CITATION_ACCURACY
from judges.confidence import CONFIDENCE
from judges.depth import DEPTH
from judges.issues import CITATION_ISSUE, CONSISTENCY_ISSUE
from judges.judged import Judged
from judges.relevance import RELEVANCE
from judges.stance import STANCE
from judges.support import SUPPORT

_ALL: tuple[Judged[Any], ...] = (
    SUPPORT,
    CONFIDENCE,
    RELEVANCE,
    STANCE,
    PRESENTATION,
    COVERAGE,
    CONSISTENCY_ISSUE,
    CITATION_ISSUE,
    DEPTH,
    CITATION_ACCURACY,
)

JUDGED: Mapping[str, Judged[Any]] = {judged.question.name: judged for judged in _ALL}
"""Each of them by name."""
