from judge_cases import NOW
from report_study import REPORTS, report_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending
from data.pending_items import items_named, pending_items
from data.raters import rater_named
from data.tables import Checklist, ChecklistItem, Query, Rater, Study, Unit
from data.units import make_units


def judge(engine: Engine) -> Rater:
    """A judge of the small study, in which the query has a second version of its checklist."""
    study = report_study(engine)
    with writing(engine) as session:
        query = session.scalars(select(Query)).one()
        newer = Checklist(study_id=study.id, key="pier", version="2", query_id=query.id)
        session.add(newer)
        session.flush()
        for position in (2, 1):  # stored in another order than they stand in
            text = f"New item {position}."
            session.add(ChecklistItem(checklist_id=newer.id, key=f"x{position}", position=position, text=text))
            session.flush()
        make_units(session, study)
        return rater_named(session, study, "judge", "judge", "run")


def test_each_report_comes_with_each_checklist_of_its_query_by_itself(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        first = pending_items(session, rater, "coverage", 0, 1)
        second = pending_items(session, rater, "coverage", first.last or 0, 1)
        end = pending_items(session, rater, "coverage", second.last or 0, 1)
        assert count_pending(session, rater, "coverage") == 8
    assert [cell.items for cell in first.cells] == [
        ("Item 1 of pier.", "Item 2 of pier."),
        ("New item 1.", "New item 2."),
    ]
    assert [cell.answer for cell in (*first.cells, *second.cells)] == [
        text for text in map(" ".join, REPORTS.values()) for _ in range(2)
    ]
    units = [unit for cell in (*first.cells, *second.cells) for unit in cell.units.values()]
    assert len(units) == len(set(units)) == 8
    assert (end.cells, end.last) == ((), None)


def test_a_unit_stands_under_the_number_of_its_own_item(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        keys = {unit.id: unit.key for unit in session.scalars(select(Unit).order_by(col(Unit.id)))}
        cell = pending_items(session, rater, "presentation", 0, 1).cells[0]
    assert {part: keys[unit] for part, unit in cell.units.items()} == {
        str(number): f"north/layout@1/i{number}" for number in (1, 2, 3)
    }
    assert cell.query == "Why keep the pier?"


def test_a_labelled_item_is_told_but_no_longer_pending(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        cell = pending_items(session, rater, "presentation", 0, 1).cells[0]
        store_labels(session, rater, "1", [NewLabel(cell.units["2"], "pass", None)], NOW)
        left = pending_items(session, rater, "presentation", 0, 1).cells[0]
    assert (list(left.units), left.items) == (["1", "3"], cell.items)


def test_checklists_of_reports_are_found_by_name(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        names = ["north/pier@2", "south/pier@1", "south/pier@3", "south/layout@1", "west/pier@1"]
        found = items_named(session, session.get_one(Study, rater.study_id), "coverage", names)
    assert {name: cell.items[0] for name, cell in found.items()} == {
        "north/pier@2": "New item 1.",
        "south/pier@1": "Item 1 of pier.",
    }
