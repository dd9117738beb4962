from judge_cases import NOW, judged_study
from sqlalchemy import Engine, select
from sqlmodel import col

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending, pending_answers, pending_cells
from data.raters import rater_named
from data.tables import AnswerSource, Rater, Unit


def judge(engine: Engine) -> Rater:
    study = judged_study(engine)
    with writing(engine) as session:
        rater_named(session, study, "another", "judge", "run")
        return rater_named(session, study, "judge", "judge", "run")


def test_cells_come_source_by_source_page_by_page_each_once(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        joined = col(AnswerSource.id) == col(Unit.answer_source_id)
        placed = select(col(Unit.id), col(AnswerSource.source_id)).join(AnswerSource, joined)
        sources = {unit: source for unit, source in session.connection().execute(placed)}  # noqa: C416
        seen: list[int] = []
        after: int | None = 0
        while after is not None:
            page = pending_cells(session, rater, after, sources=2)
            seen += [cell.unit_id for cell in page.cells]
            after = page.last
        assert count_pending(session, rater, "support") == len(seen) == len(set(seen)) == 60
    assert [sources[unit] for unit in seen] == sorted(sources[unit] for unit in seen)


def test_a_cell_holds_its_own_statement_and_source(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        cells = {cell.unit_id: cell for cell in pending_cells(session, rater, 0, 100).cells}
        keys = {unit.key: unit.id for unit in session.scalars(select(Unit))}
    cell = cells[keys["a3/2/1"] or 0]
    assert (cell.statement, cell.document[:14]) == ("Fact 2 of answer 3.", "Title: d1-1. w")


def test_a_labelled_unit_is_no_longer_pending_and_a_failed_one_only_on_request(engine: Engine) -> None:
    rater = judge(engine)
    with writing(engine) as session:
        one, two, three = (cell.unit_id for cell in pending_answers(session, rater, 0, 3).cells)
        labels = [NewLabel(one, "3", None), NewLabel(two, None, "refused"), NewLabel(three, None, "out of scale")]
        store_labels(session, rater, "1", labels, NOW)
    with reading(engine) as session:
        left = [cell.unit_id for cell in pending_answers(session, rater, 0, 9).cells]
        again = [cell.unit_id for cell in pending_answers(session, rater, 0, 9, failed_too=True).cells]
        counts = [count_pending(session, rater, "confidence", failed_too) for failed_too in (False, True)]
    assert (len(left), set(again) - set(left), counts) == (1, {two}, [1, 2])


def test_answers_come_with_their_query_in_pages(engine: Engine) -> None:
    rater = judge(engine)
    with reading(engine) as session:
        first = pending_answers(session, rater, 0, 3)
        assert first.last is not None
        second = pending_answers(session, rater, first.last, 3)
        end = pending_answers(session, rater, second.last or 0, 3)
    assert [cell.answer for cell in (*first.cells, *second.cells)] == [f"Answer {n} on the harbour." for n in range(4)]
    assert {cell.query for cell in first.cells} == {"What about the harbour?"}
    assert (end.cells, end.last) == ((), None)
