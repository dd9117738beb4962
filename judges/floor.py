"""Offline judges that understand nothing: they show what a judge must beat. No model, no key, no request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Generic

from sqlalchemy import Engine

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.outputs import begin_run, end_run
from data.pending import count_pending
from data.raters import FLOOR_JUDGE
from data.tables import Rater, Study
from data.tables.types import stored
from judges.judged import CellT, Judged
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.raters import judge_rater
from judges.spec import JudgeSpec

_LABELS_AT_ONCE = 500


@dataclass(frozen=True)
class Floor(Generic[CellT]):
    """A rule that labels the cells of a question; `version` names it in the judge's name."""

    judged: Judged[CellT]
    version: str
    thresholds: dict[str, float]
    labels: Callable[[CellT], Sequence[NewLabel]]

    @property
    def spec(self) -> JudgeSpec:
        """The rule as a specification: other thresholds are another judge."""
        question = self.judged.question
        return JudgeSpec(
            question=question.name,
            question_version=question.version,
            prompt="",
            prompt_version=self.version,
            replies=self.judged.replies,
            reader_version="1",
            model=FLOOR_JUDGE,
            base_url="",
            parameters=self.thresholds,
        )


def run_floor(
    engine: Engine, study: Study, floor: Floor[Any], watch: Watch, clock: Callable[[], datetime] = utc_now
) -> RunReport:
    """Label every unit of the question that lacks the floor judge's label.

    No request is made, so there are no attempts and no outputs: only the run and its labels are stored.
    """
    spec = floor.spec
    with writing(engine) as session:
        rater = judge_rater(session, study, spec)
        progress = Progress(count_pending(session, rater, spec.question))
        run_id = stored(begin_run(session, rater, spec.question, spec.parameters, clock()).id)
    after: int | None = 0
    while after is not None:
        with reading(engine) as session:
            page = floor.judged.page(session, rater, after, floor.judged.page_size, False, 0)
        found = (label for cell in page.cells for label in floor.labels(cell))
        while labels := list(islice(found, _LABELS_AT_ONCE)):
            _store(engine, rater, floor, labels, clock())
            progress.statuses["ok"] += len(labels)
            watch(progress)
        after = page.last
    with writing(engine) as session:
        end_run(session, run_id, clock())
    return RunReport(rater.name, run_id, progress, None)


def _store(engine: Engine, rater: Rater, floor: Floor[Any], labels: Sequence[NewLabel], now: datetime) -> None:
    with writing(engine) as session:
        store_labels(session, rater, floor.judged.question.version, labels, now)
