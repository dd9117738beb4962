"""What a judge has still to label of pairs of reports: each pair in both orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, or_, select
from sqlmodel import Session, col

from data.judge_labels import Due
from data.pending import ORDERS, PendingPage, lacking, runs_of
from data.pending_lists import AnswerTexts, texts_of
from data.tables import Rater, ReportPair, Study, Unit
from data.tables.types import stored
from data.units import units_by_key

_QUESTION = "depth"


@dataclass(frozen=True)
class ShownPair:
    """Two reports on a query as they are shown. `order` 0: report A of the pair stands first; 1: report B does."""

    unit_id: int
    order: int
    query: str
    first: str
    second: str

    def dues(self, keys: tuple[str, ...], sample: int) -> tuple[Due, ...]:
        """The unit waits for these requests; a reply's first and second are A and B, or the other way round."""
        names = ("A", "B") if self.order == 0 else ("B", "A")
        means = tuple(zip(("first", "second"), names, strict=True))
        run = runs_of(_QUESTION, sample)[self.order]
        return (Due(self.unit_id, keys, run=run, means=means, side_order=f"{names[0]} first"),)


def pending_pairs(
    session: Session, rater: Rater, after: int, limit: int, failed_too: bool = False, sample: int = 0
) -> PendingPage[ShownPair]:
    """The next `limit` pairs whose unit id is above `after`, in the orders that lack a label of that repeat."""
    lack = [and_(*lacking(rater, _QUESTION, failed_too, run)) for run in runs_of(_QUESTION, sample)]
    found = select(col(Unit.id)).where(or_(*lack), col(Unit.id) > after).order_by(col(Unit.id)).limit(limit)
    ids = [stored(unit) for unit in session.connection().execute(found).scalars()]
    pending = [_units(session, and_(condition, col(Unit.id).in_(ids))) for condition in lack]
    cells = _shown(session, [(unit, order) for unit in ids for order in range(len(lack)) if unit in pending[order]])
    return PendingPage(tuple(cells), ids[-1] if ids else None)


def pairs_named(session: Session, study: Study, names: Sequence[str], run: int) -> dict[str, ShownPair]:
    """The pairs of those keys, by key, in the order of a run; keys of none are left out."""
    units = units_by_key(session, study, _QUESTION, names)
    cells = _shown(session, [(unit, run % ORDERS[_QUESTION]) for unit in units.values()])
    return dict(zip(units, cells, strict=True))


def _units(session: Session, condition: ColumnElement[bool]) -> set[int]:
    found = session.connection().execute(select(col(Unit.id)).where(condition)).scalars()
    return {stored(unit) for unit in found}


def _shown(session: Session, wanted: Sequence[tuple[int, int]]) -> list[ShownPair]:
    """Units in an order each, with their texts."""
    found = (
        select(col(Unit.id), col(ReportPair.first_id), col(ReportPair.second_id))
        .join(ReportPair, col(ReportPair.id) == col(Unit.pair_id))
        .where(col(Unit.id).in_({unit for unit, _ in wanted}))
    )
    pairs = {stored(unit): reports for unit, *reports in session.connection().execute(found)}
    texts = texts_of(session, {report for reports in pairs.values() for report in reports})
    return [_cell(unit, order, [texts[report] for report in pairs[unit]]) for unit, order in wanted]


def _cell(unit: int, order: int, reports: Sequence[AnswerTexts]) -> ShownPair:
    first, second = reports if order == 0 else reversed(reports)
    return ShownPair(unit, order, first.query, first.answer, second.answer)
