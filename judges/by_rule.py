"""Labels that no model has to be asked for: they follow from a rule of the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Any

from sqlmodel import Session

from data.judge_labels import store_labels
from data.tables import Rater
from judges.judged import Judged

_LABELS_AT_ONCE = 500


def label_by_rule(
    session: Session, rater: Rater, judged: Judged[Any], repeats: Iterable[int], now: datetime
) -> Counter[str]:
    """Store what the question's rule says of units without a label, in each repeat; how many labels by status."""
    statuses: Counter[str] = Counter()
    for repeat in repeats:
        found = judged.by_rule(session, rater, repeat)
        while labels := list(islice(found, _LABELS_AT_ONCE)):
            store_labels(session, rater, judged.question.version, labels, now)
            statuses.update(label.status for label in labels)
    return statuses
