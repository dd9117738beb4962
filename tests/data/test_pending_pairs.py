from judge_cases import NOW
from report_study import REPORTS, report_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending
from data.pending_pairs import pairs_named, pending_pairs
from data.raters import rater_named
from data.tables import Answer, Rater, ReportPair, Study
from data.units import make_other_units

NORTH, SOUTH = (" ".join(texts) for texts in REPORTS.values())


def judge(engine: Engine) -> Rater:
    """A judge of the small study, with a second pair: the same two reports the other way round."""
    study = report_study(engine)
    with writing(engine) as session:
        first, second = session.scalars(select(Answer).order_by(col(Answer.id)))
        pair = ReportPair(study_id=study.id, key="s-n", query_id=first.query_id, first_id=second.id, second_id=first.id)
        session.add(pair)
        session.flush()
        make_other_units(session, study)
        return rater_named(session, study, "judge", "judge", "run")


def test_pairs_come_page_by_page_in_both_orders_side_by_side(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        first = pending_pairs(session, rater, 0, 1)
        second = pending_pairs(session, rater, first.last or 0, 1)
        end = pending_pairs(session, rater, second.last or 0, 1)
        assert count_pending(session, rater, "depth") == count_pending(session, rater, "depth", sample=1) == 4
    shown = [(cell.order, cell.first, cell.second) for cell in (*first.cells, *second.cells)]
    assert shown == [(0, NORTH, SOUTH), (1, SOUTH, NORTH), (0, SOUTH, NORTH), (1, NORTH, SOUTH)]
    assert {cell.query for cell in first.cells} == {"Why keep the pier?"}
    assert (end.cells, end.last) == ((), None)


def test_only_the_order_that_has_a_label_of_the_repeat_is_done(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        unit = pending_pairs(session, rater, 0, 1).cells[0].unit_id
        store_labels(session, rater, "1", [NewLabel(unit, "A", None, run=1), NewLabel(unit, "A", None, run=2)], NOW)
        left = [pending_pairs(session, rater, 0, 9, sample=sample).cells for sample in (0, 1, 2)]
        counts = [count_pending(session, rater, "depth", sample=sample) for sample in (0, 1, 2)]
    orders = [[cell.order for cell in cells if cell.unit_id == unit] for cells in left]
    assert orders == [[0], [1], [0, 1]]
    assert counts == [len(cells) for cells in left] == [3, 3, 4]


def test_pairs_are_found_by_key_in_the_order_of_a_run(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        study = session.get_one(Study, rater.study_id)
        found = [pairs_named(session, study, ["s-n", "gone"], run) for run in (2, 3)]
    assert [(list(one), one["s-n"].order, one["s-n"].first) for one in found] == [
        (["s-n"], 0, SOUTH),
        (["s-n"], 1, NORTH),
    ]
