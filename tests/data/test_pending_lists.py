from judge_cases import NOW, judged_study
from report_study import REPORTS, report_study
from sqlalchemy import Engine

from data.engine import reading, writing
from data.judge_labels import NewLabel, store_labels
from data.pending import count_pending
from data.pending_lists import Told, lists_named, pending_lists
from data.raters import rater_named
from data.tables import Rater, Study


def judge_of(engine: Engine, study: Study) -> Rater:
    with writing(engine) as session:
        return rater_named(session, study, "judge", "judge", "run")


def test_answers_come_page_by_page_each_once_with_all_their_statements(engine: Engine) -> None:
    rater = judge_of(engine, judged_study(engine))
    with reading(engine) as session:
        seen, after = [], 0
        while True:
            page = pending_lists(session, rater, "relevance", after, 3)
            assert len(page.cells) == min(3, 4 - len(seen))
            seen += list(page.cells)
            if page.last is None:
                break
            after = page.last
        assert sum(len(cell.units) for cell in seen) == count_pending(session, rater, "relevance") == 20
    assert len({unit for cell in seen for unit in cell.units.values()}) == 20
    assert [cell.answer for cell in seen] == [f"Answer {number} on the harbour." for number in range(4)]
    assert all(cell.parts == ("1", "2", "3", "4", "5") for cell in seen)


def test_a_labelled_statement_is_told_but_no_longer_pending(engine: Engine) -> None:
    rater = judge_of(engine, report_study(engine))
    with writing(engine) as session:
        cell = pending_lists(session, rater, "stance", 0, 1).cells[0]
        labels = [NewLabel(cell.units["1"], "pro", None), NewLabel(cell.units["2"], None, "refused")]
        store_labels(session, rater, "1", labels, NOW)
    with reading(engine) as session:
        left = pending_lists(session, rater, "stance", 0, 1).cells[0]
        again = pending_lists(session, rater, "stance", 0, 1, failed_too=True).cells[0]
        repeat = pending_lists(session, rater, "stance", 0, 1, run=1).cells[0]
    assert [list(one.units) for one in (left, again, repeat)] == [["3"], ["2", "3"], ["1", "2", "3"]]
    assert left.statements == cell.statements
    assert (left.query, left.bias) == ("Why keep the pier?", "Keep the pier.")


def test_answers_are_found_by_key_whether_labelled_or_not(engine: Engine) -> None:
    study = report_study(engine)
    with reading(engine) as session:
        found = lists_named(session, study, "stance", ["south", "west"])
    assert list(found) == ["south"]
    texts = REPORTS["south"]
    assert found["south"].statements == (
        Told(texts[0], 0, len(texts[0])),
        Told(texts[1], len(texts[0]) + 1, len(texts[0]) + 1 + len(texts[1])),
    )
    assert list(found["south"].units) == ["1", "2"]
