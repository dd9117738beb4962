"""The offline floor judge: support from shared words and numbers. No model, no key, the same result everywhere.

It understands nothing. It finds the passages that share most with the statement and grades the share. Every model is
shown against it, because a judge that does not beat it need not be paid for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Engine

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.outputs import begin_run, end_run
from data.passages import compared
from data.pending import SupportCell, count_pending
from data.raters import FLOOR_JUDGE
from data.tables import Rater, Study
from data.tables.types import stored
from judges.judged import Page
from judges.progress import Progress, RunReport, Watch, utc_now
from judges.raters import judge_rater
from judges.spec import JudgeSpec
from judges.support import SUPPORT

NAME = FLOOR_JUDGE
_ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class Thresholds:
    """A share at or above `full` is full support, at or above `partial` partial, below it none."""

    full: float
    partial: float


THRESHOLDS = Thresholds(full=0.55, partial=0.3)
"""Chosen on one half of a named set; docs/judges.md says which, and how they do on the other half."""


@dataclass(frozen=True)
class Grade:
    """The judge's label and the passages it rests on, as code points of the document."""

    value: str
    evidence: tuple[tuple[int, int], ...]


def grade(statement: str, document: str, thresholds: Thresholds = THRESHOLDS) -> Grade:
    """full, partial or none, by the rarity-weighted share of the statement's terms in the three best passages."""
    comparison = compared(statement, document)
    if comparison.share < thresholds.partial:
        return Grade("none", ())
    evidence = tuple((passage.start, passage.end) for passage in comparison.passages)
    return Grade("full" if comparison.share >= thresholds.full else "partial", evidence)


def lexical_spec(thresholds: Thresholds = THRESHOLDS) -> JudgeSpec:
    """The floor judge as a specification: other thresholds are another judge."""
    return JudgeSpec(
        question=SUPPORT.question.name,
        question_version=SUPPORT.question.version,
        prompt="",
        prompt_version="shared words",
        replies=SUPPORT.replies,
        reader_version="1",
        model=NAME,
        base_url="",
        parameters=asdict(thresholds),
    )


def run_lexical(engine: Engine, study: Study, watch: Watch, clock: Callable[[], datetime] = utc_now) -> RunReport:
    """Label every support unit that lacks the floor judge's label.

    No request is made, so there are no attempts and no outputs: only the run and its labels are stored.
    """
    spec = lexical_spec()
    with writing(engine) as session:
        rater = judge_rater(session, study, spec)
        progress = Progress(count_pending(session, rater, spec.question))
        run_id = stored(begin_run(session, rater, spec.question, spec.parameters, clock()).id)
    after: int | None = 0
    while after is not None:
        page = _page(engine, rater, after)
        for start in range(0, len(page.cells), _ROWS_AT_ONCE):
            labels = [_label(cell) for cell in page.cells[start : start + _ROWS_AT_ONCE]]
            _store(engine, rater, labels, clock())
            progress.statuses["ok"] += len(labels)
            watch(progress)
        after = page.last
    with writing(engine) as session:
        end_run(session, run_id, clock())
    return RunReport(rater.name, run_id, progress, None)


def _page(engine: Engine, rater: Rater, after: int) -> Page[SupportCell]:
    with reading(engine) as session:
        return SUPPORT.page(session, rater, after, False, 0)


def _label(cell: SupportCell) -> NewLabel:
    graded = grade(cell.statement, cell.document)
    return NewLabel(cell.unit_id, graded.value, None, evidence=graded.evidence)


def _store(engine: Engine, rater: Rater, labels: Sequence[NewLabel], now: datetime) -> None:
    with writing(engine) as session:
        store_labels(session, rater, SUPPORT.question.version, labels, now)
